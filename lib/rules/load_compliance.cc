// SPDX-License-Identifier: Apache-2.0
// Compliance: which tests a benchmark needs, their limits, their audit.config, their files.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

using Tests = std::vector<std::string>;

bool has(const Tests& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_test(const Tests& tests, const std::string& test, const RuleValue& at) {
  if (!has(tests, test))
    at.fail_with(fmt::format("\"{}\" is no test of benchmarks_by_test", base::printable(test)));
}

// A pair that tests_by_benchmark_and_scenario leaves out needs the tests that list its benchmark.
Tests load_tests(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"benchmarks_by_test", "tests_by_benchmark_and_scenario", "legacy_names_in_checker",
               "without_any_test"});
  Tests tests;
  ByName<Tests> by_benchmark;
  for (const auto& [test, benchmarks] : values.at("benchmarks_by_test").members()) {
    tests.push_back(test);
    for (const auto& benchmark : benchmarks.items()) {
      known.check_benchmark(benchmark.string(), benchmark);
      by_benchmark[benchmark.string()].push_back(test);
    }
  }
  for (auto& [name, benchmark] : tables.by_benchmark) {
    for (auto& [scenario, entry] : benchmark.scenarios) entry.tests = by_benchmark[name];
  }
  for (const auto& [benchmark, scenarios] :
       known.by_benchmark(values.at("tests_by_benchmark_and_scenario"))) {
    for (const auto& [scenario, list] : known.by_scenario(scenarios)) {
      Tests needed;
      for (const auto& item : list.items()) {
        needed.push_back(item.string());
        check_test(tests, needed.back(), item);
        if (!has(by_benchmark[benchmark], needed.back())) {
          item.fail_with(fmt::format("{} does not list {} in benchmarks_by_test", needed.back(), benchmark));
        }
      }
      for_benchmark(tables, benchmark,
                    [&, &name = scenario](BenchmarkTables& b) { b.scenarios[name].tests = needed; });
    }
  }
  return tests;
}

template <class T, class Read>
void read_optional(const RuleValue& limits, std::string_view member, std::optional<T>& into,
                   const Read& read) {
  if (const auto value = limits.find(member)) into = read(*value);
}

// Of benchmarks that end a text with tokens of their own: benchmark -> ids.
void load_eos_tokens(const RuleValue& limits, const KnownNames& known, const std::string& test,
                     RoundTables& tables) {
  const auto by_benchmark = limits.find("eos_token_ids");
  if (!by_benchmark) return;
  for (const auto& [benchmark, ids] : known.by_benchmark(*by_benchmark)) {
    std::vector<std::int64_t> tokens;
    for (const auto& id : ids.items()) tokens.push_back(id.integer());
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.thresholds[test].eos_token_ids = tokens; });
  }
}

TestThresholds thresholds_of(const RuleValue& limits, const KnownNames& known) {
  limits.only({"performance_tolerance",
               "performance_tolerance_short_latency",
               "short_latency_singlestream_max_ns",
               "short_latency_multistream_max_ns",
               "accuracy_min_percent",
               "samples",
               "subset",
               "score_key",
               "reasoning_effort",
               "max_output_tokens",
               "ne_relative_tolerance",
               "min_matched",
               "max_unmatched",
               "max_mismatched",
               "mean_output_tokens_min",
               "mean_output_tokens_max",
               "reference_mean_output_tokens",
               "relative_tolerance",
               "ends",
               "samples_logged_target",
               "first_token_check_skipped_in",
               "max_trailing_eos_tokens",
               "eos_token_ids"});
  const auto fraction = [](const RuleValue& value) { return value.number(0, 1); };
  const auto percent = [](const RuleValue& value) { return value.number(0, 100); };
  const auto amount = [](const RuleValue& value) { return value.number(0, kUnbounded); };
  const auto count = [](const RuleValue& value) { return value.integer(); };
  TestThresholds result;
  read_optional(limits, "performance_tolerance", result.performance_tolerance, fraction);
  read_optional(limits, "performance_tolerance_short_latency", result.performance_tolerance_short_latency,
                fraction);
  read_optional(limits, "short_latency_singlestream_max_ns", result.short_latency_singlestream_max_ns, count);
  read_optional(limits, "short_latency_multistream_max_ns", result.short_latency_multistream_max_ns, count);
  read_optional(limits, "accuracy_min_percent", result.accuracy_min_percent, percent);
  read_optional(limits, "samples", result.samples, count);
  read_optional(limits, "subset", result.subset, [](const RuleValue& value) { return value.string(); });
  read_optional(limits, "ne_relative_tolerance", result.ne_relative_tolerance, fraction);
  read_optional(limits, "min_matched", result.min_matched, count);
  read_optional(limits, "max_unmatched", result.max_unmatched, count);
  read_optional(limits, "max_mismatched", result.max_mismatched, count);
  read_optional(limits, "mean_output_tokens_min", result.mean_output_tokens_min, amount);
  read_optional(limits, "mean_output_tokens_max", result.mean_output_tokens_max, amount);
  read_optional(limits, "reference_mean_output_tokens", result.reference_mean_output_tokens, amount);
  read_optional(limits, "samples_logged_target", result.samples_logged_target, count);
  read_optional(limits, "max_trailing_eos_tokens", result.max_trailing_eos_tokens, count);
  read_optional(limits, "max_output_tokens", result.max_output_tokens, count);
  if (const auto skipped = limits.find("first_token_check_skipped_in")) {
    for (const auto& scenario : skipped->items()) known.check_scenario(scenario.string(), scenario);
    result.first_token_check_skipped_in = skipped->strings();
  }
  if (result.mean_output_tokens_min && result.mean_output_tokens_max &&
      *result.mean_output_tokens_min > *result.mean_output_tokens_max) {
    limits.at("mean_output_tokens_max")
        .fail(fmt::format("at least the minimum {}", *result.mean_output_tokens_min));
  }
  return result;
}

