// SPDX-License-Identifier: Apache-2.0
// What the summary table tells of a system, taken from its description.
#pragma once

#include <string>

#include "audit/evidence.h"
#include "audit/report.h"

namespace mlperf::audit {

// Numbers and flags as they are written; a member that is absent or of another type is left out.
SystemFacts system_facts(const SystemEvidence& system, const std::string& division,
                         const std::string& submitter);

}  // namespace mlperf::audit
