// SPDX-License-Identifier: Apache-2.0
// From a rule document (after inheritance) to a Round: one function a chapter of rules/rounds/*.json. Each
// reads and validates its groups and fills its part of the tables; load_names() comes first, since the others
// need the names.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "rules/round.h"
#include "rules/round_tables.h"
#include "rules/rule_value.h"

namespace mlperf::rules {

// The names that tables may mention: benchmarks of this round and of those it extends, and names that the
// official checker still carries (`legacy_names_in_checker`, `dead_checker_entries`).
struct KnownNames {
  std::set<std::string, std::less<>> benchmarks;
  std::vector<std::string> scenarios;

  void check_benchmark(const std::string& name, const RuleValue& at) const;
  void check_scenario(const std::string& name, const RuleValue& at) const;
  // The members of an object keyed by benchmark or by scenario, their keys checked.
  std::vector<std::pair<std::string, RuleValue>> by_benchmark(const RuleValue& table) const;
  std::vector<std::pair<std::string, RuleValue>> by_scenario(const RuleValue& table) const;
};

class RoundLoader {
 public:
  // `base_names`: benchmark names of the rounds that this one extends.
  static Round load(const std::string& file, nlohmann::json document,
                    const std::set<std::string, std::less<>>& base_names,
                    std::shared_ptr<const LoadgenReleases> releases);
};

RuleValue values_of(const RuleValue& document, std::string_view group);

void load_names(const RuleValue& document, KnownNames& known, RoundTables& tables);
void load_accuracy(const RuleValue& document, const KnownNames& known, RoundTables& tables);
void load_performance(const RuleValue& document, const KnownNames& known, RoundTables& tables);
void load_compliance(const RuleValue& document, const KnownNames& known, RoundTables& tables);
void load_documents(const RuleValue& document, RoundTables& tables);
// What the round keeps as it is, for Round::group(): types and names.
void check_read_by_name(const RuleValue& document, const KnownNames& known);

// Names that are no benchmark of any round but stand in tables taken from the checker.
std::set<std::string, std::less<>> legacy_names(const RuleValue& document);

// Calls write(BenchmarkTables&) for the benchmark, if it is one of this round.
template <class Write>
void for_benchmark(RoundTables& tables, const std::string& benchmark, const Write& write) {
  const auto it = tables.by_benchmark.find(benchmark);
  if (it != tables.by_benchmark.end()) write(it->second);
}

// Calls write(BenchmarkTables&) for every benchmark and for the tables of names that are none.
template <class Write>
void for_every_benchmark(RoundTables& tables, const Write& write) {
  for (auto& [name, benchmark] : tables.by_benchmark) write(name, benchmark);
  write(std::string(), tables.any_benchmark);
}

}  // namespace mlperf::rules
