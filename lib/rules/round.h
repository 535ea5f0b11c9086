// SPDX-License-Identifier: Apache-2.0
// A round's figures, looked up by benchmark and scenario. Everything comes from rules/rounds/*.json, where
// each group names its source; nothing here knows a number. Benchmarks and scenarios are the official names
// of the round. Times are integers in the unit of the name; an absent optional means that the rule does not
// exist for that pair.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/loadgen_releases.h"

namespace mlperf::rules {

// Names that tell what a folder is; the same for every round so far.
struct TreeNames {
  std::vector<std::string> divisions;
  std::map<std::string, std::string> scenario_by_alias;  // lower-case folder name -> official name
  std::vector<std::string> benchmark_names;              // official names and fixed aliases of all rounds
};

struct Seeds {
  std::uint64_t qsl = 0, sample_index = 0, schedule = 0;
  bool operator==(const Seeds&) const = default;
};

struct TokenLimits {
  std::int64_t ttft_p99_max_ns = 0, tpot_p99_max_ns = 0;
};

struct AccuracyTarget {
  std::string metric, unit;
  std::optional<double> reference;
  std::optional<double> minimum;  // value >= minimum; what the audit follows, not the checker's slip
  std::optional<double> maximum;  // value <= maximum (upper limits and lower-is-better metrics)
};

struct MetricRule {
  std::string key;  // of the detail log
  double divide_by = 1;
  std::string unit;
};

struct ScenarioRequirement {
  std::vector<std::string> all_of;
  std::vector<std::vector<std::string>> one_of;
};

struct OutputLengthWindow {
  std::string metric;
  double minimum = 0, maximum = 0;
};

struct AuditSetting {
  std::string key;  // as in audit.config: "mode", "accuracy_log_sampling_target"
  nlohmann::json value;
};

// Limits of the compliance tests for one benchmark; a test's own members are set when the round has them.
struct TestThresholds {
  std::optional<double> performance_tolerance, performance_tolerance_short_latency;
  std::optional<std::int64_t> short_latency_singlestream_max_ns, short_latency_multistream_max_ns;
  std::optional<double> accuracy_min_percent;                              // TEST07
  std::optional<std::int64_t> samples;                                     // TEST07, TEST09
  std::optional<std::string> subset;                                       // TEST07
  std::optional<double> ne_relative_tolerance;                             // TEST08
  std::optional<std::int64_t> min_matched, max_unmatched, max_mismatched;  // TEST08
  std::optional<double> mean_output_tokens_min, mean_output_tokens_max,
      reference_mean_output_tokens;                       // TEST09
  std::optional<std::int64_t> samples_logged_target;      // TEST06
  std::optional<std::int64_t> max_trailing_eos_tokens;    // TEST06
  std::vector<std::string> first_token_check_skipped_in;  // TEST06: scenarios
  std::vector<std::int64_t> eos_token_ids;                // TEST06: end-of-text tokens, empty when not known
  std::optional<std::int64_t> max_output_tokens;          // TEST07
};

struct GenerationLimits {
  std::optional<std::int64_t> max_new_tokens_accuracy, max_new_tokens_performance;
};

// Power results: a scenario folder that holds `folder` is one. Without the group everything is empty.
struct PowerRule {
  std::string folder;                                              // "performance/power"
  std::map<std::string, std::vector<std::string>> required_files;  // by folder, as folder and names
  std::vector<std::string> measurement_files;                      // "analyzer_table.*": a star at the end
  // The nameplate power: a file with figures under this key, or a field of the system; unset: no rule.
  std::optional<std::string> nameplate_key, nameplate_field;
};

struct BenchmarkMatch {
  // Empty when unknown. An alias or a submitter's mapping may name what is no benchmark of the round:
  // has_benchmark() tells.
  std::string benchmark;
  enum class How { exact, alias, mapping_file, guess, unknown } how = How::unknown;
};

struct RoundTables;

class Round {
 public:
  Round();  // knows nothing: no benchmarks, no limits
  const std::string& name() const;
  const nlohmann::json& raw() const;  // the whole document after inheritance, for `rules show`

  // Who and what
  const std::vector<std::string>& benchmarks() const;
  bool has_benchmark(std::string_view name) const;
  const std::vector<std::string>& categories_of(std::string_view benchmark) const;
  // `submitters_mapping`: folder name -> benchmark of model_mapping.json (open division), may be empty.
  BenchmarkMatch match_benchmark(std::string_view folder,
                                 const std::map<std::string, std::string>& submitters_mapping) const;
  // What mlperf.conf calls the benchmark: the same for the accuracy levels of one model (llama2-70b-99 and
  // -99.9). The name itself where it is none of the round's.
  std::string model_of(std::string_view benchmark) const;
  // Fixed other names of benchmarks: alias -> official name (which this round need not have).
  const std::map<std::string, std::string, std::less<>>& benchmark_aliases() const;
  const std::vector<std::string>& scenarios() const;  // official names
  const std::map<std::string, std::string, std::less<>>& scenario_aliases()
      const;  // lower-case -> official name
  std::optional<std::string> scenario_of_folder(std::string_view folder) const;  // any case
  std::string_view loadgen_scenario(std::string_view scenario) const;            // Interactive -> Server
  const std::vector<std::string>& divisions() const;
  bool scenario_rules_apply(std::string_view division) const;
  bool accuracy_rules_apply(std::string_view division) const;
  bool compliance_tests_apply(std::string_view division) const;
  const std::vector<std::string>& system_types() const;
  const std::vector<std::string>& availability_statuses() const;
  std::string_view network_only_category() const;
  // system_type as in the system description: "datacenter", "edge", "datacenter,edge", ...
  const ScenarioRequirement* scenario_requirement(std::string_view system_type,
                                                  std::string_view benchmark) const;
  bool inference_permitted(std::string_view from, std::string_view to) const;  // pairs of inferred results
  std::string_view inference_only_when_type_contains() const;

