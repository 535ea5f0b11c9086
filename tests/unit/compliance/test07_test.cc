// SPDX-License-Identifier: Apache-2.0
#include "compliance/test07.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compliance/element.h"
#include "compliance/python_text.h"
#include "support/accuracy_text.h"

namespace mlperf::compliance {
namespace {

Test07 facts_of(const test::AccuracyText& log, std::optional<double> score) {
  Test07Options options;
  options.score = score;
  options.threshold = 60.698;
  options.samples = 2;
  return test07_of_text(log.text(), "log", options);
}

TEST(Test07, ScoreAndCoverage) {
  const auto whole = test::AccuracyText().tokens(1, {4}).tokens(0, {4});
  EXPECT_EQ(facts_of(whole, 60.698).passed_with_coverage(), true);
  EXPECT_EQ(facts_of(whole, 60.697).passed_official(), false);
  const auto repeated = facts_of(test::AccuracyText().tokens(1, {4}).tokens(1, {4}), 61);
  EXPECT_EQ(repeated.passed_official(), true);
  EXPECT_EQ(repeated.passed_with_coverage(), false);
  EXPECT_EQ(repeated.coverage.missing, 1U);
  EXPECT_FALSE(facts_of(whole, std::nullopt).passed_official());
}

TEST(Test07, TextIsThatOfTheScript) {
  const auto log = test::AccuracyText().tokens(0, {4});
  EXPECT_THAT(test07_text(facts_of(log, 40), "printed\n"),
              testing::AllOf(testing::StartsWith("printed\n\n====="),
                             testing::HasSubstr("Accuracy score: 40.0\nAccuracy threshold: 60.698\n"
                                                "Accuracy check pass: False\nTEST FAIL\n")));
  EXPECT_THAT(test07_text(facts_of(log, std::nullopt), ""),
              testing::HasSubstr("Error: Could not parse accuracy score\nTEST FAIL\n"));
}

TEST(PythonText, FloatsAsReprPrintsThem) {
  EXPECT_EQ(python_float(45), "45.0");
  EXPECT_EQ(python_float(60.698), "60.698");
  EXPECT_EQ(python_float(1e22), "1e+22");
}

TEST(ElementType, NamesAndSizes) {
  for (const std::string_view name : {"byte", "int16", "int32", "int64", "float32"})
    EXPECT_EQ(to_string(*element_type(name)), name);
  EXPECT_EQ(element_type("uint8"), ElementType::int8);
  EXPECT_FALSE(element_type("complex"));
  EXPECT_EQ(size_of(ElementType::int64), 8U);
}

TEST(WidthCounts, NeedsMoreThanHalfOfTheEntries) {
  WidthCounts counts;
  counts.add(8, 2);
  counts.add(12, 4);
  EXPECT_FALSE(counts.width());
  counts.add(4, 1);
  EXPECT_EQ(counts.width(), 4U);
  counts.add(100, 0);
  counts.add(100, -5);
  counts.add(100, std::nullopt);
  EXPECT_EQ(counts.counted(), 3U);
}

}  // namespace
}  // namespace mlperf::compliance
