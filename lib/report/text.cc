// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/table.h"
#include "base/text.h"
#include "base/units.h"
#include "report/finding_text.h"
#include "report/paint.h"

namespace mlperf::report {
namespace {

using audit::AuditReport;
using audit::Finding;
using audit::ResultReport;
using audit::Verdict;

constexpr std::size_t kIndent = 2;        // of a finding below its result
constexpr std::size_t kDetailIndent = 4;  // of its sentences

std::string_view spoken(audit::IgnoredRule::Effect effect) {
  switch (effect) {
    case audit::IgnoredRule::Effect::ignored:
      return "ignored";
    case audit::IgnoredRule::Effect::waived:
      return "waived";
    case audit::IgnoredRule::Effect::not_selected:
      return "all other rules left out";
  }
  return "ignored";
}

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::valid:
      return "VALID";
    case Verdict::invalid:
      return "INVALID";
    case Verdict::inconclusive:
      return "INCONCLUSIVE";
  }
  return "INVALID";
}

class TextReport {
 public:
  TextReport(const AuditReport& report, const rules::Catalog& catalog, const TextOptions& options)
      : report_(report), catalog_(catalog), options_(options), paint_(options.colour) {}

  std::string render() {
    if (options_.quiet) return verdict_line(report_) + "\n";
    if (const auto opening = opening_line(report_); !opening.empty()) out_ += opening + "\n";
    results();
    if (options_.statistics) statistics();
    summary();
    out_ += paint_(report_.exit_code() == 0 ? Colour::green : Colour::red, verdict_line(report_)) + "\n";
    return std::move(out_);
  }

 private:
  void wrapped(std::string_view text, std::size_t indent) {
    append_wrapped(out_, text, indent, options_.width);
  }
  void detail(std::string_view text) { wrapped(text, kDetailIndent); }
  void separate() {
    if (!out_.empty()) out_ += '\n';
  }

  void results();
  void result_line(const ResultReport& result);
  void result_details(const ResultReport& result);
  bool has_details(const ResultReport& result) const;
  void finding(const Finding& finding);
  void tree_findings();
  void statistics();
  void summary();
  void ignored();

  const AuditReport& report_;
  const rules::Catalog& catalog_;
  const TextOptions& options_;
  Paint paint_;
  std::string out_;
  std::size_t id_width_ = 0, value_width_ = 0;
  // Errors that stand outside the results but make them invalid, by id.
  std::unordered_map<std::string_view, std::vector<const Finding*>> shared_errors_;
};

bool TextReport::has_details(const ResultReport& result) const {
  return result.verdict != Verdict::valid || result.waived_errors > 0 ||
         !shown_findings(result.findings, options_).empty() ||
         (options_.verbose && !result.not_checked.empty());
}

void TextReport::results() {
  for (const auto& finding : report_.findings)
    if (finding.severity == rules::Severity::error && !finding.waived)
      for (const auto& id : finding.affects) shared_errors_[id].push_back(&finding);
  for (const auto& result : report_.results) {
    id_width_ = std::max(id_width_, base::display_width(safe(result.id)));
    value_width_ = std::max(value_width_, base::display_width(show_performance(result)));
  }
  // Worst first; results of which there is nothing to say come last, a line each.
  std::array<std::vector<const ResultReport*>, 4> classes;
  for (const auto& result : report_.results) {
    std::size_t rank = has_details(result) ? 2 : 3;
    if (result.verdict == Verdict::invalid) rank = 0;
    if (result.verdict == Verdict::inconclusive) rank = 1;
    classes[rank].push_back(&result);
  }
  for (std::size_t rank = 0; rank < 3; ++rank) {
    for (const auto* result : classes[rank]) {
      separate();
      result_line(*result);
      result_details(*result);
    }
  }
  tree_findings();
  if (!classes[3].empty()) separate();
  for (const auto* result : classes[3]) result_line(*result);
}

void TextReport::result_line(const ResultReport& result) {
  const std::string_view word = verdict_word(result.verdict);
  const std::string id = safe(result.id);
  const std::string value = show_performance(result);
  out_ += paint_(colour_of(result.verdict), word);
  out_.append(std::string_view("INCONCLUSIVE").size() - word.size() + 2, ' ');
  out_ += id;
  out_.append(id_width_ - base::display_width(id) + 2 + value_width_ - base::display_width(value), ' ');
  out_ += value + "\n";
}

