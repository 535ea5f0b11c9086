// SPDX-License-Identifier: Apache-2.0
// Does what the plan says, in an order in which no moment is a bad one to be killed at: the whole log is
// copied, synced and given its name; then accuracy.txt gets the hash; then the shortened log takes the place
// of the whole one. Each file is written beside and renamed. What was done is found again by a second run.
#pragma once

#include <string>

#include "audit/finding.h"
#include "audit/truncate_facts.h"
#include "audit/truncate_plan.h"
#include "base/file_calls.h"
#include "rules/round.h"

namespace mlperf::audit {

struct TruncateDone {
  bool kept_copy = false, wrote_hash = false, cut = false;
};

// Stops at the first step that fails, with an error in `out`; what came before it stays done.
TruncateDone execute_truncation(const TruncateFacts& facts, const TruncatePlan& plan,
                                const TruncatePlaces& places, const rules::Round& round,
                                base::FileCalls& calls, Findings& out);

}  // namespace mlperf::audit
