// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "base/table.h"
#include "base/units.h"
#include "report/paint.h"

namespace mlperf::report {
namespace {

using audit::AuditReport;
using audit::ResultReport;
using audit::Verdict;

constexpr std::size_t kColumns = 10;
using Row = std::array<std::string, kColumns>;
constexpr std::array<std::string_view, kColumns> kHead = {"Division", "Submitter",   "System",   "Benchmark",
                                                          "Scenario", "Performance", "Accuracy", "p99 TTFT",
                                                          "p99 TPOT", "Verdict"};
constexpr std::size_t kPerformance = 5;

std::string accuracy_cell(const ResultReport& result) {
  std::string cell;
  for (const auto& figure : result.accuracy) {
    if (!cell.empty()) cell += ", ";
    cell += fmt::format("{} {}", figure.metric, figure.value ? base::shortest(*figure.value) : "-");
  }
  return cell.empty() ? "-" : cell;
}

// "1.9 s (5 % left)", "16.2 ms (8 % over)"
std::string latency_cell(const std::optional<std::int64_t>& measured,
                         const std::optional<std::int64_t>& limit) {
  if (!measured) return "-";
  const auto headroom = headroom_percent(measured, limit);
  if (!headroom) return base::human_ns(*measured);
  return fmt::format("{} ({:.3g} % {})", base::human_ns(*measured), std::abs(*headroom),
                     *headroom < 0 ? "over" : "left");
}

std::string verdict_cell(const ResultReport& result) {
  if (result.verdict != Verdict::invalid && result.waived_errors > 0)
    return fmt::format("{} ({} waived)", audit::to_string(result.verdict),
                       base::counted(result.waived_errors, "error", "errors"));
  return std::string(audit::to_string(result.verdict));
}

Row row_of(const ResultReport& result) {
  const auto latency = result.latency.value_or(audit::LatencyFigures{});
  return {result.division,
          result.submitter,
          result.system,
          result.benchmark,
          result.scenario,
          show_performance(result),
          accuracy_cell(result),
          latency_cell(latency.ttft_p99_ns, latency.ttft_limit_ns),
          latency_cell(latency.tpot_p99_ns, latency.tpot_limit_ns),
          verdict_cell(result)};
}

// No pipe, markup, HTML, mention or link of GitHub's Markdown.
std::string markdown_cell(std::string_view text) {
  static constexpr Substitute kEscapes[] = {{'<', "&lt;"},  {'>', "&gt;"},  {'&', "&amp;"}, {'@', "&#64;"},
                                            {'#', "&#35;"}, {':', "&#58;"}, {'\\', "\\\\"}, {'|', "\\|"},
                                            {'`', "\\`"},   {'*', "\\*"},   {'[', "\\["},   {']', "\\]"},
                                            {'~', "\\~"}};
  return safe(text, kEscapes);
}

}  // namespace

std::optional<double> headroom_percent(const std::optional<std::int64_t>& measured,
                                       const std::optional<std::int64_t>& limit) {
  if (!measured || !limit || *limit <= 0) return {};
  const auto bound = static_cast<double>(*limit);
  return (bound - static_cast<double>(*measured)) / bound * 100;
}

std::string render_summary_text(const AuditReport& report, const TextOptions& options) {
  if (options.quiet) return verdict_line(report) + "\n";
  std::vector<base::Column> head;
  for (std::size_t c = 0; c < kColumns; ++c)
    head.push_back({std::string(kHead[c]), c == kPerformance ? base::Align::right : base::Align::left});
  base::Table table(head);
  const Paint paint(options.colour);
  for (const auto& result : report.results) {
    std::vector<std::string> cells;
    for (const auto& cell : row_of(result)) cells.push_back(safe(cell));
    cells.back() = paint(colour_of(result.verdict), cells.back());
    table.add(std::move(cells));
  }
  std::string out;
  if (const auto opening = opening_line(report); !opening.empty()) out += opening + "\n\n";
  out += table.text(std::string::npos);
  return out + "\n" + verdict_line(report) + "\n";
}

std::string render_summary_markdown(const AuditReport& report) {
  std::string out;
  if (const auto opening = opening_line(report); !opening.empty()) out += markdown_cell(opening) + "\n\n";
  for (const auto name : kHead) out += fmt::format("| {} ", name);
  out += "|\n";
  for (std::size_t c = 0; c < kColumns; ++c) out += c == kPerformance ? "|---:" : "|---";
  out += "|\n";
  for (const auto& result : report.results) {
    for (const auto& cell : row_of(result)) out += fmt::format("| {} ", markdown_cell(cell));
    out += "|\n";
  }
  return out + "\n" + markdown_cell(verdict_line(report)) + "\n";
}

}  // namespace mlperf::report
