// SPDX-License-Identifier: Apache-2.0
#include "compliance/test06.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/accuracy_text.h"

namespace mlperf::compliance {
namespace {

using test::AccuracyText;
using test::hex_of;

Test06 facts_of(const AccuracyText& log, const Test06Options& options = {}) {
  return test06_of_text(log.text(), "log", options);
}

TEST(Test06, OutputsThatEndOnceAndAreCountedRightPass) {
  const auto facts = facts_of(AccuracyText().tokens(0, {5, 6, 2}).tokens(1, {7, 8}));
  EXPECT_TRUE(facts.passed);
  EXPECT_EQ(facts.entries, 2U);
  EXPECT_FALSE(facts.eos_inside || facts.eos_second || facts.first_token_differs || facts.count_differs);
  EXPECT_EQ(test06_text(facts),
            "First token check pass: True\nEOS check pass: True\nSample length check pass: True\n"
            "TEST06 verification complete\n");
}

TEST(Test06, TwoEndTokensAtTheEndFailButAWholeOutputOfTwoIsTolerated) {
  const auto facts = facts_of(AccuracyText().tokens(0, {5, 2, 2}).tokens(1, {2, 2}));
  EXPECT_FALSE(facts.eos_check);
  EXPECT_EQ(facts.ending_with_two_or_more_eos, 1U);
  EXPECT_EQ(facts.trailing_eos.first.seq_id, 0U);
  EXPECT_EQ(facts.trailing_eos.found, 2);
  EXPECT_TRUE(facts_of(AccuracyText().tokens(0, {2, 2})).passed);
}

TEST(Test06, EndTokenOfTheBenchmarkCounts) {
  Test06Options options;
  options.eos_token_ids = {128001, 128009};
  EXPECT_TRUE(facts_of(AccuracyText().tokens(0, {5, 2, 2}), options).passed);
  EXPECT_FALSE(facts_of(AccuracyText().tokens(0, {5, 128001, 128009}), options).eos_check);
}

TEST(Test06, EndTokenInsideIsKeptApartFromTheHabitOfOneHarness) {
  const auto habit =
      facts_of(AccuracyText().tokens(0, {5, 2, 6, 2}).tokens(1, {5, 2, 7, 8}).tokens(2, {5, 2}));
  EXPECT_TRUE(habit.passed);
  EXPECT_TRUE(habit.eos_second_throughout());
  const auto some = facts_of(AccuracyText().tokens(0, {5, 2, 6, 2}).tokens(1, {5, 6, 7, 8}));
  EXPECT_FALSE(some.eos_second_throughout());
  const auto later = facts_of(AccuracyText().tokens(0, {5, 6, 2, 7}));
  EXPECT_TRUE(later.passed);
  EXPECT_EQ(later.eos_inside.found, 2);
  EXPECT_EQ(later.eos_inside.expected, 4);
  EXPECT_FALSE(later.eos_second_throughout());
}

TEST(Test06, FirstTokenThatDiffersOrIsEmpty) {
  const auto differs =
      facts_of(AccuracyText().entry(3, hex_of<std::int32_t>({5, 6}), hex_of<std::int32_t>({9}), 2));
  EXPECT_FALSE(differs.first_token_check);
  EXPECT_EQ(differs.first_token_differs.found, 9);
  EXPECT_EQ(differs.first_token_differs.expected, 5);
  const auto empty = facts_of(AccuracyText().entry(0, hex_of<std::int32_t>({5, 6}), "", 2));
  EXPECT_TRUE(empty.passed) << "the official script compares nothing";
  EXPECT_TRUE(empty.first_token_empty);
  EXPECT_THAT(test06_text(empty), testing::HasSubstr("First token check pass: False"));
}

TEST(Test06, OfflineSkipsTheFirstToken) {
  Test06Options options;
  options.first_token_check = false;
  const auto facts =
      facts_of(AccuracyText().entry(0, hex_of<std::int32_t>({5, 6}), std::nullopt, 2), options);
  EXPECT_TRUE(facts.passed);
  EXPECT_THAT(test06_text(facts), testing::HasSubstr("First token check pass: Skipped"));
}

TEST(Test06, CountThatDiffersOrIsMissing) {
  const auto differs =
      facts_of(AccuracyText().entry(0, hex_of<std::int32_t>({5, 6}), hex_of<std::int32_t>({5}), 4));
  EXPECT_FALSE(differs.sample_length_check);
  EXPECT_EQ(differs.count_differs.found, 4);
  EXPECT_EQ(differs.count_differs.expected, 2);
  const auto missing =
      facts_of(AccuracyText().entry(0, hex_of<std::int32_t>({5}), hex_of<std::int32_t>({5})));
  EXPECT_TRUE(missing.breaks);
  EXPECT_TRUE(missing.count_missing);
}

TEST(Test06, WidthFollowsFromDataAndCount) {
  const auto log = AccuracyText().entry(0, hex_of<std::int64_t>({5, 6, 2}), hex_of<std::int64_t>({5}), 3);
  const auto found = facts_of(log);
  EXPECT_EQ(found.dtype, ElementType::int64);
  EXPECT_TRUE(found.passed);
  Test06Options options;
  options.dtype = ElementType::int32;
  EXPECT_FALSE(facts_of(log, options).sample_length_check);
  const auto narrow = facts_of(AccuracyText().entry(0, hex_of<std::int16_t>({5, 6}), "0500", 2));
  EXPECT_EQ(narrow.found_width, 2U);
}

TEST(Test06, EmptyAndBrokenLogs) {
  const auto empty = facts_of(AccuracyText());
  EXPECT_TRUE(empty.passed) << "the official script has nothing to object to";
  EXPECT_EQ(empty.entries, 0U);
  const std::string whole = AccuracyText().tokens(0, {5, 2}).tokens(1, {5, 2}).text();
  const auto cut = test06_of_text(whole.substr(0, whole.size() - 20), "log", {});
  EXPECT_TRUE(cut.breaks);
  EXPECT_FALSE(cut.passed);
  EXPECT_EQ(cut.entries, 1U);
}

TEST(Test06, FloatsAndOddSizesAreHandled) {
  Test06Options options;
  options.dtype = ElementType::float32;
  options.first_token_check = false;
  const auto floats = facts_of(AccuracyText().entry(0, hex_of<float>({1.5F, 2.0F, 2.0F}), "", 3), options);
  EXPECT_FALSE(floats.eos_check);
  const auto odd = facts_of(AccuracyText().entry(0, "0500000006", "05000000", 1));
  EXPECT_TRUE(odd.breaks);
  EXPECT_EQ(odd.partial_element.found, 5);
}

}  // namespace
}  // namespace mlperf::compliance
