// SPDX-License-Identifier: Apache-2.0
// What TEST01, TEST04, TEST06 and TEST08 say about themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compliance_builder.h"

namespace mlperf::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// ---- compliance-test01-performance

TEST(Test01Performance, ScoreOutsideTheToleranceIsAnErrorWhateverTheVerdict) {
  ResultCase result = resnet_offline();
  result.test("TEST01").replace("verify_performance.txt", "Test score = 990", "Test score = 700");
  result.test("TEST01").detail.set("result_samples_per_second", "700");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-performance"));
  EXPECT_EQ(judge(result).list().front().place.line, 3u);
}

TEST(Test01Performance, FailedVerdictIsAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST01").replace("verify_performance.txt", "TEST PASS", "TEST FAIL");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-performance/failed"));
}

TEST(Test01Performance, ScoresThatTheLogsDoNotShowAreAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST01").detail.set("result_samples_per_second", "25212.3");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-performance/logs",
                                         "warning compliance-reference-score/test"));
}

TEST(Test01Performance, VerdictWithoutScoresIsAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST01").texts["verify_performance.txt"] = "TEST PASS\n";
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-performance/no-score"));
}

TEST(Test01Performance, SilentAtTheBoundsAndForShortLatencies) {
  ResultCase result = resnet_offline();
  result.test("TEST01").replace("verify_performance.txt", "Test score = 990", "Test score = 1100");
  result.test("TEST01").detail.set("result_samples_per_second", "1100");
  EXPECT_THAT(fired(result), IsEmpty());

  result = resnet_offline();  // below 0.2 ms 20 % are permitted
  result.scenario = "SingleStream";
  result.performance.set("effective_scenario", "\"SingleStream\"").set("early_stopping_latency_ss", "150000");
  for (auto& [name, test] : result.tests)
    test.detail.set("effective_scenario", "\"SingleStream\"").set("early_stopping_latency_ss", "170000");
  result.test("TEST01").texts["verify_performance.txt"] = performance_text("150000", "170000");
  result.test("TEST04").texts["verify_performance.txt"] = performance_text("6666.67", "5882.35");
  EXPECT_THAT(fired(result), IsEmpty());
}

// ---- compliance-test01-accuracy

TEST(Test01Accuracy, DifferingOutputsWithAPassAreAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST01").replace("verify_accuracy.txt", "data_mismatch = 0", "data_mismatch = 500");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-accuracy"));
  EXPECT_EQ(audit::to_text(judge(result).list().front().found), "500");
}

TEST(Test01Accuracy, NothingComparedIsAnErrorWhateverTheVerdict) {
  for (const std::string verdict : {"TEST PASS", "TEST FAIL"}) {
    ResultCase result = resnet_offline();
    result.test("TEST01").texts["verify_accuracy.txt"] =
        "num_perf_log_entries = 0\nnum_perf_log_qsl_idx_match = 0\nnum_perf_log_data_mismatch = 0\n" +
        verdict + "\n";
    EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-accuracy/no-samples"));
  }
}

TEST(Test01Accuracy, FailWithoutTheAccuracyOfBothRunsIsAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST01").replace("verify_accuracy.txt", "TEST PASS", "TEST FAIL");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-accuracy/failed"));
}

TEST(Test01Accuracy, AccuracyThatDiffersTooMuchIsAnError) {
  ResultCase result = whisper_offline();
  result.test("TEST01").replace("accuracy/compliance_accuracy.txt", "accuracy=97.9%", "accuracy=94.7%");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-accuracy/delta"));
}

TEST(Test01Accuracy, MetricMissingInOneTextIsAnError) {
  ResultCase result = whisper_offline();
  result.test("TEST01").texts["accuracy/baseline_accuracy.txt"] = "no figure here\n";
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-accuracy/metric-missing"));
}

TEST(Test01Accuracy, AccuracyWithinTheLimitDecidesWithANote) {
  EXPECT_THAT(fired(whisper_offline()), ElementsAre("note compliance-test01-accuracy/accuracy-decided"));
}

