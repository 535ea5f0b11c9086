// SPDX-License-Identifier: Apache-2.0
// TEST07 and TEST09: figures against the round's, texts against themselves, runs against their data set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compliance_builder.h"

namespace mlperf::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kText07 = "verify_accuracy.txt";
constexpr const char* kText09 = "verify_output_len.txt";

ResultCase with_test07_text(const std::string& text) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").texts[kText07] = text;
  return result;
}

// ---- compliance-test07

TEST(Test07, ScoreBelowTheThresholdIsAnErrorWhateverTheVerdict) {
  const ResultCase result = with_test07_text(
      "previous run: TEST PASS\nAccuracy score: 40.0\nAccuracy threshold: 60.698\nAccuracy check pass: "
      "False\nTEST FAIL\n");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07"));
  EXPECT_EQ(audit::to_text(judge(result).list().front().found), "40");
  EXPECT_EQ(audit::to_text(judge(result).list().front().expected), "60.698");
}

TEST(Test07, LoweredThresholdIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").replace(kText07, "Accuracy threshold: 60.698", "Accuracy threshold: 10.0");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07/threshold"));
}

TEST(Test07, TwoWordsAloneAreAnError) {
  EXPECT_THAT(fired(with_test07_text("TEST PASS")), ElementsAre("error compliance-test07/no-score"));
}

TEST(Test07, WordsInsideASentenceAreNoVerdict) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").replace(kText07, "\nTEST PASS", "\nNOT A TEST PASS");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07/no-verdict"));
}

TEST(Test07, SilentAtTheThreshold) {
  EXPECT_THAT(fired(with_test07_text("Accuracy score: 60.698\nAccuracy threshold: 60.698\nTEST PASS\n")),
              IsEmpty());
}

// ---- compliance-verify-self-consistent

TEST(Test07Consistent, ScoreThatItsTableDoesNotGiveIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").replace(kText07, "gpqa_diamond                   619",
                                "gpqa_diamond                   584");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-verify-self-consistent/test07-table"));
}

TEST(Test07Consistent, FailOverASufficientScoreIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").replace(kText07, "TEST PASS", "TEST FAIL");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-verify-self-consistent/fail-against-score"));
}

TEST(Test09Consistent, TwoDifferentMeansAreAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").replace(kText09, "Mean output tokens: 1300.00\nMax",
                                "Mean output tokens: 1100.00\nMax");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-verify-self-consistent/test09-means"));
}

TEST(Consistent, SilentForTextsThatAgreeWithThemselves) {
  EXPECT_THAT(fired(gpt_oss_server()), IsEmpty());
}

// ---- compliance-test07-dataset

TEST(Test07Dataset, OtherSubsetsInTheTableAreAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").replace(kText07,
                                "gpqa_diamond                   619      990        5     123.80     62.53%",
                                "aime25                         619      990        5     123.80     62.53%");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07-dataset"));
}

TEST(Test07Dataset, SilentForItsOwnSubset) {
  EXPECT_THAT(fired(gpt_oss_server()), IsEmpty());
}

// ---- compliance-test07-samples, compliance-test09-samples

TEST(Test07Samples, FewerSamplesInTheTextAreAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").replace(kText07, "evaluated: 990", "evaluated: 198");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07-samples"));
}

TEST(Test07Samples, FewerSamplesInTheLogAreAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("result_query_count", "200");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07-samples/log"));
}

TEST(Test09Samples, FewerSamplesInTheTextAreAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").replace(kText09, "Total samples: 6396", "Total samples: 10");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test09-samples"));
  EXPECT_EQ(audit::to_text(judge(result).list().front().expected), "6396");
}

TEST(Samples, ExchangedRunsAreSaidToBe) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("result_query_count", "6396");
  result.test("TEST09").detail.set("result_query_count", "990");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test07-samples/exchanged",
                                         "error compliance-test09-samples/exchanged"));
}

TEST(Samples, SilentForWholeDataSets) {
  EXPECT_THAT(fired(gpt_oss_server()), IsEmpty());
}

// ---- compliance-test09, compliance-max-output

ResultCase with_mean(const std::string& mean) {
  ResultCase result = gpt_oss_server();
  for (int i = 0; i < 2; ++i) result.test("TEST09").replace(kText09, "1300.00", mean);
  return result;
}

TEST(Test09, MeanOutsideTheWindowIsAnErrorWhateverTheVerdict) {
  EXPECT_THAT(fired(with_mean("1100.00")), ElementsAre("error compliance-test09"));
  EXPECT_THAT(fired(with_mean("1450.00")), ElementsAre("error compliance-test09"));
  EXPECT_EQ(audit::to_text(judge(with_mean("400.00")).list().front().expected), "1150.38..1406.02");
}

TEST(Test09, WidenedWindowIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").replace(kText09, "Min threshold: 1150.38", "Min threshold: 1.0");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test09/threshold"));
}

TEST(Test09, VerdictWithoutAMeanIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").texts[kText09] = "TEST PASS\n";
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test09/no-mean"));
}

TEST(Test09, SilentAtBothEndsOfTheWindow) {
  EXPECT_THAT(fired(with_mean("1150.38")), IsEmpty());
  EXPECT_THAT(fired(with_mean("1406.02")), IsEmpty());
}

TEST(MaxOutput, LongerOutputThanPermittedIsAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").replace(kText09, "Max output tokens: 2969", "Max output tokens: 10241");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-max-output"));
}

TEST(MaxOutput, SilentAtTheLimit) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").replace(kText09, "Max output tokens: 2969", "Max output tokens: 10240");
  EXPECT_THAT(fired(result), IsEmpty());
}

}  // namespace
}  // namespace mlperf::test
