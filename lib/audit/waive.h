// SPDX-License-Identifier: Apache-2.0
// What the configuration file and the options take out of the judgement. In this order, after every finding
// has its severity and before verdicts and counts are made:
//   apply_waivers(...)   marks findings; its own findings (config-*) are completed and appended to the report
//   leave_out(...)       removes what is ignored or not selected, and counts it
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/config.h"
#include "audit/finding.h"
#include "audit/report.h"

namespace mlperf::audit {

// `today` is YYYY-MM-DD. A finding is waived when a waiver matches its rule and every place it names; the
// first such waiver counts. An expired waiver does nothing and is reported, as is one that matches nothing.
void apply_waivers(const Config& config, std::string_view today, AuditReport& report, Findings& out);

// Globs of --select and --ignore, and those of the configuration file. A finding stays when it matches a glob
// of every list of selected rules that is not empty, and none of the ignored ones.
void leave_out(const std::vector<std::string>& select, const std::vector<std::string>& ignore,
               const Config& config, AuditReport& report);

// The day now, in UTC, YYYY-MM-DD.
std::string today();

}  // namespace mlperf::audit
