// SPDX-License-Identifier: Apache-2.0
#include "rules_command.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/table.h"
#include "base/text.h"
#include "base/units.h"
#include "report/benchmark_sheet.h"
#include "report/rule_reference.h"
#include "rules/load.h"
#include "rules_options.h"

namespace mlperf::cmd {
namespace {

struct Options : RulesOptions {
  std::string round, benchmark, folder;
  bool benchmarks = false;
};

std::vector<std::string> round_names(const rules::RuleSet& rules) {
  std::vector<std::string> names;
  for (const auto& round : rules.rounds) names.push_back(round.name());
  return names;
}

const rules::Round& round_of(const rules::RuleSet& rules, const std::string& name) {
  if (name.empty()) return rules.newest();
  if (const auto* round = rules.find_round(name)) return *round;
  throw UsageError(fmt::format("no round \"{}\"; known are {}", base::printable(name),
                               fmt::join(round_names(rules), ", ")));
}

// The official name for what a user calls a benchmark, in any case; empty when the round knows no such name.
std::string official_name(const rules::Round& round, std::string_view name) {
  for (const auto& benchmark : round.benchmarks()) {
    if (base::equal_no_case(benchmark, name)) return benchmark;
  }
  for (const auto& [alias, benchmark] : round.benchmark_aliases()) {
    if (base::equal_no_case(alias, name)) return benchmark;
  }
  return {};
}

[[noreturn]] void fail_unknown_benchmark(const rules::RuleSet& rules, const rules::Round& round,
                                         const std::string& name) {
  for (const auto& other : rules.rounds) {
    const auto benchmark = official_name(other, name);
    if (!other.has_benchmark(benchmark)) continue;
    throw UsageError(
        fmt::format("{} is no benchmark of {}, but of {}", benchmark, round.name(), other.name()));
  }
  std::vector<std::string> names = round.benchmarks();
  for (const auto& [alias, benchmark] : round.benchmark_aliases()) names.push_back(alias);
  const auto near = base::nearest(name, names);
  throw UsageError(fmt::format("no benchmark \"{}\" in {}; {}", base::printable(name), round.name(),
                               near.empty() ? "`mlperf-audit rules list --benchmarks` lists them"
                                            : fmt::format("the nearest is {}", near)));
}

void list(const Options& options) {
  const auto rules = options.load();
  if (options.format == "markdown") {
    options.write(report::rule_reference_markdown(rules.catalog));
  } else if (options.benchmarks) {
    const auto& round = round_of(rules, options.round);
    if (options.format == "json") {
      options.write_json(report::benchmark_list_json(round));
    } else {
      options.write(report::benchmark_list_text(round, base::output_width()));
    }
  } else if (options.format == "json") {
    options.write_json({{"rounds", round_names(rules)},
                        {"findings", report::entries_json(report::all_entries(rules.catalog))}});
  } else {
    options.write(report::rule_list_text(rules.catalog, base::output_width()));
  }
}

// Without --round: the newest round that has the benchmark.
const rules::Round& round_for(const rules::RuleSet& rules, const Options& options) {
  if (!options.round.empty()) return round_of(rules, options.round);
  const auto has = [&](const rules::Round& r) {
    return r.has_benchmark(official_name(r, options.benchmark));
  };
  const auto it = std::find_if(rules.rounds.rbegin(), rules.rounds.rend(), has);
  return it == rules.rounds.rend() ? rules.newest() : *it;
}

void show(const Options& options) {
  const auto rules = options.load();
  const auto& round = round_for(rules, options);
  const auto benchmark = official_name(round, options.benchmark);
  if (!round.has_benchmark(benchmark)) fail_unknown_benchmark(rules, round, options.benchmark);
  if (options.format == "json") {
    options.write_json(report::benchmark_json(round, benchmark, options.benchmark));
  } else {
    options.write(report::benchmark_text(round, benchmark, base::output_width()));
  }
}

void check(const Options& options) {
  const auto rules = rules::load_rules_from(options.folder);
  const auto findings = rules.catalog.entries().size();
  if (options.format == "json") {
    options.write_json({{"folder", options.folder}, {"rounds", round_names(rules)}, {"findings", findings}});
  } else {
    options.write(fmt::format("{}: {} ({}), {}, no problem\n", base::printable(options.folder),
                              base::counted(rules.rounds.size(), "round", "rounds"),
                              fmt::join(round_names(rules), ", "),
                              base::counted(findings, "finding", "findings")));
  }
}

}  // namespace

void add_rules_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("rules", "The rules: findings, benchmarks and their figures");
  command->require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& description, void (*work)(const Options&),
                       const std::vector<std::string>& formats) {
    auto* sub = command->add_subcommand(name, description);
    auto options = std::make_shared<Options>();
    options->add_format(*sub, formats);
    sub->callback([options, work, &exit_code] { run_command(exit_code, [&] { work(*options); }); });
    return std::pair(sub, options);
  };

  const auto [list_command, list_options] =
      add("list", "Every finding with severity and title, or the benchmarks of a round", list,
          {"text", "json", "markdown"});
  list_options->add_rules(*list_command);
  list_command->add_flag("--benchmarks", list_options->benchmarks, "List the benchmarks of the round");
  list_command->add_option("--round", list_options->round, "For --benchmarks; default: the newest")
      ->type_name("R");

  const auto [show_command, show_options] =
      add("show", "One benchmark: scenarios, limits, targets and tests, with their sources", show,
          {"text", "json"});
  show_options->add_rules(*show_command);
  show_command->add_option("benchmark", show_options->benchmark, "Official name or alias, in any case")
      ->required();
  show_command->add_option("--round", show_options->round, "Default: the newest that has the benchmark")
      ->type_name("R");

  const auto [check_command, check_options] = add(
      "check", "Validates a folder of rule files (rounds/*.json, catalog/*.json)", check, {"text", "json"});
  check_command->add_option("folder", check_options->folder, "A folder laid out like rules/")->required();
}

}  // namespace mlperf::cmd
