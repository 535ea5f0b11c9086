// SPDX-License-Identifier: Apache-2.0
// The benchmark folder of a system: is it a benchmark of the round, and are its scenarios those that are
// asked for?
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/checks.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

std::vector<std::string> ids_of(const BenchmarkContext& benchmark) {
  std::vector<std::string> ids;
  for (const auto& scenario : benchmark.scenarios) ids.push_back(scenario.id);
  return ids;
}

// "Server or Interactive"
std::string either(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, " or "));
}

bool holds(const BenchmarkContext& benchmark, const std::string& scenario) {
  return std::any_of(benchmark.scenarios.begin(), benchmark.scenarios.end(),
                     [&](const auto& s) { return s.scenario == scenario && s.holds_result; });
}

// A folder of that scenario that holds nothing, or "".
std::string empty_folder(const BenchmarkContext& benchmark, const std::string& scenario) {
  for (const auto& s : benchmark.scenarios)
    if (s.scenario == scenario && !s.holds_result) return s.folder;
  return {};
}

Reported report(Findings& out, const BenchmarkContext& benchmark, std::string_view rule,
                std::string_view variant) {
  return out.report(rule, variant)
      .at(benchmark.path)
      .affects(ids_of(benchmark))
      .with("benchmark", benchmark.benchmark.empty() ? benchmark.benchmark_folder : benchmark.benchmark)
      .with("system", benchmark.system)
      .with("type", benchmark.system_type);
}

// False when nothing more can be said about the benchmark.
bool check_known(const BenchmarkContext& benchmark, const rules::Round& round, Findings& out) {
  out.claim("structure-benchmark-known", Level::stated);
  if (!benchmark.benchmark.empty()) return true;
  const std::string nearest(base::nearest(benchmark.benchmark_folder, round.benchmarks()));
  const bool open = benchmark.division == "open";
  const std::string_view variant = open ? "open" : nearest.empty() ? "default" : "near";
  report(out, benchmark, "structure-benchmark-known", variant)
      .found(benchmark.benchmark_folder)
      .with("nearest", nearest);
  return false;
}

void check_guessed(const BenchmarkContext& benchmark, const rules::Round& round, Findings& out) {
  if (benchmark.division == "open") return;  // there model_mapping.json may have decided
  const rules::BenchmarkMatch match = round.match_benchmark(benchmark.benchmark_folder, {});
  out.claim("structure-benchmark-guessed", Level::stated);
  if (match.how == rules::BenchmarkMatch::How::guess)
    report(out, benchmark, "structure-benchmark-guessed", "default")
        .found(benchmark.benchmark_folder)
        .expected(benchmark.benchmark);
}

void check_complete(const BenchmarkContext& benchmark, const rules::ScenarioRequirement& requirement,
                    Findings& out) {
  out.claim("structure-scenarios-complete", Level::cross_checked);
  std::vector<std::string> missing, empty;
  const auto note_empty = [&](const std::string& scenario) {
    if (std::string folder = empty_folder(benchmark, scenario); !folder.empty())
      empty.push_back(std::move(folder));
  };
  for (const std::string& scenario : requirement.all_of) {
    if (holds(benchmark, scenario)) continue;
    missing.push_back(scenario);
    note_empty(scenario);
  }
  for (const std::vector<std::string>& group : requirement.one_of) {
    if (std::any_of(group.begin(), group.end(), [&](const std::string& s) { return holds(benchmark, s); }))
      continue;
    missing.push_back(either(group));
    for (const std::string& scenario : group) note_empty(scenario);
  }
  if (missing.empty()) return;
  std::vector<std::string> found;
  for (const auto& scenario : benchmark.scenarios)
    if (scenario.holds_result) found.push_back(scenario.folder);
  const std::string wanted = fmt::format("{}", fmt::join(missing, ", "));
  report(out, benchmark, "structure-scenarios-complete", empty.empty() ? "default" : "empty")
      .level(Level::cross_checked)
      .found(fmt::format("{}", fmt::join(found, ", ")))
      .expected(wanted)
      .with("missing", wanted)
      .with("empty", fmt::format("{}", fmt::join(empty, ", ")));
}

void check_unknown(const BenchmarkContext& benchmark, const rules::ScenarioRequirement& requirement,
                   Findings& out) {
  out.claim("structure-scenario-unknown", Level::cross_checked);
  std::vector<std::string> allowed = requirement.all_of;
  for (const auto& group : requirement.one_of) allowed.insert(allowed.end(), group.begin(), group.end());
  for (const auto& scenario : benchmark.scenarios) {
    if (scenario.scenario.empty() || !scenario.holds_result) continue;
    if (std::find(allowed.begin(), allowed.end(), scenario.scenario) != allowed.end()) continue;
    report(out, benchmark, "structure-scenario-unknown", "default")
        .at(benchmark.path + "/" + scenario.folder)
        .level(Level::cross_checked)
        .found(scenario.scenario)
        .expected(fmt::format("{}", fmt::join(allowed, ", ")))
        .with("unknown", scenario.folder);
  }
}

// A base that is missing where the round asks for it is told with the missing scenarios.
void check_inferences(const BenchmarkContext& benchmark, const rules::ScenarioRequirement* requirement,
                      Findings& out) {
  using Base = BenchmarkContext::Base;
  for (const auto& scenario : benchmark.scenarios) {
    if (scenario.base == Base::unknown) continue;
    out.claim("perf-inferred", Level::cross_checked);
    const bool told = requirement != nullptr && benchmark.whole &&
                      std::find(requirement->all_of.begin(), requirement->all_of.end(),
                                scenario.inferred_from) != requirement->all_of.end();
    if (scenario.base == Base::same || (scenario.base == Base::missing && told)) continue;
    out.report("perf-inferred", scenario.base == Base::other ? "other-log" : "no-base")
        .at(benchmark.path + "/" + scenario.folder + "/performance/run_1/mlperf_log_detail.txt")
        .level(Level::cross_checked)
        .found(scenario.inferred_from)
        .with("scenario", scenario.scenario)
        .affects({scenario.id});
  }
}

}  // namespace

void check_benchmark(const BenchmarkContext& benchmark, const rules::Round& round, Findings& out) {
  if (!check_known(benchmark, round, out)) return;
  check_guessed(benchmark, round, out);
  if (!round.scenario_rules_apply(benchmark.division)) return check_inferences(benchmark, nullptr, out);
  // A system type that is none is said by system-type.
  const auto& types = round.system_types();
  if (std::find(types.begin(), types.end(), benchmark.system_type) == types.end()) return;
  const rules::ScenarioRequirement* requirement =
      round.scenario_requirement(benchmark.system_type, benchmark.benchmark);
  check_inferences(benchmark, requirement, out);
  if (!requirement) {
    report(out, benchmark, "structure-benchmark-known", "category").found(benchmark.system_type);
    return;
  }
  if (benchmark.whole) check_complete(benchmark, *requirement, out);
  check_unknown(benchmark, *requirement, out);
}

}  // namespace mlperf::audit
