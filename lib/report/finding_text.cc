// SPDX-License-Identifier: Apache-2.0
#include "report/finding_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/paint.h"

namespace mlperf::report {
namespace {

using audit::Finding;

constexpr std::size_t kDetailIndent = kFindingIndent + 2;

std::string_view spoken(audit::Level level) {
  return level == audit::Level::cross_checked ? "cross-checked" : audit::to_string(level);
}

class FindingText {
 public:
  FindingText(std::string& out, const TextOptions& options) : out_(out), options_(options) {}

  void append(const Finding& finding) {
    detail(safe(finding.message));
    if (finding.waived) {
      detail("waived: " + safe(finding.waive_reason));
    } else if (!finding.fix.empty()) {
      detail("fix: " + safe(finding.fix));
    }
    affected(finding);
    further_places(finding);
    if (options_.verbose) detail(fmt::format("evidence: {}", spoken(finding.level)));
  }

 private:
  void detail(std::string_view text) { append_wrapped(out_, text, kDetailIndent, options_.width); }

  void affected(const Finding& finding) {
    if (finding.affects.size() == 1) {
      detail("affects " + safe(finding.affects.front()));
    } else if (!finding.affects.empty()) {
      detail(fmt::format("affects {} results", finding.affects.size()));
      if (options_.verbose)
        for (const auto& id : finding.affects) append_wrapped(out_, safe(id), kDetailIndent + 2, 0);
    }
  }

  void further_places(const Finding& finding) {
    if (finding.count <= 1) return;
    const std::uint64_t further = finding.count - 1;
    if (!options_.verbose) {
      detail(fmt::format("... and {} more; --verbose lists them", further));
      return;
    }
    for (const auto& place : finding.more) {
      std::string line = "also " + show_place(place, options_);
      if (!place.found.empty()) line += ": " + base::printable(place.found);
      append_wrapped(out_, line, kDetailIndent, 0);
    }
    if (further > finding.more.size()) detail(fmt::format("... and {} more", further - finding.more.size()));
  }

  std::string& out_;
  const TextOptions& options_;
};

}  // namespace

void append_finding_head(std::string& out, const Finding& finding, const TextOptions& options,
                         std::string_view suffix) {
  const Paint paint(options.colour);
  out.append(kFindingIndent, ' ');
  if (finding.waived) out += paint(Colour::dim, "waived ");
  out +=
      paint(finding.waived ? Colour::dim : colour_of(finding.severity), rules::to_string(finding.severity));
  out += ' ';
  out += paint(Colour::bold, safe(finding.rule));
  if (!finding.place.file.empty()) out += "  " + show_place(finding.place, options);
  out.append(suffix);
  out += '\n';
}

void append_finding(std::string& out, const Finding& finding, const TextOptions& options) {
  append_finding_head(out, finding, options, {});
  FindingText(out, options).append(finding);
}

}  // namespace mlperf::report
