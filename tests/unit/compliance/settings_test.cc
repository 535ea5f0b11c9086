// SPDX-License-Identifier: Apache-2.0
#include "compliance/settings.h"

#include <gtest/gtest.h>

#include "support/log_builder.h"

namespace mlperf::compliance {
namespace {

const std::vector<rules::AuditSetting> kSettings{{"accuracy_log_sampling_target", 100},
                                                 {"performance_issue_unique", 1},
                                                 {"min_query_count", 100},
                                                 {"test09_min_output_tokens", 45.5}};

SettingsInForce judge(std::initializer_list<test::LogLine> lines) {
  std::string text;
  for (const auto& line : lines) text += line.text();
  static base::Document<mllog::DetailLog> log;
  log = mllog::parse_detail_log(text, "log");
  return settings_in_force(log.value, kSettings, "TEST06", "Found Audit Config file");
}

TEST(SettingsInForce, EqualValuesHold) {
  const auto found = judge({{"effective_accuracy_log_sampling_target", "100"},
                            {"effective_performance_issue_unique", "true"},
                            {"warning_generic_message", "\"Found Audit Config file\""}});
  EXPECT_TRUE(found.hold());
  EXPECT_TRUE(found.message);
}

TEST(SettingsInForce, OtherValuesAreDeviations) {
  const auto found = judge(
      {{"requested_accuracy_log_sampling_target", "0"}, {"effective_performance_issue_unique", "false"}});
  ASSERT_EQ(found.deviations.size(), 2U);
  EXPECT_EQ(found.deviations[0].setting(), "accuracy_log_sampling_target");
  EXPECT_EQ(found.deviations[1].expected, "true");
  EXPECT_FALSE(found.message);
}

TEST(SettingsInForce, OfflineRunsOneQueryWhateverWasAskedFor) {
  EXPECT_TRUE(judge({{"effective_scenario", "\"Offline\""}, {"effective_min_query_count", "1"}}).hold());
  EXPECT_FALSE(judge({{"effective_scenario", "\"Server\""}, {"effective_min_query_count", "1"}}).hold());
}

TEST(SettingsOf, ScenarioGoesBeforeAnyAndModelsAreNotSeen) {
  const auto conf = mllog::parse_conf(
      "*.Offline.performance_issue_same_index = 3\n*.*.performance_issue_same_index = 4\n"
      "*.Server.min_query_count = 5\nresnet50.Offline.min_query_count = 6\n*.*.min_duration = 0\n"
      "*.*.test09_min_output_tokens = 1150.38 # 1278.2 * 0.90\n*.*.name = text\n",
      "audit.config");
  const auto settings = settings_of(conf.value, "Offline");
  EXPECT_EQ(setting_value(settings, "performance_issue_same_index"), 3);
  EXPECT_FALSE(setting_value(settings, "min_query_count"));
  EXPECT_EQ(setting_value(settings, "min_duration_ms"), 0);
  EXPECT_EQ(setting_value(settings, "test09_min_output_tokens"), 1150.38);
  EXPECT_FALSE(setting_value(settings, "name"));
}

}  // namespace
}  // namespace mlperf::compliance