// ---- compliance-test04-performance

TEST(Test04Performance, FasterThanTheToleranceIsAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST04").replace("verify_performance.txt", "Test score = 1010", "Test score = 1350");
  result.test("TEST04").detail.set("result_samples_per_second", "1350");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test04-performance"));
}

TEST(Test04Performance, FasterByItsOwnLogIsAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST04").detail.set("result_samples_per_second", "1350");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test04-performance/logs",
                                         "warning compliance-reference-score/test"));
}

TEST(Test04Performance, SilentForASlowTest) {
  ResultCase result = resnet_offline();
  result.test("TEST04").replace("verify_performance.txt", "Test score = 1010", "Test score = 600");
  result.test("TEST04").detail.set("result_samples_per_second", "600");
  EXPECT_THAT(fired(result), IsEmpty());
}

// ---- compliance-test06

TEST(Test06, CheckThatIsNotTrueIsAnError) {
  ResultCase result = llama_server();
  result.test("TEST06").replace("verify_accuracy.txt", "EOS check pass: True", "EOS check pass: False");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test06"));
}

TEST(Test06, SkippedFirstTokenIsAnErrorOutsideOffline) {
  ResultCase result = llama_server();
  result.test("TEST06").replace("verify_accuracy.txt", "First token check pass: True",
                                "First token check pass: Skipped");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test06/skipped"));
}

TEST(Test06, MissingLineIsAnError) {
  ResultCase result = llama_server();
  result.test("TEST06").replace("verify_accuracy.txt", "Sample length check pass: True\n", "");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test06/line-missing"));
}

TEST(Test06, SilentForASkippedFirstTokenInOffline) {
  ResultCase result = llama_server();
  result.scenario = "Offline";
  result.performance.set("effective_scenario", "\"Offline\"");
  result.test("TEST06").replace("verify_accuracy.txt", "First token check pass: True",
                                "First token check pass: Skipped");
  EXPECT_THAT(fired(result), IsEmpty());
}

TEST(Test06, TextWithoutItsLastLineIsAWarning) {
  ResultCase result = llama_server();
  result.test("TEST06").replace("verify_accuracy.txt", "TEST06 verification complete\n", "");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-test06/no-verdict"));
}

TEST(Test06, FailedVerdictOverPassedChecksContradictsItself) {
  ResultCase result = llama_server();
  result.test("TEST06").replace("verify_accuracy.txt", "verification complete", "verification failed");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-verify-self-consistent/fail-against-checks"));
}

// ---- compliance-test08

TEST(Test08, CountsOutsideTheRuleAreErrors) {
  ResultCase result = dlrm_offline();
  result.test("TEST08").replace("verify_accuracy.txt", "num_ne_mismatch = 0", "num_ne_mismatch = 40");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test08/mismatched"));

  result = dlrm_offline();
  result.test("TEST08")
      .replace("verify_accuracy.txt", "num_matched = 4039", "num_matched = 0")
      .replace("verify_accuracy.txt", "num_unmatched = 0", "num_unmatched = 4039")
      .replace("verify_accuracy.txt", "TEST PASS", "TEST FAIL");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test08/matched"));
}

TEST(Test08, LargerToleranceIsAnError) {
  ResultCase result = dlrm_offline();
  result.test("TEST08").replace("verify_accuracy.txt", "tolerance = 0.10%", "tolerance = 0.50%");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test08/tolerance"));
}

TEST(Test08, VerdictAloneIsAnError) {
  ResultCase result = dlrm_offline();
  result.test("TEST08").texts["verify_accuracy.txt"] = "TEST PASS\n";
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test08/no-figures"));
}

TEST(Test08, SilentForTheOfficialText) {
  EXPECT_THAT(fired(dlrm_offline()), IsEmpty());
}

}  // namespace
}  // namespace mlperf::test
