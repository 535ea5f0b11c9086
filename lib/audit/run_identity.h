// SPDX-License-Identifier: Apache-2.0
// Of which round, benchmark and scenario one run is: as the user says, else as its path and its detail log
// tell. For the commands that look at a single run.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "audit/audit.h"
#include "mllog/detail_log.h"
#include "rules/load.h"
#include "submission/tree.h"

namespace mlperf::audit {

struct IdentityOptions {
  std::string round, benchmark, scenario;  // as given; empty: from the path and the log
};

struct RunIdentity {
  const rules::Round* round = nullptr;
  std::string round_reason;
  rules::BenchmarkMatch match;
  std::string benchmark, scenario;               // official names, or empty
  std::optional<submission::ResultPaths> paths;  // of the result to which the run belongs, if it does
};

// `path`: a folder or a file in it. `log`: its detail log, or nullptr. The Failure (exit 2) names what is not
// known to the rules, and the nearest that is.
std::variant<RunIdentity, Failure> identify_run(const std::string& path, const mllog::DetailLog* log,
                                                const IdentityOptions& options, const rules::RuleSet& rules);

}  // namespace mlperf::audit
