// SPDX-License-Identifier: Apache-2.0
#include "stats/logged.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/number.h"
#include "stats/early_stopping.h"

namespace mlperf::stats {
namespace {

using mllog::DetailLog;
using mllog::LogEntry;

struct Keys {
  std::string_view min, max, mean;
  std::string_view percentile_before, percentile_after;  // around "99.00"
};

// The usual spelling first.
constexpr std::array<Keys, 1> kLatency = {{{"result_min_latency_ns", "result_max_latency_ns",
                                            "result_mean_latency_ns", "result_", "_percentile_latency_ns"}}};
constexpr std::array<Keys, 1> kQueryLatency = {
    {{"result_min_query_latency_ns", "result_max_query_latency_ns", "result_mean_query_latency_ns", "result_",
      "_percentile_per_query_latency_ns"}}};
constexpr std::array<Keys, 1> kTtft = {
    {{"result_first_token_min_latency_ns", "result_first_token_max_latency_ns",
      "result_first_token_mean_latency_ns", "result_first_token_", "_percentile_latency_ns"}}};
constexpr std::array<Keys, 2> kTpot = {
    {{"result_time_to_output_token_min", "result_time_to_output_token_max",
      "result_time_to_output_token_mean", "result_time_per_output_token_", "_percentile_ns"},
     {"result_time_per_output_token_min", "result_time_per_output_token_max",
      "result_time_per_output_token_mean", "result_time_to_output_token_", "_percentile_ns"}}};

std::span<const Keys> keys_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::latency:
      return kLatency;
    case Quantity::query_latency:
      return kQueryLatency;
    case Quantity::ttft:
      return kTtft;
    case Quantity::tpot:
      return kTpot;
  }
  return {};
}

std::string_view digits_at(std::string_view text, std::size_t from) {
  std::size_t to = from;
  while (to < text.size() && text[to] >= '0' && text[to] <= '9') ++to;
  return text.substr(from, to - from);
}

}  // namespace

std::optional<Scenario> loadgen_scenario(std::string_view logged) {
  if (logged == "SingleStream") return Scenario::single_stream;
  if (logged == "MultiStream") return Scenario::multi_stream;
  if (logged == "Server") return Scenario::server;
  if (logged == "Offline") return Scenario::offline;
  return std::nullopt;
}

std::optional<double> RunSettings::percentile() const {
  if (!limits.percentile) return std::nullopt;
  const double factor = loadgen_percentile(*limits.percentile);
  return stoppable_percentile(factor) ? std::optional(factor) : std::nullopt;
}

RunSettings run_settings(const DetailLog& log) {
  RunSettings settings;
  settings.scenario_name = std::string(log.string("effective_scenario").value_or(""));
  settings.scenario = loadgen_scenario(settings.scenario_name);
  settings.mode = std::string(log.string("effective_test_mode").value_or(""));
  settings.tokens = log.boolean("requested_use_token_latencies").value_or(false);
  settings.limits.percentile = log.number("effective_target_latency_percentile");
  settings.limits.latency_ns = log.i64("effective_target_latency_ns");
  settings.limits.ttft_ns = log.i64("requested_server_ttft_latency");
  settings.limits.tpot_ns = log.i64("requested_server_tpot_latency");
  settings.min_duration_ms = log.u64("effective_min_duration_ms");
  settings.min_query_count = log.u64("effective_min_query_count");
  settings.min_sample_count = log.u64("effective_min_sample_count");
  return settings;
}

bool LoggedDistribution::any() const {
  return min != nullptr || max != nullptr || mean != nullptr ||
         std::any_of(percentiles.begin(), percentiles.end(),
                     [](const auto* entry) { return entry != nullptr; });
}

LoggedDistribution logged_distribution(const DetailLog& log, Quantity quantity) {
  LoggedDistribution found;
  const auto take = [&](const LogEntry*& entry, std::string_view key) {
    if (entry == nullptr) entry = log.find(key);
  };
  for (const Keys& keys : keys_of(quantity)) {
    take(found.min, keys.min);
    take(found.max, keys.max);
    take(found.mean, keys.mean);
    for (std::size_t i = 0; i < kPercentileKeys.size(); ++i) {
      take(found.percentiles[i],
           fmt::format("{}{}{}", keys.percentile_before, kPercentileKeys[i], keys.percentile_after));
    }
  }
  return found;
}

bool run_is_complete(const DetailLog& log) {
  if (log.string("effective_test_mode") == "AccuracyOnly") {
    const auto sets = log.all("loaded_qsl_set").size();
    return sets > 0 && log.all("power_end").size() >= sets;
  }
  return log.has("result_validity");
}

std::uint64_t first_performance_sample(const DetailLog& log) {
  if (log.string("effective_test_mode") != "SubmissionRun") return 0;
  const auto queries = log.all("generated_query_count");
  const auto sizes = log.all("generated_samples_per_query");
  std::uint64_t first = 0;
  for (std::size_t i = 0; i + 1 < queries.size() && i < sizes.size(); ++i) {
    std::uint64_t samples = 0;
    const bool too_many =
        __builtin_mul_overflow(queries[i]->as_u64().value_or(0), sizes[i]->as_u64().value_or(0), &samples) ||
        __builtin_add_overflow(first, samples, &first);
    if (too_many) return std::numeric_limits<std::uint64_t>::max();
  }
  return first;
}

StoppingText stopping_text(const DetailLog& log, std::string_view key) {
  constexpr std::string_view kMissing = "Would need to run at least ", kEstimate = "percentile estimate: ";
  constexpr std::size_t kMostEstimates = 2;
  StoppingText found;
  const std::string_view text = log.string(key).value_or("");
  found.successful = text.find("Run successful") != std::string_view::npos;
  if (const auto at = text.find(kMissing); at != std::string_view::npos) {
    found.missing_queries = base::parse_u64(digits_at(text, at + kMissing.size()));
  }
  std::size_t at = text.find(kEstimate);
  while (at != std::string_view::npos && found.estimates.size() < kMostEstimates) {
    const auto estimate = base::parse_i64(digits_at(text, at + kEstimate.size()));
    if (!estimate) break;
    found.estimates.push_back(*estimate);
    at = text.find(kEstimate, at + kEstimate.size());
  }
  return found;
}

}  // namespace mlperf::stats
