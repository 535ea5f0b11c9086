// SPDX-License-Identifier: Apache-2.0
// The page of one run: the same figures as the text, the distributions as inline SVG. No scripts, nothing is
// loaded.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"
#include "report/latency.h"
#include "report/latency_words.h"

namespace mlperf::report {
namespace {

using audit::LatencyReport;

constexpr std::string_view kStyle =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#1c2430;"
    "background:#fff}h1{font-size:1.3em;overflow-wrap:anywhere}h2{font-size:1.1em;margin-top:1.8em}"
    "table{border-collapse:collapse}th,td{padding:.2em .8em;text-align:right;border-bottom:1px solid #d8dee6;"
    "font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}"
    "svg{width:100%;height:auto}.bar{fill:#3d7ea6}.over{fill:#c0392b}.axis{stroke:#8795a5}"
    ".limit{stroke:#c0392b;stroke-dasharray:5 4;stroke-width:2}.target{stroke:#1c2430;stroke-width:1.5}"
    "text{font:12px system-ui,sans-serif;fill:#1c2430}.finding{border-left:4px solid #c0392b;padding:.2em "
    ".8em;"
    "margin:.8em 0}.warning{border-color:#d68910}.note{border-color:#8795a5}"
    "code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#14181d;color:#e4e9ef}"
    "text{fill:#e4e9ef}.target{stroke:#e4e9ef}th,td{border-color:#39424d}}";

std::string escaped(std::string_view text) {
  static constexpr Substitute kEntities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  return safe(text, kEntities);
}

// A histogram as an SVG of fixed coordinates that scales with the page.
class Drawing {
 public:
  Drawing(const stats::Metric& metric, std::optional<std::int64_t> limit)
      : bins_(metric.histogram), target_(metric.at_target), limit_(limit) {
    const auto values_end = end_of_bins();
    // Room for the limit, unless it is so far off that the bars would be lost.
    const double span = values_end - first();
    limit_in_view_ = limit && static_cast<double>(*limit) > first() &&
                     static_cast<double>(*limit) <= values_end + kFarthestLimit * span;
    end_ = limit_in_view_ ? std::max(values_end, static_cast<double>(*limit) + span * 0.03) : values_end;
  }

  std::string svg() {
    out_ = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\">\n", kWidth, kHeight);
    bars();
    out_ += fmt::format("<line class=\"axis\" x1=\"{0}\" y1=\"{2}\" x2=\"{1}\" y2=\"{2}\"/>\n", kLeft,
                        kWidth - kLeft, kBase);
    ticks();
    if (target_)
      mark(static_cast<double>(*target_), "target", "target percentile " + base::human_ns(*target_), 14);
    if (limit_in_view_) mark(static_cast<double>(*limit_), "limit", "limit " + base::human_ns(*limit_), 30);
    return out_ + "</svg>\n";
  }

  bool limit_is_far() const { return limit_.has_value() && !limit_in_view_; }

 private:
  static constexpr double kWidth = 800, kHeight = 250, kLeft = 30, kBase = 220, kTop = 40;
  static constexpr double kFarthestLimit = 4;

  double first() const { return static_cast<double>(bins_.first); }
  double end_of_bins() const {
    return first() + static_cast<double>(bins_.width) * static_cast<double>(bins_.bins.size());
  }
  double x(double ns) const { return kLeft + (ns - first()) / (end_ - first()) * (kWidth - 2 * kLeft); }

  void bars() {
    const auto most = static_cast<double>(
        std::max<std::uint64_t>(1, *std::max_element(bins_.bins.begin(), bins_.bins.end())));
    for (std::size_t i = 0; i < bins_.bins.size(); ++i) {
      const std::int64_t low = bins_.first + static_cast<std::int64_t>(i) * bins_.width;
      const double left = x(static_cast<double>(low)), right = x(static_cast<double>(low + bins_.width));
      const double height = static_cast<double>(bins_.bins[i]) / most * (kBase - kTop);
      const bool over = limit_ && low >= *limit_;
      out_ += fmt::format(
          "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
          "<title>{} to {}: {}</title></rect>\n",
          over ? "over" : "bar", left, kBase - height, std::max(0.5, right - left - 1), height,
          base::human_ns(low), base::human_ns(low + bins_.width), bins_.bins[i]);
    }
  }

  void ticks() {
    constexpr std::size_t kTicks = 6;
    const std::size_t step = std::max<std::size_t>(1, bins_.bins.size() / kTicks);
    for (std::size_t i = 0; i <= bins_.bins.size(); i += step) {
      const std::int64_t edge = bins_.first + static_cast<std::int64_t>(i) * bins_.width;
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                          x(static_cast<double>(edge)), kBase + 16, base::human_ns(edge));
    }
  }

