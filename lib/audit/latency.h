// SPDX-License-Identifier: Apache-2.0
// `latency` from end to end: reads the logs of one run, computes its figures again from the raw samples and
// holds them against the detail log, the summary and the limits of the benchmark.
#pragma once

#include <string>
#include <variant>

#include "audit/audit.h"
#include "audit/latency_report.h"
#include "rules/load.h"

namespace mlperf::audit {

struct LatencyOptions {
  std::string folder;
  std::string round;                // empty: as log and path tell, else the newest
  std::string benchmark, scenario;  // empty: as the path tells
};

std::variant<LatencyReport, Failure> run_latency(const LatencyOptions& options, const rules::RuleSet& rules);

}  // namespace mlperf::audit
