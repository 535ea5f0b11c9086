// SPDX-License-Identifier: Apache-2.0
#include "loadgen/run_settings.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loadgen/accuracy_sampling.h"

namespace mlperf::loadgen {
namespace {

std::string line(const std::string& key, const std::string& value) {
  return fmt::format(
      R"(:::MLLOG {{"key": "{}", "value": {}, "time_ms": 1.0, "namespace": "mlperf::logging", )"
      R"("event_type": "POINT_IN_TIME", "metadata": {{"is_error": false, "is_warning": false, )"
      R"("file": "a.cc", "line_no": 1, "pid": 1, "tid": 1}}}})"
      "\n",
      key, value);
}

const std::pair<const char*, const char*> kLines[] = {
    {"qsl_reported_total_count", "50000"},
    {"effective_scenario", "\"Server\""},
    {"effective_test_mode", "\"PerformanceOnly\""},
    {"effective_samples_per_query", "1"},
    {"effective_target_qps", "26000.5"},
    {"effective_target_duration_ms", "600000"},
    {"effective_min_duration_ms", "600000"},
    {"effective_min_query_count", "100"},
    {"effective_min_sample_count", "100"},
    {"effective_qsl_rng_seed", "2465351861681999779"},
    {"effective_sample_index_rng_seed", "14276810075590677512"},
    {"effective_schedule_rng_seed", "3936089224930324775"},
    {"effective_accuracy_log_rng_seed", "720381539243781796"},
    {"effective_accuracy_log_probability", "0"},
    {"effective_accuracy_log_sampling_target", "4096"},
    {"effective_performance_issue_unique", "false"},
    {"effective_performance_issue_same", "false"},
    {"effective_performance_issue_same_index", "0"},
    {"effective_performance_sample_count", "1024"},
    {"effective_accuracy_sample_count", "50000"},
    {"effective_sample_concatenate_permutation", "false"},
};

SettingsOfLog read(const std::string& changed = "", const std::string& value = "") {
  std::string text;
  for (const auto& [key, usual] : kLines) {
    if (key != changed) text += line(key, usual);
    if (key == changed && !value.empty()) text += line(key, value);
  }
  const auto log = mllog::parse_detail_log(text, "detail");
  return settings_of(log.value);
}

TEST(RunSettings, AreReadFromTheLog) {
  const auto known = read();
  const auto& settings = known.settings;
  EXPECT_EQ(known.problem, "");
  EXPECT_EQ(settings.scenario, Scenario::server);
  EXPECT_EQ(settings.mode, TestMode::performance);
  EXPECT_EQ(settings.qsl_total, 50000U);
  EXPECT_EQ(settings.sample_index_seed, 14276810075590677512U);
  EXPECT_EQ(settings.target_qps, 26000.5);
  EXPECT_EQ(settings.accuracy_sample_count, 50000U);
  EXPECT_FALSE(settings.issue_same);
}

TEST(RunSettings, AnOlderLogHasNoAccuracySampleCount) {
  EXPECT_EQ(read("effective_accuracy_sample_count").problem, "");
  EXPECT_EQ(read("effective_accuracy_sample_count").settings.accuracy_sample_count, std::nullopt);
}

TEST(RunSettings, WhatIsMissingIsSaid) {
  EXPECT_EQ(read("effective_target_qps").problem, "effective_target_qps is missing");
  EXPECT_EQ(read("effective_target_qps").set_problem, "") << "the sets do not depend on it";
  EXPECT_EQ(read("effective_target_qps", "\"fast\"").problem, "effective_target_qps is no number");
  EXPECT_EQ(read("effective_min_query_count", "-1").problem, "effective_min_query_count is no whole number");
  EXPECT_EQ(read("effective_performance_issue_same", "3").problem,
            "effective_performance_issue_same is neither true nor false");
  EXPECT_EQ(read("effective_test_mode", "\"FindPeakPerformance\"").problem,
            "effective_test_mode is FindPeakPerformance, which is not regenerated");
}

// 26000.5 queries a second for 600 s: 4096 of 15600300.
TEST(SamplingProbability, IsTheTargetOverTheExpectedQueries) {
  EXPECT_EQ(sampling_probability(read().settings), 4096.0 / 15600300.0);
  auto settings = read().settings;
  settings.target_qps = 0.1;
  EXPECT_EQ(sampling_probability(settings), 4096.0 / 100.0) << "not fewer than min_query_count";
  settings.accuracy_log_sampling_target = 0;
  settings.accuracy_log_probability = 0.25;
  EXPECT_EQ(sampling_probability(settings), 0.25);
}

TEST(AccuracySampling, WithoutAuditSettingsNothingIsLogged) {
  AccuracySampling sampling{RunSettings()};
  for (int i = 0; i < 1000; ++i) ASSERT_FALSE(sampling.next_is_logged());
}

}  // namespace
}  // namespace mlperf::loadgen
