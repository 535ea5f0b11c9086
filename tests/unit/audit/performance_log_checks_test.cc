// SPDX-License-Identifier: Apache-2.0
// Is the performance log whole and as LoadGen wrote it, and did LoadGen flag errors?
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/performance_result.h"

namespace mlperf::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(HealthyRuns, AreSilent) {
  EXPECT_THAT(reported({}), IsEmpty());
  EXPECT_THAT(reported({.scenario = "Offline", .run = offline_run()}), IsEmpty());
  EXPECT_THAT(
      reported(
          {.benchmark = "dlrm-v3",
           .scenario = "Server",
           .run = server_run(
               {.samples = 349823, .tokens = false, .equal_issue = false, .target_latency_ns = 80000000})}),
      IsEmpty());
  EXPECT_THAT(reported({.benchmark = "resnet", .scenario = "SingleStream", .run = single_stream_run()}),
              IsEmpty());
  EXPECT_THAT(reported({.benchmark = "resnet", .scenario = "MultiStream", .run = multi_stream_run()}),
              IsEmpty());
}

TEST(HealthyRuns, ClaimEveryCheckThatAppliesToThem) {
  const auto claims = judge(PerformanceResult{}).claims();
  for (const auto* rule : {"perf-log-readable",
                           "perf-result-lines",
                           "perf-log-foreign-lines",
                           "perf-key-conflict",
                           "perf-value-finite",
                           "perf-log-edited",
                           "perf-loadgen-errors",
                           "perf-loadgen-error-flags",
                           "perf-result-valid",
                           "perf-perf-constraints-met",
                           "perf-min-duration-setting",
                           "perf-min-duration-met",
                           "perf-min-queries-met",
                           "perf-early-stopping-met",
                           "perf-ttft-p99-limit",
                           "perf-tpot-p99-limit",
                           "perf-token-limits-configured",
                           "perf-token-latency-flag",

                           "perf-target-percentile",
                           "perf-seeds",
                           "perf-sample-count",
                           "perf-qsl-set",
                           "perf-equal-issue",
                           "perf-scenario-match",
                           "perf-test-mode",
                           "perf-no-audit-config",
                           "perf-max-async",
                           "perf-coalesce",
                           "perf-metric",
                           "perf-metric-consistent",
                           "perf-completed-vs-scheduled",
                           "perf-percentiles-ordered",
                           "perf-negative-tpot",
                           "perf-max-output-tokens",
                           "loadgen-version",
                           "loadgen-uncommitted",
                           "loadgen-multiple-conf"}) {
    EXPECT_TRUE(claims.contains(rule)) << rule;
  }
}

TEST(LogReadable, FileWithoutLoadGenLinesIsAnError) {
  EXPECT_THAT(
      reported({.detail = "Runtime Benchmark Detail\n=====\n"}),
      ElementsAre("error perf-log-readable detail:1 the detail log holds no LoadGen line, so it is no "
                  "LoadGen log; it begins with \"Runtime Benchmark Detail\""));
}

TEST(LogReadable, LostErrorCountIsAWarningAndInconclusive) {
  PerformanceResult result;
  result.detail = result.run.detail();
  result.detail.resize(result.detail.size() - 40);
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("warning perf-log-readable detail:"), HasSubstr("num_errors"))));
  EXPECT_THAT(judge(result).inconclusive_reasons(), ElementsAre(HasSubstr("cut or damaged")));
}

TEST(LogReadable, DamageOutsideTheDecidingLinesIsAWarning) {
  PerformanceResult result;
  result.detail = result.run.detail();
  result.detail.insert(result.detail.find('\n') + 1, ":::MLLOG {\"key\": \"loadgen_bu\n");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("warning perf-log-readable detail:2 ")));
}

TEST(ResultLines, RunThatEndedBeforeItsResultsIsOneError) {
  PerformanceResult result;
  result.run.cut_before("result_validity");
  result.summary = PerformanceResult{}.run.summary();
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(HasSubstr("error perf-result-lines"), HasSubstr("ends after power_end"))));
}

TEST(ResultLines, TruncatedLogIsOneError) {
  PerformanceResult result;
  result.detail = result.run.detail();
  result.detail.resize(result.detail.find("generated_query_duration") + 30);
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-result-lines"), HasSubstr("truncated"))));
}

TEST(ResultLines, EachLineThatIsTakenOutIsAnError) {
  for (const auto* key : {"result_validity", "result_min_duration_met", "early_stopping_met", "num_errors",
                          "result_first_token_99.00_percentile_latency_ns",
                          "result_completed_tokens_per_second", "effective_qsl_rng_seed", "loaded_qsl_set"}) {
    PerformanceResult result;
    result.run.drop(key);
    EXPECT_THAT(reported(result), Contains(AllOf(StartsWith("error perf-result-lines"),
                                                 HasSubstr(fmt::format("{} is missing", key)))));
  }
}

