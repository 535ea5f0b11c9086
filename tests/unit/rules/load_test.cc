// SPDX-License-Identifier: Apache-2.0
// Loading rounds: inheritance, and what a broken rule file says about itself.
#include "rules/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/embedded.h"

namespace mlperf::rules {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string embedded(std::string_view path) {
  for (const auto& file : embedded_files()) {
    if (file.path == path) return std::string(file.text);
  }
  ADD_FAILURE() << path << " is not embedded";
  return "{}";
}

// What loading these files complains about; "" when they are fine.
std::string complaint(const std::vector<RuleFile>& files) {
  try {
    load_rules(files);
    return "";
  } catch (const RuleError& error) {
    return error.what();
  }
}

// The oldest built-in round as it is, and a round v9.0 that extends it and changes what `patch` says.
std::vector<RuleFile> with_patch(json patch) {
  patch["schema"] = "mlperf-audit-round/1";
  patch["round"] = "v9.0";
  patch["extends"] = "v6.0";
  return {{"rounds/v9.0.json", patch.dump()}, {"rounds/v6.0.json", embedded("rounds/v6.0.json")}};
}

// The same where only one value is replaced.
std::string complaint_about(const std::string& pointer, const json& value) {
  json patch;
  patch[json::json_pointer(pointer)] = value;
  return complaint(with_patch(patch));
}

// load_embedded_rules() trusts them not to have repeated members.
TEST(EmbeddedRules, PassTheChecksOfForeignOnes) {
  std::vector<RuleFile> files;
  for (const auto& file : embedded_files()) files.push_back({std::string(file.path), std::string(file.text)});
  EXPECT_EQ(load_rules(files).rounds.size(), load_embedded_rules().rounds.size());
}

TEST(Inheritance, APatchChangesAddsAndRemoves) {
  json patch;
  patch["seeds"]["values"]["qsl_rng_seed"] = 7;
  patch["duration"]["values"]["exempt_benchmarks"] = {"resnet"};
  patch["token_latency_limits"]["values"]["mixtral-8x7b"] = nullptr;
  const auto rules = load_rules(with_patch(patch));
  const auto& round = *rules.find_round("v9.0");
  EXPECT_EQ(round.seeds().qsl, 7U);
  EXPECT_EQ(round.seeds().schedule, rules.find_round("v6.0")->seeds().schedule);
  EXPECT_EQ(round.min_duration_ms("resnet"), 0);
  EXPECT_FALSE(round.token_limits("mixtral-8x7b", "Server"));
  EXPECT_TRUE(rules.find_round("v6.0")->token_limits("mixtral-8x7b", "Server"));
}

TEST(Inheritance, RunsOverSeveralRoundsAndAnyOrderOfFiles) {
  const std::vector<RuleFile> files = {
      {"rounds/v9.1.json", R"({"schema": "mlperf-audit-round/1", "round": "v9.1", "extends": "v9.0"})"},
      {"rounds/v6.0.json", embedded("rounds/v6.0.json")},
      {"rounds/v9.0.json", R"({"schema": "mlperf-audit-round/1", "round": "v9.0", "extends": "v6.0",
                              "duration": {"values": {"min_duration_ms": 5}}})"}};
  const auto rules = load_rules(files);
  ASSERT_EQ(rules.rounds.size(), 3U);
  EXPECT_EQ(rules.rounds[0].name(), "v6.0");
  EXPECT_EQ(rules.newest().name(), "v9.1");
  EXPECT_EQ(rules.newest().min_duration_ms("resnet"), 5);
}

TEST(Inheritance, RoundsAreOrderedByNumber) {
  auto patch = json{{"schema", "mlperf-audit-round/1"}, {"round", "v6.10"}, {"extends", "v6.9"}};
  const auto rules = load_rules({{"rounds/v6.10.json", patch.dump()},
                                 {"rounds/v6.9.json", R"({"round": "v6.9", "extends": "v6.0"})"},
                                 {"rounds/v6.0.json", embedded("rounds/v6.0.json")}});
  EXPECT_EQ(rules.newest().name(), "v6.10");
}

TEST(Inheritance, ABaseThatIsNotThereIsNamed) {
  EXPECT_EQ(complaint({{"rounds/v9.0.json", R"({"round": "v9.0", "extends": "v6.00"})"},
                       {"rounds/v6.0.json", embedded("rounds/v6.0.json")}}),
            "rounds/v9.0.json: /extends: there is no round \"v6.00\"; did you mean \"v6.0\"?");
}

TEST(Inheritance, ACircleIsShown) {
  const auto text = complaint({{"rounds/v1.0.json", R"({"round": "v1.0", "extends": "v1.2"})"},
                               {"rounds/v1.1.json", R"({"round": "v1.1", "extends": "v1.0"})"},
                               {"rounds/v1.2.json", R"({"round": "v1.2", "extends": "v1.1"})"}});
  EXPECT_THAT(text, EndsWith("/extends: a circle: v1.0 -> v1.2 -> v1.1 -> v1.0"));
  EXPECT_THAT(complaint({{"rounds/v1.0.json", R"({"round": "v1.0", "extends": "v1.0"})"}}),
              EndsWith("a circle: v1.0 -> v1.0"));
}

TEST(Files, WhatIsNotJsonHasItsPlace) {
  EXPECT_THAT(complaint({{"rounds/v9.0.json", "{\n  \"round\": \"v9.0\",\n  oops\n}"}}),
              StartsWith("rounds/v9.0.json:3:"));
  EXPECT_THAT(complaint({{"rounds/v9.0.json", ""}}), StartsWith("rounds/v9.0.json:"));
  EXPECT_THAT(complaint({{"rounds/v9.0.json", "{\"round\": \"v9.0\",\n\"round\": \"v9.0\"}"}}),
              testing::AllOf(StartsWith("rounds/v9.0.json:2"), HasSubstr("\"round\" stands twice")));
}

TEST(Files, NamesHaveToFit) {
  EXPECT_EQ(complaint({}), "no round: a rule folder needs at least one rounds/NAME.json");
  EXPECT_THAT(complaint({{"other/x.json", "{}"}}), StartsWith("other/x.json: neither"));
  EXPECT_EQ(complaint({{"rounds/v9.0.json", "{}"}}), "rounds/v9.0.json: /round: missing");
  EXPECT_EQ(complaint({{"rounds/v9.0.json", R"({"round": "v9.1"})"}}),
            "rounds/v9.0.json: /round: expected \"v9.0\", the name of the file, found \"v9.1\"");
  EXPECT_EQ(complaint({{"rounds/next.json", R"({"round": "next"})"}}),
            "rounds/next.json: /round: expected a round such as \"v6.1\", found \"next\"");
  EXPECT_EQ(complaint({{"rounds/v9.0.json", "[]"}}), "rounds/v9.0.json: /: expected an object, found []");
  EXPECT_EQ(complaint({{"rounds/v9.0.json", R"({"round": "v9.0", "schema": "2"})"}}),
            "rounds/v9.0.json: /schema: expected \"mlperf-audit-round/1\", found \"2\"");
}

TEST(Files, AFolderNeedsRounds) {
  EXPECT_THROW(load_rules_from("/nonexistent"), RuleError);
  EXPECT_THROW(load_rules_from(MLPERF_SOURCE_DIR "/docs"), RuleError);
  EXPECT_EQ(load_rules_from(MLPERF_SOURCE_DIR "/rules").rounds.size(), load_embedded_rules().rounds.size());
}

struct Broken {
  std::string pointer;  // where the patch puts the value
  json value;
  std::string says;  // what is said of it
  std::string at{};  // the place that is named, where it is another one
};

void expect_complaints(const std::vector<Broken>& cases) {
  for (const auto& c : cases) {
    EXPECT_EQ(complaint_about(c.pointer, c.value),
              "rounds/v9.0.json: " + (c.at.empty() ? c.pointer : c.at) + ": " + c.says);
  }
}

TEST(BrokenRound, WrongTypes) {
  const std::string ttft = "/token_latency_limits/values/deepseek-r1/Server/ttft_p99_max_ns";
  expect_complaints({
      {ttft, "2 s", "expected a positive integer, found \"2 s\""},
      {ttft, 2e9, "expected a positive integer, found 2000000000.0"},
      {ttft, 0, "expected a positive integer, found 0"},
      {"/seeds/values/qsl_rng_seed", 2.5e18, "expected an unsigned 64-bit integer, found 2.5e+18"},
      {"/seeds/values/qsl_rng_seed", -1, "expected an unsigned 64-bit integer, found -1"},
      {"/seeds/values", 3, "expected an object or a list, found 3"},
      {"/accuracy_targets/values/whisper", json::object(), "expected a list, found {}"},
      {"/loadgen/values/version_min", "six", "expected a version such as \"6.0.5\", found \"six\""},
      {"/loadgen/values/file_sha1_allowed", 1, "expected an object, found 1"},
      {"/divisions/values/names", json::array(), "expected a list that is not empty, found []"},
      {"/performance_metrics/values/default/Offline/unit", "qps",
       "expected one of samples/s, tokens/s, queries/s, ms, s, found \"qps\""},
  });
}

TEST(BrokenRound, MissingAndUnknownMembers) {
  expect_complaints({
      {"/seeds", nullptr, "missing"},
      {"/seeds/values/qsl_rng_seed", nullptr, "missing"},
      {"/seeds/source/commit", nullptr, "missing"},
      {"/compliance_thresholds/values/TEST06", nullptr, "missing"},
      {"/seeds/values/qsl_rng_sed", 1, "unknown member; did you mean \"qsl_rng_seed\"?"},
      {"/seed", {{"values", json::object()}}, "unknown group; did you mean \"seeds\"?"},
  });
}

TEST(BrokenRound, ValuesOutOfRange) {
  const auto upper_limit = [](double factor, double maximum) {
    return json::array({{{"metric", "TOKENS_PER_SAMPLE"}, {"factor", factor}, {"maximum", maximum}}});
  };
  const std::string limits = "/accuracy_upper_limits/values/deepseek-r1";
  const std::string window = "/output_length/values/windows/deepseek-r1";
  expect_complaints({
      {"/duration/values/min_duration_ms", -1, "expected an integer of at least 0, found -1"},
      {"/early_stopping/values/percentile_by_scenario/Server", 99, "expected a number from 0 to 1, found 99"},
      {limits, upper_limit(0, 4000), "expected a number above 0 and up to 2, found 0.0",
       limits + "/0/factor"},
      {limits, upper_limit(3, 4000), "expected a number from 0 to 2, found 3.0", limits + "/0/factor"},
      {limits, upper_limit(1.1, 40),
       "the maximum 40 is below the minimum 3497.6046600000004 of TOKENS_PER_SAMPLE", limits + "/0/maximum"},
      {window + "/minimum", 9999, "expected a number of at least the minimum 9999, found 4274.8501400000005",
       window + "/maximum"},
      {"/compliance_thresholds/values/TEST09/gpt-oss-120b/mean_output_tokens_max", 1,
       "expected at least the minimum 1150.38, found 1"},
      {"/accuracy_log/values/truncated_size_bytes", 8192,
       "expected 8199, the sum of head, separator and tail, found 8192"},
  });
}

TEST(BrokenRound, UnknownNames) {
  const std::string tests = "/compliance_tests/values/tests_by_benchmark_and_scenario/whisper/Offline";
  const std::string divisions = "/divisions/values/scenario_rules_apply";
  expect_complaints({
      {"/dataset_size/values/gpt-oss-120", 1,
       "\"gpt-oss-120\" is no benchmark of the round; did you mean \"gpt-oss-120b\"?"},
      {"/token_latency_limits/values/deepseek-r1/server", json::object(),
       "\"server\" is no scenario of the round; did you mean \"Server\"?"},
      {"/benchmark_name_mapping/values/fixed/resnext", "resnetx",
       "\"resnetx\" is no benchmark of the round; did you mean \"resnet\"?"},
      {"/compliance_thresholds/values/TEST02", json::object(), "\"TEST02\" is no test of benchmarks_by_test"},
      {tests, json::array({"TEST06"}), "TEST06 does not list whisper in benchmarks_by_test", tests + "/0"},
      {divisions, json::array({"Closed"}), "\"Closed\" is not among the names of divisions",
       divisions + "/0"},
      {"/benchmarks/values/resnet", nullptr, "\"resnet\" is no benchmark of the round",
       "/scenario_requirements/values/edge/resnet"},
  });
}

// The built-in rounds are read from the sources too, so that the two cannot drift apart.
TEST(Embedded, IsWhatTheFolderHas) {
  const auto folder = load_rules_from(MLPERF_SOURCE_DIR "/rules");
  const auto built_in = load_embedded_rules();
  ASSERT_EQ(folder.rounds.size(), built_in.rounds.size());
  for (std::size_t i = 0; i < folder.rounds.size(); ++i)
    EXPECT_EQ(folder.rounds[i].raw(), built_in.rounds[i].raw());
  EXPECT_EQ(folder.catalog.entries().size(), built_in.catalog.entries().size());
}

TEST(ReadByName, TypesAreCheckedWhenARoundIsLoaded) {
  expect_complaints({
      {"/power/values/required_files", 3, "expected an object, found 3"},
      {"/power/values/measurement_files_named_but_not_checked", "x", "expected a list, found \"x\""},
      {"/audit_judgement/values/completed_of_scheduled_min", "x",
       "expected a number of at least 0, found \"x\""},
      {"/benchmarks/values/resnet/mlperf_conf_model", 5, "expected a text, found 5"},
      {"/equal_issue/values/loadgen_sets_it_since/gpt-oss-120b", 6, "expected a text, found 6"},
      {"/system_description/values/network_required_by_division/closed", "no",
       "expected true or false, found \"no\""},
      {"/inferred_results/values/offline_from_singlestream/key", 1, "expected a text, found 1"},
      {"/compliance_files/values/required_test01_when_accuracy_line_fails", 1, "expected a list, found 1"},
  });
}

}  // namespace
}  // namespace mlperf::rules
