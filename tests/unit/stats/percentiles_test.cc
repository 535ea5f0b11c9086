// SPDX-License-Identifier: Apache-2.0
#include "stats/percentiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace mlperf::stats {
namespace {

using Values = std::vector<std::int64_t>;

TEST(Percentiles, IndexIsTheTruncatedProduct) {
  EXPECT_EQ(percentile_index(100, 0.99), 99u);  // p99 of 100 values is the largest
  EXPECT_EQ(percentile_index(1000, 0.99), 990u);
  EXPECT_EQ(percentile_index(1000, 0.999), 999u);
  EXPECT_EQ(percentile_index(1, 0.5), 0u);
  EXPECT_EQ(percentile_index(10, 0.9), 9u);
  EXPECT_EQ(percentile_index(7, 1.0), 6u);  // never beyond the end
}

TEST(Percentiles, FactorsComeFromPercentTimesAHundredth) {
  EXPECT_EQ(loadgen_percentile(0.9), 0.9);
  EXPECT_EQ(loadgen_percentile(0.99), 0.99);
  EXPECT_EQ(loadgen_percentile(0.999), 0.9990000000000001);
}

TEST(Percentiles, MeanIsUnsignedDivision) {
  EXPECT_EQ(loadgen_mean(Values{1, 2}), 1);
  EXPECT_EQ(loadgen_mean(Values{}), 0);
  EXPECT_EQ(loadgen_mean(Values{-3}), -3);
  // A negative sum wraps: 2^64 - 3 over 2.
  EXPECT_EQ(loadgen_mean(Values{-2, -1}), std::numeric_limits<std::int64_t>::max() - 1);
}

TEST(Percentiles, OfFewValues) {
  Values values{30, 10, 20};
  const auto found = distribution_of(values, 0.9);
  EXPECT_EQ(found.count, 3u);
  EXPECT_EQ(found.min, 10);
  EXPECT_EQ(found.max, 30);
  EXPECT_EQ(found.mean, 20);
  EXPECT_EQ(found.percentiles, (std::array<std::int64_t, 6>{20, 30, 30, 30, 30, 30}));
  EXPECT_EQ(found.at_target, 30);

  Values none;
  EXPECT_EQ(distribution_of(none), Distribution{});
}

TEST(Percentiles, OverALimitIsStrictlyAboveIt) {
  EXPECT_EQ(count_over(Values{1, 2, 3, 2}, 2), 1u);
  EXPECT_EQ(count_over(Values{}, 2), 0u);
}

// LoadGen's own way: sort everything, then look up.
Distribution by_sorting(Values values, double target) {
  std::sort(values.begin(), values.end());
  Distribution result;
  const std::size_t n = values.size();
  result.count = n;
  std::uint64_t sum = 0;
  for (const auto value : values) sum += static_cast<std::uint64_t>(value);
  result.mean = static_cast<std::int64_t>(sum / n);
  result.min = values.front();
  result.max = values.back();
  for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
    result.percentiles[i] = values[static_cast<std::size_t>(static_cast<double>(n) * kPercentiles[i])];
  }
  result.at_target = values[static_cast<std::size_t>(static_cast<double>(n) * target)];
  return result;
}

TEST(Percentiles, AgreeWithSortingOnRandomValues) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 1 + random() % (round % 10 == 0 ? 5000 : 60);
    const std::int64_t spread = round % 3 == 0 ? 4 : 1'000'000'007;  // many equal values, or hardly any
    Values values(n);
    for (auto& value : values) value = static_cast<std::int64_t>(random() % spread) - spread / 8;
    const double target = round % 2 == 0 ? 0.9 : 0.97;
    const auto expected = by_sorting(values, target);
    const std::size_t rank = random() % n;
    Values sorted = values;
    std::sort(sorted.begin(), sorted.end());
    Values copy = values;
    EXPECT_EQ(value_at_rank(copy, rank), sorted[rank]);
    ASSERT_EQ(distribution_of(values, target), expected) << "n " << n << ", round " << round;
  }
}

TEST(Percentiles, ManyRanksAtOnce) {
  Values values(200);
  std::vector<std::size_t> ranks(100);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>((i * 77) % 200);
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = i * 2;
  select_ranks(values, ranks);
  for (const auto rank : ranks) EXPECT_EQ(values[rank], static_cast<std::int64_t>(rank));
}

}  // namespace
}  // namespace mlperf::stats
