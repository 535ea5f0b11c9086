// SPDX-License-Identifier: Apache-2.0
// The logs of test runs: compliance-log-readable, -right-benchmark, -audit-config-applied, -seeds,
// -loadgen-errors, -run-valid, -summary-consistent, -unique-samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compliance_builder.h"

namespace mlperf::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(TestLogReadable, LogWithoutLoadGenLinesIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail = LogText{};
  audit::Evidence evidence = evidence_of(result);
  evidence.tests.front().run.detail =
      mllog::parse_detail_log("no log at all\n", "TEST07/mlperf_log_detail.txt");
  audit::Findings out;
  for (const auto& check : audit::compliance_checks())
    check.run(evidence, *built_in_rules().find_round("v6.0"), out);
  ASSERT_EQ(out.list().size(), 1u);
  EXPECT_EQ(out.list().front().rule, "compliance-log-readable");
}

TEST(TestLogReadable, LogWithoutResultIsAnErrorAndADamagedLineAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.drop("result_validity");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-log-readable/incomplete"));

  result = gpt_oss_server();
  audit::Evidence evidence = evidence_of(result);
  evidence.tests.front().run.detail = mllog::parse_detail_log(
      result.test("TEST07").detail.text() + ":::MLLOG {\"key\": \"num_er", "TEST07/log");
  audit::Findings out;
  for (const auto& check : audit::compliance_checks())
    check.run(evidence, *built_in_rules().find_round("v6.0"), out);
  ASSERT_EQ(out.list().size(), 1u);
  EXPECT_EQ(out.list().front().variant, "damaged");
  EXPECT_THAT(out.inconclusive_reasons(), ElementsAre(HasSubstr("TEST07")));
}

TEST(TestLogReadable, SummaryWithoutItsLastLineIsAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").summary = "Result is : VALID\n";
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-log-readable/summary-cut"));
}

TEST(TestLogReadable, SilentForAWholeLog) {
  EXPECT_THAT(fired(gpt_oss_server()), IsEmpty());
}

TEST(RightBenchmark, OtherScenarioModeOrLibraryIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("effective_scenario", "\"SingleStream\"");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-right-benchmark/scenario"));

  result = resnet_offline();
  result.test("TEST01").detail.set("effective_test_mode", "\"AccuracyOnly\"");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-right-benchmark/mode"));

  result = resnet_offline();
  result.test("TEST01").detail.set("qsl_reported_total_count", "43");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-right-benchmark/library"));
}

TEST(RightBenchmark, OtherSystemUnderTestOrLoadGenIsAWarning) {
  ResultCase result = resnet_offline();
  result.test("TEST01").detail.set("sut_name", "\"LWIS_Server\"");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-right-benchmark/sut-name"));

  result = resnet_offline();
  result.test("TEST01").detail.set("loadgen_version", "\"6.0.10 @ NA\"");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-right-benchmark/loadgen-version"));
}

TEST(RightBenchmark, SilentForALibraryOfAnotherPermittedSizeAndForInferredResults) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("qsl_reported_total_count", "4395");
  EXPECT_THAT(fired(result), IsEmpty());

  result = resnet_offline();  // inferred from SingleStream: every log says so
  result.performance.set("effective_scenario", "\"SingleStream\"").set("early_stopping_latency_ss", "900000");
  for (auto& [name, test] : result.tests)
    test.detail.set("effective_scenario", "\"SingleStream\"").set("early_stopping_latency_ss", "900000");
  // The scores of the texts are still those of Offline.
  EXPECT_THAT(fired(result), Each(HasSubstr("compliance-reference-score")));
}

TEST(AuditConfig, SettingNotInForceIsOneErrorThatListsThemAll) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07")
      .detail.drop("warning_generic_message")
      .set("effective_accuracy_log_rng_seed", "0")
      .set("effective_accuracy_log_sampling_target", "0");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-audit-config-applied/not-applied"));
  const audit::Findings findings = judge(result);
  EXPECT_EQ(findings.list().front().values.at("settings"),
            "accuracy_log_rng_seed 0 instead of 720381539243781796, "
            "accuracy_log_sampling_target 0 instead of 990");
}

TEST(AuditConfig, SettingOfAnotherBenchmarkIsAnError) {
  ResultCase result = resnet_offline();
  result.test("TEST01").detail.set("effective_accuracy_log_sampling_target", "64");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-audit-config-applied"));
}

TEST(AuditConfig, RightValuesWithoutTheMessageAreAWarning) {
  ResultCase result = resnet_offline();
  result.test("TEST04").detail.drop("warning_generic_message");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-audit-config-applied/no-message"));
}

