// SPDX-License-Identifier: Apache-2.0
#include "compliance/test09.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/accuracy_text.h"

namespace mlperf::compliance {
namespace {

using test::AccuracyText;
using test::hex_of;

Test09 facts_of(std::string_view log, double least = 2, double most = 4,
                std::optional<std::uint64_t> samples = std::nullopt) {
  Test09Options options;
  options.min_output_tokens = least;
  options.max_output_tokens = most;
  options.samples = samples;
  return test09_of_text(log, "log", options);
}

TEST(Test09, BoundsAreInclusive) {
  const auto log = AccuracyText().tokens(0, {1, 2}).tokens(1, {1, 2, 3, 4}).text();
  EXPECT_EQ(facts_of(log).official->mean, 3);
  EXPECT_EQ(facts_of(log, 3, 3).passed, true);
  EXPECT_EQ(facts_of(log, 3.001, 4).passed, false);
  EXPECT_EQ(facts_of(log, 2, 2.999).passed, false);
}

TEST(Test09, WithoutAWindowThereIsNoOutcome) {
  const auto facts = test09_of_text(AccuracyText().tokens(0, {1}).text(), "log", {});
  EXPECT_FALSE(facts.passed.has_value());
  EXPECT_TRUE(test09_text(facts).empty());
}

TEST(Test09, TextIsThatOfTheScript) {
  const auto text = test09_text(facts_of(AccuracyText().tokens(0, {1, 2, 3}).tokens(1, {1, 2}).text()));
  EXPECT_THAT(text, testing::HasSubstr("Total samples: 2\nMean output tokens: 2.50\nMin output tokens: 2\n"));
  EXPECT_THAT(text, testing::HasSubstr("Min threshold: 2.0\nMax threshold: 4.0\nMin check pass: True\n"));
  EXPECT_TRUE(text.ends_with("\nTEST PASS\n"));
}

TEST(Test09, RepeatedSamplesAreCounted) {
  const auto facts = facts_of(AccuracyText().tokens(0, {1}).tokens(0, {1}).tokens(7, {1}).text(), 1, 2, 3);
  EXPECT_EQ(facts.length.coverage.distinct, 2U);
  EXPECT_EQ(facts.length.coverage.missing, 2U);
  EXPECT_EQ(facts.length.coverage.repeated.first.seq_id, 1U);
  EXPECT_EQ(facts.length.coverage.out_of_range.found, 7);
}

TEST(Test09, BytesThatAreNoWholeTokens) {
  const auto facts = facts_of(AccuracyText().entry(0, "0A0000000B", std::nullopt, 1).text(), 1, 1);
  EXPECT_EQ(facts.passed, true) << "the official script drops the rest";
  EXPECT_EQ(facts.length.partial_token.found, 5);
}

TEST(Test09, WhatIsNoHexIsEmptyForTheScriptAndNoEntryForUs) {
  const auto facts = facts_of(AccuracyText().entry(0, "ZZ").tokens(1, {1, 2, 3, 4}).text());
  EXPECT_EQ(facts.official->mean, 2);
  EXPECT_EQ(facts.length.lengths->mean, 4);
  EXPECT_EQ(facts.length.log.value.bad_entries, 1U);
}

TEST(Test09, TokenCountIsHeldAgainstTheData) {
  const auto facts =
      facts_of(AccuracyText().entry(0, hex_of<std::int32_t>({1, 2, 3}), std::nullopt, 10).text());
  EXPECT_EQ(facts.length.token_count_agrees(), false);
  EXPECT_EQ(facts.length.count_differs.found, 10);
  EXPECT_EQ(facts.length.count_differs.expected, 3);
}

TEST(Test09, WideTokensDoubleTheLengthForTheScriptAlone) {
  const auto facts =
      facts_of(AccuracyText().entry(0, hex_of<std::int64_t>({1, 2, 3}), std::nullopt, 3).text());
  EXPECT_EQ(facts.official->mean, 6);
  EXPECT_EQ(facts.length.lengths->mean, 3);
  EXPECT_EQ(facts.passed, false);
  EXPECT_EQ(facts.mean_in_window, true);
}

TEST(Test09, LogThatWasKilledGivesItsEntries) {
  auto log = AccuracyText().tokens(0, {1, 2, 3}).text();
  log = log.substr(0, log.rfind("\n]")) + ",\n";
  const auto facts = facts_of(log);
  EXPECT_EQ(facts.passed, true) << "the official script reads line by line";
  EXPECT_FALSE(facts.length.log.value.valid_json);
}

}  // namespace
}  // namespace mlperf::compliance
