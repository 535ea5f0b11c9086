// SPDX-License-Identifier: Apache-2.0
#include "report/benchmark_facts.h"

#include <algorithm>

namespace mlperf::report {

std::vector<std::pair<std::string, rules::ScenarioRequirement>> requirements_of(
    const rules::Round& round, const std::string& benchmark) {
  std::vector<std::pair<std::string, rules::ScenarioRequirement>> result;
  for (const auto* type : {"datacenter", "edge", "datacenter,edge"}) {
    if (const auto* needed = round.scenario_requirement(type, benchmark)) result.emplace_back(type, *needed);
  }
  return result;
}

std::vector<std::string> scenarios_of(const rules::Round& round, const std::string& benchmark) {
  const auto requirements = requirements_of(round, benchmark);
  if (requirements.empty()) return round.scenarios();
  std::vector<std::string> result;
  for (const auto& scenario : round.scenarios()) {
    const auto in = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), scenario) != list.end();
    };
    const bool wanted = std::any_of(requirements.begin(), requirements.end(), [&](const auto& requirement) {
      const auto& rule = requirement.second;
      return in(rule.all_of) || std::any_of(rule.one_of.begin(), rule.one_of.end(), in);
    });
    if (wanted) result.push_back(scenario);
  }
  return result;
}

std::vector<std::string> aliases_of(const rules::Round& round, const std::string& benchmark) {
  std::vector<std::string> result;
  for (const auto& [alias, name] : round.benchmark_aliases()) {
    if (name == benchmark) result.push_back(alias);
  }
  return result;
}

std::vector<std::string> tests_of(const rules::Round& round, const std::string& benchmark) {
  std::vector<std::string> result;
  for (const auto& scenario : scenarios_of(round, benchmark)) {
    for (const auto& test : round.tests(benchmark, scenario)) {
      if (std::find(result.begin(), result.end(), test) == result.end()) result.push_back(test);
    }
  }
  return result;
}

const nlohmann::json& thresholds_of(const rules::Round& round, const std::string& test,
                                    const std::string& benchmark) {
  static const nlohmann::json kNone;
  const auto& all = round.group("compliance_thresholds");
  const auto limits = all.find(test);
  if (limits == all.end()) return kNone;
  const auto own = limits->find(benchmark);
  return own == limits->end() ? *limits : *own;
}

std::vector<const nlohmann::json*> overrides_of(const rules::Round& round, const std::string& benchmark) {
  std::vector<const nlohmann::json*> result;
  const auto& overrides = round.group("audit_overrides");
  if (!overrides.is_array()) return result;
  for (const auto& entry : overrides) {
    const auto name = entry.is_object() ? entry.find("benchmark") : entry.end();
    if (entry.is_object() && name != entry.end() && *name == benchmark) result.push_back(&entry);
  }
  return result;
}

}  // namespace mlperf::report
