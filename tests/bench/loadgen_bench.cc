// SPDX-License-Identifier: Apache-2.0
// Regenerating schedules and sample orders. The Server runs of a round share one stream of gaps.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "loadgen/arrivals.h"
#include "loadgen/issue_order.h"

namespace {

using namespace mlperf::loadgen;

constexpr std::uint64_t kSeed = 3936089224930324775U;

// As many runs as a round has, most of them of language models; the quickest one classifies images.
std::vector<PoissonRun> round_of_runs(double quickest) {
  constexpr int kRuns = 138;
  std::vector<PoissonRun> runs;
  for (int i = 0; i < kRuns; ++i) {
    const double rate = 5 * std::pow(quickest / 5, std::pow(static_cast<double>(i) / (kRuns - 1), 3));
    runs.push_back({{600'000'000'000, 100, i % 2 == 0 ? 6396U : 0U}, rate});
  }
  return runs;
}

void poisson_round(benchmark::State& state) {
  const auto runs = round_of_runs(static_cast<double>(state.range(0)));
  std::uint64_t queries = 0;
  for (auto _ : state) {
    queries = 0;
    for (const auto& arrivals : poisson_arrivals(kSeed, runs, static_cast<unsigned>(state.range(1)))) {
      queries += arrivals->queries;
    }
  }
  state.counters["queries"] = static_cast<double>(queries);
  state.counters["queries/s"] =
      benchmark::Counter(static_cast<double>(queries), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(poisson_round)
    ->ArgNames({"quickest_qps", "jobs"})
    ->Args({1000, 1})
    ->Args({105000, 1})
    ->Args({105000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

RunSettings server_settings(std::uint64_t samples) {
  RunSettings settings;
  settings.scenario = Scenario::server;
  settings.qsl_seed = 2465351861681999779U;
  settings.sample_index_seed = 14276810075590677512U;
  settings.qsl_total = samples;
  settings.performance_sample_count = samples;
  settings.accuracy_sample_count = samples;
  settings.min_query_count = 100;
  settings.target_duration_ms = 600000;
  settings.target_qps = 100;
  return settings;
}

void loaded_set(benchmark::State& state) {
  const auto settings = server_settings(static_cast<std::uint64_t>(state.range(0)));
  for (auto _ : state) {
    const auto set = performance_set(settings, Library::libstdcxx_11);
    benchmark::DoNotOptimize(set.samples.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(loaded_set)->Arg(6396)->Arg(349823);

void issue_order_hash(benchmark::State& state) {
  auto settings = server_settings(6396);
  settings.equal_issue = true;
  const auto phase = phases(settings, Library::libstdcxx_11).front();
  constexpr std::uint64_t kQueries = 1'000'000;
  for (auto _ : state) {
    NumberHash hash;
    issue_order(settings, phase, kQueries, Library::libstdcxx_11,
                [&](std::span<const std::uint32_t> samples) { hash.add_all(samples); });
    benchmark::DoNotOptimize(hash.hex());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kQueries));
}
BENCHMARK(issue_order_hash)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