TEST(AuditConfig, SilentForTheOneQueryOfOffline) {
  ResultCase result = gpt_oss_server();
  result.scenario = "Offline";
  result.performance.set("effective_scenario", "\"Offline\"");
  for (const std::string name : {"TEST07", "TEST09"}) {
    const std::string samples = name == "TEST07" ? "990" : "6396";
    result.test(name)
        .detail.set("effective_scenario", "\"Offline\"")
        .set("effective_min_query_count", "1")
        .set("requested_min_query_count", samples)
        .set("generated_samples_per_query", samples)
        .set("result_query_count", "1");
  }
  EXPECT_THAT(fired(result), IsEmpty());
}

TEST(TestSeeds, OtherSeedIsAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("effective_qsl_rng_seed", "0").set("effective_schedule_rng_seed", "0");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-seeds"));
  EXPECT_EQ(judge(result).list().front().count, 2u);
}

TEST(TestSeeds, SilentForTheSeedsOfTheRound) {
  EXPECT_THAT(fired(gpt_oss_server()), IsEmpty());
}

TEST(TestLoadGenErrors, FlaggedLineIsAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07")
      .detail.add_error("error_runtime", "Ending early: Max query count reached.")
      .set("num_errors", "1");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-loadgen-errors"));
}

TEST(TestLoadGenErrors, CountWithoutAFlaggedLineIsAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("num_errors", "3");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-loadgen-errors/count"));
}

TEST(TestLoadGenErrors, SecondConfigurationFileIsANote) {
  ResultCase result = resnet_offline();
  result.test("TEST04")
      .detail.add_error("error_invalid_config", "Multiple conf files are used.")
      .set("num_errors", "1");
  EXPECT_THAT(judge(result).list().front().rule, "loadgen-multiple-conf");
  EXPECT_THAT(judge(result).list().front().variant, "test-run");
  EXPECT_EQ(judge(result).list().size(), 1u);
}

TEST(TestLoadGenErrors, EveryLineFlaggedIsADefectOfTheBuild) {
  ResultCase result = resnet_offline();
  result.test("TEST01").detail.flag_all();
  const audit::Findings findings = judge(result);
  ASSERT_EQ(findings.list().size(), 1u);
  EXPECT_EQ(findings.list().front().rule, "perf-loadgen-error-flags");
}

TEST(TestLoadGenErrors, SilentForWarningsOfLoadGen) {
  EXPECT_THAT(fired(resnet_offline()), IsEmpty());
}

TEST(TestRunValid, InvalidRunIsAWarning) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").detail.set("result_validity", "\"INVALID\"");
  EXPECT_THAT(fired(result), ElementsAre("warning compliance-run-valid"));
}

TEST(TestRunValid, SilentForTest04ThatIsShortOnly) {
  ResultCase result = resnet_offline();
  result.test("TEST04").detail.set("result_validity", "\"INVALID\"").set("result_min_duration_met", "false");
  EXPECT_THAT(fired(result), IsEmpty());
}

TEST(TestSummary, SettingThatDiffersIsAnError) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").summary = "performance_issue_unique : 0\nqsl_rng_seed : 1\n" + kSummaryEnd;
  EXPECT_THAT(fired(result), ElementsAre("error compliance-summary-consistent"));
  EXPECT_EQ(judge(result).list().front().count, 2u);
}

TEST(TestSummary, SilentWithinPrintingPrecision) {
  ResultCase result = gpt_oss_server();
  result.test("TEST07").detail.set("result_completed_tokens_per_second", "166300");
  result.test("TEST07").summary =
      "Completed tokens per second: 166299.82\naccuracy_log_sampling_target : 990\n" + kSummaryEnd;
  EXPECT_THAT(fired(result), IsEmpty());
}

ResultCase newer_round() {
  ResultCase result = gpt_oss_server();
  result.round = "v6.1";
  for (auto& [name, test] : result.tests)
    test.detail.set("effective_qsl_rng_seed", "2085463073848966840")
        .set("effective_sample_index_rng_seed", "2747215439041700203")
        .set("effective_schedule_rng_seed", "16159082839903944936");
  return result;
}

TEST(UniqueSamples, RepeatedSampleIsAnErrorWhereTheRoundForbidsIt) {
  ResultCase result = newer_round();
  result.test("TEST07").visible = {{0, 17}, {1, 4}, {2, 17}};
  EXPECT_THAT(fired(result), ElementsAre("error compliance-unique-samples"));
}

TEST(UniqueSamples, DrawingWithReplacementIsANoteInARoundThatPermitsIt) {
  ResultCase result = gpt_oss_server();
  result.test("TEST09").detail.set("effective_performance_issue_unique", "false");
  EXPECT_THAT(fired(result), ElementsAre("note compliance-unique-samples/with-replacement"));
}

TEST(UniqueSamples, SilentForAnEntryThatShowsTwiceInACutLog) {
  ResultCase result = newer_round();
  result.test("TEST07").visible = {{0, 17}, {1, 4}, {0, 17}};
  EXPECT_THAT(fired(result), IsEmpty());
}

}  // namespace
}  // namespace mlperf::test