  void mark(double ns, std::string_view kind, const std::string& label, double y) {
    const double at = x(std::clamp(ns, first(), end_));
    const bool flip = at > kWidth * 0.7;
    out_ += fmt::format("<line class=\"{0}\" x1=\"{1:.1f}\" y1=\"{2}\" x2=\"{1:.1f}\" y2=\"{3}\"/>\n", kind,
                        at, y, kBase);
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", flip ? at - 5 : at + 5,
                        y + 4, flip ? "end" : "start", escaped(label));
  }

  const stats::Histogram& bins_;
  std::optional<std::int64_t> target_, limit_;
  bool limit_in_view_ = false;
  double end_ = 0;
  std::string out_;
};

class LatencyPage {
 public:
  explicit LatencyPage(const LatencyReport& report) : report_(report) {}

  std::string render() {
    out_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n"
        "<title>{0}</title><style>{1}</style></head><body>\n<h1>{0}</h1>\n",
        escaped(report_.folder), kStyle);
    paragraph(fmt::format("{}, {}, LoadGen {}; {}", subject(report_), report_.statistics.settings.mode,
                          report_.loadgen_version, limits_in_words(report_)));
    paragraph(closing_line(report_));
    for (const auto& remark : remarks(report_)) paragraph(remark);
    findings();
    figures();
    for (const auto& metric : report_.statistics.metrics) distribution(metric);
    rates();
    list("Early stopping", stopping_lines(report_));
    list("Not known", unavailable_lines(report_));
    return out_ + "</body></html>\n";
  }

 private:
  void paragraph(std::string_view text) { out_ += fmt::format("<p>{}</p>\n", escaped(text)); }
  void heading(std::string_view text) { out_ += fmt::format("<h2>{}</h2>\n", escaped(text)); }

  void list(std::string_view title, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    heading(title);
    out_ += "<ul>\n";
    for (const auto& line : lines) out_ += fmt::format("<li>{}</li>\n", escaped(line));
    out_ += "</ul>\n";
  }

  void row(std::string_view tag, const std::vector<std::string>& cells) {
    out_ += "<tr>";
    for (const auto& cell : cells) out_ += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
    out_ += "</tr>\n";
  }

  void figures() {
    const auto& metrics = report_.statistics.metrics;
    if (metrics.empty()) return;
    heading("Latencies");
    std::vector<std::string> head{""};
    for (const auto& metric : metrics) head.push_back(metric_label(metric));
    out_ += "<table>\n";
    row("th", head);
    for (const auto& figure : metric_rows(report_)) {
      std::vector<std::string> cells{figure.name};
      cells.insert(cells.end(), figure.cells.begin(), figure.cells.end());
      row("td", cells);
    }
    out_ += "</table>\n";
  }

  void rates() {
    const auto rows = rate_rows(report_);
    if (rows.empty()) return;
    heading("Throughput");
    out_ += "<table>\n";
    row("th", {"", "recomputed", "logged", "from"});
    for (const auto& rate : rows) row("td", {rate.name, rate.value, rate.logged, rate.from});
    out_ += "</table>\n";
  }

  void distribution(const stats::Metric& metric) {
    if (metric.histogram.width == 0) return;
    heading(metric_label(metric));
    const auto limit = audit::limit_of(report_.statistics, metric);
    Drawing drawing(metric, limit);
    out_ += drawing.svg();
    std::string beside;
    if (drawing.limit_is_far())
      beside += fmt::format("The limit of {} is not in view. ", base::human_ns(*limit));
    if (metric.histogram.above > 0) {
      beside += fmt::format("{} beyond the last bar. ",
                            base::counted(metric.histogram.above, "value lies", "values lie"));
    }
    if (metric.histogram.below > 0) {
      beside += fmt::format("{} below the first bar.",
                            base::counted(metric.histogram.below, "value lies", "values lie"));
    }
    if (!beside.empty()) paragraph(base::trim(beside));
  }

  void findings() {
    if (report_.findings.empty()) return;
    heading("Findings");
    for (const auto& finding : report_.findings) {
      out_ += fmt::format("<div class=\"finding {0}\"><b>{0}</b> {1} <code>{2}</code><br>{3}",
                          rules::to_string(finding.severity), escaped(finding.rule),
                          escaped(show_place(finding.place, {})), escaped(finding.message));
      for (const auto& place : finding.more) {
        if (place.found.empty()) continue;
        out_ += fmt::format("<br><code>{}</code> {}", escaped(show_place(place, {})), escaped(place.found));
      }
      if (!finding.fix.empty()) out_ += fmt::format("<br>fix: {}", escaped(finding.fix));
      out_ += "</div>\n";
    }
  }

  const LatencyReport& report_;
  std::string out_;
};

}  // namespace

std::string render_latency_html(const LatencyReport& report) {
  return LatencyPage(report).render();
}

}  // namespace mlperf::report
