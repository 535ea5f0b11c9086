// SPDX-License-Identifier: Apache-2.0
// Logs against the trace: each check fires for one changed sample or line, and is silent, but not idle, for a
// run whose figures follow from its samples.
#include "audit/trace_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/checks_performance.h"
#include "audit/conclude.h"
#include "audit/metric.h"
#include "rules/load.h"
#include "support/traced_run.h"

namespace mlperf::audit {
namespace {

using test::traced_offline_run;
using test::traced_server_run;
using test::TracedRun;

const rules::RuleSet& rule_set() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return rules;
}
const rules::Round& round() {
  return *rule_set().find_round("v6.0");
}

using Check = void (*)(const Evidence&, const rules::Round&, Findings&);

// What the checks say of a run, completed from the catalog so that every variant must be in it.
struct Outcome {
  std::vector<Finding> findings;
  std::map<std::string_view, Level> claims;
  std::size_t inconclusive = 0;

  std::vector<std::string> rules() const {
    std::vector<std::string> names;
    for (const auto& finding : findings) names.push_back(finding.rule + "/" + finding.variant);
    return names;
  }
};

Outcome outcome_of(const Evidence& evidence, std::initializer_list<Check> checks) {
  Findings out;
  for (const auto check : checks) check(evidence, round(), out);
  Outcome outcome{{out.list().begin(), out.list().end()}, out.claims(), out.inconclusive_reasons().size()};
  complete_findings(outcome.findings, rule_set().catalog,
                    {{"benchmark", "gpt-oss-120b"}, {"scenario", "Server"}});
  for (const auto& finding : outcome.findings)
    EXPECT_EQ(finding.message.find('{'), std::string::npos) << finding.message;
  return outcome;
}

Outcome trace_outcome(const TracedRun& run) {
  return outcome_of(run.evidence(), {check_trace_readable, check_trace_agrees, check_trace_conditions});
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TraceChecks, SilentWhereTheLogFollowsFromTheSamples) {
  for (const auto& run : {traced_server_run(), traced_server_run(true), traced_offline_run()}) {
    const auto outcome = trace_outcome(run);
    EXPECT_THAT(outcome.rules(), IsEmpty()) << run.scenario;
    EXPECT_EQ(outcome.claims.at("perf-metric-consistent"), Level::recomputed);
    EXPECT_EQ(outcome.claims.at("perf-min-duration-met"), Level::recomputed);
    EXPECT_TRUE(outcome.claims.contains("perf-trace-readable"));
  }
}

TEST(TraceChecks, OneNanosecondInALatency) {
  auto run = traced_server_run();
  const auto p99 = TracedRun::sorted(run.samples, &test::TracedSample::latency_ns)[990];
  run.set("result_99.00_percentile_latency_ns", fmt::format("{}", p99 - 1));
  const auto outcome = trace_outcome(run);
  ASSERT_THAT(outcome.rules(), ElementsAre("perf-metric-consistent/trace"));
  const auto& finding = outcome.findings.front();
  EXPECT_EQ(finding.level, Level::recomputed);
  EXPECT_EQ(finding.severity, rules::Severity::error);
  EXPECT_EQ(to_text(finding.expected), fmt::format("{}", p99));
  EXPECT_EQ(finding.place.file, "performance/run_1/mlperf_log_detail.txt");
  EXPECT_GT(finding.place.line, 0u);
}

TEST(TraceChecks, FiguresOfOneKindAreOneFinding) {
  auto run = traced_server_run(true);
  run.set("result_first_token_mean_latency_ns", "1")
      .set("result_mean_latency_ns", "2")
      .set("result_first_token_min_latency_ns", "3");
  const auto outcome = trace_outcome(run);
  ASSERT_THAT(outcome.rules(), ElementsAre("perf-metric-consistent/trace", "perf-metric-consistent/trace"));
  EXPECT_EQ(outcome.findings[1].more.size(), 2u);  // the trace, the second TTFT figure
}

TEST(TraceChecks, ARateAtItsPrintedDigits) {
  auto run = traced_server_run();
  run.set("result_completed_samples_per_sec", "99.9234");
  const auto outcome = trace_outcome(run);
  ASSERT_THAT(outcome.rules(), ElementsAre("perf-metric-consistent/trace-rate"));
  EXPECT_THAT(outcome.findings.front().message, testing::HasSubstr("99.9234"));
}

TEST(TraceChecks, QueriesAndQueriesOverTheLimit) {
  EXPECT_THAT(trace_outcome(traced_server_run().set("result_query_count", "1001")).rules(),
              ElementsAre("perf-metric-consistent/trace-count"));
  EXPECT_THAT(trace_outcome(traced_server_run().set("result_overlatency_query_count", "3")).rules(),
              ElementsAre("perf-metric-consistent/trace-count"));
  EXPECT_THAT(trace_outcome(traced_offline_run().set("generated_samples_per_query", "1024")).rules(),
              ElementsAre("perf-metric-consistent/trace-count"));
}

TEST(TraceChecks, TheTraceOfAnotherRun) {
  const auto of_this_run = traced_server_run();
  auto other = traced_server_run();
  for (auto& sample : other.samples) sample.latency_ns += 77;
  Evidence evidence = of_this_run.evidence();
  const auto trace = mllog::parse_trace(other.trace(), "performance/run_1/mlperf_log_trace.json");
  evidence.performance.recomputed = std::make_shared<const RecomputedRun>(
      RecomputedRun{trace.path,
                    {},
                    trace.value.facts,
                    stats::run_statistics({evidence.performance.detail.value,
                                           trace,
                                           {},
                                           stats::run_settings(evidence.performance.detail.value).limits,
                                           false})});
  const auto outcome = outcome_of(evidence, {check_trace_agrees});
  ASSERT_THAT(outcome.rules(), ElementsAre("perf-metric-consistent/trace-other-run"));
  EXPECT_THAT(outcome.findings.front().message, testing::HasSubstr("another run"));
}

TEST(TraceChecks, EarlyStoppingThatWasNotMet) {
  auto run = traced_server_run();
  for (std::size_t i = 0; i < 8; ++i) run.samples[i * 100].latency_ns = 16'000'000;
  const auto outcome = trace_outcome(run);
  ASSERT_THAT(outcome.rules(), ElementsAre("perf-early-stopping-met/trace"));
  EXPECT_THAT(outcome.findings.front().message,
              testing::HasSubstr("8 of 1000 queries of the trace are over the latency limit of 15 ms"));
  EXPECT_EQ(outcome.claims.at("perf-early-stopping-met"), Level::recomputed);

  run.set("early_stopping_met", "false");  // said so: check_early_stopping_met speaks
  EXPECT_THAT(trace_outcome(run).rules(), IsEmpty());
  run.set("early_stopping_result", "\" * Run unsuccessful.  * Would need to run at least 5 more queries\"");
  EXPECT_THAT(trace_outcome(run).rules(), ElementsAre("perf-early-stopping-met/trace-missing"));
}

TEST(TraceChecks, FirstTokensThatMissEarlyStopping) {
  auto run = traced_server_run(true);
  for (std::size_t i = 0; i < 8; ++i) run.samples[i * 100].ttft_ns = 3'000'000'001;
  for (auto& sample : run.samples) sample.latency_ns = std::max(sample.latency_ns, sample.ttft_ns + 1);
  EXPECT_THAT(trace_outcome(run).rules(), ElementsAre("perf-early-stopping-met/trace"));
}

TEST(TraceChecks, ConstraintsThatWereNotMet) {
  auto run = traced_server_run();
  for (std::size_t i = 0; i < 20; ++i) run.samples[i * 10].latency_ns = 16'000'000;
  const auto outcome = trace_outcome(run);
  ASSERT_THAT(outcome.rules(),
              ElementsAre("perf-early-stopping-met/trace", "perf-perf-constraints-met/trace"));
  EXPECT_EQ(outcome.findings.back().message,
            "result_perf_constraints_met is true, but p99 latency of the trace is 16 ms; the limit is 15 ms");
}

TEST(TraceChecks, ARunThatWasTooShort) {
  const auto server = trace_outcome(traced_server_run().set("effective_min_duration_ms", "9991"));
  ASSERT_THAT(server.rules(), ElementsAre("perf-min-duration-met/trace"));
  EXPECT_EQ(
      server.findings.front().message,
      "result_min_duration_met is true, but by the trace the run lasted 9.99 s; its minimum duration is "
      "9.991 s");
  EXPECT_THAT(trace_outcome(traced_server_run().set("effective_min_duration_ms", "9990")).rules(), IsEmpty());
  EXPECT_THAT(trace_outcome(traced_offline_run().set("effective_min_duration_ms", "2001")).rules(),
              ElementsAre("perf-min-duration-met/trace"));
}

TEST(TraceChecks, ACutTraceProvesNothing) {
  auto run = traced_server_run();
  run.cut = true;
  run.set("result_mean_latency_ns", "1");
  const auto outcome = trace_outcome(run);
  ASSERT_THAT(outcome.rules(), ElementsAre("perf-trace-readable/default"));
  EXPECT_EQ(outcome.findings.front().severity, rules::Severity::warning);
  EXPECT_EQ(outcome.inconclusive, 1u);
  EXPECT_FALSE(outcome.claims.contains("perf-metric-consistent"));
}

TEST(TraceChecks, ARunWithoutResultsIsToldElsewhere) {
  auto run = traced_server_run();
  run.cut = true;
  EXPECT_THAT(trace_outcome(run.drop("result_validity")).rules(), IsEmpty());
}

TEST(TraceChecks, SilentWithoutATrace) {
  Evidence evidence = traced_server_run().evidence();
  evidence.performance.recomputed.reset();
  const auto outcome =
      outcome_of(evidence, {check_trace_readable, check_trace_agrees, check_trace_conditions});
  EXPECT_THAT(outcome.rules(), IsEmpty());
  EXPECT_THAT(outcome.claims, IsEmpty());
}

TEST(TraceChecks, TheRunOfATest) {
  Evidence evidence;
  evidence.tests.emplace_back();
  auto& test = evidence.tests.front();
  test.test = "TEST06";
  test.run = traced_server_run().run("TEST06/performance/run_1");
  const auto silent = outcome_of(evidence, {check_test_traces});
  EXPECT_THAT(silent.rules(), IsEmpty());
  EXPECT_EQ(silent.claims.at("compliance-trace"), Level::recomputed);

  test.run = traced_server_run().set("result_mean_latency_ns", "1").run("TEST06/performance/run_1");
  EXPECT_THAT(outcome_of(evidence, {check_test_traces}).rules(), ElementsAre("compliance-trace/trace"));
  auto cut = traced_server_run();
  cut.cut = true;
  test.run = cut.run("TEST06/performance/run_1");
  EXPECT_THAT(outcome_of(evidence, {check_test_traces}).rules(), ElementsAre("compliance-trace/unusable"));
}

// The limit is held against the samples, whatever the log says.
TEST(TraceChecks, TtftLimitFromTheSamples) {
  auto run = traced_server_run(true);
  const auto within = outcome_of(run.evidence(), {check_ttft_limit});
  EXPECT_THAT(within.rules(), IsEmpty());
  EXPECT_EQ(within.claims.at("perf-ttft-p99-limit"), Level::recomputed);

  for (std::size_t i = 0; i < 20; ++i) run.samples[i * 10].ttft_ns = 3'200'000'000;
  const auto over = outcome_of(run.evidence(), {check_ttft_limit});
  ASSERT_THAT(over.rules(), ElementsAre("perf-ttft-p99-limit/default"));
  EXPECT_EQ(over.findings.front().level, Level::recomputed);
  EXPECT_EQ(over.findings.front().place.file, "performance/run_1/mlperf_log_detail.txt");

  run.set("result_first_token_99.00_percentile_latency_ns", "2900000000");
  const auto forged = outcome_of(run.evidence(), {check_ttft_limit});
  ASSERT_THAT(forged.rules(), ElementsAre("perf-ttft-p99-limit/default"));
  EXPECT_EQ(forged.findings.front().place.file, "performance/run_1/mlperf_log_trace.json");
  EXPECT_EQ(to_text(forged.findings.front().found), "3200000000");
}

TEST(TraceChecks, TheFigureOfTheResultIsRecomputed) {
  auto run = traced_offline_run();
  Evidence evidence = run.evidence();
  evidence.benchmark = "resnet";
  EXPECT_EQ(performance_figure(evidence, round()).level, Level::recomputed);
  run.set("result_samples_per_second", "600");
  evidence = run.evidence();
  evidence.benchmark = "resnet";
  EXPECT_EQ(performance_figure(evidence, round()).level, Level::stated);
}

}  // namespace
}  // namespace mlperf::audit
