// SPDX-License-Identifier: Apache-2.0
// The verdict of the performance run, its settings and limits: for each rule one run that breaks it. That
// healthy runs are silent is tested in performance_log_checks_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/performance_result.h"

namespace mlperf::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// A run with one value changed in detail log and summary.
PerformanceResult with(const std::string& key, const std::string& value, PerformanceResult result = {}) {
  result.run.set(key, value);
  return result;
}

PerformanceResult offline() {
  return {.scenario = "Offline", .run = offline_run()};
}
PerformanceResult single_stream() {
  return {
      .benchmark = "resnet", .scenario = "SingleStream", .system_type = "edge", .run = single_stream_run()};
}
PerformanceResult dlrm_server() {
  return {.benchmark = "dlrm-v3",
          .scenario = "Server",
          .run = server_run(
              {.samples = 349823, .tokens = false, .equal_issue = false, .target_latency_ns = 80000000})};
}
PerformanceResult open(PerformanceResult result) {
  result.division = "open";
  return result;
}

TEST(ResultValid, InvalidIsAnErrorWithItsReason) {
  auto result = with("result_validity", R"("INVALID")");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("LoadGen declared the run INVALID; it must be VALID")));
  result.run.insert_after("early_stopping_met", "result_invalid_reason", R"("Reduce target QPS. ")");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("declared the run INVALID: Reduce target QPS.")));
}

TEST(ResultValid, AnEmptyReasonIsNone) {
  auto result = with("result_validity", R"("INVALID")");
  result.run.insert_after("early_stopping_met", "result_invalid_reason", R"("")");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("LoadGen declared the run INVALID; it must be VALID")));
}

TEST(ResultValid, ReasonBesideValidIsAnError) {
  PerformanceResult result;
  result.run.insert_after("early_stopping_met", "result_invalid_reason", R"("Reduce target QPS. ")");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("result_validity says VALID, yet LoadGen gave a reason")));
}

TEST(ResultValid, SummaryThatDeniesTheDetailLogIsAnError) {
  PerformanceResult result;
  result.run.set_in_summary("Result is", "INVALID");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-result-valid summary:")));
  result.run.set_in_summary("Result is", "VALID").set_in_summary("Min duration satisfied", "NO");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("\"Min duration satisfied : NO\"")));
}

TEST(ResultValid, SummaryWithoutResultIsAnError) {
  PerformanceResult result;
  result.summary = "No warnings encountered during test.\n\nNo errors encountered during test.\n";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-result-valid summary:")));
}

TEST(Conditions, EachThatIsNotMetIsAnErrorOfItsOwn) {
  EXPECT_THAT(reported(with("result_perf_constraints_met", "false")),
              ElementsAre(StartsWith("error perf-perf-constraints-met detail:")));
  EXPECT_THAT(reported(with("result_min_duration_met", "false")),
              ElementsAre(StartsWith("error perf-min-duration-met detail:")));
  EXPECT_THAT(reported(with("result_min_queries_met", "false")),
              ElementsAre(StartsWith("error perf-min-queries-met detail:")));
  EXPECT_THAT(reported(with("early_stopping_met", "false")),
              ElementsAre(AllOf(StartsWith("error perf-early-stopping-met detail:"),
                                HasSubstr("* Run successful."))));
}

TEST(MinQueriesMet, FewerQueriesThanTheSettingAreAnError) {
  EXPECT_THAT(reported(with("effective_min_query_count", "20000")),
              ElementsAre(HasSubstr(
                  "processed 10000 queries (result_query_count); its minimum query count is 20000")));
}

TEST(EarlyStoppingMet, TooFewQueriesForItAreAnError) {
  EXPECT_THAT(reported(with("result_query_count", "400")),
              Contains(HasSubstr(
                  "early stopping is said to be met with 400 queries; Interactive needs at least 459")));
}

TEST(EarlyStoppingEstimate, BelowThePercentileIsAnError) {
  EXPECT_THAT(reported(with("early_stopping_latency_ss", "740000", single_stream())),
              ElementsAre(HasSubstr("early_stopping_latency_ss is 740 us, below the measured percentile "
                                    "result_90.00_percentile_latency_ns of 750 us")));
}

TEST(MinDurationSetting, BelowTheRoundsIsAnErrorInHumanUnits) {
  EXPECT_THAT(
      reported(with("effective_min_duration_ms", "120000")),
      ElementsAre(HasSubstr("the minimum duration was set to 120 s (effective_min_duration_ms 120000); v6.0 "
                            "needs 600 s")));
}

