// SPDX-License-Identifier: Apache-2.0
// compliance-tests-present, compliance-files, compliance-text-other-test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compliance_builder.h"

namespace mlperf::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HealthyResults, HaveNoErrorsOrWarnings) {
  EXPECT_THAT(fired(resnet_offline()), IsEmpty());
  EXPECT_THAT(fired(llama_server()), IsEmpty());
  EXPECT_THAT(fired(gpt_oss_server()), IsEmpty());
  EXPECT_THAT(fired(dlrm_offline()), IsEmpty());
}

TEST(TestsPresent, MissingFolderIsAnErrorAtThePathItShouldHave) {
  ResultCase result = gpt_oss_server();
  result.tests.erase("TEST09");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-tests-present"));
  EXPECT_EQ(judge(result).list().front().place.file, "closed/acme/results/one/gpt-oss-120b/Server/TEST09");
}

TEST(TestsPresent, FolderWithoutAnyOfItsFilesIsOneError) {
  ResultCase result = llama_server();
  result.test("TEST06").texts.clear();
  result.test("TEST06").has_samples = false;
  EXPECT_THAT(fired(result), ElementsAre("error compliance-tests-present/empty"));
}

TEST(TestsPresent, NothingIsRequiredInOpenOrOfABenchmarkWithoutTests) {
  ResultCase open = gpt_oss_server();
  open.division = "open";
  open.tests.clear();
  EXPECT_THAT(fired(open), IsEmpty());

  ResultCase without_tests;
  without_tests.benchmark = "qwen3-vl-235b-a22b";
  without_tests.scenario = "Offline";
  EXPECT_THAT(fired(without_tests), IsEmpty());
}

TEST(TestsPresent, TestThatTheBenchmarkDoesNotNeedIsIgnored) {
  ResultCase result = llama_server();
  result.tests["TEST01"].texts = {{"verify_accuracy.txt", "TEST FAIL\n"}};
  EXPECT_THAT(fired(result), IsEmpty());
}

TEST(TestFiles, MissingVerifyTextIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").texts.clear();
  EXPECT_THAT(fired(result), ElementsAre("error compliance-files"));
  EXPECT_EQ(judge(result).list().front().place.file,
            "closed/acme/results/one/gpt-oss-120b/Server/TEST07/verify_accuracy.txt");
}

TEST(TestFiles, EmptyVerifyTextIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").texts["verify_accuracy.txt"] = "\n";
  EXPECT_THAT(fired(result), ElementsAre("error compliance-files/empty"));
}

TEST(TestFiles, MissingRunIsOneErrorForBothLogs) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").has_logs = false;
  EXPECT_THAT(fired(result), ElementsAre("error compliance-files"));
  EXPECT_EQ(judge(result).list().front().place.file,
            "closed/acme/results/one/gpt-oss-120b/Server/TEST07/performance/run_1/mlperf_log_detail.txt");
}

TEST(TestFiles, SamplesOfTest06AreRequiredOfTest07OnlyMissed) {
  ResultCase test06 = llama_server();
  test06.test("TEST06").has_samples = false;
  EXPECT_THAT(fired(test06), ElementsAre("error compliance-files"));

  ResultCase test07 = gpt_oss_server();
  test07.test("TEST07").has_samples = false;
  EXPECT_THAT(fired(test07), ElementsAre("warning compliance-files/not-there"));
}

TEST(TestFiles, FlatLogsAreAWarningWhereTheyAreNotRequiredAndAnErrorElsewhere) {
  ResultCase test07 = gpt_oss_server();
  test07.test("TEST07").flat = true;
  EXPECT_THAT(fired(test07), ElementsAre("warning compliance-files/flat"));
  test07.test("TEST07").has_samples = false;
  EXPECT_THAT(fired(test07), ElementsAre("warning compliance-files/flat-and-not-there"));

  ResultCase test04 = resnet_offline();
  test04.test("TEST04").flat = true;
  EXPECT_THAT(fired(test04), ElementsAre("error compliance-files/misplaced"));
}

TEST(TestFiles, Test08NeedsNothingButItsTextAndTest06NoLoadGenLog) {
  ResultCase test08 = dlrm_offline();
  test08.test("TEST08").has_samples = false;
  EXPECT_THAT(fired(test08), IsEmpty());
  EXPECT_THAT(fired(llama_server()), IsEmpty());
}

TEST(TestFiles, AccuracyRouteOfTest01NeedsBothTexts) {
  ResultCase result = whisper_offline();
  result.test("TEST01").texts.erase("accuracy/baseline_accuracy.txt");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-files"));
}

TEST(TextOtherTest, TextOfAnotherTestIsTheOnlyFinding) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").texts["verify_output_len.txt"] = performance_text("87945.5", "87878.2");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-text-other-test"));
}

TEST(TextOtherTest, SilentForConsoleOutputAroundTheOwnText) {
  ResultCase result = dlrm_offline();
  std::string& text = result.test("TEST08").texts["verify_accuracy.txt"];
  text = "Verifying accuracy. This might take a while...\nReading accuracy mode results...\n" + text;
  EXPECT_THAT(fired(result), IsEmpty());
}

}  // namespace
}  // namespace mlperf::test
