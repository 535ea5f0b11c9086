// SPDX-License-Identifier: Apache-2.0
// The figures of the performance run against each other and the summary; the published figure; LoadGen; power
// files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/metric.h"
#include "support/performance_result.h"

namespace mlperf::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

PerformanceResult offline() {
  return {.scenario = "Offline", .run = offline_run()};
}
PerformanceResult single_stream() {
  return {
      .benchmark = "resnet", .scenario = "SingleStream", .system_type = "edge", .run = single_stream_run()};
}
const rules::Round& v6_0() {
  return *embedded_rules().find_round("v6.0");
}

TEST(SummaryAgrees, ResultsAndSettingsThatDifferAreOneError) {
  PerformanceResult result;
  result.run.set_in_summary("Completed tokens per second", "50277.44")
      .set_in_summary("min_duration (ms)", "0");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("\"Completed tokens per second\" is 50277.44 in the summary, "
                                    "result_completed_tokens_per_second is 47885.1 in the detail log")));
}

TEST(SummaryAgrees, RoundingIsNoDifference) {
  PerformanceResult result;
  result.run.set_in_summary("Completed tokens per second", "47885.08")
      .set_in_summary("Completed samples per second", "15.96");
  EXPECT_THAT(reported(result), IsEmpty());
}

TEST(SummaryAgrees, OtherNameIsAWarning) {
  PerformanceResult result;
  result.run.set_in_summary("SUT name", "Other SUT");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("warning perf-metric-consistent summary:")));
}

TEST(RatesAgree, OfflineRateFollowsFromTheLongestLatency) {
  auto result = offline();
  result.run.set("result_samples_per_second", "115.185");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr(
                  "result_samples_per_second is 115.185, but 87760 samples in a longest latency of 800 s "
                  "give a rate of 109.7")));
}

TEST(RatesAgree, SingleStreamRateFollowsFromTheMean) {
  auto result = single_stream();
  result.run.set("result_qps_without_loadgen_overhead", "2100");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("a mean latency of 500 us gives a rate of 2000")));
}

TEST(RatesAgree, ServerRateFitsItsSchedule) {
  PerformanceResult result;
  result.run.set("generated_query_duration", "700000000000");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("10000 queries over a schedule of 700 s give a rate of 14.2843")));
}

TEST(RatesAgree, TokensPerSecondFitSamplesPerSecond) {
  PerformanceResult result;
  result.run.set("result_completed_tokens_per_second", "55067.9");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("the token throughput contradicts the sample throughput")));
}

TEST(CompletedVsScheduled, MoreThanScheduledIsAnErrorFarLessAWarning) {
  PerformanceResult result;
  result.run.set("result_completed_samples_per_sec", "16.8");
  EXPECT_THAT(reported(result),
              Contains(HasSubstr("16.8 samples/s completed exceed the 16.001 samples/s scheduled")));
  result.run.set("result_completed_samples_per_sec", "13").drop("result_token_throughput");
  EXPECT_THAT(reported(result),
              Contains(AllOf(StartsWith("warning perf-completed-vs-scheduled"), HasSubstr("81.2 %"))));
}

TEST(PercentilesOrdered, FallIsAnError) {
  PerformanceResult result;
  result.run.set("result_time_per_output_token_99.00_percentile_ns", "11000000");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("the percentiles of TPOT are out of order: "
                                    "result_time_per_output_token_99.00_percentile_ns is 11 ms, below "
                                    "result_time_per_output_token_97.00_percentile_ns of 11.8125 ms")));
}

TEST(PercentilesOrdered, MeanOutsideMinimumAndMaximumIsAnError) {
  auto result = offline();
  result.run.set("result_mean_latency_ns", "900000000000");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("the mean of latency is above the maximum")));
  result.run.set("result_mean_latency_ns", "1");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("the mean of latency is below the minimum")));
}

