// SPDX-License-Identifier: Apache-2.0
// Percentiles and the figures of a whole Server run with tokens, from samples in memory (reading the trace is
// trace_bench's).
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "stats/early_stopping.h"
#include "stats/percentiles.h"
#include "stats/run_statistics.h"

namespace {

using namespace mlperf;

std::vector<std::int64_t> latencies(std::size_t n) {
  std::mt19937_64 random(11);
  std::vector<std::int64_t> values(n);
  for (auto& value : values) value = 200'000'000 + static_cast<std::int64_t>(random() % 3'000'000'000);
  return values;
}

void percentiles(benchmark::State& state) {
  const auto values = latencies(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    auto copy = values;
    benchmark::DoNotOptimize(stats::distribution_of(copy, 0.99));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(percentiles)->Arg(20'000)->Arg(1'000'000);

// SingleStream: the number of values left out of an estimate.
void early_stopping(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(stats::estimate_stopping(static_cast<std::uint64_t>(state.range(0)), 0.9));
  }
}
BENCHMARK(early_stopping)->Arg(20'000)->Arg(10'000'000);

void whole_run(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto values = latencies(n);
  base::Document<mllog::Trace> trace;
  trace.state = base::ReadState::read;
  trace.value.facts.samples = n;
  trace.value.facts.footer_present = true;
  base::Document<stats::AccuracyFigures> counts;
  counts.state = base::ReadState::read;
  for (std::size_t i = 0; i < n; ++i) {
    mllog::TraceSample sample;
    sample.sample_seq = sample.query_seq = i;
    sample.scheduled_ns = static_cast<std::int64_t>(i) * 1'000'000;
    sample.latency_ns = values[i];
    sample.ttft_ns = values[i] / 4;
    trace.value.samples.push_back(sample);
    counts.value.samples.push_back({i, 100});
  }
  const auto entry = [](const char* key, const char* value) {
    return std::string(":::MLLOG {\"key\": \"") + key + "\", \"value\": " + value +
           ", \"time_ms\": 0.1, \"namespace\": \"mlperf::logging\", \"event_type\": \"POINT_IN_TIME\", "
           "\"metadata\": "
           "{\"is_error\": false, \"is_warning\": false, \"file\": \"a\", \"line_no\": 1, \"pid\": 1, "
           "\"tid\": 1}}\n";
  };
  const auto log = mllog::parse_detail_log(
      entry("effective_scenario", "\"Server\"") + entry("requested_use_token_latencies", "true") +
          entry("effective_target_latency_percentile", "0.99") +
          entry("requested_server_ttft_latency", "700000000") +
          entry("requested_server_tpot_latency", "20000000") + entry("result_validity", "\"VALID\""),
      "mlperf_log_detail.txt");
  const auto limits = stats::run_settings(log.value).limits;
  for (auto _ : state) {
    benchmark::DoNotOptimize(stats::run_statistics({log.value, trace, counts, limits, state.range(1) != 0}));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(whole_run)
    ->ArgNames({"samples", "histograms"})
    ->Args({20'000, 0})
    ->Args({20'000, 1})
    ->Args({1'000'000, 0});

}  // namespace

BENCHMARK_MAIN();
