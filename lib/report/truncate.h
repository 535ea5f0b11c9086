// SPDX-License-Identifier: Apache-2.0
// The report of `truncate`: a line an accuracy log, what is wrong below it, the count last; or JSON.
#pragma once

#include <string>

#include "audit/truncate.h"
#include "report/show.h"

namespace mlperf::report {

std::string render_truncate_text(const audit::TruncateReport& report, const TextOptions& options);
std::string render_truncate_json(const audit::TruncateReport& report);

// What was or would be done with a log: "cut", "hash recorded", "already cut", "whole", "unusable", ...
std::string_view truncate_action(const audit::TruncateEntry& entry, audit::TruncateMode mode);

}  // namespace mlperf::report
