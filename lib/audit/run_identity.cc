// SPDX-License-Identifier: Apache-2.0
#include "audit/run_identity.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "audit/performance_log.h"
#include "audit/round_choice.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

namespace fs = std::filesystem;

// The only result to which the folder of `path` belongs, if there is one.
std::optional<submission::ResultPaths> result_of_path(const std::string& path, const rules::RuleSet& rules) {
  std::error_code failed;
  fs::path folder(path);
  if (!fs::is_directory(folder, failed)) folder = folder.parent_path();
  if (folder.empty()) folder = ".";
  std::optional<submission::DiscoverError> error;
  auto found = submission::discover({folder.string()}, "", rules.tree_names(), error);
  if (error || found.results.size() != 1) return std::nullopt;
  return std::move(found.results.front());
}

std::optional<Failure> choose_round(const std::string& path, const mllog::DetailLog* log,
                                    const std::string& name, const rules::RuleSet& rules,
                                    RunIdentity& identity) {
  if (!name.empty()) {
    identity.round = rules.find_round(name);
    if (identity.round != nullptr) return std::nullopt;
    return Failure{fmt::format("no round \"{}\" in the rules", base::printable(name))};
  }
  std::vector<RoundHint> hints;
  if (log != nullptr) {
    RoundHint& hint = hints.emplace_back();
    hint.seeds = seeds_of(*log).value_or(rules::Seeds{});
    hint.loadgen_version = log->string("loadgen_version").value_or("");
  }
  std::error_code error;
  const auto absolute = fs::absolute(path, error).lexically_normal().generic_string();
  const auto choice = audit::choose_round(rules, hints, absolute);
  identity.round = choice.round;
  identity.round_reason =
      choice.assumed ? "nothing tells the round; this is the newest one known" : choice.reason;
  return std::nullopt;
}

std::optional<Failure> set_benchmark(const std::string& name, RunIdentity& identity) {
  const auto& round = *identity.round;
  identity.match = round.match_benchmark(name, {});
  identity.benchmark = identity.match.benchmark;
  if (round.has_benchmark(identity.benchmark) && identity.match.how != rules::BenchmarkMatch::How::guess)
    return std::nullopt;
  const auto near = base::nearest(name, round.benchmarks());
  return Failure{fmt::format("no benchmark \"{}\" in {}{}", base::printable(name), round.name(),
                             near.empty() ? "" : fmt::format("; the nearest is {}", near))};
}

std::optional<Failure> set_scenario(const std::string& name, RunIdentity& identity) {
  const auto& round = *identity.round;
  identity.scenario = round.scenario_of_folder(name).value_or("");
  if (!identity.scenario.empty()) return std::nullopt;
  return Failure{fmt::format("no scenario \"{}\" in {}; known are {}", base::printable(name), round.name(),
                             fmt::join(round.scenarios(), ", "))};
}

}  // namespace

std::variant<RunIdentity, Failure> identify_run(const std::string& path, const mllog::DetailLog* log,
                                                const IdentityOptions& options, const rules::RuleSet& rules) {
  RunIdentity identity;
  if (auto failure = choose_round(path, log, options.round, rules, identity)) return *failure;
  const auto& round = *identity.round;
  identity.paths = result_of_path(path, rules);
  if (identity.paths) {
    identity.match = round.match_benchmark(identity.paths->benchmark, {});
    if (round.has_benchmark(identity.match.benchmark)) identity.benchmark = identity.match.benchmark;
    identity.scenario = round.scenario_of_folder(identity.paths->scenario).value_or("");
  }
  if (!options.benchmark.empty())
    if (auto failure = set_benchmark(options.benchmark, identity)) return *failure;
  if (!options.scenario.empty())
    if (auto failure = set_scenario(options.scenario, identity)) return *failure;
  // The log's word, which for an Interactive run is Server.
  if (identity.scenario.empty() && log != nullptr)
    identity.scenario = round.scenario_of_folder(log->string("effective_scenario").value_or("")).value_or("");
  return identity;
}

}  // namespace mlperf::audit
