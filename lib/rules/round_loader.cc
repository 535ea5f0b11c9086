// SPDX-License-Identifier: Apache-2.0
#include "rules/round_loader.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"

namespace mlperf::rules {
namespace {

constexpr std::string_view kSchema = "mlperf-audit-round/1";

// Groups that Round reads, then those that are only looked up with Round::group().
const std::vector<std::string> kRequiredGroups = {"divisions",
                                                  "scenarios",
                                                  "benchmarks",
                                                  "scenario_requirements",
                                                  "inferred_results",
                                                  "benchmark_name_mapping",
                                                  "accuracy_targets",
                                                  "accuracy_upper_limits",
                                                  "accuracy_delta_percent",
                                                  "accuracy_log",
                                                  "accuracy_sample_count",
                                                  "dataset_size",
                                                  "extra_accuracy_files",
                                                  "output_length",
                                                  "generation_parameters",
                                                  "accuracy_datasets",
                                                  "performance_metrics",
                                                  "token_latency_limits",
                                                  "target_latency_limits",
                                                  "duration",
                                                  "min_query_count",
                                                  "offline_min_samples_per_query",
                                                  "performance_sample_count",
                                                  "early_stopping",
                                                  "seeds",
                                                  "equal_issue",
                                                  "token_latency_flag",
                                                  "loadgen",
                                                  "compliance_tests",
                                                  "compliance_thresholds",
                                                  "compliance_run_settings",
                                                  "compliance_files",
                                                  "result_files",
                                                  "system_description",
                                                  "measurements"};
const std::vector<std::string> kOptionalGroups = {
    "accuracy_lines",        "power",     "speculative_decoding", "policy_figures", "audit_overrides",
    "seeds_of_other_rounds", "endpoints", "qwen3_vl_interactive", "edge_agentic",   "e2e_rag",
    "audit_judgement"};

void check_groups(const RuleValue& document) {
  document.at("basis").members();
  std::vector<std::string> known = kRequiredGroups;
  known.insert(known.end(), kOptionalGroups.begin(), kOptionalGroups.end());
  for (const auto& [name, group] : document.members()) {
    if (name == "schema" || name == "round" || name == "extends" || name == "basis") continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      group.fail_with("unknown group" + suggestion(name, known));
    }
    group.only({"source", "notes", "values"});
    const auto source = group.at("source");
    source.only({"file", "names", "commit"});
    source.at("file").string();
    source.at("names").strings();
    source.at("commit").string();
    if (const auto notes = group.find("notes")) notes->strings();
    const auto values = group.at("values");
    if (!values.is_object() && !values.json().is_array()) values.fail("an object or a list");
  }
  for (const auto& name : kRequiredGroups) document.at(name);
}

std::string listed(const std::set<std::string, std::less<>>& names, std::string_view name) {
  return suggestion(name, {names.begin(), names.end()});
}

}  // namespace

RuleValue values_of(const RuleValue& document, std::string_view group) {
  return document.at(group).at("values");
}

void KnownNames::check_benchmark(const std::string& name, const RuleValue& at) const {
  if (benchmarks.find(name) == benchmarks.end()) {
    at.fail_with(fmt::format("\"{}\" is no benchmark of the round{}", base::printable(name),
                             listed(benchmarks, name)));
  }
}

void KnownNames::check_scenario(const std::string& name, const RuleValue& at) const {
  if (std::find(scenarios.begin(), scenarios.end(), name) == scenarios.end()) {
    at.fail_with(fmt::format("\"{}\" is no scenario of the round{}", base::printable(name),
                             suggestion(name, scenarios)));
  }
}

std::vector<std::pair<std::string, RuleValue>> KnownNames::by_benchmark(const RuleValue& table) const {
  auto members = table.members();
  for (const auto& [name, value] : members) check_benchmark(name, value);
  return members;
}

std::vector<std::pair<std::string, RuleValue>> KnownNames::by_scenario(const RuleValue& table) const {
  auto members = table.members();
  for (const auto& [name, value] : members) check_scenario(name, value);
  return members;
}

Round RoundLoader::load(const std::string& file, nlohmann::json document,
                        const std::set<std::string, std::less<>>& base_names,
                        std::shared_ptr<const LoadgenReleases> releases) {
  auto tables = std::make_shared<RoundTables>();
  tables->raw = std::move(document);
  const RuleValue root(file, tables->raw);
  if (root.at("schema").string() != kSchema) root.at("schema").fail(fmt::format("\"{}\"", kSchema));
  tables->name = root.at("round").string();
  check_groups(root);

  KnownNames known;
  known.benchmarks = base_names;
  known.benchmarks.merge(legacy_names(root));
  load_names(root, known, *tables);
  load_accuracy(root, known, *tables);
  load_performance(root, known, *tables);
  load_compliance(root, known, *tables);
  load_documents(root, *tables);
  check_read_by_name(root, known);

  tables->loadgen_releases = std::move(releases);
  Round round;
  round.tables_ = std::move(tables);
  return round;
}

}  // namespace mlperf::rules
