// SPDX-License-Identifier: Apache-2.0
// What has to be done with an accuracy log, and what is wrong with it: a pure function of what the disk says.
// The one rule behind all of it: a hash that may be the whole log's is never replaced by that of a shortened
// one, and a log is shortened only where its own hash is recorded and its whole is kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "audit/finding.h"
#include "audit/truncate_facts.h"
#include "rules/round.h"

namespace mlperf::audit {

enum class TruncateMode : std::uint8_t { truncate, dry_run, check };
std::string_view to_string(TruncateMode mode);  // "truncate", "dry-run", "check"

// Of the log as it was found.
enum class TruncateState : std::uint8_t {
  absent,
  unusable,   // empty, a link, out of reach, shortened in another way
  too_long,   // above the round's limit
  cut,        // shortened as the round has it
  whole,      // small enough to stay as it is
  malformed,  // small enough, but neither a whole log nor a shortened one
};
std::string_view to_string(TruncateState state);

struct TruncatePlan {
  TruncateState state = TruncateState::unusable;
  bool keep_copy = false;   // write the backup
  bool write_hash = false;  // write accuracy.txt anew
  bool cut = false;
  std::string hash;                   // recorded, or to be recorded; empty when it cannot be told
  std::vector<std::string> replaced;  // what the hash lines that go away say

  bool idle() const { return !keep_copy && !write_hash && !cut; }
};

// With TruncateMode::check whatever would have to be done is an error in `out`.
TruncatePlan plan_truncation(const TruncateFacts& facts, const rules::Round& round, TruncateMode mode,
                             Findings& out);

}  // namespace mlperf::audit
