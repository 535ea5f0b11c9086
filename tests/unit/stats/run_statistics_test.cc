// SPDX-License-Identifier: Apache-2.0
#include "stats/run_statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/log_builder.h"

namespace mlperf::stats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

base::Document<mllog::DetailLog> detail_log(
    const std::string& scenario, bool tokens,
    const std::vector<std::pair<std::string, std::string>>& more = {}) {
  test::RunLogs log;
  log.add("requested_use_token_latencies", tokens ? "true" : "false");
  log.add("requested_server_ttft_latency", "3000");
  log.add("requested_server_tpot_latency", "80");
  log.add("effective_scenario", "\"" + scenario + "\"");
  log.add("effective_test_mode", "\"PerformanceOnly\"");
  log.add("effective_target_latency_ns", "1000");
  log.add("effective_target_latency_percentile", scenario == "SingleStream" ? "0.9" : "0.99");
  log.add("effective_min_duration_ms", "1");
  log.add("effective_min_query_count", "3");
  log.add("result_validity", "\"VALID\"");
  for (const auto& [key, value] : more) log.set(key, value);
  return mllog::parse_detail_log(log.detail(), "mlperf_log_detail.txt");
}

// Samples one after the other: scheduled, issue delay, latency, TTFT, query.
base::Document<mllog::Trace> trace_of(std::vector<mllog::TraceSample> samples) {
  base::Document<mllog::Trace> trace;
  trace.state = base::ReadState::read;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i].sample_seq = i;
  trace.value.samples = std::move(samples);
  trace.value.facts.samples = trace.value.samples.size();
  trace.value.facts.footer_present = true;
  return trace;
}

mllog::TraceSample sample(std::uint64_t query, std::int64_t scheduled, std::int64_t latency,
                          std::int64_t ttft = mllog::kNoTtft) {
  mllog::TraceSample one;
  one.query_seq = query;
  one.scheduled_ns = scheduled;
  one.issue_delay_ns = 7;
  one.latency_ns = latency;
  one.ttft_ns = ttft;
  return one;
}

base::Document<AccuracyFigures> token_counts(std::vector<std::int64_t> counts) {
  base::Document<AccuracyFigures> log;
  log.state = base::ReadState::read;
  for (std::size_t i = 0; i < counts.size(); ++i) log.value.samples.push_back({i, counts[i]});
  return log;
}

RunStatistics statistics_of(const base::Document<mllog::DetailLog>& log,
                            const base::Document<mllog::Trace>& trace,
                            const base::Document<AccuracyFigures>& counts = {}) {
  return run_statistics({log.value, trace, counts, run_settings(log.value).limits, false});
}

