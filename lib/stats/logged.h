// SPDX-License-Identifier: Apache-2.0
// What a detail log states about the latencies of its run: the settings that decide about them and the
// printed figures, under both spellings that LoadGen's versions have ("time_per_output_token",
// "time_to_output_token"). Entries point into the log.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mllog/detail_log.h"
#include "stats/percentiles.h"

namespace mlperf::stats {

enum class Scenario : std::uint8_t { single_stream, multi_stream, server, offline };
std::optional<Scenario> loadgen_scenario(std::string_view logged);

struct RunLimits {
  std::optional<double> percentile;  // as logged: 0.99
  std::optional<std::int64_t> latency_ns, ttft_ns, tpot_ns;
};

struct RunSettings {
  std::optional<Scenario> scenario;
  std::string scenario_name, mode;  // as logged
  bool tokens = false;              // requested_use_token_latencies
  RunLimits limits;
  std::optional<std::uint64_t> min_duration_ms, min_query_count, min_sample_count;

  bool accuracy_run() const { return mode == "AccuracyOnly"; }
  bool is(Scenario one) const { return scenario == one; }
  // The factor LoadGen computes with, where early stopping can be computed for it.
  std::optional<double> percentile() const;
};
RunSettings run_settings(const mllog::DetailLog& log);

enum class Quantity : std::uint8_t { latency, query_latency, ttft, tpot };

struct LoggedDistribution {
  const mllog::LogEntry* min = nullptr;
  const mllog::LogEntry* max = nullptr;
  const mllog::LogEntry* mean = nullptr;
  std::array<const mllog::LogEntry*, kPercentiles.size()> percentiles{};

  bool any() const;
};
LoggedDistribution logged_distribution(const mllog::DetailLog& log, Quantity quantity);

// The run's end was logged: result lines, in accuracy mode the end of each loaded set.
bool run_is_complete(const mllog::DetailLog& log);

// First sample of the performance phase: a SubmissionRun numbers on after its accuracy phases.
std::uint64_t first_performance_sample(const mllog::DetailLog& log);

// What an early-stopping text says: "Would need to run at least 837 more queries", "percentile estimate: 1".
struct StoppingText {
  bool successful = false;                       // "Run successful"
  std::optional<std::uint64_t> missing_queries;  // Server, when it failed
  std::vector<std::int64_t> estimates;           // SingleStream: target percentile, then 99th
};
StoppingText stopping_text(const mllog::DetailLog& log, std::string_view key);

}  // namespace mlperf::stats
