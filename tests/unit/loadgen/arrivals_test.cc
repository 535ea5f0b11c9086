// SPDX-License-Identifier: Apache-2.0
// The shared stream against LoadGen's loop, written with std::exponential_distribution and std::chrono.
#include "loadgen/arrivals.h"

#include <chrono>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace mlperf::loadgen {
namespace {

constexpr std::uint64_t kSeed = 3936089224930324775U;

Arrivals by_loadgens_loop(const PoissonRun& run, std::uint64_t seed) {
  using std::chrono::nanoseconds;
  std::mt19937 random(seed);
  std::exponential_distribution<> distribution(run.target_qps);
  std::uint64_t minimum = run.goal.minimum, queries = 0;
  nanoseconds time(0), previous(0);
  while (previous < nanoseconds(run.goal.duration_ns) || queries < minimum) {
    ++queries;
    previous = time;
    time += std::chrono::duration_cast<nanoseconds>(std::chrono::duration<double>(distribution(random)));
    if (run.goal.step != 0 && queries >= minimum && previous < nanoseconds(run.goal.duration_ns)) {
      minimum += run.goal.step;
    }
  }
  return {queries, time.count(), previous.count()};
}

std::int64_t seconds(std::int64_t count) {
  return count * 1'000'000'000;
}

std::vector<PoissonRun> various_runs() {
  return {
      {{seconds(600), 100, 0}, 70},            // by time
      {{seconds(600), 26382, 4388}, 11},       // by count, in whole sets
      {{seconds(60), 100, 6396}, 3021.7},      // by time, rounded up to whole sets
      {{0, 990, 0}, 50},                       // by count alone
      {{0, 1, 0}, 50},                         //
      {{seconds(600), 0, 0}, 0.25},            // slower than one a second
      {{seconds(30), 8192, 0}, 1},             // ends with a block of the stream
      {{seconds(5), 1, 1}, 333.25},            //
      {{seconds(3), 100, 24576}, 250000.125},  // several batches
      {{1, 1, 0}, 1000},                       // over at once
  };
}

TEST(PoissonArrivals, AreThoseOfLoadGensLoop) {
  const auto runs = various_runs();
  const auto found = poisson_arrivals(kSeed, runs, 1);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto expected = by_loadgens_loop(runs[i], kSeed);
    ASSERT_TRUE(found[i].has_value()) << "run " << i;
    EXPECT_EQ(found[i]->queries, expected.queries) << "run " << i;
    EXPECT_EQ(found[i]->duration_ns, expected.duration_ns) << "run " << i;
    EXPECT_EQ(found[i]->last_delta_ns, expected.last_delta_ns) << "run " << i;
  }
}

TEST(PoissonArrivals, AreTheSameForAnyNumberOfThreads) {
  const auto runs = various_runs();
  EXPECT_EQ(poisson_arrivals(kSeed, runs, 1), poisson_arrivals(kSeed, runs, 5));
}

TEST(PoissonArrivals, OfManyRatesAreExact) {
  std::vector<PoissonRun> runs;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> rate(1, 5000);
  for (int i = 0; i < 60; ++i) runs.push_back({{seconds(20), 100, i % 3 == 0 ? 1000U : 0U}, rate(random)});
  for (const std::uint64_t seed : {std::uint64_t{0}, kSeed, std::uint64_t{16159082839903944936U}}) {
    const auto found = poisson_arrivals(seed, runs, 2);
    for (std::size_t i = 0; i < runs.size(); ++i) ASSERT_EQ(found[i], by_loadgens_loop(runs[i], seed));
  }
}

TEST(PoissonArrivals, DeltasAddUp) {
  const PoissonRun run{{0, 1000, 0}, 123.4};
  const auto expected = by_loadgens_loop(run, kSeed);
  std::vector<std::int64_t> deltas;
  for_each_poisson_delta(kSeed, run.target_qps, expected.queries,
                         [&](std::int64_t delta) { deltas.push_back(delta); });
  ASSERT_EQ(deltas.size(), 1000U);
  EXPECT_EQ(deltas.front(), 0);
  EXPECT_EQ(deltas.back(), expected.last_delta_ns);
}

// A published run: Dell XE9780 with eight B200, deepseek-r1 Server, round v6.0.
TEST(PoissonArrivals, OfAPublishedRun) {
  const PoissonRun run{{seconds(600), 30716, 4388}, 11};  // min_query_count 26382 in whole sets of 4388
  const auto found = poisson_arrivals(kSeed, {&run, 1}, 2);
  ASSERT_TRUE(found[0].has_value());
  EXPECT_EQ(found[0]->queries, 30716U);
  EXPECT_EQ(found[0]->duration_ns, 2766269854966);
}

TEST(PeriodicArrivals, EndAtTheDurationOrTheMinimum) {
  EXPECT_EQ(periodic_arrivals({120'000'000'000, 1024, 0}, 1'000'000),
            (Arrivals{120001, 120001000000, 120000000000}));
  EXPECT_EQ(periodic_arrivals({1'200'000'000'000, 5000, 5000}, 400'000'000),
            (Arrivals{5000, 2000000000000, 1999600000000}));
  EXPECT_EQ(periodic_arrivals({0, 1, 0}, 10'000'000), (Arrivals{1, 10000000, 0}));
  EXPECT_EQ(periodic_arrivals({95, 1, 4}, 10), (Arrivals{13, 130, 120})) << "1 + 3 steps of 4, not before 11";
}

TEST(PeriodicArrivals, PeriodIsTruncated) {
  EXPECT_EQ(period_ns(24), 41666666);
  EXPECT_EQ(period_ns(2.6), 384615384);
}

}  // namespace
}  // namespace mlperf::loadgen
