// SPDX-License-Identifier: Apache-2.0
// The figures of a run that LoadGen printed, computed again from its trace, for the checks that hold the two
// against each other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "audit/evidence.h"
#include "base/document.h"
#include "mllog/trace.h"
#include "rules/round.h"
#include "stats/run_statistics.h"

namespace mlperf::audit {

// What a trace that is there and not empty gave. The samples themselves are not kept.
struct RecomputedRun {
  std::string trace_file;  // relative to the root
  std::vector<base::ReadIssue> trace_issues;
  mllog::TraceFacts facts;
  stats::RunStatistics statistics;  // against the limits of the log
};

// The limits that the benchmark has in this scenario, over those of the log.
stats::RunLimits benchmark_limits(const rules::Round& round, const std::string& benchmark,
                                  const std::string& scenario, stats::RunLimits logged);

// The p99 of the samples in the trace; nothing without a usable trace.
std::optional<std::int64_t> recomputed_p99_ns(const RunEvidence& run, stats::Quantity quantity);

// The figure of that key follows from the trace as it is printed.
bool recomputed_as_logged(const RunEvidence& run, std::string_view key);

// Where detail log and figures of the trace contradict each other.
enum class TraceFigure : std::uint8_t { latency, token_latency, rate, count, estimate };
struct TraceDifference {
  const mllog::LogEntry* entry = nullptr;
  TraceFigure figure = TraceFigure::latency;
  std::string recomputed;  // as LoadGen would print it
};
struct TraceComparison {
  std::size_t compared = 0;
  std::size_t compared_latencies = 0;
  std::vector<std::string> agreeing;         // keys
  std::vector<TraceDifference> differences;  // in the order of the log's usual lines
};
TraceComparison compare_with_trace(const mllog::DetailLog& log, const RecomputedRun& run);

}  // namespace mlperf::audit
