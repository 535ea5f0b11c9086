// SPDX-License-Identifier: Apache-2.0
// The text of `rules show` and `rules list --benchmarks`.
#include "report/benchmark_sheet.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/table.h"
#include "base/text.h"
#include "base/units.h"
#include "report/benchmark_facts.h"

namespace mlperf::report {
namespace {

using base::Align;
using base::Table;

std::string or_dash(const std::optional<std::int64_t>& count) {
  return count ? std::to_string(*count) : "-";
}
// Enough digits for any rule; a product such as 75.69539999999999 is shown as 75.6954.
std::string shown(double value) {
  return fmt::format("{:.10g}", value);
}
std::string or_dash(const std::optional<double>& value) {
  return value ? shown(*value) : "-";
}
std::string ns_or_dash(const std::optional<std::int64_t>& ns) {
  return ns ? base::human_ns(*ns) : "-";
}

std::string joined(const std::vector<std::string>& names, std::string_view between = ", ") {
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, between));
}

// The sources that sections refer to by number.
class Sources {
 public:
  explicit Sources(const rules::Round& round) : round_(round) {}

  // "[1] [3]" for the sources of these groups of the rule file.
  std::string numbers(std::initializer_list<std::string_view> groups) {
    std::vector<std::size_t> numbers;
    for (const auto group : groups) {
      const auto source = round_.source(group);
      if (source.empty()) continue;
      const auto it = std::find(sources_.begin(), sources_.end(), source);
      numbers.push_back(static_cast<std::size_t>(it - sources_.begin()) + 1);
      if (it == sources_.end()) sources_.push_back(source);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return fmt::format("[{}]", fmt::join(numbers, "] ["));
  }

  std::string text(std::size_t width) const {
    Table table({{}, {}});
    for (std::size_t i = 0; i < sources_.size(); ++i) table.add({fmt::format("[{}]", i + 1), sources_[i]});
    return "\nSources (file@commit)\n" + table.text(width, 2);
  }

 private:
  const rules::Round& round_;
  std::vector<std::string> sources_;
};

// What all sections need.
struct Sheet {
  const rules::Round& round;
  const std::string& benchmark;
  std::size_t width;
  Sources sources;
};

std::string section(Sheet& sheet, std::string_view heading, const std::string& body,
                    std::initializer_list<std::string_view> groups) {
  return fmt::format("\n{} {}\n{}", heading, sheet.sources.numbers(groups), body);
}

std::string scenarios_section(Sheet& sheet) {
  const auto& [round, benchmark, width, sources] = sheet;
  Table table({{"system type"}, {"scenarios needed"}});
  for (const auto& [type, needed] : requirements_of(round, benchmark)) {
    std::string text = joined(needed.all_of);
    for (const auto& choice : needed.one_of) text += fmt::format(", and {}", joined(choice, " or "));
    table.add({type, text});
  }
  if (table.empty()) table.add({"-", "none: the round lists the benchmark for no system type"});
  return section(sheet, "Scenarios", table.text(width, 2), {"scenario_requirements"});
}

std::string limits_section(Sheet& sheet) {
  const auto& [round, benchmark, width, sources] = sheet;
  Table table({{"scenario"}, {"metric"}, {"p99 TTFT"}, {"p99 TPOT"}, {"p99 latency"}, {"target latency"}});
  for (const auto& scenario : scenarios_of(round, benchmark)) {
    const auto metric = round.metric(benchmark, scenario);
    const auto limits = round.token_limits(benchmark, scenario);
    const auto target = round.configured_target_latency_ns(benchmark, scenario);
    table.add({scenario, metric ? metric->unit : "-", limits ? base::human_ns(limits->ttft_p99_max_ns) : "-",
               limits ? base::human_ns(limits->tpot_p99_max_ns) : "-",
               ns_or_dash(round.latency_p99_max_ns(benchmark, scenario)),
               target == 0 ? "0 (tokens decide)" : ns_or_dash(target)});
  }
  return section(sheet, "Metrics and limits (upper bounds)", table.text(width, 2),
                 {"performance_metrics", "token_latency_limits", "target_latency_limits"});
}

std::string accuracy_section(Sheet& sheet) {
  const auto& [round, benchmark, width, sources] = sheet;
  Table table({{"metric"},
               {"unit"},
               {"minimum", Align::right},
               {"maximum", Align::right},
               {"reference", Align::right},
               {"scenarios"}});
  std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> rows;  // cells, scenarios
  for (const auto& scenario : scenarios_of(round, benchmark)) {
    for (const auto& target : round.accuracy_targets(benchmark, scenario)) {
      std::vector<std::string> cells = {target.metric, target.unit.empty() ? "-" : target.unit,
                                        or_dash(target.minimum), or_dash(target.maximum),
                                        or_dash(target.reference)};
      const auto same =
          std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == cells; });
      if (same == rows.end()) {
        rows.push_back({std::move(cells), {scenario}});
      } else {
        same->second.push_back(scenario);
      }
    }
  }
  for (auto& [cells, scenarios] : rows) {
    cells.push_back(scenarios == scenarios_of(round, benchmark) ? "all" : joined(scenarios));
    table.add(cells);
  }
  std::string body = table.text(width, 2);
  if (const auto window = round.performance_output_length(benchmark)) {
    body += fmt::format("  performance run: {} from {} to {}\n", window->metric, shown(window->minimum),
                        shown(window->maximum));
  }
  for (const auto& set : round.accuracy_datasets(benchmark)) {
    body += fmt::format("  data set {}: {}, {}\n", set.name,
                        base::counted(static_cast<std::uint64_t>(set.repeats), "repeat", "repeats"),
                        base::counted(static_cast<std::uint64_t>(set.samples), "sample", "samples"));
  }
  return section(sheet, "Accuracy", body, {"accuracy_targets", "accuracy_upper_limits"});
}

