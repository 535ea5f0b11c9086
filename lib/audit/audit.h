// SPDX-License-Identifier: Apache-2.0
// `check` from end to end: discover, gather, judge, conclude. Parallel over results; the report is the same
// for any number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "audit/report.h"
#include "rules/load.h"

namespace mlperf::audit {

struct Options {
  std::vector<std::string> paths;
  std::string round;                        // empty: found from the tree
  std::string submitter;                    // only this one
  std::vector<std::string> select, ignore;  // globs over rule ids
  std::string profile;                      // "" or "trial"
  bool strict = false;
  bool use_config = true;  // .mlperf-audit.toml at the root
  bool mask_names = false;
  unsigned jobs = 0;                                                  // 0: one a core
  std::function<void(std::size_t done, std::size_t total)> progress;  // may be called from any thread
};

// The audit could not be done (exit 2): a one-line reason.
struct Failure {
  std::string message;
};

std::variant<AuditReport, Failure> run_audit(const Options& options, const rules::RuleSet& rules);

}  // namespace mlperf::audit
