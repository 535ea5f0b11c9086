// SPDX-License-Identifier: Apache-2.0
#include "stats/histogram.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace mlperf::stats {
namespace {

using Values = std::vector<std::int64_t>;

std::uint64_t counted(const Histogram& histogram) {
  return std::accumulate(histogram.bins.begin(), histogram.bins.end(), histogram.below + histogram.above);
}

TEST(Histogram, RoundBinsThatHoldEveryValue) {
  Values values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1'234'567 + static_cast<std::int64_t>(i) * 1000;
  const auto histogram = histogram_of(values, std::nullopt);
  EXPECT_EQ(histogram.width, 100'000);
  EXPECT_EQ(histogram.first, 1'200'000);
  EXPECT_LE(histogram.bins.size(), 20u);
  EXPECT_EQ(histogram.bins.front(), 66u);  // 1234567 to 1299567
  EXPECT_EQ(counted(histogram), 1000u);
  EXPECT_EQ(histogram.above + histogram.below, 0u);
}

TEST(Histogram, ANearLimitComesIntoView) {
  Values values;
  for (std::int64_t i = 0; i < 100; ++i) values.push_back(100 + i);
  const auto end = [](const Histogram& h) {
    return h.first + h.width * static_cast<std::int64_t>(h.bins.size());
  };
  EXPECT_GT(end(histogram_of(values, 240)), 240);
  EXPECT_LT(end(histogram_of(values, 900)), 400);
  EXPECT_LT(end(histogram_of(values, 10)), 240);
}

TEST(Histogram, StragglersAreCountedNotDrawn) {
  Values values(1000, 0);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1000 + static_cast<std::int64_t>(i);
  values[3] = 5'000'000'000;
  values[5] = -7'000'000;
  const auto histogram = histogram_of(values, std::nullopt);
  EXPECT_EQ(histogram.above, 1u);
  EXPECT_EQ(histogram.below, 1u);
  EXPECT_LE(histogram.bins.size(), 21u);
  EXPECT_EQ(counted(histogram), 1000u);
}

TEST(Histogram, OddValues) {
  EXPECT_EQ(histogram_of({}, 5).width, 0);
  EXPECT_EQ(histogram_of(Values{7}, std::nullopt).bins, (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(counted(histogram_of(Values(50, 42), 42)), 50u);
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min(),
                 kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(histogram_of(Values{kLeast, kMost, 0}, std::nullopt).width, 0);
  Values mixed(1000, 10);
  mixed[0] = kLeast;  // LoadGen's marker
  mixed[1] = kMost;
  mixed[2] = 11;
  EXPECT_EQ(counted(histogram_of(mixed, std::nullopt)), 1000u);
}

}  // namespace
}  // namespace mlperf::stats