// Members are benchmarks: the object says something for each of them. Else it speaks for every benchmark.
bool is_by_benchmark(const RuleValue& object, const KnownNames& known) {
  const auto members = object.members();
  return std::any_of(members.begin(), members.end(), [&](const auto& member) {
    return known.benchmarks.find(member.first) != known.benchmarks.end();
  });
}

void load_thresholds(const RuleValue& values, const KnownNames& known, const Tests& tests,
                     RoundTables& tables) {
  for (const auto& [test, limits] : values.members()) {
    check_test(tests, test, limits);
    if (is_by_benchmark(limits, known)) {
      for (const auto& [benchmark, own] : known.by_benchmark(limits)) {
        const auto thresholds = thresholds_of(own, known);
        for_benchmark(tables, benchmark,
                      [&, &name = test](BenchmarkTables& b) { b.thresholds[name] = thresholds; });
      }
      continue;
    }
    const auto thresholds = thresholds_of(limits, known);
    for_every_benchmark(tables, [&, &name = test](const std::string&, BenchmarkTables& benchmark) {
      benchmark.thresholds[name] = thresholds;
    });
    load_eos_tokens(limits, known, test, tables);
  }
  for (const auto& test : tests) values.at(test);
}

// The value of a setting for one benchmark and scenario; nothing where the table leaves the pair out.
std::optional<nlohmann::json> resolve(const RuleValue& value, const std::string& benchmark,
                                      const std::string& scenario) {
  if (!value.is_object()) return value.json();
  if (const auto own = value.find(benchmark)) return resolve(*own, benchmark, scenario);
  if (const auto own = value.find(scenario)) return resolve(*own, benchmark, scenario);
  return std::nullopt;
}

void check_setting(const RuleValue& value, const KnownNames& known, int depth) {
  if (!value.is_object()) {
    if (value.json().is_string()) {
      value.string();
    } else {
      value.number(0, kUnbounded);
    }
    return;
  }
  if (depth == 2) value.fail("a number or a text");
  for (const auto& [name, inner] : value.members()) {
    const bool is_scenario =
        std::find(known.scenarios.begin(), known.scenarios.end(), name) != known.scenarios.end();
    if (!is_scenario) known.check_benchmark(name, inner);
    check_setting(inner, known, depth + 1);
  }
}

void load_settings(const RuleValue& values, const KnownNames& known, const Tests& tests,
                   RoundTables& tables) {
  values.only({"settings", "detail_log_message", "detail_log_message_key"});
  tables.audit_message = values.at("detail_log_message").string();
  for (const auto& [test, settings] : values.at("settings").members()) {
    check_test(tests, test, settings);
    const bool nested = is_by_benchmark(settings, known);
    if (nested) {
      for (const auto& [benchmark, own] : known.by_benchmark(settings)) {
        for (const auto& [key, value] : own.members()) check_setting(value, known, 1);
      }
    } else {
      for (const auto& [key, value] : settings.members()) check_setting(value, known, 0);
    }
    for_every_benchmark(
        tables, [&, &test_name = test, &table = settings](const std::string& name, BenchmarkTables& b) {
          const auto own = nested ? table.find(name) : std::optional(table);
          if (!own) return;
          for (auto& [scenario, entry] : b.scenarios) {
            auto& list = entry.audit_settings[test_name];
            for (const auto& [key, value] : own->members()) {
              if (auto resolved = resolve(value, name, scenario)) list.push_back({key, std::move(*resolved)});
            }
          }
        });
  }
}

void load_files(const RuleValue& values, const Tests& tests, RoundTables& tables) {
  for (const auto& [test, files] : values.at("required").members()) {
    check_test(tests, test, files);
    tables.required_test_files[test] = files.strings();
  }
  for (const auto& test : tests) values.at("required").at(test);
  for (const auto& [test, files] : values.at("written_by_tool_but_not_required").members()) {
    check_test(tests, test, files);
    tables.optional_test_files[test] = files.strings();
  }
}

}  // namespace

void load_compliance(const RuleValue& document, const KnownNames& known, RoundTables& tables) {
  const auto tests = load_tests(values_of(document, "compliance_tests"), known, tables);
  load_thresholds(values_of(document, "compliance_thresholds"), known, tests, tables);
  load_settings(values_of(document, "compliance_run_settings"), known, tests, tables);
  load_files(values_of(document, "compliance_files"), tests, tables);
}

}  // namespace mlperf::rules
