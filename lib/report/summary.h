// SPDX-License-Identifier: Apache-2.0
// The results table of a submission: system, benchmark, scenario, figure, accuracy, latencies with what is
// left to their limits, verdict. The JSON of `summary` is that of `check` (report/json.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "audit/report.h"
#include "report/show.h"

namespace mlperf::report {

std::string render_summary_text(const audit::AuditReport& report, const TextOptions& options);

// A table to paste into a pull request; nothing in it is taken for markup, a mention or a link.
std::string render_summary_markdown(const audit::AuditReport& report);

// The columns of the official checker's CSV first, under its names, then ours. All results, whatever their
// verdict. Every cell is quoted, and a text that a spreadsheet would take for a formula begins with an
// apostrophe.
std::string render_summary_csv(const audit::AuditReport& report);

// How much of the limit is left, in percent of it; negative when it is exceeded; nothing when either is
// unknown.
std::optional<double> headroom_percent(const std::optional<std::int64_t>& measured,
                                       const std::optional<std::int64_t>& limit);

}  // namespace mlperf::report