TEST(MinDurationMet, ShortRunsAreErrorsWhateverLoadGenSaid) {
  EXPECT_THAT(reported(with("effective_min_duration_ms", "900000", offline())),
              ElementsAre(HasSubstr("its longest latency is 800 s, the minimum duration is 900 s")));
  EXPECT_THAT(reported(with("generated_query_duration", "10000000000")),
              Contains(HasSubstr("its schedule spans 10 s, the minimum duration is 600 s")));
  EXPECT_THAT(
      reported(with("result_scheduled_samples_per_sec", "17")),
      Contains(AllOf(StartsWith("error perf-min-duration-met"), HasSubstr("at 17 scheduled samples/s"))));
  EXPECT_THAT(reported(with("result_qps_with_loadgen_overhead", "2500", single_stream())),
              ElementsAre(HasSubstr("at 2500 queries/s its queries span")));
}

TEST(TokenLimits, AboveIsAnErrorEqualIsANote) {
  PerformanceResult result;
  result.run.set("result_time_per_output_token_99.00_percentile_ns", "15000000");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("note perf-tpot-p99-limit")));
  result.run.set("result_time_per_output_token_99.00_percentile_ns", "15000001");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("p99 TPOT (time per output token) is 15.000001 ms; the limit for "
                                    "deepseek-r1 Interactive is 15 ms")));
  EXPECT_THAT(reported(with("result_first_token_99.00_percentile_latency_ns", "1510000000")),
              ElementsAre(HasSubstr("p99 TTFT is 1.51 s; the limit for deepseek-r1 Interactive is 1.5 s")));
}

TEST(TokenLimits, DoNotApplyInTheOpenDivision) {
  EXPECT_THAT(reported(open(with("result_first_token_99.00_percentile_latency_ns", "1510000000"))),
              IsEmpty());
}

TEST(TokenLimitsConfigured, LooserIsAnErrorStricterAWarning) {
  EXPECT_THAT(reported(with("requested_server_tpot_latency", "80000000")),
              ElementsAre(HasSubstr("error perf-token-limits-configured")));
  EXPECT_THAT(reported(with("requested_server_tpot_latency", "14000000")),
              ElementsAre(HasSubstr("warning perf-token-limits-configured")));
  PerformanceResult result;
  result.run.drop("requested_server_ttft_latency");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("requested_server_ttft_latency is not in the log")));
}

TEST(TokenLatencyFlag, OffIsAnError) {
  EXPECT_THAT(reported(with("requested_use_token_latencies", "false")),
              ElementsAre(StartsWith("error perf-token-latency-flag")));
}

TEST(ServerLatency, AboveTheLimitIsAnError) {
  auto result = with("result_99.00_percentile_latency_ns", "80000001", dlrm_server());
  result.run.set("result_99.90_percentile_latency_ns", "90000000").set("result_max_latency_ns", "90000000");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("p99 latency is 80.000001 ms; the limit for dlrm-v3 Server is 80 ms")));
}

TEST(TargetLatency, LooserIsAnErrorStricterAWarning) {
  EXPECT_THAT(reported(with("effective_target_latency_ns", "160000000", dlrm_server())),
              ElementsAre(StartsWith("error perf-target-latency-configured")));
  EXPECT_THAT(reported(with("effective_target_latency_ns", "60000000", dlrm_server())),
              ElementsAre(StartsWith("warning perf-target-latency-configured")));
}

TEST(TargetPercentile, OtherThanTheRulesIsAnError) {
  EXPECT_THAT(
      reported(with("effective_target_latency_percentile", "0.9")),
      ElementsAre(HasSubstr("the target latency percentile was 0.9; deepseek-r1 Interactive needs 0.99")));
}

TEST(ScenarioMatch, LogOfAnotherScenarioIsOneError) {
  EXPECT_THAT(reported({.scenario = "Server", .run = offline_run()}),
              ElementsAre(HasSubstr(
                  "effective_scenario is Offline in a Server folder; LoadGen's scenario must be Server")));
}

TEST(Inferred, PermittedPairOnAnEdgeSystemIsANote) {
  auto result = single_stream();
  result.scenario = "MultiStream";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("note perf-inferred")));
  result.system_type = "datacenter";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-scenario-match")));
}

TEST(TestMode, AnotherModeIsAnError) {
  EXPECT_THAT(reported(with("effective_test_mode", R"("FindPeakPerformance")")),
              ElementsAre(HasSubstr("the test mode is FindPeakPerformance")));
}

TEST(TestMode, AccuracyRunIsOneErrorOfTheLog) {
  PerformanceResult result;
  result.run.set("effective_test_mode", R"("AccuracyOnly")").cut_before("result_validity");
  result.summary = PerformanceResult{}.run.summary();
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-test-mode")));
}

TEST(NoAuditConfig, MessageAndSettingsAreOneError) {
  PerformanceResult result;
  result.run.set("effective_accuracy_log_sampling_target", "4096");
  result.run.insert_after(
      "qsl_reported_total_count", "warning_generic_message",
      R"("Found Audit Config file (audit.config). Overriding TestSettings from audit.config file.")");
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-no-audit-config"), HasSubstr("(line 5)"),
                                HasSubstr("effective_accuracy_log_sampling_target 4096"))));
  EXPECT_THAT(reported(with("effective_performance_issue_same", "true")),
              ElementsAre(HasSubstr("effective_performance_issue_same true")));
}