  // Accuracy
  std::vector<AccuracyTarget> accuracy_targets(std::string_view benchmark, std::string_view scenario) const;
  double accuracy_delta_percent(std::string_view benchmark, std::string_view metric) const;  // TEST01
  std::optional<std::int64_t> accuracy_sample_count(std::string_view benchmark,
                                                    std::string_view scenario) const;
  std::optional<std::int64_t> dataset_size(std::string_view benchmark) const;
  std::optional<OutputLengthWindow> output_length_window(std::string_view benchmark) const;
  std::optional<OutputLengthWindow> performance_output_length(std::string_view benchmark) const;
  GenerationLimits generation_limits(std::string_view benchmark) const;
  std::map<std::string, std::vector<std::string>> extra_accuracy_files(
      std::string_view benchmark) const;  // folder -> names with suffix
  struct AccuracyLogRule {
    std::uint64_t max_size_bytes = 0, head_bytes = 0, tail_bytes = 0, cut_size_bytes = 0,
                  whole_below_bytes = 0;
    std::string separator;
    std::size_t hash_length_hex = 64;
  };
  const AccuracyLogRule& accuracy_log() const;
  // Reasoning benchmarks: data set name prefix ("aime25", "gpqa", "livecodebench") -> repeats and total
  // samples.
  struct AccuracyDataset {
    std::string name;
    std::int64_t repeats = 1, samples = 0;
  };
  const std::vector<AccuracyDataset>& accuracy_datasets(std::string_view benchmark) const;

  // Performance
  std::optional<MetricRule> metric(std::string_view benchmark, std::string_view scenario) const;
  std::optional<TokenLimits> token_limits(std::string_view benchmark, std::string_view scenario) const;
  std::optional<std::int64_t> configured_target_latency_ns(std::string_view benchmark,
                                                           std::string_view scenario) const;
  std::optional<std::int64_t> latency_p99_max_ns(std::string_view benchmark, std::string_view scenario) const;
  std::int64_t min_duration_ms(std::string_view benchmark) const;  // 0 for exempt benchmarks
  std::optional<std::int64_t> offline_min_samples_per_query(std::string_view benchmark) const;
  // Without a scenario: what holds unless a scenario has its own.
  std::optional<std::int64_t> performance_sample_count(std::string_view benchmark,
                                                       std::string_view scenario = {}) const;
  std::optional<std::int64_t> min_processed_queries(std::string_view scenario) const;
  const Seeds& seeds() const;
  bool equal_issue_required(std::string_view benchmark) const;
  bool token_latencies_required(std::string_view benchmark) const;
  double target_percentile(std::string_view benchmark, std::string_view scenario) const;  // 0.99; 0: no rule
  std::string_view loadgen_version_min() const;
  std::string_view loadgen_version_max_known() const;
  // SHA-1 that a file of LoadGen's source ("/results.cc") may have; nothing for files without a rule.
  const std::vector<std::string>* loadgen_hashes(std::string_view file) const;
  // The published states of LoadGen, the same for all rounds; nullptr when the rules have none.
  const LoadgenReleases* loadgen_releases() const;

  // Compliance
  const std::vector<std::string>& tests(std::string_view benchmark, std::string_view scenario) const;
  TestThresholds thresholds(std::string_view test, std::string_view benchmark) const;
  std::vector<AuditSetting> audit_settings(std::string_view test, std::string_view benchmark,
                                           std::string_view scenario) const;
  std::string_view audit_config_message() const;
  const std::vector<std::string>& required_test_files(std::string_view test) const;
  const std::vector<std::string>& optional_test_files(
      std::string_view test) const;  // written by the tool, not required

  // Documents
  // Paths relative to the scenario folder: "performance/run_1/mlperf_log_detail.txt", "measurements.json".
  const std::vector<std::string>& required_files() const;
  const std::vector<std::string>& non_empty_files() const;
  const std::vector<std::string>& optional_files() const;
  std::uint64_t file_size_limit_bytes() const;
  const PowerRule& power() const;
  const std::vector<std::string>& endpoints_benchmarks() const;  // may be run with mlcommons/endpoints
  // The `values` of any group, for what has no accessor; null where the round has no such group.
  const nlohmann::json& group(std::string_view name) const;
  // Where a group comes from, "FILE@COMMIT".
  std::string source(std::string_view group) const;

 private:
  friend class RoundLoader;
  std::shared_ptr<const RoundTables> tables_;
};

}  // namespace mlperf::rules
