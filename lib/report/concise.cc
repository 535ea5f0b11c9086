// SPDX-License-Identifier: Apache-2.0
#include "report/concise.h"

#include <fmt/format.h>

#include <algorithm>

namespace mlperf::report {
namespace {

using audit::Finding;
using audit::Place;

std::string line_of(const Finding& finding, const Place& place, std::string_view suffix,
                    const TextOptions& options) {
  return fmt::format("{}:{}: {} {}: {}{}\n", show_path(place.file, options), std::max(place.line, 1U),
                     rules::to_string(finding.severity), safe(finding.rule), safe(finding.message), suffix);
}

void append_finding(std::string& out, const Finding& finding, const TextOptions& options) {
  std::string suffix;
  if (finding.affects.size() > 1) suffix += fmt::format(" (affects {} results)", finding.affects.size());
  if (finding.waived) suffix += fmt::format(" (waived: {})", safe(finding.waive_reason));
  const std::uint64_t listed = options.verbose ? finding.more.size() : 0;
  std::string further;
  if (finding.count > 1 + listed) further = fmt::format(" (and {} more)", finding.count - 1 - listed);
  out += line_of(finding, finding.place, suffix + further, options);
  for (std::size_t i = 0; i < listed; ++i) {
    const Place& place = finding.more[i];
    const std::string found = place.found.empty() ? "" : fmt::format(" (here {})", safe(place.found));
    out += line_of(finding, place, suffix + found, options);
  }
}

}  // namespace

std::string render_concise(const audit::AuditReport& report, const TextOptions& options) {
  std::string out;
  if (!options.quiet) {
    if (const auto opening = opening_line(report); !opening.empty()) out += opening + "\n";
    for (const auto& result : report.results)
      for (const auto* finding : shown_findings(result.findings, options))
        append_finding(out, *finding, options);
    for (const auto* finding : shown_findings(report.findings, options))
      append_finding(out, *finding, options);
  }
  return out + verdict_line(report) + "\n";
}

}  // namespace mlperf::report
