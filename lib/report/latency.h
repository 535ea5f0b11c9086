// SPDX-License-Identifier: Apache-2.0
// The report of `latency`: for machines (names and nesting of the golden data), for a terminal with a
// histogram of each distribution, and as a self-contained page.
#pragma once

#include <string>

#include "audit/latency_report.h"
#include "report/show.h"

namespace mlperf::report {

std::string render_latency_json(const audit::LatencyReport& report);

// options.width 0: 80 columns. Bars are block characters.
std::string render_latency_text(const audit::LatencyReport& report, const TextOptions& options);

// One HTML file without scripts or references; every text in it is escaped.
std::string render_latency_html(const audit::LatencyReport& report);

}  // namespace mlperf::report
