// SPDX-License-Identifier: Apache-2.0
#include "rules/round.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/round_tables.h"

namespace mlperf::rules {
namespace {

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <class T>
const T& value_or_empty(const ByName<T>& table, std::string_view name) {
  static const T kEmpty{};
  const auto it = table.find(name);
  return it == table.end() ? kEmpty : it->second;
}

template <class T>
std::optional<T> value_of(const ByName<T>& table, std::string_view name) {
  const auto it = table.find(name);
  return it == table.end() ? std::nullopt : std::optional<T>(it->second);
}

}  // namespace

const BenchmarkTables& RoundTables::of(std::string_view benchmark) const {
  const auto it = by_benchmark.find(benchmark);
  return it == by_benchmark.end() ? any_benchmark : it->second;
}

const ScenarioTables& RoundTables::of(std::string_view benchmark, std::string_view scenario) const {
  return value_or_empty(of(benchmark).scenarios, scenario);
}

Round::Round() {
  static const auto kEmpty = std::make_shared<const RoundTables>();
  tables_ = kEmpty;
}

const std::string& Round::name() const {
  return tables_->name;
}
const nlohmann::json& Round::raw() const {
  return tables_->raw;
}

// ---- Who and what

std::string Round::model_of(std::string_view benchmark) const {
  return value_of(tables_->conf_model, benchmark).value_or(std::string(benchmark));
}

const std::vector<std::string>& Round::benchmarks() const {
  return tables_->benchmarks;
}
bool Round::has_benchmark(std::string_view name) const {
  return tables_->by_benchmark.find(name) != tables_->by_benchmark.end();
}
const std::vector<std::string>& Round::categories_of(std::string_view benchmark) const {
  return tables_->of(benchmark).categories;
}

BenchmarkMatch Round::match_benchmark(std::string_view folder,
                                      const std::map<std::string, std::string>& submitters_mapping) const {
  using How = BenchmarkMatch::How;
  if (has_benchmark(folder)) return {std::string(folder), How::exact};
  if (const auto alias = value_of(tables_->benchmark_by_alias, folder)) return {*alias, How::alias};
  if (const auto it = submitters_mapping.find(std::string(folder)); it != submitters_mapping.end()) {
    return {it->second, How::mapping_file};
  }
  for (const auto& guess : tables_->guesses) {
    const auto fits = [&](const std::string& part) { return base::contains(folder, part); };
    if (std::any_of(guess.contains_any.begin(), guess.contains_any.end(), fits)) {
      return {guess.benchmark, How::guess};
    }
  }
  return {};
}

const std::map<std::string, std::string, std::less<>>& Round::benchmark_aliases() const {
  return tables_->benchmark_by_alias;
}
const std::vector<std::string>& Round::scenarios() const {
  return tables_->scenarios;
}
const std::map<std::string, std::string, std::less<>>& Round::scenario_aliases() const {
  return tables_->scenario_by_alias;
}
std::optional<std::string> Round::scenario_of_folder(std::string_view folder) const {
  return value_of(tables_->scenario_by_alias, base::lower(folder));
}
std::string_view Round::loadgen_scenario(std::string_view scenario) const {
  return value_or_empty(tables_->loadgen_scenario, scenario);
}
const std::vector<std::string>& Round::divisions() const {
  return tables_->divisions;
}
bool Round::scenario_rules_apply(std::string_view division) const {
  return has(tables_->scenario_rules_apply, division);
}
bool Round::accuracy_rules_apply(std::string_view division) const {
  return has(tables_->accuracy_rules_apply, division);
}
bool Round::compliance_tests_apply(std::string_view division) const {
  return has(tables_->compliance_tests_apply, division);
}
const std::vector<std::string>& Round::system_types() const {
  return tables_->system_types;
}
const std::vector<std::string>& Round::availability_statuses() const {
  return tables_->statuses;
}
std::string_view Round::network_only_category() const {
  return tables_->network_only_category;
}

const ScenarioRequirement* Round::scenario_requirement(std::string_view system_type,
                                                       std::string_view benchmark) const {
  const std::string type = base::lower(base::trim(system_type));
  const bool datacenter = base::contains(type, "datacenter");
  const bool edge = base::contains(type, "edge");
  const auto& table =
      value_or_empty(tables_->requirements,
                     datacenter && edge ? std::string_view("datacenter_and_edge") : std::string_view(type));
  const auto it = table.find(benchmark);
  return it == table.end() ? nullptr : &it->second;
}

bool Round::inference_permitted(std::string_view from, std::string_view to) const {
  return std::any_of(tables_->inferences.begin(), tables_->inferences.end(),
                     [&](const auto& pair) { return pair.first == from && pair.second == to; });
}
std::string_view Round::inference_only_when_type_contains() const {
  return tables_->inferred_only_when;
}

// ---- Accuracy

std::vector<AccuracyTarget> Round::accuracy_targets(std::string_view benchmark,
                                                    std::string_view scenario) const {
  return tables_->of(benchmark, scenario).accuracy_targets;
}
double Round::accuracy_delta_percent(std::string_view benchmark, std::string_view metric) const {
  const auto& tables = tables_->of(benchmark);
  if (const auto special = value_of(tables.accuracy_delta_percent, metric)) return *special;
  if (base::contains(benchmark, "99.9")) return tables_->accuracy_delta_percent_strict;
  return tables_->accuracy_delta_percent;
}
std::optional<std::int64_t> Round::accuracy_sample_count(std::string_view benchmark,
                                                         std::string_view scenario) const {
  return tables_->of(benchmark, scenario).accuracy_samples;
}
std::optional<std::int64_t> Round::dataset_size(std::string_view benchmark) const {
  return tables_->of(benchmark).dataset_size;
}
std::optional<OutputLengthWindow> Round::output_length_window(std::string_view benchmark) const {
  return tables_->of(benchmark).output_length_window;
}
std::optional<OutputLengthWindow> Round::performance_output_length(std::string_view benchmark) const {
  return tables_->of(benchmark).performance_output_length;
}
GenerationLimits Round::generation_limits(std::string_view benchmark) const {
  return tables_->of(benchmark).generation_limits;
}
std::map<std::string, std::vector<std::string>> Round::extra_accuracy_files(
    std::string_view benchmark) const {
  return tables_->of(benchmark).extra_accuracy_files;
}
const Round::AccuracyLogRule& Round::accuracy_log() const {
  return tables_->accuracy_log;
}
const std::vector<Round::AccuracyDataset>& Round::accuracy_datasets(std::string_view benchmark) const {
  return tables_->of(benchmark).accuracy_datasets;
}

// ---- Performance

std::optional<MetricRule> Round::metric(std::string_view benchmark, std::string_view scenario) const {
  return tables_->of(benchmark, scenario).metric;
}
std::optional<TokenLimits> Round::token_limits(std::string_view benchmark, std::string_view scenario) const {
  return tables_->of(benchmark, scenario).token_limits;
}
std::optional<std::int64_t> Round::configured_target_latency_ns(std::string_view benchmark,
                                                                std::string_view scenario) const {
  return tables_->of(benchmark, scenario).configured_target_latency_ns;
}
std::optional<std::int64_t> Round::latency_p99_max_ns(std::string_view benchmark,
                                                      std::string_view scenario) const {
  return tables_->of(benchmark, scenario).latency_p99_max_ns;
}
std::int64_t Round::min_duration_ms(std::string_view benchmark) const {
  return tables_->of(benchmark).min_duration_ms;
}
std::optional<std::int64_t> Round::offline_min_samples_per_query(std::string_view benchmark) const {
  return tables_->of(benchmark).offline_min_samples_per_query;
}
std::optional<std::int64_t> Round::performance_sample_count(std::string_view benchmark,
                                                            std::string_view scenario) const {
  const auto& own = tables_->of(benchmark, scenario).performance_sample_count;
  return own ? own : tables_->of(benchmark).performance_sample_count;
}
std::optional<std::int64_t> Round::min_processed_queries(std::string_view scenario) const {
  return value_of(tables_->min_processed_queries, loadgen_scenario(scenario));
}
const Seeds& Round::seeds() const {
  return tables_->seeds;
}
bool Round::equal_issue_required(std::string_view benchmark) const {
  return tables_->of(benchmark).equal_issue_required;
}
bool Round::token_latencies_required(std::string_view benchmark) const {
  return tables_->of(benchmark).token_latencies_required;
}
double Round::target_percentile(std::string_view benchmark, std::string_view scenario) const {
  return tables_->of(benchmark, scenario).target_percentile;
}
std::string_view Round::loadgen_version_min() const {
  return tables_->loadgen_min;
}
std::string_view Round::loadgen_version_max_known() const {
  return tables_->loadgen_max;
}
const std::vector<std::string>* Round::loadgen_hashes(std::string_view file) const {
  const auto it = tables_->loadgen_hashes.find(file);
  return it == tables_->loadgen_hashes.end() ? nullptr : &it->second;
}
const LoadgenReleases* Round::loadgen_releases() const {
  return tables_->loadgen_releases.get();
}

// ---- Compliance

const std::vector<std::string>& Round::tests(std::string_view benchmark, std::string_view scenario) const {
  return tables_->of(benchmark, scenario).tests;
}
TestThresholds Round::thresholds(std::string_view test, std::string_view benchmark) const {
  return value_or_empty(tables_->of(benchmark).thresholds, test);
}
std::vector<AuditSetting> Round::audit_settings(std::string_view test, std::string_view benchmark,
                                                std::string_view scenario) const {
  return value_or_empty(tables_->of(benchmark, scenario).audit_settings, test);
}
std::string_view Round::audit_config_message() const {
  return tables_->audit_message;
}
const std::vector<std::string>& Round::required_test_files(std::string_view test) const {
  return value_or_empty(tables_->required_test_files, test);
}
const std::vector<std::string>& Round::optional_test_files(std::string_view test) const {
  return value_or_empty(tables_->optional_test_files, test);
}

// ---- Documents

const std::vector<std::string>& Round::required_files() const {
  return tables_->required_files;
}
const std::vector<std::string>& Round::non_empty_files() const {
  return tables_->non_empty_files;
}
const std::vector<std::string>& Round::optional_files() const {
  return tables_->optional_files;
}
std::uint64_t Round::file_size_limit_bytes() const {
  return tables_->file_size_limit_bytes;
}

const PowerRule& Round::power() const {
  return tables_->power;
}

const std::vector<std::string>& Round::endpoints_benchmarks() const {
  return tables_->endpoints_benchmarks;
}

const nlohmann::json& Round::group(std::string_view name) const {
  static const nlohmann::json kNone;
  const auto it = tables_->raw.find(name);
  return it == tables_->raw.end() || !it->is_object() || !it->contains("values") ? kNone : it->at("values");
}

std::string Round::source(std::string_view group) const {
  const auto it = tables_->raw.find(group);
  if (it == tables_->raw.end() || !it->is_object() || !it->contains("source")) return {};
  const auto& source = it->at("source");
  return fmt::format("{}@{}", source.at("file").get<std::string>(), source.at("commit").get<std::string>());
}

}  // namespace mlperf::rules
