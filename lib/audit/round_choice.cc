// SPDX-License-Identifier: Apache-2.0
#include "audit/round_choice.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "audit/performance_log.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

bool version_fits(const rules::Round& round, std::string_view version) {
  const auto found = version_parts(version);
  return !found.empty() && found >= version_parts(round.loadgen_version_min()) &&
         found <= version_parts(round.loadgen_version_max_known());
}

// The round with most votes; nullptr without any. A draw goes to the newer round.
const rules::Round* winner(const std::map<const rules::Round*, std::size_t>& votes,
                           const rules::RuleSet& rules) {
  const rules::Round* best = nullptr;
  for (const auto& round : rules.rounds) {
    const auto n = votes.contains(&round) ? votes.at(&round) : 0;
    if (n > 0 && (best == nullptr || n >= votes.at(best))) best = &round;
  }
  return best;
}

const rules::Round* round_named_in(const rules::RuleSet& rules, std::string_view path) {
  for (auto round = rules.rounds.rbegin(); round != rules.rounds.rend(); ++round) {
    if (base::contains(path, round->name())) return &*round;
  }
  return nullptr;
}

}  // namespace

const rules::Round* round_of_seeds(const rules::RuleSet& rules, const rules::Seeds& seeds) {
  for (const auto& round : rules.rounds) {
    if (round.seeds() == seeds) return &round;
  }
  return nullptr;
}

RoundChoice choose_round(const rules::RuleSet& rules, const std::vector<RoundHint>& hints,
                         const std::string& root_disk) {
  std::map<const rules::Round*, std::size_t> by_seeds;
  std::map<const rules::Round*, std::size_t> by_version;
  for (const auto& hint : hints) {
    if (const auto* round = round_of_seeds(rules, hint.seeds)) ++by_seeds[round];
    for (const auto& round : rules.rounds) {
      if (version_fits(round, hint.loadgen_version)) ++by_version[&round];
    }
  }
  const auto of = base::counted(hints.size(), "detail log", "detail logs");
  if (const auto* round = winner(by_seeds, rules)) {
    return {round, fmt::format("its seeds stand in {} of {}", by_seeds[round], of), false, true};
  }
  if (const auto* round = winner(by_version, rules)) {
    return {round, fmt::format("its LoadGen made {} of {}", by_version[round], of), false};
  }
  if (const auto* round = round_named_in(rules, root_disk)) {
    return {round, fmt::format("the folder name says {}", round->name()), false};
  }
  return {&rules.newest(), "nothing in the tree tells the round; this is the newest one known", true};
}

}  // namespace mlperf::audit
