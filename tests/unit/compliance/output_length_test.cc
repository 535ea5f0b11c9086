// SPDX-License-Identifier: Apache-2.0
#include "compliance/output_length.h"

#include <gtest/gtest.h>

#include "support/accuracy_text.h"

namespace mlperf::compliance {
namespace {

using test::AccuracyText;
using test::hex_of;

TEST(LengthStatistics, MeanSpreadAndLoadGensPercentiles) {
  std::vector<std::uint64_t> lengths{4, 2, 4, 4, 5, 5, 7, 9};
  const auto found = length_statistics(lengths);
  EXPECT_EQ(found->token_sum, 40U);
  EXPECT_EQ(found->mean, 5);
  EXPECT_EQ(found->std_population, 2);
  EXPECT_EQ(found->p50, 5U);  // sorted[trunc(8 * 0.5)]
  EXPECT_EQ(found->p99, 9U);
  std::vector<std::uint64_t> none;
  EXPECT_FALSE(length_statistics(none));
}

TEST(LengthStatistics, LongLengthsDoNotOverflow) {
  constexpr std::uint64_t kLong = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> lengths{kLong, kLong, kLong};
  EXPECT_EQ(length_statistics(lengths)->std_population, 0);
  EXPECT_EQ(length_statistics(lengths)->mean, static_cast<double>(kLong));
}

TEST(OutputLength, WidthIsTheOneOfMostEntries) {
  const auto log = AccuracyText()
                       .entry(0, hex_of<std::int64_t>({1, 2}), std::nullopt, 2)
                       .entry(1, hex_of<std::int64_t>({1, 2, 3}), std::nullopt, 3)
                       .entry(2, hex_of<std::int64_t>({1}), std::nullopt, 5)
                       .text();
  const auto length = output_length_of_text(log, "log", {});
  EXPECT_EQ(length.width, 8U);
  EXPECT_EQ(length.lengths->token_sum, 6U);
  EXPECT_EQ(length.count_differs.count, 1U);
  EXPECT_EQ(length.count_differs.first.seq_id, 2U);
  OutputLengthOptions options;
  options.dtype = ElementType::int32;
  EXPECT_EQ(output_length_of_text(log, "log", options).lengths->token_sum, 12U);
}

TEST(OutputLength, HugeCountsSaturate) {
  const auto log = AccuracyText()
                       .entry(0, "", std::nullopt, INT64_MAX)
                       .entry(1, "", std::nullopt, INT64_MAX)
                       .entry(2, "", std::nullopt, -3)
                       .text();
  const auto length = output_length_of_text(log, "log", {});
  EXPECT_EQ(length.token_count_sum, INT64_MAX - 3);
  EXPECT_EQ(length.empty_entries, 3U);
}

TEST(OutputLength, EmptyLog) {
  const auto length = output_length_of_text("[\n]\n", "log", {});
  EXPECT_FALSE(length.lengths);
  EXPECT_FALSE(length.token_count_agrees());
}

TEST(Coverage, IndicesBeyondAnyDataSetAreCountedToo) {
  constexpr std::uint64_t kFar = UINT64_MAX - 1;
  const auto log = AccuracyText().entry(kFar, "").entry(3, "").entry(kFar, "").text();
  OutputLengthOptions options;
  options.samples = 4;
  const auto coverage = output_length_of_text(log, "log", options).coverage;
  EXPECT_EQ(coverage.distinct, 2U);
  EXPECT_EQ(coverage.duplicates, 1U);
  EXPECT_EQ(coverage.missing, 3U);
  EXPECT_EQ(coverage.repeated.first.number, 2U);
  EXPECT_EQ(coverage.out_of_range.count, 2U);
}

}  // namespace
}  // namespace mlperf::compliance