TEST(NegativeTpot, IsAnError) {
  PerformanceResult result;
  result.run.set("result_time_to_output_token_min", "-272002604640");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("negative time per output token: result_time_to_output_token_min is "
                                    "-272.00260464 s")));
}

TEST(MaxOutputTokens, AboveTheLimitIsAnErrorUpToOneAWarning) {
  PerformanceResult result{
      .benchmark = "llama3.1-8b", .scenario = "Offline", .run = offline_run({.samples = 13368})};
  result.run.set("result_samples_per_second", "334.2").set("result_tokens_per_second", "43111.8");
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("warning perf-max-output-tokens"), HasSubstr("129 output"))));
  result.run.set("result_tokens_per_second", "43445.9");
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-max-output-tokens"), HasSubstr("130 output"))));
  result.run.set("result_tokens_per_second", "42777.6");
  EXPECT_THAT(reported(result), IsEmpty());
}

TEST(Metric, ZeroIsNoFigure) {
  auto result = single_stream();
  result.run.set("early_stopping_latency_ss", "0");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("the published figure early_stopping_latency_ss is 0")));
}

TEST(PerformanceFigure, FollowsTheRoundsMetric) {
  const auto tokens = audit::performance_figure(evidence_of({}), v6_0());
  EXPECT_EQ(tokens.value, 47885.1);
  EXPECT_EQ(tokens.unit, "Tokens/s");
  EXPECT_EQ(tokens.metric, "result_completed_tokens_per_second");
  EXPECT_EQ(audit::performance_figure(evidence_of(single_stream()), v6_0()).value, 0.76);
}

TEST(PerformanceFigure, OfInferredResultsFollowsTheFormula) {
  auto result = single_stream();
  result.scenario = "MultiStream";
  EXPECT_DOUBLE_EQ(*audit::performance_figure(evidence_of(result), v6_0()).value, 8 * 1.01);
  result.scenario = "Offline";
  EXPECT_DOUBLE_EQ(*audit::performance_figure(evidence_of(result), v6_0()).value, 2000);
  result.run = multi_stream_run();
  EXPECT_DOUBLE_EQ(*audit::performance_figure(evidence_of(result), v6_0()).value, 8 * 1000 / 0.5);
}

TEST(PerformanceFigure, SaysWhyItIsUnavailable) {
  const auto none = audit::performance_figure(evidence_of({.detail = " \n"}), v6_0());
  EXPECT_FALSE(none.value);
  EXPECT_EQ(none.unavailable, "there is no readable performance log");
}

TEST(LatencyFigures, AreGivenWhereTheRoundHasLimits) {
  const auto figures = audit::latency_figures(evidence_of({}), v6_0());
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->tpot_limit_ns, 15000000);
  EXPECT_EQ(figures->tpot_p99_ns, 13500000);
  EXPECT_FALSE(audit::latency_figures(evidence_of(offline()), v6_0()));
}

TEST(LoadGenVersion, OutsideTheRoundIsAnErrorNewerANote) {
  PerformanceResult result;
  result.run.set("loadgen_version", R"("5.1 @ 0123456789")");
  EXPECT_THAT(
      reported(result),
      ElementsAre(HasSubstr("the performance run was made with LoadGen version 5.1; v6.0 needs 6.0.4")));
  result.run.set("loadgen_version", R"("6.0.99 @ NA")");
  EXPECT_THAT(reported(result), Contains(StartsWith("note loadgen-version")));
}

TEST(LoadGenSameBuild, OtherVersionOfTheAccuracyRunIsAWarning) {
  PerformanceResult result;
  RunLogs accuracy = server_run();
  result.accuracy_detail = accuracy.detail();
  EXPECT_THAT(reported(result), IsEmpty());
  accuracy.set("loadgen_version", R"("6.0.5 @ NA")").set("loadgen_file_sha1", as_json(sources_of("6.0.5")));
  result.accuracy_detail = accuracy.detail();
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("warning loadgen-same-build accuracy:1 ")));
}

