// SPDX-License-Identifier: Apache-2.0
// Accuracy: targets and upper limits, sample counts, the shortened accuracy log, output lengths.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/number.h"
#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// A reference in the unit that the audit uses. The product is rounded to what was written: 0.7286 -> 72.86.
double in_audit_unit(double reference, const std::string& unit, const std::string& audit_unit) {
  const double factor = unit == "fraction" && audit_unit == "percent" ? 100 : 1;
  return base::parse_double(fmt::format("{:.12g}", reference * factor)).value_or(reference);
}

// The checker's figure, or what the audit says in its place; null there means that no such bound holds.
std::optional<double> audited(const RuleValue& metric, std::string_view audit_member,
                              std::string_view member) {
  const auto& json = metric.json();
  if (const auto it = json.find(audit_member); it != json.end()) {
    if (it->is_null()) return std::nullopt;
    return metric.at(audit_member).number(0, kUnbounded);
  }
  if (member.empty()) return std::nullopt;
  return metric.at(member).number(0, kUnbounded);
}

AccuracyTarget target_of(const RuleValue& metric) {
  metric.only({"metric", "reference", "factor", "minimum", "unit", "better", "audit_minimum", "audit_maximum",
               "audit_unit", "reference_word_error_rate_percent"});
  AccuracyTarget target;
  target.metric = metric.at("metric").string();
  const auto unit = metric.at("unit").string();
  target.unit = unit;
  if (const auto audit_unit = metric.find("audit_unit")) target.unit = audit_unit->string();
  if (const auto reference = metric.find("reference")) {
    target.reference = in_audit_unit(reference->number(0, kUnbounded), unit, target.unit);
  }
  if (const auto factor = metric.find("factor")) {
    if (factor->number(0, 2) == 0) factor->fail("a number above 0 and up to 2");
  }
  metric.at("minimum").number(0, kUnbounded);
  target.minimum = audited(metric, "audit_minimum", "minimum");
  target.maximum = audited(metric, "audit_maximum", "");
  const auto better = metric.at("better").string();
  if (better != "higher" && better != "lower" && better != "window") {
    metric.at("better").fail("\"higher\", \"lower\" or \"window\"");
  }
  return target;
}

void load_targets(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  for (const auto& [benchmark, entries] : known.by_benchmark(values)) {
    std::vector<std::string> seen;
    for (const auto& entry : entries.items()) {
      entry.only({"scenarios", "metrics"});
      std::vector<AccuracyTarget> targets;
      for (const auto& metric : entry.at("metrics").items()) targets.push_back(target_of(metric));
      std::vector<std::string> scenarios;
      for (const auto& scenario : entry.at("scenarios").items()) {
        if (scenario.string() == "*") {
          scenarios = known.scenarios;
          continue;
        }
        known.check_scenario(scenario.string(), scenario);
        scenarios.push_back(scenario.string());
      }
      for (const auto& scenario : scenarios) {
        if (std::find(seen.begin(), seen.end(), scenario) != seen.end()) {
          entry.at("scenarios").fail_with(fmt::format("{} has a target already", scenario));
        }
        seen.push_back(scenario);
        for_benchmark(tables, benchmark,
                      [&](BenchmarkTables& b) { b.scenarios[scenario].accuracy_targets = targets; });
      }
    }
  }
  for (const auto& benchmark : tables.benchmarks) values.at(benchmark);
}

void set_maximum(BenchmarkTables& benchmark, const std::string& metric, double maximum,
                 const RuleValue& limit) {
  for (auto& [scenario, entry] : benchmark.scenarios) {
    auto& targets = entry.accuracy_targets;
    auto it = std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.metric == metric; });
    if (it == targets.end()) {
      it = targets.insert(targets.end(), AccuracyTarget{});
      it->metric = metric;
    }
    if (it->minimum && *it->minimum > maximum) {
      limit.at("maximum").fail_with(
          fmt::format("the maximum {} is below the minimum {} of {}", maximum, *it->minimum, metric));
    }
    it->maximum = maximum;
  }
}

void load_upper_limits(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  for (const auto& [benchmark, limits] : known.by_benchmark(values)) {
    for (const auto& limit : limits.items()) {
      limit.only({"metric", "reference", "factor", "maximum", "placeholder"});
      const auto metric = limit.at("metric").string();
      const double maximum = limit.at("maximum").number(0, kUnbounded);
      if (const auto factor = limit.find("factor")) {
        if (factor->number(0, 2) == 0) factor->fail("a number above 0 and up to 2");
      }
      const auto placeholder = limit.find("placeholder");
      if (placeholder && placeholder->boolean()) continue;
      for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { set_maximum(b, metric, maximum, limit); });
    }
  }
}

void load_delta(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"by_benchmark_and_metric", "default", "default_when_benchmark_name_contains_99.9", "formula"});
  tables.accuracy_delta_percent = values.at("default").number(0, 100);
  tables.accuracy_delta_percent_strict =
      values.at("default_when_benchmark_name_contains_99.9").number(0, 100);
  for (const auto& [benchmark, metrics] : known.by_benchmark(values.at("by_benchmark_and_metric"))) {
    for (const auto& [metric, limit] : metrics.members()) {
      const double percent = limit.number(0, 100);
      for_benchmark(tables, benchmark,
                    [&, &name = metric](BenchmarkTables& b) { b.accuracy_delta_percent[name] = percent; });
    }
  }
}

