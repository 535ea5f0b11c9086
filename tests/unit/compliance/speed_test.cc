// SPDX-License-Identifier: Apache-2.0
#include "compliance/speed.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/log_builder.h"

namespace mlperf::compliance {
namespace {

rules::TestThresholds limits() {
  rules::TestThresholds limits;
  limits.performance_tolerance = 0.1;
  limits.performance_tolerance_short_latency = 0.2;
  limits.short_latency_singlestream_max_ns = 200000;
  limits.short_latency_multistream_max_ns = 1600000;
  return limits;
}

struct StatedRun {
  std::string scenario = "Offline", key = "result_samples_per_second", value = "100", validity = "VALID";
  bool error = false, short_only = false;
};

Score score_of(const StatedRun& run) {
  std::string text;
  const auto line = [&](const std::string& key, const std::string& value, bool error) {
    test::LogLine log{key, value};
    log.is_error = error;
    text += log.text();
  };
  line("effective_scenario", fmt::format("\"{}\"", run.scenario), false);
  line("result_validity", fmt::format("\"{}\"", run.validity), false);
  line("result_min_duration_met", run.short_only ? "false" : "true", false);
  if (!run.key.empty()) line(run.key, run.value, run.error);
  return test01_score(mllog::parse_detail_log(text, "log").value);
}

Speed speed_of(const StatedRun& reference, const StatedRun& test) {
  return test01_speed(score_of(reference), score_of(test), limits());
}

TEST(Test01Speed, TenPercentBothWaysInclusive) {
  EXPECT_TRUE(speed_of({}, {.value = "110"}).passed);
  EXPECT_TRUE(speed_of({}, {.value = "90"}).passed);
  EXPECT_FALSE(speed_of({}, {.value = "110.1"}).passed);
  EXPECT_FALSE(speed_of({}, {.value = "89.9"}).passed);
}

TEST(Test01Speed, ShortLatenciesMayVaryByTwenty) {
  const StatedRun reference{"SingleStream", "early_stopping_latency_ss", "200000"};
  EXPECT_TRUE(speed_of(reference, {"SingleStream", "early_stopping_latency_ss", "239000"}).passed);
  const StatedRun longer{"SingleStream", "early_stopping_latency_ss", "200001"};
  EXPECT_FALSE(speed_of(longer, {"SingleStream", "early_stopping_latency_ss", "239000"}).passed);
}

TEST(Test01Speed, RunsThatTheScriptRefuses) {
  EXPECT_EQ(speed_of({.validity = "INVALID"}, {}).failure, SpeedFailure::reference_invalid);
  EXPECT_EQ(speed_of({}, {.validity = "INVALID"}).failure, SpeedFailure::test_invalid);
  EXPECT_EQ(speed_of({}, {.error = true}).failure, SpeedFailure::test_errors);
  EXPECT_EQ(speed_of({}, {.key = ""}).failure, SpeedFailure::no_score);
  EXPECT_EQ(speed_of({}, {"Server", "result_completed_samples_per_sec", "100"}).failure,
            SpeedFailure::scenarios_differ);
  EXPECT_FALSE(speed_of({.validity = "INVALID"}, {}).passed);
  EXPECT_TRUE(score_of({.validity = "INVALID", .short_only = true}).short_only);
}

std::string summary(std::string_view scenario, std::string_view figure, std::string_view validity = "VALID",
                    std::string_view more = "") {
  return fmt::format("MLPerf Results Summary\nSUT name : x\nScenario : {}\n{}\nResult is : {}\n{}", scenario,
                     figure, validity, more);
}

Speed test04(const std::string& reference, const std::string& test) {
  return test04_speed(test04_score(reference), test04_score(test), limits());
}

TEST(Test04Speed, FasterByTenPercentIsTooFast) {
  const auto reference = summary("Offline", "Samples per second: 100");
  EXPECT_TRUE(test04(reference, summary("Offline", "Samples per second: 109.9")).passed);
  EXPECT_FALSE(test04(reference, summary("Offline", "Samples per second: 110.1")).passed);
  EXPECT_TRUE(test04(reference, summary("Offline", "Samples per second: 1")).passed);
  EXPECT_EQ(test04_speed_text(test04(reference, summary("Offline", "Samples per second: 100"))),
            "Verifying performance.\nreference score = 100\ntest score = 100\nTEST PASS\n");
}

TEST(Test04Speed, LatenciesAreJudgedAsRatesAndSoByTwentyPercent) {
  const auto reference = summary("SingleStream", " * Early stopping 90.0th percentile estimate: 2000000");
  const auto speed =
      test04(reference, summary("SingleStream", " * Early stopping 90.0th percentile estimate: 1700000"));
  EXPECT_EQ(speed.reference.value, 500);
  EXPECT_EQ(speed.tolerance, 0.2);
  EXPECT_TRUE(speed.passed);
}

TEST(Test04Speed, MissingScoreStaysZeroForTheScript) {
  const auto speed = test04(summary("Offline", "Samples per second: 100"), summary("Offline", "nothing"));
  EXPECT_TRUE(speed.passed);
  EXPECT_FALSE(speed.test.value);
}

TEST(Test04Speed, InvalidRunsAreRefused) {
  const auto good = summary("Offline", "Samples per second: 100");
  const auto bad =
      summary("Offline", "Samples per second: 100", "INVALID", "  Min duration satisfied : NO\n");
  const auto speed = test04(good, bad);
  EXPECT_EQ(speed.failure, SpeedFailure::test_invalid);
  EXPECT_TRUE(speed.test.short_only);
  EXPECT_TRUE(speed.score_check);
  EXPECT_EQ(test04(bad, good).failure, SpeedFailure::reference_invalid);
}

TEST(Test04Speed, ErrorsAreOnlyAWarning) {
  const auto good = summary("Offline", "Samples per second: 100");
  const auto errors =
      summary("Offline", "Samples per second: 100", "VALID", "3 ERRORS encountered. See detailed log.\n");
  const auto speed = test04(good, errors);
  EXPECT_TRUE(speed.passed);
  EXPECT_THAT(test04_speed_text(speed), testing::HasSubstr("WARNING: 3 ERROR reported in test results"));
}

}  // namespace
}  // namespace mlperf::compliance