// "4388", or "Server 48289, Interactive 8000" where scenarios differ.
template <class CountOf>
std::string by_scenario(const Sheet& sheet, const CountOf& count_of) {
  std::vector<std::string> counts, parts;
  for (const auto& scenario : scenarios_of(sheet.round, sheet.benchmark)) {
    counts.push_back(or_dash(count_of(scenario)));
    parts.push_back(fmt::format("{} {}", scenario, counts.back()));
  }
  const bool same = std::adjacent_find(counts.begin(), counts.end(), std::not_equal_to<>()) == counts.end();
  return same && !counts.empty() ? counts.front() : joined(parts);
}

std::string counts_section(Sheet& sheet) {
  const auto& round = sheet.round;
  const auto& benchmark = sheet.benchmark;
  Table table({{}, {}});
  const auto duration = round.min_duration_ms(benchmark);
  table.add({"duration at least", duration == 0 ? "exempt" : base::human_ms(duration)});
  table.add({"performance samples at least", by_scenario(sheet, [&](const std::string& scenario) {
               return round.performance_sample_count(benchmark, scenario);
             })});
  table.add({"Offline samples per query at least", or_dash(round.offline_min_samples_per_query(benchmark))});
  table.add({"accuracy samples", by_scenario(sheet, [&](const std::string& scenario) {
               return round.accuracy_sample_count(benchmark, scenario);
             })});
  table.add({"samples in the data set", or_dash(round.dataset_size(benchmark))});
  const auto limits = round.generation_limits(benchmark);
  if (limits.max_new_tokens_accuracy || limits.max_new_tokens_performance) {
    table.add({"output tokens at most",
               fmt::format("{} (accuracy), {} (performance)", or_dash(limits.max_new_tokens_accuracy),
                           or_dash(limits.max_new_tokens_performance))});
  }
  table.add({"equal issue mode", round.equal_issue_required(benchmark) ? "required" : "not required"});
  table.add({"token latencies", round.token_latencies_required(benchmark) ? "required" : "not required"});
  return section(
      sheet, "Counts and settings", table.text(sheet.width, 2),
      {"duration", "performance_sample_count", "offline_min_samples_per_query", "accuracy_sample_count",
       "dataset_size", "generation_parameters", "equal_issue", "token_latency_flag"});
}

std::string seeds_section(Sheet& sheet) {
  const auto& seeds = sheet.round.seeds();
  Table table({{}, {"", Align::right}});
  table.add({"qsl_rng_seed", std::to_string(seeds.qsl)});
  table.add({"sample_index_rng_seed", std::to_string(seeds.sample_index)});
  table.add({"schedule_rng_seed", std::to_string(seeds.schedule)});
  return section(sheet, "Seeds", table.text(sheet.width, 2), {"seeds"});
}

// A figure of the rule file by the unit in its name.
std::string figure(std::string_view name, const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    std::vector<std::string> parts;
    for (const auto& item : value) parts.push_back(figure(name, item));
    return joined(parts);
  }
  if (value.is_object()) {
    std::vector<std::string> parts;
    for (const auto& [member, inner] : value.items())
      parts.push_back(fmt::format("{} {}", member, figure(member, inner)));
    return joined(parts);
  }
  if (value.is_number_integer() && name.ends_with("_ns")) return base::human_ns(value.get<std::int64_t>());
  if (value.is_number() && base::contains(name, "tolerance"))
    return fmt::format("{:.12g} %", value.get<double>() * 100);
  return (value.is_number_float() ? shown(value.get<double>()) : value.dump()) +
         (name.ends_with("_percent") ? " %" : "");
}

