// SPDX-License-Identifier: Apache-2.0
// The parts of run_statistics(), each in a file of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stats/run_statistics.h"

namespace mlperf::stats {

struct RunParts {
  const mllog::DetailLog& log;
  const RunSettings& settings;
  const RunLimits& limits;
  std::optional<RunSamples>& samples;  // of a usable trace; values may be reordered
  bool histograms = false;

  bool late() const { return samples && samples->late_count + samples->without_first_token > 0; }
};

// The run is held against the limit it was made with; what the log says of that limit says nothing of
// another.
bool limit_is_logged(const RunParts& run, Quantity quantity);

void add_metrics(RunParts& run, RunStatistics& result);   // metrics, over_limit
void add_rates(RunParts& run, RunStatistics& result);     // rates, spans
void add_stopping(RunParts& run, RunStatistics& result);  // early_stopping
void add_validity(RunParts& run, RunStatistics& result);  // validity
void add_messages(const mllog::DetailLog& log, Validity& validity);

// A metric of values that were computed from `from`.
Metric metric_of(std::string name, Quantity quantity, std::vector<std::int64_t>& values, Sources from,
                 std::optional<double> target, std::optional<std::int64_t> limit, bool histogram);

void say_unavailable(RunStatistics& result, std::string path, std::string reason);

}  // namespace mlperf::stats