TEST(ForeignLines, AreOneWarning) {
  PerformanceResult result;
  result.detail = "[rank0] warming up\n[rank1] warming up\n" + result.run.detail();
  EXPECT_THAT(reported(result), ElementsAre(AllOf(StartsWith("warning perf-log-foreign-lines detail:1 "),
                                                  HasSubstr("[rank0] warming up"))));
}

TEST(KeyConflict, TwoValuesOfOneKeyAreAnErrorWithBothLines) {
  PerformanceResult result;
  result.run.insert_after("result_completed_tokens_per_second", "result_completed_tokens_per_second",
                          "99999");
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-key-conflict"), HasSubstr("99999"))));
}

TEST(KeyConflict, TwoRunsInOneFileAreOneError) {
  PerformanceResult result;
  RunLogs second = server_run();
  second.set("result_validity", R"("INVALID")");
  result.detail = result.run.detail() + second.detail();
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-key-conflict"), HasSubstr("INVALID"))));
}

TEST(KeyConflict, RepeatedEqualValuesAreNone) {
  PerformanceResult result;
  result.run.insert_after("result_query_count", "result_query_count", "10000");
  EXPECT_THAT(reported(result), IsEmpty());
}

TEST(ValueFinite, NotANumberIsAnError) {
  PerformanceResult result;
  result.run.set_in_detail("result_max_latency_ns", "NaN");
  EXPECT_THAT(reported(result), Contains(HasSubstr("error perf-value-finite")));
  result.run.set_in_detail("result_max_latency_ns", R"("fast")");
  EXPECT_THAT(reported(result),
              Contains(HasSubstr("result_max_latency_ns is \"fast\", which is not a number")));
}

TEST(LogEdited, FallingTimeStampIsAnError) {
  PerformanceResult result;
  result.run.line("result_completed_tokens_per_second").time_ms = "280000.049382";
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-log-edited"), HasSubstr("280000.049382 ms"))));
}

TEST(LogEdited, OtherProcessIsAnError) {
  PerformanceResult result;
  result.run.line("result_validity").pid = 4712;
  EXPECT_THAT(reported(result), ElementsAre(AllOf(StartsWith("error perf-log-edited"), HasSubstr("4712"))));
}

TEST(LogEdited, SecondEqualRunIsAnError) {
  PerformanceResult result;
  result.detail = result.run.detail() + result.run.detail();
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error perf-log-edited"), HasSubstr("second run"))));
}

TEST(LogEdited, WrappedTimesAtTheStartAreANote) {
  PerformanceResult result;
  result.run.line("loadgen_version").time_ms = "18446744073709.472768";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("note perf-log-edited detail:1 ")));
}

TEST(LoadGenErrors, FlaggedLineIsAnErrorWithItsText) {
  PerformanceResult result;
  result.run.insert_after("result_validity", "error_runtime", R"("Multiple samples completed twice.")", true);
  result.run.set("num_errors", "1");
  EXPECT_THAT(reported(result), ElementsAre(AllOf(StartsWith("error perf-loadgen-errors detail:"),
                                                  HasSubstr("Multiple samples completed twice."))));
}

TEST(LoadGenErrors, HiddenErrorIsAnError) {
  PerformanceResult result;
  result.run.insert_after("result_validity", "error_runtime", R"("Multiple samples completed twice.")", true);
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("although num_errors is 0")));
}

TEST(LoadGenErrors, CountWithoutLineIsAnError) {
  PerformanceResult result;
  result.run.set("num_errors", "3");
  EXPECT_THAT(reported(result),
              ElementsAre(HasSubstr("num_errors does not match the log: it counts 3 errors")));
}

TEST(LoadGenErrors, OtherCountInTheSummaryIsAnError) {
  PerformanceResult result;
  RunLogs other = server_run();
  other.set("num_errors", "2");
  result.summary = other.summary();
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-loadgen-errors summary:")));
}

TEST(LoadGenErrorFlags, EveryLineFlaggedIsAWarning) {
  PerformanceResult result;
  result.run.flag_every_line();
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("warning perf-loadgen-error-flags detail:1 ")));
}

TEST(AbsentLog, IsSilent) {
  EXPECT_THAT(reported({.detail = " \n", .summary = " \n"}), IsEmpty());
}

TEST(LogEdited, SettingFromAnotherBuildIsANote) {
  PerformanceResult result;
  result.detail = result.run.detail();
  const auto at = result.detail.find("\"line_no\": 100", result.detail.find("effective_target_qps"));
  result.detail.replace(at, 14, "\"line_no\": 99");
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("note perf-log-edited"), HasSubstr("loadgen.cc:99"))));
}

}  // namespace
}  // namespace mlperf::test
