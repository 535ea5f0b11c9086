// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"
#include "report/finding_text.h"
#include "report/paint.h"
#include "report/verify.h"

namespace mlperf::report {
namespace {

using audit::Judgement;
using audit::RunReport;
using audit::VerifyReport;

struct FigureText {
  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(std::uint64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return base::shortest(value); }
  std::string operator()(const std::string& value) const { return safe(value); }
};

std::string_view word(Judgement judgement) {
  switch (judgement) {
    case Judgement::passed:
      return "PASSED";
    case Judgement::failed:
      return "FAILED";
    case Judgement::inconclusive:
      return "INCONCLUSIVE";
  }
  return "FAILED";
}

Colour colour_of(Judgement judgement) {
  if (judgement == Judgement::passed) return Colour::green;
  return judgement == Judgement::failed ? Colour::red : Colour::yellow;
}

// "llama2-70b-99 Server, v6.1"
std::string subject(const RunReport& report) {
  std::string text = report.benchmark;
  if (!text.empty() && !report.scenario.empty()) text += ' ';
  text += report.scenario;
  if (!text.empty()) text += ", ";
  return text + report.round;
}

void append_findings(std::string& out, const RunReport& report, const TextOptions& options) {
  for (const auto* finding : shown_findings(report.findings, options)) append_finding(out, *finding, options);
}

std::string counts(const RunReport& report) {
  const auto of = [&](rules::Severity severity) {
    return static_cast<std::uint64_t>(
        std::count_if(report.findings.begin(), report.findings.end(),
                      [&](const audit::Finding& finding) { return finding.severity == severity; }));
  };
  return fmt::format("{}, {}, {}", base::counted(of(rules::Severity::error), "error", "errors"),
                     base::counted(of(rules::Severity::warning), "warning", "warnings"),
                     base::counted(of(rules::Severity::note), "note", "notes"));
}

std::string_view official_outcome(const VerifyReport& report) {
  if (!report.passed) return "the official script has no outcome";
  return *report.passed ? "the official script passes it" : "the official script does not pass it";
}

// The lines of the script, indented, blank ones left out.
void append_script_text(std::string& out, const std::string& text) {
  base::Lines lines(text);
  base::Line line;
  while (lines.next(line))
    if (!base::trim(line.text).empty()) out += "  " + safe(line.text) + "\n";
}

}  // namespace

std::string render_verify_text(const VerifyReport& report, const TextOptions& options) {
  const Paint paint(options.colour);
  const auto last = fmt::format("{} {}: {}; {}", report.test, audit::to_string(report.judgement),
                                counts(report), official_outcome(report));
  if (options.quiet) return paint(colour_of(report.judgement), last) + "\n";
  std::string out = paint(colour_of(report.judgement), word(report.judgement));
  out += fmt::format("  {}  {}  {}\n", report.test, safe(report.run), safe(subject(report)));
  for (const auto& text : report.texts) append_script_text(out, text);
  append_findings(out, report, options);
  if (options.verbose)
    for (const auto& [name, value] : report.figures)
      out += fmt::format("  {}: {}\n", name, std::visit(FigureText{}, value));
  out += '\n';
  for (const auto& file : report.written) out += fmt::format("wrote {}\n", safe(file));
  if (!report.round_reason.empty())
    append_wrapped(out, fmt::format("round {}: {}", report.round, safe(report.round_reason)), 0,
                   options.width);
  return out + paint(colour_of(report.judgement), last) + "\n";
}

std::string render_output_length_text(const audit::OutputLengthReport& report, const TextOptions& options) {
  const Paint paint(options.colour);
  std::string out = fmt::format("{}  {}\n", safe(report.run), safe(subject(report)));
  for (const auto& [name, value] : report.figures)
    out += fmt::format("  {:<20} {}\n", name, std::visit(FigureText{}, value));
  append_findings(out, report, options);
  out += '\n';
  std::string last = "no reference to compare the mean with; give --reference or --benchmark";
  if (report.minimum && report.maximum)
    last = fmt::format("mean output length {} {:.10g} to {:.10g} tokens",
                       report.has(rules::Severity::error) ? "is not within" : "is within", *report.minimum,
                       *report.maximum);
  const bool bad = report.has(rules::Severity::error);
  return out + paint(bad ? Colour::red : Colour::green, fmt::format("{}: {}", last, counts(report))) + "\n";
}

}  // namespace mlperf::report
