// SPDX-License-Identifier: Apache-2.0
// Every figure of the shared facts equals ours. The facts carry sentences for readers as well; those are not
// copied.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "rules/load.h"

namespace mlperf::rules {
namespace {

using nlohmann::json;

std::string facts_folder() {
  const char* shared = std::getenv("MLPERF_AUDIT_SHARED");
  return std::string(shared != nullptr ? shared : MLPERF_SOURCE_DIR "/../shared") + "/facts/rounds";
}

// Members of the facts that are sentences, or say nothing (null).
bool is_prose(const std::string& name, const json& value) {
  static const std::set<std::string> kNames = {"line",
                                               "example",
                                               "measured_rule",
                                               "accuracy_rule",
                                               "performance_rule",
                                               "short_latency_rule",
                                               "sample_length_rule",
                                               "detail_log_message_key",
                                               "version_min_note",
                                               "history",
                                               "reason"};
  return value.is_null() || kNames.count(name) > 0;
}

void compare(const json& facts, const json& ours, const std::string& path, std::size_t& figures) {
  if (facts.is_object() && ours.is_object()) {
    for (const auto& [name, value] : facts.items()) {
      if (ours.contains(name)) {
        compare(value, ours.at(name), path + "/" + name, figures);
      } else if (!is_prose(name, value)) {
        ADD_FAILURE() << path << "/" << name << " is missing; the facts have " << value.dump().substr(0, 200);
      }
    }
    return;
  }
  if (facts.is_array() && ours.is_array() && facts.size() == ours.size()) {
    for (std::size_t i = 0; i < facts.size(); ++i)
      compare(facts[i], ours[i], path + "/" + std::to_string(i), figures);
    return;
  }
  ++figures;
  EXPECT_EQ(facts, ours) << path;
}

void expect_the_facts_of(const std::string& name_of_round) {
  const auto path = facts_folder() + "/" + name_of_round + ".json";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared facts at " << facts_folder();
  std::ifstream file(path);
  const auto facts = json::parse(file);
  const auto rules = load_embedded_rules();
  const auto* round = rules.find_round(name_of_round);
  ASSERT_NE(round, nullptr);
  std::size_t figures = 0;
  for (const auto& [name, group] : facts.items()) {
    if (group.is_object() && group.contains("values"))
      compare(group.at("values"), round->group(name), "/" + name, figures);
  }
  EXPECT_GT(figures, 1000U);
}

TEST(SharedFigures, OfV60AreOurs) {
  expect_the_facts_of("v6.0");
}
TEST(SharedFigures, OfV61AreOurs) {
  expect_the_facts_of("v6.1");
}

}  // namespace
}  // namespace mlperf::rules
