// SPDX-License-Identifier: Apache-2.0
// Which round a tree belongs to: the one that most detail logs tell by their seeds (else by their LoadGen
// version), else one that a folder names, else the newest.
#pragma once

#include <string>
#include <vector>

#include "audit/gather.h"
#include "rules/load.h"

namespace mlperf::audit {

struct RoundChoice {
  const rules::Round* round = nullptr;
  std::string reason;     // one phrase: "its seeds stand in 300 of 318 detail logs"
  bool assumed = false;   // nothing tells the round
  bool by_seeds = false;  // told by the seeds of the logs
};

RoundChoice choose_round(const rules::RuleSet& rules, const std::vector<RoundHint>& hints,
                         const std::string& root_disk);

// The round whose seeds these are, or nullptr. `rules` may know it, or an older round's figures name it.
const rules::Round* round_of_seeds(const rules::RuleSet& rules, const rules::Seeds& seeds);

}  // namespace mlperf::audit