void load_accuracy_log(const RuleValue& values, RoundTables& tables) {
  auto& rule = tables.accuracy_log;
  const auto size = [&](std::string_view member) {
    return static_cast<std::uint64_t>(values.at(member).integer());
  };
  rule.max_size_bytes = size("max_size_bytes");
  rule.head_bytes = size("kept_head_bytes");
  rule.tail_bytes = size("kept_tail_bytes");
  rule.cut_size_bytes = size("truncated_size_bytes");
  rule.whole_below_bytes = size("not_truncated_below_bytes");
  rule.separator = values.at("separator_text").string();
  rule.hash_length_hex = size("hash_length_hex");
  if (size("separator_bytes") != rule.separator.size()) {
    values.at("separator_bytes").fail(fmt::format("{}, the length of separator_text", rule.separator.size()));
  }
  if (const auto places = values.find("hash_recorded_in")) {
    for (const auto& [folder, place] : places->members()) {
      const auto name = place.string();
      if (name != "required" && name != "appended" && name != "hash_only")
        place.fail("required, appended or hash_only");
    }
  }
  const auto sum = rule.head_bytes + rule.separator.size() + rule.tail_bytes;
  if (rule.cut_size_bytes != sum) {
    values.at("truncated_size_bytes").fail(fmt::format("{}, the sum of head, separator and tail", sum));
  }
}

void load_sample_counts(const RuleValue& document, const KnownNames& known, RoundTables& tables) {
  for (const auto& [benchmark, counts] : known.by_benchmark(values_of(document, "accuracy_sample_count"))) {
    for (const auto& [scenario, count] : counts.members()) {
      if (scenario != "*") known.check_scenario(scenario, count);
      const auto samples = count.integer(1);
      for_benchmark(tables, benchmark, [&, &name = scenario](BenchmarkTables& b) {
        for (auto& [s, entry] : b.scenarios) {
          if (name == s || (name == "*" && !entry.accuracy_samples)) entry.accuracy_samples = samples;
        }
      });
    }
  }
  for (const auto& [benchmark, size] : known.by_benchmark(values_of(document, "dataset_size"))) {
    const auto samples = size.integer(1);
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.dataset_size = samples; });
  }
}

OutputLengthWindow window_of(const RuleValue& window, std::string metric) {
  OutputLengthWindow result{std::move(metric), window.at("minimum").number(0, kUnbounded),
                            window.at("maximum").number(0, kUnbounded)};
  if (result.minimum > result.maximum) {
    window.at("maximum").fail(fmt::format("a number of at least the minimum {}", result.minimum));
  }
  return result;
}

void load_output_lengths(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"windows", "performance_mean_output_tokens"});
  for (const auto& [benchmark, window] : known.by_benchmark(values.at("windows"))) {
    window.only({"metric", "minimum", "maximum"});
    const auto result = window_of(window, window.at("metric").string());
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.output_length_window = result; });
  }
  for (const auto& [benchmark, window] : known.by_benchmark(values.at("performance_mean_output_tokens"))) {
    window.only({"reference", "minimum", "maximum"});
    window.at("reference").number(0, kUnbounded);
    const auto result = window_of(window, "mean output tokens");
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.performance_output_length = result; });
  }
}

void load_generation(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  for (const auto& [benchmark, parameters] : known.by_benchmark(values)) {
    GenerationLimits limits;
    const auto read = [&, &from = parameters](std::optional<std::int64_t>& limit, std::string_view member) {
      if (const auto value = from.find(member)) limit = value->integer(1);
    };
    read(limits.max_new_tokens_accuracy, "max_new_tokens");
    read(limits.max_new_tokens_performance, "max_new_tokens");
    read(limits.max_new_tokens_accuracy, "max_new_tokens_accuracy");
    read(limits.max_new_tokens_performance, "max_new_tokens_performance");
    read(limits.max_new_tokens_performance, "audit_max_new_tokens_performance");
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.generation_limits = limits; });
  }
}

void load_extra_files(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"required", "suffix", "also_expected", "checker_enforces"});
  for (const auto& [benchmark, folders] : known.by_benchmark(values.at("required"))) {
    std::map<std::string, std::vector<std::string>> files;
    for (const auto& [folder, names] : folders.members()) {
      const auto suffix = values.at("suffix").at(folder).string();
      for (const auto& name : names.strings()) files[folder].push_back(name + suffix);
    }
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.extra_accuracy_files = files; });
  }
}

void load_datasets(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  for (const auto& [benchmark, list] : known.by_benchmark(values)) {
    std::vector<Round::AccuracyDataset> datasets;
    for (const auto& item : list.items()) {
      item.only({"name", "repeats", "samples"});
      datasets.push_back(
          {item.at("name").string(), item.at("repeats").integer(1), item.at("samples").integer(1)});
    }
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.accuracy_datasets = datasets; });
  }
}

}  // namespace

void load_accuracy(const RuleValue& document, const KnownNames& known, RoundTables& tables) {
  load_targets(values_of(document, "accuracy_targets"), known, tables);
  load_upper_limits(values_of(document, "accuracy_upper_limits"), known, tables);
  load_delta(values_of(document, "accuracy_delta_percent"), known, tables);
  load_accuracy_log(values_of(document, "accuracy_log"), tables);
  load_sample_counts(document, known, tables);
  load_output_lengths(values_of(document, "output_length"), known, tables);
  load_generation(values_of(document, "generation_parameters"), known, tables);
  load_extra_files(values_of(document, "extra_accuracy_files"), known, tables);
  load_datasets(values_of(document, "accuracy_datasets"), known, tables);
}

}  // namespace mlperf::rules
