// SPDX-License-Identifier: Apache-2.0
// The figures of a round as Round looks them up: worked out once when the rule file is loaded, so that a
// check's question costs two searches in small maps. Only the loader and Round see this.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/round.h"

namespace mlperf::rules {

template <class T>
using ByName = std::map<std::string, T, std::less<>>;

struct ScenarioTables {
  std::vector<AccuracyTarget> accuracy_targets;
  std::optional<MetricRule> metric;
  std::optional<TokenLimits> token_limits;
  std::optional<std::int64_t> configured_target_latency_ns, latency_p99_max_ns, accuracy_samples;
  std::optional<std::int64_t> performance_sample_count;  // where the scenario has its own
  double target_percentile = 0;
  std::vector<std::string> tests;
  ByName<std::vector<AuditSetting>> audit_settings;  // by test
};

struct BenchmarkTables {
  std::vector<std::string> categories;
  ByName<ScenarioTables> scenarios;
  ByName<double> accuracy_delta_percent;  // by metric
  std::optional<std::int64_t> dataset_size, offline_min_samples_per_query, performance_sample_count;
  std::optional<OutputLengthWindow> output_length_window, performance_output_length;
  GenerationLimits generation_limits;
  std::map<std::string, std::vector<std::string>> extra_accuracy_files;
  std::vector<Round::AccuracyDataset> accuracy_datasets;
  std::int64_t min_duration_ms = 0;
  bool equal_issue_required = false, token_latencies_required = false;
  ByName<TestThresholds> thresholds;  // by test
};

struct NameGuess {
  std::vector<std::string> contains_any;
  std::string benchmark;
};

struct RoundTables {
  std::string name;
  nlohmann::json raw;

  std::vector<std::string> benchmarks, scenarios, divisions, system_types, statuses;
  std::vector<std::string> scenario_rules_apply, accuracy_rules_apply, compliance_tests_apply;  // divisions
  std::string network_only_category, inferred_only_when;
  ByName<std::string> scenario_by_alias, loadgen_scenario, benchmark_by_alias;
  std::vector<NameGuess> guesses;
  ByName<ByName<ScenarioRequirement>>
      requirements;  // "datacenter", "edge", "datacenter_and_edge", then benchmark
  std::vector<std::pair<std::string, std::string>> inferences;

  ByName<BenchmarkTables> by_benchmark;
  BenchmarkTables any_benchmark;  // what holds for a name that is no benchmark of the round (open division)
  double accuracy_delta_percent = 0, accuracy_delta_percent_strict = 0;

  Seeds seeds;
  Round::AccuracyLogRule accuracy_log;
  ByName<std::int64_t> min_processed_queries;  // by LoadGen's scenario
  std::string loadgen_min, loadgen_max;
  ByName<std::vector<std::string>> loadgen_hashes;  // by file
  std::shared_ptr<const LoadgenReleases> loadgen_releases;
  ByName<std::string> conf_model;  // by benchmark: its name in mlperf.conf
  std::string audit_message;
  ByName<std::vector<std::string>> required_test_files, optional_test_files;
  std::vector<std::string> required_files, non_empty_files, optional_files;
  std::uint64_t file_size_limit_bytes = 0;
  PowerRule power;
  std::vector<std::string> endpoints_benchmarks;

  const BenchmarkTables& of(std::string_view benchmark) const;
  const ScenarioTables& of(std::string_view benchmark, std::string_view scenario) const;
};

}  // namespace mlperf::rules
