// SPDX-License-Identifier: Apache-2.0
// Throughput. The completed rates end with the last issued query, not with the last completion, and n samples
// span n - 1 intervals.
#include <cmath>
#include <utility>

#include "stats/run_parts.h"

namespace mlperf::stats {
namespace {

constexpr double kNsPerSecond = 1e9;

// Tokens per sample that LoadGen supposes where a benchmark has them inferred (token_latency_scaling_factor
// of its mlperf.conf).
constexpr double kInferredTokensPerSample = 69;

std::optional<double> per_second(double count, double ns) {
  const double rate = count / (ns / kNsPerSecond);
  return ns > 0 && std::isfinite(rate) ? std::optional(rate) : std::nullopt;
}

class Rates {
 public:
  Rates(const RunParts& run, RunStatistics& result) : run_(run), result_(result) {}

  // A rate that is in the log, or whose value is known. Without a value: as printed.
  Rate* add(const char* name, const char* key, std::optional<double> value, Sources from) {
    const auto* entry = run_.log.find(key);
    if (entry == nullptr && !value) return nullptr;
    Rate rate;
    rate.name = name;
    rate.detail_key = key;
    rate.from = value ? from : kFromDetail;
    rate.value = value;
    if (entry != nullptr) {
      rate.detail_text = std::string(entry->text.substr(0, kLongestText));
      if (!value) rate.value = entry->as_double();
    }
    result_.rates.push_back(std::move(rate));
    return &result_.rates.back();
  }

 private:
  static constexpr std::size_t kLongestText = 60;
  const RunParts& run_;
  RunStatistics& result_;
};

// Of the last query's times.
void add_spans(const RunSamples& run, const RunSettings& settings, RunStatistics& result) {
  if (settings.is(Scenario::server)) {
    result.spans.emplace_back("final_query_done_ns_from_first_schedule", run.last_query_done);
    result.spans.emplace_back("max_completion_ns_from_first_schedule", run.last_done);
  } else if (!settings.is(Scenario::offline)) {
    result.spans.emplace_back("final_query_issue_ns_from_first_issue", run.issue_span);
  }
}

}  // namespace

void add_rates(RunParts& run, RunStatistics& result) {
  Rates rates(run, result);
  const bool known = run.samples.has_value();
  const RunSamples none;
  const RunSamples& s = known ? *run.samples : none;
  const auto samples = static_cast<double>(s.samples);
  const auto from_trace = [&](double count, std::int64_t ns) {
    return known ? per_second(count, static_cast<double>(ns)) : std::nullopt;
  };
  const auto from_tokens = [&](double ns) {
    return s.tokens_known ? per_second(static_cast<double>(s.tokens), ns) : std::nullopt;
  };
  const Metric* latency = result.metric("latency_ns");
  const auto mean = static_cast<double>(latency != nullptr ? latency->mean.value_or(0) : 0);
  const auto longest = latency != nullptr ? latency->max.value_or(0) : 0;
  if (known) add_spans(s, run.settings, result);

  if (run.settings.is(Scenario::server)) {
    rates.add("scheduled_samples_per_second", "result_scheduled_samples_per_sec",
              from_trace(samples - 1, s.last_scheduled), kFromTrace);
    rates.add("completed_samples_per_second", "result_completed_samples_per_sec",
              from_trace(samples - 1, s.last_query_done), kFromTrace);
    if (run.log.has("result_inferred_completed_tokens_per_second")) {
      rates.add("inferred_completed_tokens_per_second", "result_inferred_completed_tokens_per_second",
                from_trace(kInferredTokensPerSample * (samples - 1), s.last_query_done), kFromTrace);
    }
  } else if (run.settings.is(Scenario::offline)) {
    rates.add("samples_per_second", "result_samples_per_second", from_trace(samples, longest), kFromTrace);
    rates.add("tokens_per_second", "result_tokens_per_second", from_tokens(static_cast<double>(longest)),
              kFromTraceAndTokens);
    if (run.log.has("result_inferred_tokens_per_second")) {
      rates.add("inferred_tokens_per_second", "result_inferred_tokens_per_second",
                from_trace(kInferredTokensPerSample * samples, longest), kFromTrace);
    }
  } else if (run.settings.is(Scenario::single_stream)) {
    rates.add("qps_without_loadgen_overhead", "result_qps_without_loadgen_overhead",
              known && mean > 0 ? std::optional(1 / (mean / kNsPerSecond)) : std::nullopt, kFromTrace);
    // The start of the run is no event of the trace: the first issue is later by a moment.
    auto* rate =
        rates.add("qps_with_loadgen_overhead", "result_qps_with_loadgen_overhead", std::nullopt, kFromDetail);
    if (rate != nullptr) rate->approximate_from_trace = from_trace(samples - 1, s.issue_span);
  }
  if (!run.settings.tokens || run.settings.is(Scenario::offline)) return;
  // In SingleStream and MultiStream the start of these intervals is not known.
  const bool server = run.settings.is(Scenario::server);
  rates.add("completed_tokens_per_second", "result_completed_tokens_per_second",
            server ? from_tokens(static_cast<double>(s.last_query_done)) : std::nullopt, kFromTraceAndTokens);
  rates.add("token_throughput_with_loadgen_overhead", "result_token_throughput_with_loadgen_overhead",
            server ? from_tokens(static_cast<double>(s.last_issued)) : std::nullopt, kFromTraceAndTokens);
  const auto as_printed = from_tokens(mean * samples);  // LoadGen divides by nanoseconds here
  rates.add("token_throughput_as_printed", "result_token_throughput",
            as_printed ? std::optional(*as_printed / kNsPerSecond) : std::nullopt, kFromTraceAndTokens);
}

}  // namespace mlperf::stats
