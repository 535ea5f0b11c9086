// SPDX-License-Identifier: Apache-2.0
// What the text and the page of `latency` say in the same words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/latency_report.h"

namespace mlperf::report {

std::string metric_label(const stats::Metric& metric);  // "TTFT", "latency per query"
std::string_view spoken(
    std::string_view quantity);  // "ttft" -> "TTFT", "query_latency" -> "latency per query"
std::string sources_in_words(const stats::Sources& from);  // "trace + accuracy log", "detail log"

// "gpt-oss-120b Interactive", "Server (benchmark unknown)"
std::string subject(const audit::LatencyReport& report);
std::string limits_in_words(const audit::LatencyReport& report);  // where the limits come from

// The verdict by the recomputed conditions: "VALID", "INVALID (ttft_limit, early_stopping)".
std::string verdict_in_words(const audit::LatencyReport& report);

// One row a figure: its name and a cell for each metric.
struct MetricRow {
  std::string name;
  std::vector<std::string> cells;
};
std::vector<MetricRow> metric_rows(const audit::LatencyReport& report);

struct RateRow {
  std::string name, value, logged, from;
};
std::vector<RateRow> rate_rows(const audit::LatencyReport& report);

// "TPOT: 8 of 899 over 15 ms; 1736 queries needed, 837 more than there are"
std::vector<std::string> stopping_lines(const audit::LatencyReport& report);

// Facts in a sentence each: samples and queries, tokens, late first tokens, why nothing could be recomputed.
std::vector<std::string> remarks(const audit::LatencyReport& report);

// Figures that are not known, as "figure: reason", each reason once.
std::vector<std::string> unavailable_lines(const audit::LatencyReport& report);

// The last line: counts of errors and warnings, and how far the figures were recomputed.
std::string closing_line(const audit::LatencyReport& report);

}  // namespace mlperf::report