TEST(RunStatistics, ServerRatesEndWithTheLastQuery) {
  const auto log = detail_log("Server", false);
  // The second query is a straggler that ends after the last one.
  const auto run = statistics_of(log, trace_of({sample(0, 100, 500), sample(1, 1'000'100, 9'000'000'000),
                                                sample(2, 2'000'100, 2'000'000)}));
  EXPECT_EQ(run.counts.queries, 3u);
  EXPECT_DOUBLE_EQ(run.rate("scheduled_samples_per_second")->value.value(), 2 / 0.002);
  EXPECT_DOUBLE_EQ(run.rate("completed_samples_per_second")->value.value(), 2 / 0.004);
  EXPECT_THAT(run.spans, ElementsAre(std::pair("final_query_done_ns_from_first_schedule", 4'000'000),
                                     std::pair("max_completion_ns_from_first_schedule", 9'001'000'000)));
  EXPECT_EQ(run.over_limit.latency, 2u);
  EXPECT_EQ(run.validity.result, "INVALID");
  EXPECT_THAT(run.validity.reasons, ElementsAre("latency_limit", "early_stopping"));
  EXPECT_TRUE(run.validity.min_duration_met.value());
}

TEST(RunStatistics, MultiStreamLatencyIsThatOfTheSlowestSample) {
  const auto log = detail_log("MultiStream", false);
  const auto run = statistics_of(log, trace_of({sample(0, 0, 5), sample(0, 0, 9), sample(1, 10, 4),
                                                sample(1, 10, 3), sample(2, 20, 1)}));
  EXPECT_EQ(run.counts.samples, 5u);
  EXPECT_EQ(run.counts.queries, 3u);
  EXPECT_EQ(run.metric("query_latency_ns")->max, 9);
  EXPECT_EQ(run.metric("query_latency_ns")->min, 1);
  EXPECT_EQ(run.stopping("query_latency")->required_queries, 662u);
  EXPECT_EQ(run.stopping("query_latency")->met, false);
}

TEST(RunStatistics, OfflineRateIsThatOfTheLongestLatency) {
  const auto run =
      statistics_of(detail_log("Offline", false),
                    trace_of({sample(0, 5, 1'000'000), sample(0, 5, 2'000'000), sample(0, 5, 500'000)}));
  EXPECT_DOUBLE_EQ(run.rate("samples_per_second")->value.value(), 3 / 0.002);
  EXPECT_EQ(run.counts.queries, 1u);
  EXPECT_EQ(run.early_stopping->met, true);
}

TEST(RunStatistics, TpotNeedsTokenCountsOfAllSamples) {
  const auto log = detail_log("Server", true, {{"result_time_to_output_token_max", "70"}});
  const auto trace = trace_of({sample(0, 0, 1100, 100), sample(1, 10, 1300, 300)});
  const auto known = statistics_of(log, trace, token_counts({11, 21}));
  EXPECT_EQ(known.counts.tokens, 32u);
  EXPECT_EQ(known.metric("tpot_ns")->max, 100);  // 1000 / 10
  EXPECT_EQ(known.metric("tpot_ns")->min, 50);   // 1000 / 20
  EXPECT_EQ(known.over_limit.tpot, 1u);

  const auto unknown = statistics_of(log, trace, token_counts({11}));
  EXPECT_EQ(unknown.counts.tokens, std::nullopt);
  EXPECT_EQ(unknown.metric("tpot_ns")->from, kFromDetail);
  EXPECT_EQ(unknown.over_limit.tpot, 0u);  // the longest logged one is within the limit
  EXPECT_EQ(unknown.unavailable.front().first, "counts.tokens");
}

// A count of 1, 0 or less is stored as 0: LoadGen then divides by -1.
TEST(RunStatistics, InvalidTokenCountsGiveNegativeTpot) {
  const auto run =
      statistics_of(detail_log("Server", true), trace_of({sample(0, 0, 900, 100), sample(1, 10, 900, 200)}),
                    token_counts({1, -4}));
  EXPECT_EQ(run.counts.tokens, 0u);
  EXPECT_EQ(run.counts.samples_with_invalid_token_count, 2u);
  EXPECT_EQ(run.metric("tpot_ns")->min, -800);
}

TEST(RunStatistics, ALateFirstTokenLeavesLoadGensMarker) {
  const auto log =
      detail_log("Server", true, {{"result_first_token_min_latency_ns", "-9223372036854775808"}});
  auto late = sample(1, 10, 900, 950);
  late.ttft_after_completion = true;
  const auto run = statistics_of(log, trace_of({sample(0, 0, 900, 100), late}));
  EXPECT_EQ(run.metric("ttft_ns")->from, kFromDetail);
  EXPECT_EQ(run.metric("ttft_ns")->min, mllog::kNoTtft);
  EXPECT_EQ(run.metric("ttft_ns_without_late_samples")->count, 1u);
  EXPECT_EQ(run.ttft_with_markers->min, mllog::kNoTtft);
  ASSERT_EQ(run.late_first_tokens.size(), 1u);
  EXPECT_EQ(run.late_first_tokens.front().ttft_ns, 950);
}

TEST(RunStatistics, OverTheLimitFollowsFromTheMissingQueries) {
  const auto log =
      detail_log("Server", true,
                 {{"result_query_count", "899"},
                  {"result_time_to_output_token_max", "90"},
                  {"result_first_token_max_latency_ns", "2999"},
                  {"early_stopping_tpot_result", "\" * Would need to run at least 837 more queries, ...\""}});
  const auto run = statistics_of(log, {});
  EXPECT_EQ(run.stopping("tpot")->over_limit, 8u);
  EXPECT_EQ(run.stopping("tpot")->required_queries, 1736u);
  EXPECT_EQ(run.stopping("ttft")->over_limit, 0u);
  EXPECT_EQ(run.early_stopping->met, false);
  EXPECT_EQ(run.early_stopping->ttft_evaluated_by_loadgen, false);
}

TEST(RunStatistics, WhatNobodyKnowsIsAbsentWithAReason) {
  const auto log = detail_log("Server", true,
                              {{"result_query_count", "1000"},
                               {"result_time_to_output_token_max", "90"},
                               {"early_stopping_tpot_result", "\" * Run successful.\""}});
  const auto run = statistics_of(log, {});
  EXPECT_EQ(run.stopping("tpot")->over_limit, std::nullopt);
  EXPECT_EQ(run.stopping("tpot")->met, true);
  const auto says = [&](const std::string& path) {
    return std::any_of(run.unavailable.begin(), run.unavailable.end(),
                       [&](const auto& entry) { return entry.first == path && !entry.second.empty(); });
  };
  for (const auto* path :
       {"over_limit.tpot", "early_stopping.tpot.over_limit", "early_stopping.ttft.met", "counts.tokens"}) {
    EXPECT_TRUE(says(path)) << path;
  }
}

// The texts of the log are of the limits the run was made with.
TEST(RunStatistics, TheLogTellsNothingOfOtherLimits) {
  const auto log =
      detail_log("Server", true,
                 {{"result_query_count", "1000"},
                  {"result_time_to_output_token_max", "90"},
                  {"result_first_token_max_latency_ns", "2000"},
                  {"early_stopping_met", "true"},
                  {"early_stopping_tpot_result", "\" * Run successful.\""},
                  {"early_stopping_ttft_result", "\" * Would need to run at least 837 more queries\""}});
  auto limits = run_settings(log.value).limits;
  limits.tpot_ns = 15;
  const base::Document<mllog::Trace> no_trace;
  const base::Document<AccuracyFigures> no_counts;
  const auto run = run_statistics({log.value, no_trace, no_counts, limits, false});
  EXPECT_EQ(run.stopping("tpot")->met, std::nullopt);
  EXPECT_EQ(run.over_limit.tpot, std::nullopt);
  EXPECT_EQ(run.stopping("ttft")->over_limit, 0u);
  EXPECT_EQ(run.early_stopping->met, std::nullopt);

  limits = run_settings(log.value).limits;
  limits.ttft_ns = 1000;
  EXPECT_EQ(run_statistics({log.value, no_trace, no_counts, limits, false}).over_limit.ttft, std::nullopt);
}

// Case B17: the percentile of the text had no decimal before LoadGen 5.0.15.
TEST(RunStatistics, BothSpellingsOfTheEstimate) {
  for (const auto* name : {"90th", "90.0th"}) {
    const auto log =
        detail_log("SingleStream", false,
                   {{"early_stopping_result",
                     fmt::format("\" * Processed at least 64 queries (450).  * Early stopping {} percentile "
                                 "estimate: 5016497  * Early stopping 99th percentile estimate: 6555468\"",
                                 name)}});
    EXPECT_THAT(stopping_text(log.value, "early_stopping_result").estimates, ElementsAre(5016497, 6555468));
  }
}

TEST(RunStatistics, AKilledRunHasWhatWasCompleted) {
  test::RunLogs lines;
  lines.add("effective_scenario", "\"Server\"");
  lines.add("effective_test_mode", "\"PerformanceOnly\"");
  lines.add("requested_use_token_latencies", "true");
  const auto log = mllog::parse_detail_log(lines.detail(), "mlperf_log_detail.txt");
  auto trace = trace_of({sample(0, 0, 900, 100)});
  trace.value.facts.footer_present = false;
  trace.value.ttft_ns_without_sample = {300};
  const auto run = statistics_of(log, trace);
  EXPECT_FALSE(run.complete);
  EXPECT_EQ(run.validity.result, "NONE");
  EXPECT_THAT(run.validity.reasons, ElementsAre("incomplete_log"));
  EXPECT_EQ(run.metric("ttft_ns_of_completed_samples")->count, 1u);
  EXPECT_EQ(run.metric("ttft_ns_of_all_token_events")->max, 300);
  EXPECT_THAT(run.rates, IsEmpty());
}

TEST(RunStatistics, ACutTraceOfAWholeRunIsNotUsed) {
  auto trace = trace_of({sample(0, 0, 900)});
  trace.value.facts.footer_present = false;
  const auto run = statistics_of(detail_log("Server", false, {{"result_max_latency_ns", "5"}}), trace);
  EXPECT_FALSE(run.trace_usable);
  EXPECT_EQ(run.metric("latency_ns")->from, kFromDetail);
}

// Hostile figures: nothing overflows, hangs or allocates for a number in a text.
TEST(RunStatistics, AbsurdFigures) {
  const std::string most = "9223372036854775807";
  const auto log = detail_log(
      "Server", true,
      {{"result_query_count", "18446744073709551615"},
       {"generated_samples_per_query", "18446744073709551615"},
       {"effective_target_latency_percentile", "1e308"},
       {"result_first_token_max_latency_ns", most},
       {"effective_min_duration_ms", "18446744073709551615"},
       {"early_stopping_tpot_result", "\"Would need to run at least 18446744073709551615 more\""}});
  EXPECT_FALSE(statistics_of(log, {}).unavailable.empty());
  const auto offline =
      detail_log("Offline", true,
                 {{"result_query_count", "18446744073709551615"}, {"generated_samples_per_query", "8"}});
  EXPECT_EQ(statistics_of(offline, {}).counts.samples, std::nullopt);
  const auto extremes = statistics_of(
      detail_log("Server", true),
      trace_of({sample(0, INT64_MIN, INT64_MAX, INT64_MIN), sample(1, INT64_MAX, INT64_MIN, 3)}),
      token_counts({INT64_MIN, INT64_MAX}));
  EXPECT_EQ(extremes.counts.samples, 2u);
}

}  // namespace
}  // namespace mlperf::stats
