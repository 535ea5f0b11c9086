// SPDX-License-Identifier: Apache-2.0
// `truncate` from end to end: discover, gather, plan, execute. Logs are independent of each other and treated
// side by side; the report is the same for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "audit/audit.h"
#include "audit/finding.h"
#include "audit/truncate_execute.h"
#include "audit/truncate_plan.h"
#include "base/file_calls.h"
#include "rules/load.h"

namespace mlperf::audit {

struct TruncateOptions {
  std::vector<std::string> paths;
  std::string round;      // empty: found from the tree
  std::string submitter;  // only this one
  std::string backup;     // folder for the whole logs; empty: beside the root, NAME-full-accuracy-logs
  TruncateMode mode = TruncateMode::truncate;
  bool strict = false;
  unsigned jobs = 0;                                                  // 0: one a core
  std::function<void(std::size_t done, std::size_t total)> progress;  // may be called from any thread
};

// One accuracy log, with what was found, planned and done.
struct TruncateEntry {
  std::string id, test;   // of the result; test: "TEST07" or empty
  std::string log, text;  // relative to the root
  std::string backup;     // as the user can type it; empty where there is and will be none
  TruncatePlan plan;
  TruncateDone done;
  std::uint64_t size = 0, size_after = 0;
  std::vector<Finding> findings;
};

struct TruncateReport {
  std::string round, round_reason;
  std::string root;    // as shown: relative to the working directory
  std::string backup;  // likewise
  TruncateMode mode = TruncateMode::truncate;
  bool strict = false;
  std::vector<TruncateEntry> entries;
  std::uint64_t errors = 0, warnings = 0, notes = 0;

  // 1 when there is an error; with strict also for a warning; else 0.
  int exit_code() const;
};

std::variant<TruncateReport, Failure> run_truncate(const TruncateOptions& options,
                                                   const rules::RuleSet& rules, base::FileCalls& calls);

}  // namespace mlperf::audit
