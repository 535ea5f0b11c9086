// SPDX-License-Identifier: Apache-2.0
// The text report of one run: figures in a table, a histogram of each distribution with its limit, findings.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/table.h"
#include "base/units.h"
#include "report/finding_text.h"
#include "report/latency.h"
#include "report/latency_words.h"
#include "report/paint.h"

namespace mlperf::report {
namespace {

using audit::LatencyReport;

constexpr std::size_t kIndent = 2;

// A bar of `eighths` eighths of a column.
std::string bar(std::size_t eighths, bool ascii) {
  if (ascii) return std::string((eighths + 7) / 8, '#');
  static constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + kParts[eighths % 8];
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t has = base::display_width(text);
  return std::string(width > has ? width - has : 0, ' ').append(text);
}

class LatencyText {
 public:
  LatencyText(const LatencyReport& report, const TextOptions& options)
      : report_(report),
        options_(options),
        paint_(options.colour),
        width_(options.width == 0 ? kDefaultWidth : options.width) {}

  std::string render() {
    if (options_.quiet) return closing_line(report_) + "\n";
    line(paint_(Colour::bold, safe(report_.folder)));
    line(fmt::format("{}, {}, LoadGen {}; {}", safe(subject(report_)), safe(report_.statistics.settings.mode),
                     report_.loadgen_version.empty() ? "unknown" : safe(report_.loadgen_version),
                     limits_in_words(report_)));
    for (const auto& remark : remarks(report_)) wrapped(remark, 0);
    figures();
    rates();
    stopping();
    for (const auto& metric : report_.statistics.metrics) histogram(metric);
    unavailable();
    for (const auto* finding : shown_findings(report_.findings, options_)) {
      out_ += '\n';
      append_finding(out_, *finding, options_);
    }
    out_ += '\n';
    line(paint_(report_.exit_code(false) == 0 ? Colour::green : Colour::red, closing_line(report_)));
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kDefaultWidth = 80;

  void line(const std::string& text) { out_ += text + "\n"; }
  void wrapped(std::string_view text, std::size_t indent) {
    append_wrapped(out_, text, indent, options_.width);
  }

  void figures() {
    const auto& metrics = report_.statistics.metrics;
    if (metrics.empty()) return;
    std::vector<base::Column> columns{{"", base::Align::left}};
    for (const auto& metric : metrics) columns.push_back({metric_label(metric), base::Align::right});
    base::Table table(std::move(columns));
    for (const auto& row : metric_rows(report_)) {
      std::vector<std::string> cells{row.name};
      cells.insert(cells.end(), row.cells.begin(), row.cells.end());
      table.add(std::move(cells));
    }
    out_ += '\n';
    out_ += table.text(std::max(width_, std::size_t{200}), kIndent);
  }

  void rates() {
    const auto rows = rate_rows(report_);
    if (rows.empty()) return;
    base::Table table({{"throughput", base::Align::left},
                       {"", base::Align::right},
                       {"logged", base::Align::right},
                       {"from", base::Align::left}});
    for (const auto& row : rows) table.add({row.name, row.value, safe(row.logged), row.from});
    out_ += '\n';
    out_ += table.text(std::max(width_, std::size_t{200}), kIndent);
  }

  void stopping() {
    const auto lines = stopping_lines(report_);
    if (lines.empty()) return;
    line("\n  early stopping");
    for (const auto& text : lines) wrapped(text, 2 * kIndent);
  }

  // Rows of bins; the limit is a row of its own between the bins it parts.
  void histogram(const stats::Metric& metric) {
    const auto& bins = metric.histogram;
    if (bins.width == 0) return;
    const auto limit = audit::limit_of(report_.statistics, metric);
    out_ += '\n';
    line(fmt::format("  {}{}", metric_label(metric),
                     metric.at_target
                         ? fmt::format(", target percentile {}", base::human_ns(*metric.at_target))
                         : std::string()));
    std::vector<std::string> edges;
    std::size_t edge_width = limit ? std::string_view("limit").size() : 0;
    for (std::size_t i = 0; i <= bins.bins.size(); ++i) {
      edges.push_back(base::human_ns(bins.first + static_cast<std::int64_t>(i) * bins.width));
      edge_width = std::max(edge_width, edges.back().size());
    }
    const std::uint64_t most =
        std::max<std::uint64_t>(1, *std::max_element(bins.bins.begin(), bins.bins.end()));
    const std::size_t count_width =
        std::max(fmt::format("{}", most).size(), fmt::format("{}", bins.above).size());
    const std::size_t used = 2 * kIndent + edge_width + count_width + 3;
    const std::size_t room = std::clamp<std::size_t>(width_ > used ? width_ - used : 0, 10, 60);

    bool limit_shown = !limit.has_value();
    if (bins.below > 0) row("below", bins.below, edge_width, count_width, "");
    for (std::size_t i = 0; i < bins.bins.size(); ++i) {
      const std::int64_t low = bins.first + static_cast<std::int64_t>(i) * bins.width;
      if (!limit_shown && *limit <= low) limit_row(*limit, edge_width, count_width, room, limit_shown);
      const auto eighths = static_cast<std::size_t>(static_cast<double>(bins.bins[i]) * 8 *
                                                    static_cast<double>(room) / static_cast<double>(most));
      const bool over = limit && low >= *limit;
      row(edges[i], bins.bins[i], edge_width, count_width,
          paint_(over ? Colour::red : Colour::cyan,
                 bar(bins.bins[i] > 0 ? std::max<std::size_t>(eighths, 1) : 0, options_.ascii)));
    }
    if (!limit_shown && (bins.above == 0 ||
                         *limit <= bins.first + bins.width * static_cast<std::int64_t>(bins.bins.size()))) {
      limit_row(*limit, edge_width, count_width, room, limit_shown);
    }
    if (bins.above > 0) row(edges.back() + "+", bins.above, edge_width, count_width, "");
    if (!limit_shown) limit_row(*limit, edge_width, count_width, room, limit_shown);
  }

  void row(const std::string& edge, std::uint64_t count, std::size_t edge_width, std::size_t count_width,
           const std::string& drawn) {
    std::string text = fmt::format("{}{}  {}", std::string(2 * kIndent, ' '), right(edge, edge_width),
                                   right(fmt::format("{}", count), count_width));
    if (!drawn.empty()) text += " " + drawn;
    line(text);
  }

  void limit_row(std::int64_t limit, std::size_t edge_width, std::size_t count_width, std::size_t room,
                 bool& shown) {
    shown = true;
    std::string rule;
    for (std::size_t i = 0; i + 12 < room; ++i) rule += options_.ascii ? "-" : "╌";
    line(std::string(2 * kIndent, ' ') +
         paint_(Colour::yellow, fmt::format("{}  {} {} {}", right("limit", edge_width),
                                            std::string(count_width, ' '), rule, base::human_ns(limit))));
  }

  void unavailable() {
    const auto lines = unavailable_lines(report_);
    if (lines.empty()) return;
    line("\n  not known");
    for (const auto& text : lines) wrapped(safe(text), 2 * kIndent);
  }

  const LatencyReport& report_;
  const TextOptions& options_;
  Paint paint_;
  std::size_t width_;
  std::string out_;
};

}  // namespace

std::string render_latency_text(const LatencyReport& report, const TextOptions& options) {
  return LatencyText(report, options).render();
}

}  // namespace mlperf::report
