// SPDX-License-Identifier: Apache-2.0
#include "report/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "base/units.h"

namespace mlperf::report {
namespace {

using audit::AuditReport;

// The next part of a path, taken off its front.
std::string_view take_part(std::string_view& path) {
  const std::size_t slash = path.find('/');
  const std::string_view part = path.substr(0, slash);
  path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  return part;
}

std::string from_below_root(std::string_view file, std::string_view cwd) {
  std::string_view rest = file;
  std::string_view below = cwd;
  while (!below.empty()) {
    std::string_view next_rest = rest;
    std::string_view next_below = below;
    if (take_part(next_rest) != take_part(next_below) || next_rest.empty()) break;
    rest = next_rest;
    below = next_below;
  }
  std::string up;
  while (!below.empty()) {
    take_part(below);
    up += "../";
  }
  return up.append(rest);
}

std::string errors_left_out(const AuditReport& report) {
  std::string text;
  for (const char* option : {"--ignore", "--select"}) {
    std::uint64_t errors = 0;
    for (const auto& rule : report.ignored)
      if (rule.origin == option) errors += rule.errors;
    if (errors > 0)
      text += fmt::format("; {} left out by {}", base::counted(errors, "error", "errors"), option);
  }
  return text;
}

}  // namespace

std::string safe(std::string_view text) {
  return base::printable(text, std::string_view::npos);
}

std::string safe(std::string_view text, std::span<const Substitute> substitutes) {
  std::string out;
  for (const char c : safe(text)) {
    const auto known = std::find_if(substitutes.begin(), substitutes.end(),
                                    [c](const Substitute& each) { return each.character == c; });
    if (known == substitutes.end()) {
      out += c;
    } else {
      out += known->text;
    }
  }
  return out;
}

std::string show_path(std::string_view file, const TextOptions& options) {
  if (file == ".") {  // the root itself
    return options.cwd_prefix.empty() ? "." : safe(options.cwd_prefix);
  }
  if (!options.cwd_below_root.empty()) return safe(from_below_root(file, options.cwd_below_root));
  if (options.cwd_prefix.empty() || options.cwd_prefix == ".") return safe(file);
  return safe(options.cwd_prefix + (options.cwd_prefix.back() == '/' ? "" : "/") + std::string(file));
}

std::string show_place(const audit::Place& place, const TextOptions& options) {
  std::string text = show_path(place.file, options);
  if (place.line > 0) text += fmt::format(":{}", place.line);
  return text;
}

std::string show_performance(const audit::ResultReport& result) {
  if (!result.performance.value) return "-";
  const std::string value = base::shortest(*result.performance.value);
  return result.performance.unit.empty() ? value : value + " " + safe(result.performance.unit);
}

std::string show_loadgen(const audit::LoadgenOrigin& loadgen) {
  if (loadgen.version.empty()) return "of unknown origin";
  constexpr std::size_t kShort = 10;
  const std::string state = fmt::format("{} ({}commit {})", loadgen.version,
                                        loadgen.release ? "release, " : "", loadgen.commit.substr(0, kShort));
  if (loadgen.origin == "official") return "official " + state;
  if (loadgen.changed_files.empty()) return "a mixture of published states, nearest is " + state;
  std::string text = "official " + state + " with local changes in ";
  constexpr std::size_t kMost = 8;
  for (std::size_t i = 0; i < std::min(loadgen.changed_files.size(), kMost); ++i)
    text += (i == 0 ? "" : ", ") + loadgen.changed_files[i];
  const auto more = loadgen.changed_files.size();
  return more > kMost ? fmt::format("{} and {} more", text, more - kMost) : text;
}

std::vector<Gap> gaps(const AuditReport& report) {
  std::vector<Gap> list;
  std::unordered_map<std::string_view, std::size_t> index;
  for (const auto& result : report.results) {
    for (const auto& reason : result.not_checked) {
      const auto [position, added] = index.try_emplace(reason, list.size());
      if (added) list.push_back({reason, 0});
      ++list[position->second].results;
    }
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Gap& a, const Gap& b) { return a.results > b.results; });
  return list;
}

std::string_view effect_name(audit::IgnoredRule::Effect effect) {
  switch (effect) {
    case audit::IgnoredRule::Effect::ignored:
      return "ignored";
    case audit::IgnoredRule::Effect::waived:
      return "waived";
    case audit::IgnoredRule::Effect::not_selected:
      return "not_selected";
  }
  return "ignored";
}

std::string opening_line(const AuditReport& report) {
  std::string text;
  if (!report.config_file.empty())
    text = fmt::format("{} was followed: {} waived, {} ignored", safe(report.config_file),
                       base::counted(report.config_waived_errors, "error", "errors"),
                       report.config_ignored_errors);
  if (!report.profile.empty())
    text += fmt::format("{}profile {}: errors of duration, query count and early stopping are notes",
                        text.empty() ? "" : "; ", safe(report.profile));
  return text;
}

std::string verdict_line(const AuditReport& report) {
  const auto& counts = report.counts;
  std::string text = fmt::format(
      "{}: {} valid, {} invalid, {} inconclusive; {}, {}, {}",
      base::counted(counts.results, "result", "results"), counts.valid, counts.invalid, counts.inconclusive,
      base::counted(counts.errors, "error", "errors"), base::counted(counts.warnings, "warning", "warnings"),
      base::counted(counts.notes, "note", "notes"));
  if (counts.waived > 0) text += fmt::format(", {} waived", counts.waived);
  if (!report.config_file.empty())
    text += fmt::format("; {}: {} waived, {} ignored", safe(report.config_file),
                        base::counted(report.config_waived_errors, "error", "errors"),
                        report.config_ignored_errors);
  text += errors_left_out(report);
  if (!report.profile.empty()) text += fmt::format("; profile {}", safe(report.profile));
  if (report.strict_decided()) text += "; --strict decided: exit code 1";
  return text;
}

std::vector<const audit::Finding*> shown_findings(const std::vector<audit::Finding>& findings,
                                                  const TextOptions& options) {
  std::vector<const audit::Finding*> list;
  for (const auto& finding : findings)
    if (options.verbose || finding.severity != rules::Severity::note) list.push_back(&finding);
  std::stable_sort(list.begin(), list.end(), [](const audit::Finding* a, const audit::Finding* b) {
    return std::pair(a->waived, a->severity) < std::pair(b->waived, b->severity);
  });
  return list;
}

}  // namespace mlperf::report
