// SPDX-License-Identifier: Apache-2.0
// What the built-in rules answer, spot by spot.
#include "rules/round.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/load.h"

namespace mlperf::rules {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const RuleSet& rules() {
  static const RuleSet kRules = load_embedded_rules();
  return kRules;
}
const Round& v60() {
  return *rules().find_round("v6.0");
}
const Round& v61() {
  return *rules().find_round("v6.1");
}

TEST(Rounds, AreFoundWithOrWithoutTheLetter) {
  ASSERT_EQ(rules().rounds.size(), 2U);
  EXPECT_EQ(rules().newest().name(), "v6.1");
  EXPECT_EQ(rules().find_round("6.0"), rules().find_round("v6.0"));
  EXPECT_EQ(rules().find_round("V6.1"), &rules().newest());
  EXPECT_EQ(rules().find_round("v5.1"), nullptr);
  EXPECT_EQ(rules().find_round(""), nullptr);
}

TEST(Rounds, TreeNamesCoverEveryRound) {
  const auto names = rules().tree_names();
  EXPECT_THAT(names.divisions, ElementsAre("closed", "open", "network"));
  EXPECT_EQ(names.scenario_by_alias.at("interactive"), "Interactive");
  EXPECT_THAT(names.benchmark_names,
              testing::IsSupersetOf({"mixtral-8x7b", "qwen3.6-27b", "resnet50", "resnet"}));
}

TEST(Names, DivisionsAndWhatAppliesInThem) {
  EXPECT_TRUE(v60().scenario_rules_apply("closed"));
  EXPECT_TRUE(v60().accuracy_rules_apply("network"));
  EXPECT_FALSE(v60().compliance_tests_apply("open"));
  EXPECT_THAT(v60().system_types(), ElementsAre("datacenter", "edge", "datacenter,edge", "edge,datacenter"));
  EXPECT_THAT(v60().availability_statuses(), ElementsAre("available", "preview", "rdi"));
  EXPECT_EQ(v60().network_only_category(), "datacenter");
}

TEST(Names, ScenariosInAnyCase) {
  EXPECT_EQ(v60().scenario_of_folder("SINGLESTREAM"), "SingleStream");
  EXPECT_EQ(v60().scenario_of_folder("offline"), "Offline");
  EXPECT_EQ(v60().scenario_of_folder("online"), std::nullopt);
  EXPECT_EQ(v60().loadgen_scenario("Interactive"), "Server");
  EXPECT_EQ(v60().loadgen_scenario("nonsense"), "");
}

TEST(Names, BenchmarksOfTheRound) {
  EXPECT_TRUE(v60().has_benchmark("llama2-70b-99"));
  EXPECT_FALSE(v61().has_benchmark("llama2-70b-99"));
  EXPECT_TRUE(v61().has_benchmark("qwen3.6-27b"));
  EXPECT_THAT(v60().categories_of("3d-unet-99"), ElementsAre("datacenter", "edge"));
  EXPECT_THAT(v60().categories_of("no-such-benchmark"), IsEmpty());
}

TEST(Names, AFolderIsMatchedInTheCheckersOrder) {
  using How = BenchmarkMatch::How;
  const auto match = [](std::string_view folder, const std::map<std::string, std::string>& mapping = {}) {
    const auto found = v60().match_benchmark(folder, mapping);
    return std::pair(found.benchmark, found.how);
  };
  EXPECT_EQ(match("resnet"), std::pair(std::string("resnet"), How::exact));
  EXPECT_EQ(match("resnet50"), std::pair(std::string("resnet"), How::alias));
  EXPECT_EQ(match("mobilenet"), std::pair(std::string("resnet"), How::alias));
  EXPECT_EQ(match("llama3_1-8b"), std::pair(std::string("llama3.1-8b"), How::alias));
  EXPECT_EQ(match("llama3_1-405b"), std::pair(std::string("llama3.1-405b"), How::alias));
  EXPECT_EQ(match("our-net", {{"our-net", "gpt-oss-120b"}}),
            std::pair(std::string("gpt-oss-120b"), How::mapping_file));
  EXPECT_EQ(match("resnet50", {{"resnet50", "whisper"}}), std::pair(std::string("resnet"), How::alias));
  EXPECT_EQ(match("my-efficientnet-b4"), std::pair(std::string("resnet"), How::guess));
  EXPECT_EQ(match("bert-99.9-int8"), std::pair(std::string("bert-99.9"), How::guess));
  EXPECT_EQ(match("our-net"), std::pair(std::string(), How::unknown));
}

TEST(Names, ScenarioRequirements) {
  const auto* llm = v60().scenario_requirement("datacenter", "gpt-oss-120b");
  ASSERT_NE(llm, nullptr);
  EXPECT_THAT(llm->all_of, ElementsAre("Offline"));
  EXPECT_THAT(llm->one_of, ElementsAre(ElementsAre("Server", "Interactive")));
  EXPECT_EQ(v60().scenario_requirement("edge", "gpt-oss-120b"), nullptr);
  EXPECT_EQ(v60().scenario_requirement("edge,datacenter", "retinanet")->all_of.size(), 4U);
  EXPECT_EQ(v60().scenario_requirement(" Datacenter , edge", "retinanet")->all_of.size(), 4U);
  EXPECT_THAT(v60().scenario_requirement("datacenter", "qwen3-vl-235b-a22b")->one_of, IsEmpty());
  EXPECT_EQ(v61().scenario_requirement("datacenter", "qwen3-vl-235b-a22b")->one_of.size(), 1U);
  EXPECT_EQ(v60().scenario_requirement("", "resnet"), nullptr);
}

TEST(Names, InferredResults) {
  EXPECT_TRUE(v60().inference_permitted("SingleStream", "Offline"));
  EXPECT_FALSE(v60().inference_permitted("Offline", "SingleStream"));
  EXPECT_EQ(v60().inference_only_when_type_contains(), "edge");
}

// ---- Accuracy

const AccuracyTarget& target(const std::vector<AccuracyTarget>& targets, const std::string& metric) {
  static const AccuracyTarget kNone;
  for (const auto& t : targets) {
    if (t.metric == metric) return t;
  }
  ADD_FAILURE() << "no target for " << metric;
  return kNone;
}

TEST(Accuracy, TargetsHaveTheCheckersMinimum) {
  const auto targets = v60().accuracy_targets("gpt-oss-120b", "Server");
  ASSERT_EQ(targets.size(), 1U);  // the upper limit of TOKENS_PER_SAMPLE is a placeholder
  EXPECT_EQ(targets[0].metric, "exact_match");
  EXPECT_EQ(targets[0].minimum, 82.2987);
  EXPECT_EQ(targets[0].reference, 83.13);
  EXPECT_EQ(targets[0].maximum, std::nullopt);
}

TEST(Accuracy, UpperLimitsAreMaxima) {
  const auto targets = v60().accuracy_targets("llama2-70b-99.9", "Offline");
  ASSERT_EQ(targets.size(), 4U);
  EXPECT_EQ(target(targets, "TOKENS_PER_SAMPLE").minimum, 265.005);
  EXPECT_EQ(target(targets, "TOKENS_PER_SAMPLE").maximum, 323.89500000000004);
  EXPECT_EQ(target(targets, "ROUGE1").maximum, std::nullopt);
  const auto sdxl = v60().accuracy_targets("stable-diffusion-xl", "Offline");
  EXPECT_EQ(target(sdxl, "FID_SCORE").minimum, 23.01085758);
  EXPECT_EQ(target(sdxl, "FID_SCORE").maximum, 23.95007626);
  EXPECT_EQ(target(sdxl, "FID_SCORE").reference, std::nullopt);
}

TEST(Accuracy, TheAuditsFigureComesBeforeTheCheckers) {
  const auto rgat = v60().accuracy_targets("rgat", "Offline");
  EXPECT_EQ(target(rgat, "acc").minimum, 72.1314);
  EXPECT_EQ(target(rgat, "acc").unit, "percent");
  EXPECT_EQ(target(rgat, "acc").reference, 72.86);
  const auto dlrm = v60().accuracy_targets("dlrm-v3", "Server");
  EXPECT_EQ(target(dlrm, "DLRM_NE").minimum, std::nullopt);
  EXPECT_EQ(target(dlrm, "DLRM_NE").maximum, 0.8677368699999999);
  EXPECT_EQ(target(dlrm, "DLRM_AUC").minimum, 0.78584337);
}

TEST(Accuracy, TargetsMayDependOnTheScenario) {
  EXPECT_EQ(v61().accuracy_targets("qwen3-vl-235b-a22b", "Server")[0].minimum, 0.782397);
  EXPECT_EQ(v61().accuracy_targets("qwen3-vl-235b-a22b", "Interactive")[0].minimum, 0.7799219999999999);
  EXPECT_THAT(v61().accuracy_targets("mixtral-8x7b", "Server"), IsEmpty());
  EXPECT_THAT(v60().accuracy_targets("our-net", "Server"), IsEmpty());
}

TEST(Accuracy, DeltasOfTest01) {
  EXPECT_EQ(v60().accuracy_delta_percent("resnet", "acc"), 1);
  EXPECT_EQ(v60().accuracy_delta_percent("3d-unet-99.9", "DICE"), 0.1);
  EXPECT_EQ(v60().accuracy_delta_percent("stable-diffusion-xl", "FID_SCORE"), 2);
  EXPECT_EQ(v60().accuracy_delta_percent("stable-diffusion-xl", "CLIP_SCORE"), 1);
}

TEST(Accuracy, Counts) {
  EXPECT_EQ(v60().accuracy_sample_count("gpt-oss-120b", "Server"), 4395);
  EXPECT_EQ(v60().dataset_size("gpt-oss-120b"), 6396);
  EXPECT_EQ(v61().accuracy_sample_count("qwen3-vl-235b-a22b", "Interactive"), 8000);
  EXPECT_EQ(v61().accuracy_sample_count("qwen3-vl-235b-a22b", "Offline"), 48289);
  EXPECT_EQ(v60().accuracy_sample_count("our-net", "Server"), std::nullopt);
  ASSERT_EQ(v60().accuracy_datasets("gpt-oss-120b").size(), 3U);
  EXPECT_EQ(v60().accuracy_datasets("gpt-oss-120b")[1].samples, 990);
  EXPECT_THAT(v60().accuracy_datasets("resnet"), IsEmpty());
}

TEST(Accuracy, OutputLengths) {
  EXPECT_EQ(v60().output_length_window("deepseek-r1")->minimum, 3497.6046600000004);
  EXPECT_EQ(v60().output_length_window("deepseek-r1")->metric, "TOKENS_PER_SAMPLE");
  EXPECT_EQ(v60().performance_output_length("gpt-oss-120b")->maximum, 1406.02);
  EXPECT_FALSE(v60().performance_output_length("deepseek-r1"));
  EXPECT_EQ(v60().generation_limits("gpt-oss-120b").max_new_tokens_performance, 10240);
  EXPECT_EQ(v60().generation_limits("gpt-oss-120b").max_new_tokens_accuracy, 32768);
  EXPECT_EQ(v60().generation_limits("llama3.1-8b").max_new_tokens_performance, 128);
  EXPECT_EQ(v60().generation_limits("resnet").max_new_tokens_accuracy, std::nullopt);
}

TEST(Accuracy, ExtraFilesHaveTheirSuffix) {
  EXPECT_THAT(v60().extra_accuracy_files("stable-diffusion-xl").at("images"), testing::Contains("1311.png"));
  EXPECT_THAT(v61().extra_accuracy_files("wan-2.2-t2v-a14b").at("videos"), testing::Contains("130.mp4"));
  EXPECT_THAT(v61().extra_accuracy_files("stable-diffusion-xl"), IsEmpty());
}

TEST(Accuracy, TheShortenedLog) {
  const auto& rule = v60().accuracy_log();
  EXPECT_EQ(rule.max_size_bytes, 10240U);
  EXPECT_EQ(rule.head_bytes, 4096U);
  EXPECT_EQ(rule.tail_bytes, 4096U);
  EXPECT_EQ(rule.cut_size_bytes, 8199U);
  EXPECT_EQ(rule.whole_below_bytes, 4096U);
  EXPECT_EQ(rule.separator, "\n\n...\n\n");
  EXPECT_EQ(rule.hash_length_hex, 64U);
}

// ---- Performance

TEST(Performance, MetricsInTheSpellingOfTheChecker) {
  const auto check = [](std::string_view benchmark, std::string_view scenario) {
    const auto metric = v60().metric(benchmark, scenario);
    return metric ? metric->key + " " + metric->unit : "";
  };
  EXPECT_EQ(check("gpt-oss-120b", "Interactive"), "result_completed_tokens_per_second Tokens/s");
  EXPECT_EQ(check("whisper", "Offline"), "result_tokens_per_second Samples/s");
  EXPECT_EQ(check("qwen3-vl-235b-a22b", "Server"), "result_completed_samples_per_sec Queries/s");
  EXPECT_EQ(check("resnet", "MultiStream"), "early_stopping_latency_ms Latency (ms)");
  EXPECT_EQ(check("wan-2.2-t2v-a14b", "SingleStream"), "early_stopping_latency_ss Latency (s)");
  EXPECT_EQ(check("our-net", "Offline"), "result_samples_per_second Samples/s");
  EXPECT_EQ(check("resnet", "nonsense"), "");
  EXPECT_EQ(v60().metric("llama3.1-8b-edge", "SingleStream")->key, "result_90.00_percentile_latency_ns");
  EXPECT_EQ(v60().metric("wan-2.2-t2v-a14b", "SingleStream")->divide_by, 1e9);
}

TEST(Performance, LatencyLimits) {
  EXPECT_EQ(v60().token_limits("deepseek-r1", "Interactive")->ttft_p99_max_ns, 1500000000);
  EXPECT_EQ(v60().token_limits("gpt-oss-120b", "Interactive")->tpot_p99_max_ns, 15000000);
  EXPECT_FALSE(v60().token_limits("gpt-oss-120b", "Offline"));
  EXPECT_FALSE(v61().token_limits("llama2-70b-99", "Server"));
  EXPECT_EQ(v60().configured_target_latency_ns("dlrm-v3", "Server"), 80000000);
  EXPECT_EQ(v60().configured_target_latency_ns("deepseek-r1", "Server"), 0);
  EXPECT_EQ(v60().configured_target_latency_ns("dlrm-v3", "Offline"), std::nullopt);
}

TEST(Performance, Qwen3VlLimitsAreTheCorrectedOnes) {
  EXPECT_EQ(v60().latency_p99_max_ns("qwen3-vl-235b-a22b", "Server"), 12000000000);
  EXPECT_EQ(v61().latency_p99_max_ns("qwen3-vl-235b-a22b", "Server"), 12000000000);
  EXPECT_EQ(v60().latency_p99_max_ns("qwen3-vl-235b-a22b", "Interactive"), std::nullopt);
  EXPECT_EQ(v61().latency_p99_max_ns("qwen3-vl-235b-a22b", "Interactive"), 1500000000);
  EXPECT_EQ(v61().configured_target_latency_ns("qwen3-vl-235b-a22b", "Interactive"), 1500000000);
}

TEST(Performance, CountsAndDurations) {
  EXPECT_EQ(v60().min_duration_ms("resnet"), 600000);
  EXPECT_EQ(v60().min_duration_ms("our-net"), 600000);
  EXPECT_EQ(v61().min_duration_ms("e2e-rag-db"), 0);
  EXPECT_EQ(v60().offline_min_samples_per_query("whisper"), 1633);
  EXPECT_EQ(v60().performance_sample_count("retinanet"), 64);
  EXPECT_EQ(v60().performance_sample_count("our-net"), std::nullopt);
  EXPECT_EQ(v61().performance_sample_count("qwen3-vl-235b-a22b", "Offline"), 48289);
  EXPECT_EQ(v61().performance_sample_count("qwen3-vl-235b-a22b", "Interactive"), 8000);
  EXPECT_EQ(v60().min_processed_queries("MultiStream"), 662);
  EXPECT_EQ(v60().min_processed_queries("Interactive"), 459);
  EXPECT_EQ(v60().min_processed_queries("Offline"), std::nullopt);
}

TEST(Performance, SeedsKeepAll64Bits) {
  EXPECT_EQ(v60().seeds(), (Seeds{2465351861681999779U, 14276810075590677512U, 3936089224930324775U}));
  EXPECT_EQ(v61().seeds(), (Seeds{2085463073848966840U, 2747215439041700203U, 16159082839903944936U}));
}

TEST(Performance, FlagsAndPercentiles) {
  EXPECT_TRUE(v60().equal_issue_required("mixtral-8x7b"));
  EXPECT_FALSE(v60().equal_issue_required("resnet"));
  EXPECT_TRUE(v60().token_latencies_required("whisper"));
  EXPECT_FALSE(v60().token_latencies_required("qwen3-vl-235b-a22b"));
  EXPECT_EQ(v60().target_percentile("resnet", "SingleStream"), 0.9);
  EXPECT_EQ(v60().target_percentile("pointpainting", "SingleStream"), 0.999);
  EXPECT_EQ(v60().target_percentile("gpt-oss-120b", "Interactive"), 0.99);
  EXPECT_EQ(v60().loadgen_version_min(), "6.0.4");
  EXPECT_EQ(v61().loadgen_version_max_known(), "6.0.17");
}

// ---- Compliance

TEST(Compliance, TestsOfABenchmark) {
  EXPECT_THAT(v60().tests("gpt-oss-120b", "Server"), ElementsAre("TEST07", "TEST09"));
  EXPECT_THAT(v60().tests("resnet", "Offline"), ElementsAre("TEST01", "TEST04"));
  EXPECT_THAT(v60().tests("whisper", "SingleStream"), ElementsAre("TEST01"));
  EXPECT_THAT(v60().tests("llama3.1-8b-edge", "Offline"), IsEmpty());
  EXPECT_THAT(v61().tests("e2e-rag-qna", "Offline"), ElementsAre("TEST09"));
  EXPECT_THAT(v61().tests("mixtral-8x7b", "Offline"), IsEmpty());
}

TEST(Compliance, Thresholds) {
  EXPECT_EQ(v60().thresholds("TEST01", "resnet").performance_tolerance, 0.1);
  EXPECT_EQ(v60().thresholds("TEST01", "resnet").short_latency_multistream_max_ns, 1600000);
  EXPECT_THAT(v60().thresholds("TEST06", "deepseek-r1").first_token_check_skipped_in, ElementsAre("Offline"));
  EXPECT_EQ(v60().thresholds("TEST06", "deepseek-r1").max_trailing_eos_tokens, 1);
  EXPECT_EQ(v60().thresholds("TEST07", "gpt-oss-120b").accuracy_min_percent, 60.698);
  EXPECT_EQ(v60().thresholds("TEST07", "resnet").accuracy_min_percent, std::nullopt);
  EXPECT_EQ(v60().thresholds("TEST08", "dlrm-v3").max_unmatched, 0);
  EXPECT_EQ(v60().thresholds("TEST09", "gpt-oss-120b").mean_output_tokens_min, 1150.38);
  EXPECT_EQ(v61().thresholds("TEST09", "e2e-rag-qna").samples, 824);
  EXPECT_EQ(v60().thresholds("TEST02", "resnet").performance_tolerance, std::nullopt);
}

std::string setting(const Round& round, std::string_view test, std::string_view benchmark,
                    std::string_view scenario, std::string_view key) {
  for (const auto& s : round.audit_settings(test, benchmark, scenario)) {
    if (s.key == key) return s.value.dump();
  }
  return "-";
}

TEST(Compliance, AuditSettings) {
  EXPECT_EQ(setting(v60(), "TEST01", "resnet", "Offline", "accuracy_log_sampling_target"), "4096");
  EXPECT_EQ(setting(v60(), "TEST01", "3d-unet-99", "Offline", "accuracy_log_sampling_target"), "64");
  EXPECT_EQ(setting(v60(), "TEST01", "resnet", "Offline", "accuracy_log_rng_seed"), "720381539243781796");
  EXPECT_EQ(setting(v60(), "TEST04", "stable-diffusion-xl", "Offline", "min_query_count"), "500");
  EXPECT_EQ(setting(v60(), "TEST04", "stable-diffusion-xl", "SingleStream", "min_query_count"), "-");
  EXPECT_EQ(setting(v60(), "TEST04", "resnet", "Offline", "min_query_count"), "-");
  EXPECT_EQ(setting(v60(), "TEST07", "gpt-oss-120b", "Server", "accuracy_log_sampling_target"), "990");
  EXPECT_EQ(setting(v60(), "TEST07", "gpt-oss-120b", "Server", "performance_issue_unique"), "-");
  EXPECT_EQ(setting(v61(), "TEST07", "gpt-oss-120b", "Server", "performance_issue_unique"), "1");
  EXPECT_THAT(v60().audit_settings("TEST07", "resnet", "Server"), IsEmpty());
  EXPECT_THAT(std::string(v60().audit_config_message()), testing::StartsWith("Found Audit Config file"));
}

TEST(Compliance, Files) {
  EXPECT_THAT(v60().required_test_files("TEST06"), ElementsAre("verify_accuracy.txt"));
  EXPECT_EQ(v60().required_test_files("TEST01").size(), 4U);
  EXPECT_EQ(v60().optional_test_files("TEST09").size(), 3U);
  EXPECT_THAT(v60().optional_test_files("TEST01"), IsEmpty());
}

// ---- Documents

TEST(Documents, FilesOfAResult) {
  EXPECT_THAT(v60().required_files(), testing::Contains("performance/run_1/mlperf_log_detail.txt"));
  EXPECT_THAT(v60().required_files(), testing::Contains("user.conf"));
  EXPECT_EQ(v60().required_files().size(), 9U);
  EXPECT_THAT(v60().non_empty_files(), ElementsAre("user.conf", "README.md"));
  EXPECT_THAT(v60().optional_files(), testing::Contains("mlperf.conf"));
  EXPECT_EQ(v60().file_size_limit_bytes(), 52428800U);
}

TEST(Documents, GroupsAndSources) {
  EXPECT_EQ(v60().group("system_description").at("network_sut_name_substring"), "Network SUT");
  EXPECT_TRUE(v60().group("endpoints").is_null());
  EXPECT_TRUE(v60().group("schema").is_null());
  EXPECT_FALSE(v61().group("endpoints").is_null());
  EXPECT_THAT(v61().source("seeds"), testing::AllOf(testing::StartsWith("mlcommons/inference tools/"),
                                                    testing::EndsWith("@b66003e1")));
  EXPECT_EQ(v61().source("basis"), "");
}

TEST(Round, ADefaultRoundKnowsNothing) {
  const Round nothing;
  EXPECT_THAT(nothing.benchmarks(), IsEmpty());
  EXPECT_FALSE(nothing.metric("resnet", "Offline"));
  EXPECT_EQ(nothing.scenario_requirement("edge", "resnet"), nullptr);
}

}  // namespace
}  // namespace mlperf::rules
