// SPDX-License-Identifier: Apache-2.0
#include "compliance/test08.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compliance/numpy_sum.h"
#include "support/accuracy_text.h"
#include "support/temporary_tree.h"

namespace mlperf::compliance {
namespace {

using test::AccuracyText;
using test::hex_of;

const std::string kAccuracyAnswer = hex_of<float>({3, 7, 0.8F, 0.3F, 1, 0, 1, 1, 2});  // ts 3, query 7, n 2

std::string answer(float ts, float query, const std::vector<float>& predictions) {
  std::vector<float> floats{ts, query};
  floats.insert(floats.end(), predictions.begin(), predictions.end());
  return hex_of(floats);
}

Test08 compare(const AccuracyText& reference, const AccuracyText& test) {
  const submission::TemporaryTree tree;
  tree.file("reference", reference.text());
  tree.file("test", test.text());
  Test08Options options;
  options.tolerance = 0.001;
  return test08(tree.path("reference"), tree.path("test"), options);
}

Test08 compare(const std::string& data) {
  return compare(AccuracyText().entry(0, kAccuracyAnswer), AccuracyText().entry(0, data));
}

TEST(Test08, EqualPredictionsPass) {
  const auto facts = compare(answer(3, 7, {0.8F, 0.3F}));
  EXPECT_TRUE(facts.passed);
  EXPECT_EQ(facts.matched, 1U);
  EXPECT_EQ(facts.largest_relative_difference, 0);
  EXPECT_THAT(test08_text(facts), testing::HasSubstr("tolerance = 0.10%\n\nTEST PASS\nTEST08 verification"));
}

TEST(Test08, OtherPredictionsDiffer) {
  const auto facts = compare(answer(3, 7, {0.7F, 0.3F}));
  EXPECT_FALSE(facts.passed);
  EXPECT_EQ(facts.ne_mismatches, 1U);
  EXPECT_GT(*facts.largest_relative_difference, 0.001);
  EXPECT_TRUE(compare(answer(3, 7, {0.80001F, 0.3F})).passed);
}

TEST(Test08, SampleOfAnotherKeyIsNotMatched) {
  const auto facts = compare(answer(3, 8, {0.8F, 0.3F}));
  EXPECT_EQ(facts.unmatched, 1U);
  EXPECT_EQ(facts.matched, 0U);
  EXPECT_FALSE(facts.passed);
}

TEST(Test08, LastAnswerOfAKeyCounts) {
  const auto other = hex_of<float>({3, 7, 0.1F, 0.9F, 1, 0, 1, 1, 2});
  const auto facts = compare(AccuracyText().entry(0, other).entry(1, kAccuracyAnswer),
                             AccuracyText().entry(0, answer(3, 7, {0.8F, 0.3F})));
  EXPECT_TRUE(facts.passed);
  EXPECT_EQ(facts.reference_repeats, 1U);
}

TEST(Test08, OddDataAreFactsAndBreakTheScript) {
  EXPECT_TRUE(compare("0102").bad_test);
  EXPECT_TRUE(compare(answer(3, std::numeric_limits<float>::infinity(), {})).breaks);
  const auto longer = compare(answer(3, 7, {0.8F, 0.3F, 0.5F}));
  EXPECT_TRUE(longer.breaks);
  EXPECT_EQ(longer.other_length.found, 3);
  EXPECT_EQ(longer.other_length.expected, 2);
  const auto one = compare(answer(3, 7, {0.8F}));
  EXPECT_FALSE(one.breaks) << "the script spreads one prediction over all labels";
  EXPECT_TRUE(one.other_length);
  const auto nan = compare(answer(3, 7, {std::nanf(""), 0.3F}));
  EXPECT_TRUE(nan.passed) << "no comparison with NaN is true";
  EXPECT_TRUE(nan.not_finite);
  EXPECT_TRUE(compare(AccuracyText().entry(0, hex_of<float>({3, 7, 0.8F, 1, 1, 2})),
                      AccuracyText().entry(0, answer(3, 7, {0.8F})))
                  .bad_reference);
}

TEST(Test08, AnswersOfAnotherLengthDoNotReadALongOneAgain) {
  // A million labels times 20,000 answers would take minutes.
  constexpr std::size_t kLabels = 1 << 20;
  constexpr int kAnswers = 20000;
  std::vector<float> floats{3, 7};
  floats.insert(floats.end(), 3 * kLabels, 0.5F);
  floats.push_back(kLabels);
  AccuracyText one, two;
  for (int i = 0; i < kAnswers; ++i) {
    one.entry(0, answer(3, 7, {0.25F}));
    two.entry(0, answer(3, 7, {0.25F, 0.25F}));
  }
  const auto reference = AccuracyText().entry(0, hex_of(floats));
  const auto spread = compare(reference, one);
  EXPECT_EQ(spread.other_length.count, kAnswers);
  EXPECT_EQ(spread.ne_mismatches, kAnswers);
  EXPECT_FALSE(spread.passed);
  const auto broken = compare(reference, two);
  EXPECT_EQ(broken.other_length.count, kAnswers);
  EXPECT_EQ(broken.other_length.expected, kLabels);
  EXPECT_TRUE(broken.breaks);
}

TEST(Test08, NormalizedEntropyOfTheWeightedMeanIsOne) {
  const std::vector<float> half{0.5F, 0.5F}, labels{1, 0}, weights{1, 1}, none{0, 0};
  EXPECT_NEAR(normalized_entropy(half, labels, weights), 1, 1e-6);
  EXPECT_EQ(normalized_entropy(half, labels, none), 0);
}

TEST(NumpySum, AddsInBlocksOfEight) {
  std::vector<float> values(1000, 0.1F);
  EXPECT_NEAR(numpy_sum(values), 100, 1e-4);
  EXPECT_EQ(numpy_sum({}), 0);
  // 1 is lost beside 1e8 where it is added to it, not where a lane of its own adds it.
  values = {1e8F, 1, -1e8F, 1, 0, 0, 0, 0};
  EXPECT_EQ(numpy_sum(values), (1e8F + 1) + (-1e8F + 1));
}

}  // namespace
}  // namespace mlperf::compliance
