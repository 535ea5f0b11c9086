// SPDX-License-Identifier: Apache-2.0
// Who and what: divisions, scenarios, benchmarks, which scenarios a benchmark needs, other names of
// benchmarks.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

std::vector<std::string> some_strings(const RuleValue& list) {
  auto names = list.strings();
  if (names.empty()) list.fail("a list that is not empty");
  return names;
}

std::vector<std::string> divisions_in(const RuleValue& list, const std::vector<std::string>& divisions) {
  std::vector<std::string> names;
  for (const auto& item : list.items()) {
    names.push_back(item.string());
    if (std::find(divisions.begin(), divisions.end(), names.back()) == divisions.end()) {
      item.fail_with(
          fmt::format("\"{}\" is not among the names of divisions", base::printable(names.back())));
    }
  }
  return names;
}

void load_divisions(const RuleValue& values, RoundTables& tables) {
  values.only({"names", "scenario_rules_apply", "accuracy_rules_apply", "compliance_tests_apply",
               "system_types", "network_only_category", "availability_status",
               "availability_status_comparison"});
  tables.divisions = some_strings(values.at("names"));
  tables.scenario_rules_apply = divisions_in(values.at("scenario_rules_apply"), tables.divisions);
  tables.accuracy_rules_apply = divisions_in(values.at("accuracy_rules_apply"), tables.divisions);
  tables.compliance_tests_apply = divisions_in(values.at("compliance_tests_apply"), tables.divisions);
  tables.system_types = some_strings(values.at("system_types"));
  tables.network_only_category = values.at("network_only_category").string();
  tables.statuses = some_strings(values.at("availability_status"));
}

void load_scenarios(const RuleValue& values, KnownNames& known, RoundTables& tables) {
  values.only({"names", "folder_alias_to_name", "folder_comparison", "loadgen_effective_scenario_by_name",
               "endpoints_folder_alias_to_name"});
  tables.scenarios = some_strings(values.at("names"));
  known.scenarios = tables.scenarios;
  for (const auto& [alias, name] : values.at("folder_alias_to_name").members()) {
    known.check_scenario(name.string(), name);
    if (alias != base::lower(alias)) name.fail_with("the alias has to be in lower case");
    tables.scenario_by_alias[alias] = name.string();
  }
  for (const auto& [name, effective] : known.by_scenario(values.at("loadgen_effective_scenario_by_name"))) {
    known.check_scenario(effective.string(), effective);
    tables.loadgen_scenario[name] = effective.string();
  }
  for (const auto& name : tables.scenarios) values.at("loadgen_effective_scenario_by_name").at(name);
  if (const auto endpoints = values.find("endpoints_folder_alias_to_name")) {
    for (const auto& [alias, name] : endpoints->members()) known.check_scenario(name.string(), name);
  }
}

void load_benchmarks(const RuleValue& values, KnownNames& known, RoundTables& tables) {
  for (const auto& [name, benchmark] : values.members()) {
    benchmark.only({"categories", "mlperf_conf_model", "mlperf_conf_model_interactive", "listed_in_readme",
                    "checker_runs_token_latency_check", "loadgen_token_latencies_required"});
    auto& entry = tables.by_benchmark[name];
    entry.categories = benchmark.at("categories").strings();
    for (const auto& category : benchmark.at("categories").items()) {
      if (std::find(tables.system_types.begin(), tables.system_types.end(), category.string()) ==
          tables.system_types.end()) {
        category.fail("one of the system types of divisions");
      }
    }
    tables.conf_model[name] = benchmark.at("mlperf_conf_model").string();
    benchmark.at("listed_in_readme").boolean();
    benchmark.at("checker_runs_token_latency_check").boolean();
    benchmark.at("loadgen_token_latencies_required").boolean();
    tables.benchmarks.push_back(name);
    known.benchmarks.insert(name);
  }
  if (tables.benchmarks.empty()) values.fail("at least one benchmark");
  for_every_benchmark(tables, [&](const std::string&, BenchmarkTables& benchmark) {
    for (const auto& scenario : tables.scenarios) benchmark.scenarios[scenario];
  });
}

void load_requirements(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"datacenter", "edge", "datacenter_and_edge"});
  for (const auto* type : {"datacenter", "edge", "datacenter_and_edge"}) {
    for (const auto& [benchmark, rule] : known.by_benchmark(values.at(type))) {
      rule.only({"all_of", "one_of"});
      ScenarioRequirement requirement;
      for (const auto& scenario : rule.at("all_of").items()) {
        known.check_scenario(scenario.string(), scenario);
        requirement.all_of.push_back(scenario.string());
      }
      for (const auto& choice : rule.at("one_of").items()) {
        for (const auto& scenario : choice.items()) known.check_scenario(scenario.string(), scenario);
        requirement.one_of.push_back(some_strings(choice));
      }
      if (tables.by_benchmark.find(benchmark) == tables.by_benchmark.end()) {
        rule.fail_with(fmt::format("\"{}\" is no benchmark of the round", benchmark));
      }
      tables.requirements[type][benchmark] = std::move(requirement);
    }
  }
}

void load_inferences(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  tables.inferred_only_when = values.at("only_when_system_type_contains").string();
  for (const auto& pair : values.at("pairs_from_to").items()) {
    const auto ends = pair.items();
    if (ends.size() != 2) pair.fail("two scenarios");
    for (const auto& end : ends) known.check_scenario(end.string(), end);
    tables.inferences.emplace_back(ends[0].string(), ends[1].string());
  }
}

void load_name_mapping(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"fixed", "order", "substring_guess", "model_mapping_file"});
  for (const auto& [alias, name] : values.at("fixed").members()) {
    known.check_benchmark(name.string(), name);
    tables.benchmark_by_alias[alias] = name.string();
  }
  for (const auto& guess : values.at("substring_guess").items()) {
    guess.only({"contains_any", "benchmark"});
    known.check_benchmark(guess.at("benchmark").string(), guess.at("benchmark"));
    tables.guesses.push_back({some_strings(guess.at("contains_any")), guess.at("benchmark").string()});
  }
}

}  // namespace

std::set<std::string, std::less<>> legacy_names(const RuleValue& document) {
  std::set<std::string, std::less<>> names;
  if (const auto legacy = values_of(document, "compliance_tests").find("legacy_names_in_checker")) {
    for (const auto& [test, list] : legacy->members()) {
      for (auto& name : list.strings()) names.insert(std::move(name));
    }
  }
  if (const auto dead = values_of(document, "min_query_count").find("dead_checker_entries")) {
    for (const auto& [name, entry] : dead->members()) names.insert(name);
  }
  return names;
}

void load_names(const RuleValue& document, KnownNames& known, RoundTables& tables) {
  load_divisions(values_of(document, "divisions"), tables);
  load_scenarios(values_of(document, "scenarios"), known, tables);
  load_benchmarks(values_of(document, "benchmarks"), known, tables);
  load_requirements(values_of(document, "scenario_requirements"), known, tables);
  load_inferences(values_of(document, "inferred_results"), known, tables);
  load_name_mapping(values_of(document, "benchmark_name_mapping"), known, tables);
}

}  // namespace mlperf::rules
