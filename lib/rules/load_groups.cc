// SPDX-License-Identifier: Apache-2.0
// Members that are read by name (Round::group) where they are used: of the right type, or the file is told.
#include <limits>

#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

// accuracy_lines: metric -> benchmarks, or the metric on whose line it stands.
void check_accuracy_lines(const RuleValue& lines, const KnownNames& known) {
  for (const auto& [metric, line] : lines.members()) {
    if (line.is_null()) continue;
    line.only({"benchmarks", "same_line_as"});
    if (const auto leader = line.find("same_line_as")) lines.at(leader->string());
    if (const auto benchmarks = line.find("benchmarks"))
      for (const auto& name : benchmarks->items()) known.check_benchmark(name.string(), name);
  }
}

void check_other_seeds(const RuleValue& rounds) {
  for (const auto& [round, seeds] : rounds.members()) {
    if (seeds.is_null()) continue;
    for (const auto* name : {"qsl_rng_seed", "sample_index_rng_seed", "schedule_rng_seed"})
      seeds.at(name).unsigned_64();
  }
}

// A formula is a key of the log with factors, or a text that says how its figure is made.
void check_inference(const RuleValue& formula) {
  formula.only({"key", "multiply_by", "divide_by", "unit", "formula"});
  constexpr double kMost = std::numeric_limits<double>::max();
  if (const auto key = formula.find("key")) {
    key->string();
    if (const auto factor = formula.find("multiply_by")) factor->number(0, kMost);
    if (const auto divisor = formula.find("divide_by"); divisor && divisor->number(0, kMost) == 0)
      divisor->fail("a number above 0");
  } else {
    formula.at("formula").string();
  }
}

void check_inferences(const RuleValue& values) {
  for (const auto* name :
       {"multistream_from_singlestream", "offline_from_singlestream", "offline_from_multistream"}) {
    if (const auto formula = values.find(name)) check_inference(*formula);
  }
}

void check_overrides(const RuleValue& overrides) {
  for (const auto& entry : overrides.items()) {
    entry.at("id").string();
    entry.at("group").string();
    if (const auto benchmark = entry.find("benchmark")) benchmark->string();
  }
}

void check_optional(const RuleValue& document, const KnownNames& known) {
  if (const auto lines = document.find("accuracy_lines")) check_accuracy_lines(lines->at("values"), known);
  if (const auto seeds = document.find("seeds_of_other_rounds")) check_other_seeds(seeds->at("values"));
  if (const auto overrides = document.find("audit_overrides")) check_overrides(overrides->at("values"));
  if (const auto judgement = document.find("audit_judgement")) {
    if (const auto share = judgement->at("values").find("completed_of_scheduled_min")) share->number(0, 1);
  }
}

}  // namespace

void check_read_by_name(const RuleValue& document, const KnownNames& known) {
  check_optional(document, known);
  for (const auto& [name, benchmark] : values_of(document, "benchmarks").members()) {
    if (benchmark.is_null()) continue;
    if (const auto model = benchmark.find("mlperf_conf_model")) model->string();
    if (const auto model = benchmark.find("mlperf_conf_model_interactive")) model->string();
  }
  check_inferences(values_of(document, "inferred_results"));
  const auto equal_issue = values_of(document, "equal_issue");
  if (const auto since = equal_issue.find("loadgen_sets_it_since")) {
    for (const auto& [name, version] : known.by_benchmark(*since))
      if (!version.is_null()) version.string();
  }
  if (const auto route =
          values_of(document, "compliance_files").find("required_test01_when_accuracy_line_fails"))
    route->strings();
  const auto system = values_of(document, "system_description");
  if (const auto by_division = system.find("network_required_by_division")) {
    for (const auto& [division, required] : by_division->members()) required.boolean();
  }
}

}  // namespace mlperf::rules