std::string words(std::string_view name) {
  for (const std::string_view unit : {"_ns", "_percent"}) {
    if (name.ends_with(unit)) name.remove_suffix(unit.size());
  }
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string tests_section(Sheet& sheet) {
  const auto& [round, benchmark, width, sources] = sheet;
  std::string body;
  Table by_scenario({{"scenario"}, {"tests"}});
  for (const auto& scenario : scenarios_of(round, benchmark)) {
    by_scenario.add({scenario, joined(round.tests(benchmark, scenario))});
  }
  body += by_scenario.text(width, 2);
  for (const auto& test : tests_of(round, benchmark)) {
    body += fmt::format("  {}\n", test);
    Table limits({{}, {}});
    const auto& thresholds = thresholds_of(round, test, benchmark);
    for (const auto& [name, value] : thresholds.items()) limits.add({words(name), figure(name, value)});
    body += limits.text(width, 4);
    body += fmt::format("    files: {}\n", base::wrap(joined(round.required_test_files(test)), width, 11));
  }
  return section(sheet, "Compliance tests", body,
                 {"compliance_tests", "compliance_thresholds", "compliance_files"});
}

// "checker >= 0.866 fraction", or nothing where the entry does not say what `who` says.
std::string position(const nlohmann::json& entry, std::string_view who, std::string_view label) {
  const auto member = [&](const std::string& name) -> const nlohmann::json* {
    const auto it = entry.find(name);
    return it == entry.end() ? nullptr : &*it;
  };
  const auto text = [](const nlohmann::json* value) {
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
  };
  const auto* value = member(fmt::format("{}_value", who));
  const auto comparison = text(member(fmt::format("{}_comparison", who)));
  if (value == nullptr) return comparison.empty() ? "" : fmt::format("{} {}", label, comparison);
  const auto unit = text(member("unit"));
  std::string out = fmt::format("{} {}{}", label, comparison, comparison.empty() ? "" : " ");
  if (unit == "ns") return out + figure("_ns", *value);
  return out + figure("", *value) + (value->is_number() && !unit.empty() ? " " + unit : "");
}

std::string disagreements_section(const Sheet& sheet) {
  Table table({{}, {}});
  for (const auto* entry : overrides_of(sheet.round, sheet.benchmark)) {
    const auto id = entry->find("id");
    std::vector<std::string> parts;
    for (const auto& [who, label] : {std::pair{"checker", "checker"}, std::pair{"policy", "rules text"},
                                     std::pair{"readme", "README"}, std::pair{"audit", "here"}}) {
      if (auto part = position(*entry, who, label); !part.empty()) parts.push_back(std::move(part));
    }
    table.add({id != entry->end() && id->is_string() ? id->get<std::string>() : "-", joined(parts)});
  }
  if (table.empty()) return {};
  return fmt::format("\nWhere the official sources disagree\n{}", table.text(sheet.width, 2));
}

}  // namespace

std::string benchmark_text(const rules::Round& round, const std::string& benchmark, std::size_t width) {
  std::string out = fmt::format("{} in {}\n", benchmark, round.name());
  out += fmt::format("  systems: {}\n", joined(round.categories_of(benchmark)));
  out += fmt::format("  other names: {}\n", joined(aliases_of(round, benchmark)));
  Sheet sheet{round, benchmark, width, Sources(round)};
  out += scenarios_section(sheet);
  out += limits_section(sheet);
  out += accuracy_section(sheet);
  out += counts_section(sheet);
  out += seeds_section(sheet);
  out += tests_section(sheet);
  out += disagreements_section(sheet);
  out += sheet.sources.text(width);
  return out;
}

std::string benchmark_list_text(const rules::Round& round, std::size_t width) {
  Table table({{"benchmark"}, {"systems"}, {"tests"}, {"scenarios"}});
  for (const auto& benchmark : round.benchmarks()) {
    const bool is_listed = !requirements_of(round, benchmark).empty();
    table.add({benchmark, joined(round.categories_of(benchmark)), joined(tests_of(round, benchmark)),
               is_listed ? joined(scenarios_of(round, benchmark)) : "-"});
  }
  Table aliases({{"other name"}, {"benchmark"}});
  for (const auto& [alias, name] : round.benchmark_aliases()) {
    if (round.has_benchmark(name)) aliases.add({alias, name});
  }
  return table.text(width) + "\n" + aliases.text(width) +
         fmt::format("\n{} in {}; `mlperf-audit rules show NAME` shows the figures of one\n",
                     base::counted(round.benchmarks().size(), "benchmark", "benchmarks"), round.name());
}

}  // namespace mlperf::report