TEST(Seeds, EachDeviationIsShownExactly) {
  EXPECT_THAT(reported(with("effective_sample_index_rng_seed", "14276810075590677513")),
              ElementsAre(HasSubstr("effective_sample_index_rng_seed is 14276810075590677513; v6.0 needs "
                                    "14276810075590677512")));
}

TEST(Seeds, OfAnotherRoundAreNamed) {
  EXPECT_THAT(
      reported(with("effective_qsl_rng_seed", "1780908523862526354")),
      ElementsAre(AllOf(HasSubstr("a seed of another round (v5.1)"), HasSubstr("2465351861681999779"))));
  PerformanceResult result;
  result.round = "v6.1";
  EXPECT_THAT(reported(result), Contains(HasSubstr("seeds of another round (v6.0)")));
}

TEST(SampleCount, BelowTheMinimumIsAnError) {
  auto result = with("effective_performance_sample_count", "100");
  result.run.set("loaded_qsl_set", detail::index_list(100));
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("sample count is 100 (effective_performance_sample_count); "
                                    "deepseek-r1 needs at least 4388")));
}

TEST(OfflineSamples, BelowTheMinimumAreAnErrorInClosedOnly) {
  auto result = with("effective_samples_per_query", "1000", offline());
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("1000 samples per query (effective_samples_per_query); deepseek-r1 "
                                    "needs at least 4388")));
  EXPECT_THAT(reported(open(result)), IsEmpty());
}

TEST(QslSet, RepeatsAndMissingSamplesAreErrors) {
  std::string list = "[0";
  for (int i = 1; i < 4388; ++i) list += fmt::format(",{}", i % 16);
  EXPECT_THAT(reported(with("loaded_qsl_set", list + "]")),
              ElementsAre(HasSubstr("repeats samples: 4388 entries are 16 different ones")));
  EXPECT_THAT(
      reported(with("loaded_qsl_set", detail::index_list(4387))),
      ElementsAre(HasSubstr("holds 4387 different samples; effective_performance_sample_count is 4388")));
  EXPECT_THAT(reported(with("loaded_qsl_set", R"("all")")),
              ElementsAre(HasSubstr("is no list of sample indices")));
}

TEST(QslSet, HugeIndicesCostNothing) {
  EXPECT_THAT(reported(with("loaded_qsl_set", "[4294967295,0,4294967295]")),
              ElementsAre(HasSubstr("repeats samples")));
}

TEST(QslSet, MultiStreamMayPad) {
  PerformanceResult result{.benchmark = "resnet", .scenario = "MultiStream", .run = multi_stream_run()};
  std::string padded = detail::index_list(1024);
  padded.insert(padded.size() - 1, ",1,2,3,4,5,6,7");
  result.run.set("loaded_qsl_set", padded);
  EXPECT_THAT(reported(result), IsEmpty());
}

TEST(EqualIssue, OffIsAnErrorOrAWarning) {
  const auto off = with("effective_sample_concatenate_permutation", "false");
  EXPECT_THAT(reported(off), ElementsAre(StartsWith("error perf-equal-issue")));
  EXPECT_THAT(reported(open(off)), ElementsAre(StartsWith("warning perf-equal-issue")));
  PerformanceResult gpt_oss{
      .benchmark = "gpt-oss-120b",
      .run = server_run({.samples = 6396, .equal_issue = false, .ttft_limit_ns = 2000000000})};
  gpt_oss.run.drop("result_completed_tokens_per_second");  // of another benchmark's answers
  EXPECT_THAT(reported(gpt_oss),
              Contains(AllOf(StartsWith("warning perf-equal-issue"), HasSubstr("6.0.10"))));
  gpt_oss.run.set("loadgen_version", R"("6.0.10 @ NA")");
  EXPECT_THAT(reported(gpt_oss), Contains(StartsWith("error perf-equal-issue")));
}

TEST(ServerSettings, MaxAsyncAndCoalesceAreErrors) {
  EXPECT_THAT(reported(with("effective_max_async_queries", "128")),
              ElementsAre(StartsWith("error perf-max-async")));
  const auto coalesced = with("requested_server_coalesce_queries", "true");
  EXPECT_THAT(reported(coalesced), ElementsAre(StartsWith("error perf-coalesce")));
  EXPECT_THAT(reported(open(coalesced)), ElementsAre(StartsWith("warning perf-coalesce")));
}

TEST(NetworkSutName, MustSaySo) {
  PerformanceResult result;
  result.division = "network";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-network-sut-name")));
  result.run.set("sut_name", R"("Network SUT of Example")");
  EXPECT_THAT(reported(result), IsEmpty());
}

TEST(UnknownBenchmark, GivesNoLimits) {
  PerformanceResult result;
  result.benchmark.clear();
  EXPECT_THAT(reported(result), Each(Not(HasSubstr("limit"))));
}

}  // namespace
}  // namespace mlperf::test