TEST(LoadGenBuild, UncommittedChangesAreAnErrorInClosed) {
  PerformanceResult result;
  result.run.insert_after("sut_name", "error_uncommitted_loadgen_changes",
                          R"("Loadgen built with uncommitted changes!")", true);
  result.run.set("num_errors", "1");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error loadgen-uncommitted detail:4 ")));
  result.division = "open";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("warning loadgen-uncommitted detail:4 ")));
}

TEST(LoadGenBuild, MultipleConfFilesAreAnError) {
  PerformanceResult result;
  result.run.insert_after("sut_name", "error_invalid_config",
                          R"("Multiple conf files are used. This is not valid for official submission.")",
                          true);
  result.run.set("num_errors", "1");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error loadgen-multiple-conf detail:4 ")));
}

TEST(PowerFiles, AreRequiredWhereThereIsAPowerFolder) {
  PerformanceResult result;
  result.files = {"performance/power/client.json",
                  "performance/power/client.log",
                  "performance/power/ptd_logs.txt",
                  "performance/power/server.json",
                  "performance/power/server.log",
                  "performance/run_1/spl.txt",
                  "performance/ranging/mlperf_log_summary.txt",
                  "performance/ranging/mlperf_log_detail.txt",
                  "performance/ranging/spl.txt",
                  "analyzer_table.md",
                  "power_settings.md"};
  EXPECT_THAT(reported(result), IsEmpty());
  result.files.erase(result.files.begin() + 2);
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("the power measurement lacks performance/power/ptd_logs.txt")));
}

TEST(PowerMeasureFiles, AreWantedBesideThem) {
  PerformanceResult result;
  result.files = {"performance/power/client.json"};
  EXPECT_THAT(reported(result), Contains(HasSubstr("warning power-measure-files")));
  result.files = {"user.conf"};
  EXPECT_THAT(reported(result), IsEmpty());
}

// What the system checks report under one rule, as "severity variant".
std::vector<std::string> reported_of(const audit::SystemEvidence& system, const std::string& rule,
                                     const std::string& round) {
  audit::Findings out;
  for (const auto& check : audit::system_checks()) {
    check.run(system, {.division = "closed", .submitter = "Acme"}, *embedded_rules().find_round(round), out);
  }
  std::vector<std::string> variants;
  for (const auto& finding : out.list()) {
    if (finding.rule == rule) variants.push_back(finding.variant);
  }
  return variants;
}

TEST(PowerNameplate, FileOrFieldIsWantedInV61) {
  audit::SystemEvidence system;
  system.name = "sys";
  system.description = submission::parse_json_document("{}", "systems/sys.json");
  EXPECT_THAT(reported_of(system, "power-nameplate", "v6.1"), ElementsAre("default"));
  EXPECT_THAT(reported_of(system, "power-nameplate", "v6.0"), IsEmpty());
  system.nameplate.state = base::ReadState::empty;
  EXPECT_THAT(reported_of(system, "power-nameplate", "v6.1"), ElementsAre("empty"));
  system.nameplate.state = base::ReadState::read;
  system.nameplate.value = "Rack:\n  Min PSUs Needed: 2\n";
  EXPECT_THAT(reported_of(system, "power-nameplate", "v6.1"), ElementsAre("no-figure"));
  system.nameplate.value = "Rack:\n  PSUs:\n    - {\"PowerCapacityWatts\": 3200}\n";
  EXPECT_THAT(reported_of(system, "power-nameplate", "v6.1"), IsEmpty());
  system.nameplate.state = base::ReadState::absent;
  system.description =
      submission::parse_json_document(R"({"system_power_capacity": "8000 W"})", "systems/sys.json");
  EXPECT_THAT(reported_of(system, "power-nameplate", "v6.1"), IsEmpty());
}

}  // namespace
}  // namespace mlperf::test