void TextReport::result_details(const ResultReport& result) {
  if (!result.performance.value && !result.performance.unavailable.empty())
    wrapped("no figure: " + safe(result.performance.unavailable), kIndent);
  if (result.waived_errors > 0 && result.verdict != Verdict::invalid)
    wrapped(fmt::format("{} waived or ignored {} of this result", safe(report_.config_file),
                        base::counted(result.waived_errors, "error", "errors")),
            kIndent);
  if (const auto shared = shared_errors_.find(result.id); shared != shared_errors_.end())
    for (const auto* error : shared->second) append_finding_head(out_, *error, options_, "  (in full below)");
  for (const auto* each : shown_findings(result.findings, options_)) finding(*each);
  if (result.verdict == Verdict::inconclusive || options_.verbose)
    for (const auto& reason : result.inconclusive_reasons) wrapped("inconclusive: " + safe(reason), kIndent);
  if (options_.verbose && result.loadgen) wrapped("LoadGen: " + safe(show_loadgen(*result.loadgen)), kIndent);
  if (options_.verbose)
    for (const auto& reason : result.not_checked) wrapped("not checked: " + safe(reason), kIndent);
}

void TextReport::finding(const Finding& finding) {
  append_finding(out_, finding, options_);
}

void TextReport::tree_findings() {
  const auto list = shown_findings(report_.findings, options_);
  if (list.empty()) return;
  separate();
  out_ += paint_(Colour::bold, "Not of one result alone") + "\n";
  for (const auto* each : list) finding(*each);
}

void TextReport::statistics() {
  struct Row {
    rules::Severity severity = rules::Severity::note;
    std::uint64_t count = 0, waived = 0;
  };
  std::map<std::string_view, Row> by_rule;
  const auto add = [&](const std::vector<Finding>& findings) {
    for (const auto& each : findings) {
      auto& row = by_rule[each.rule];
      row.severity = std::min(row.severity, each.severity);
      ++(each.waived ? row.waived : row.count);
    }
  };
  for (const auto& result : report_.results) add(result.findings);
  add(report_.findings);
  std::vector<std::pair<std::string_view, Row>> rows(by_rule.begin(), by_rule.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    if (a.second.severity != b.second.severity) return a.second.severity < b.second.severity;
    return a.second.count > b.second.count;
  });
  if (!rows.empty()) separate();
  for (const auto& [rule, row] : rows) {
    const auto* entry = catalog_.find(rule);
    out_ += fmt::format("{:>6}  {:<7}  {}", row.count, rules::to_string(row.severity), safe(rule));
    if (row.waived > 0) out_ += fmt::format(" ({} waived)", row.waived);
    if (entry != nullptr) out_ += "  " + safe(entry->title);
    out_ += '\n';
  }
}

void TextReport::ignored() {
  for (const auto& rule : report_.ignored) {
    std::string line = fmt::format("{} by {}: {}", spoken(rule.effect), safe(rule.origin), safe(rule.glob));
    if (!rule.path.empty()) line += " in " + safe(rule.path);
    if (!rule.until.empty()) line += " until " + safe(rule.until);
    line += fmt::format(", {}, {}", base::counted(rule.findings, "finding", "findings"),
                        base::counted(rule.errors, "error", "errors"));
    if (!rule.reason.empty()) line += "; reason: " + safe(rule.reason);
    wrapped(line, 0);
  }
}

void TextReport::summary() {
  separate();
  ignored();
  for (const auto& gap : gaps(report_))
    wrapped(fmt::format("not checked in {} of {}: {}", gap.results,
                        base::counted(report_.results.size(), "result", "results"), safe(gap.reason)),
            0);
  const auto of = [&](audit::Level level) { return report_.counts.claims[static_cast<std::size_t>(level)]; };
  const auto recomputed = of(audit::Level::recomputed);
  const auto cross_checked = of(audit::Level::cross_checked);
  const auto stated = of(audit::Level::stated);
  wrapped(fmt::format("round {}{}{}", safe(report_.round), report_.round_reason.empty() ? "" : ": ",
                      safe(report_.round_reason)),
          0);
  wrapped(fmt::format("{}: {} recomputed, {} cross-checked, {} stated",
                      base::counted(recomputed + cross_checked + stated, "claim", "claims"), recomputed,
                      cross_checked, stated),
          0);
}

}  // namespace

std::string render_text(const AuditReport& report, const rules::Catalog& catalog,
                        const TextOptions& options) {
  return TextReport(report, catalog, options).render();
}

}  // namespace mlperf::report
