// SPDX-License-Identifier: Apache-2.0
// The finished report of `latency`: everything a report format may show of one run. Formats add nothing and
// judge nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/finding.h"
#include "mllog/trace.h"
#include "stats/accuracy_figures.h"
#include "stats/run_statistics.h"

namespace mlperf::audit {

struct LatencyReport {
  std::string folder;  // as the user gave it
  std::string round;
  std::string benchmark, scenario;   // official names; empty when neither path nor options tell
  std::string loadgen_version;       // "6.0.17"
  bool limits_of_benchmark = false;  // limits come from the round; else from the log
  stats::RunStatistics statistics;

  bool has_trace = false;  // a file of more than 0 bytes was read
  mllog::TraceFacts trace;
  bool has_accuracy_log = false;
  stats::AccuracyFigures accuracy_log;  // without its list of samples
  bool accuracy_log_complete = false;   // its JSON ends as LoadGen ends it
  bool accuracy_log_covers_all = false;
  std::uint64_t sampling_target = 0;
  double sampling_probability = 0;

  std::vector<Finding> findings;                                 // worst first
  std::vector<std::pair<std::string, std::string>> unavailable;  // dotted path of the JSON, reason

  // 1 when a finding is an error; with `strict` also for a warning.
  int exit_code(bool strict) const;
};

// A limit that a distribution is held to, and its name for people: "ttft_ns" -> p99 TTFT.
std::optional<std::int64_t> limit_of(const stats::RunStatistics& statistics, const stats::Metric& metric);

}  // namespace mlperf::audit
