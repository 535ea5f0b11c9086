// SPDX-License-Identifier: Apache-2.0
#include "report/truncate.h"

#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"
#include "report/finding_json.h"
#include "report/json_writer.h"
#include "report/paint.h"

namespace mlperf::report {
namespace {

using audit::TruncateEntry;
using audit::TruncateMode;
using audit::TruncateReport;
using audit::TruncateState;
using Layout = JsonWriter::Layout;

constexpr std::size_t kIndent = 2, kDetailIndent = 4;
constexpr std::size_t kActionWidth = std::string_view("hash recorded").size();

// In the order in which the last line counts them.
constexpr std::array<std::string_view, 12> kActions = {
    "cut",       "would cut", "hash recorded", "would hash", "already cut", "whole",
    "malformed", "to do",     "refused",       "failed",     "missing",     "unusable"};

bool has_error(const TruncateEntry& entry) {
  for (const auto& finding : entry.findings)
    if (finding.severity == rules::Severity::error) return true;
  return false;
}

class TextReport {
 public:
  TextReport(const TruncateReport& report, const TextOptions& options)
      : report_(report), options_(options), paint_(options.colour) {}

  std::string render() {
    if (!options_.quiet)
      for (const auto& entry : report_.entries) show(entry);
    last_line();
    return std::move(out_);
  }

 private:
  void show(const TruncateEntry& entry) {
    const auto action = truncate_action(entry, report_.mode);
    const bool bad = has_error(entry);
    out_ += paint_(bad ? Colour::red : Colour::green, action);
    out_.append(kActionWidth - action.size() + 2, ' ');
    out_ += show_path(entry.log, options_);
    if (entry.size_after != entry.size) {
      out_ += fmt::format("  {} -> {}", base::human_bytes(entry.size), base::human_bytes(entry.size_after));
    }
    if (!entry.plan.hash.empty()) out_ += "  hash=" + entry.plan.hash;
    out_ += '\n';
    const bool kept = entry.size_after != entry.size || options_.verbose;
    if (kept && !entry.backup.empty())
      detail(fmt::format("{} {}",
                         report_.mode == TruncateMode::dry_run && entry.size_after != entry.size
                             ? "the whole log would be kept as"
                             : "the whole log is kept as",
                         safe(entry.backup)));
    const bool replaces = report_.mode == TruncateMode::dry_run || entry.done.wrote_hash;
    for (const auto& hash : entry.plan.replaced) {
      if (replaces)
        detail(fmt::format("{} hash={}", report_.mode == TruncateMode::dry_run ? "would replace" : "replaced",
                           base::printable(hash)));
    }
    for (const auto* finding : shown_findings(entry.findings, options_)) show(*finding);
  }

  void show(const audit::Finding& finding) {
    const auto severity = rules::to_string(finding.severity);
    out_.append(kIndent, ' ');
    out_ += paint_(colour_of(finding.severity), severity);
    out_ += fmt::format(" {}  {}\n", finding.rule, show_place(finding.place, options_));
    detail(finding.message);
    detail("fix: " + finding.fix);
  }

  void detail(std::string_view text) { append_wrapped(out_, text, kDetailIndent, options_.width); }

  void last_line() {
    std::map<std::string_view, std::uint64_t> counts;
    for (const auto& entry : report_.entries) ++counts[truncate_action(entry, report_.mode)];
    std::string line = fmt::format("{}: {}", audit::to_string(report_.mode),
                                   base::counted(report_.entries.size(), "accuracy log", "accuracy logs"));
    const char* separator = ": ";
    for (const auto action : kActions) {
      if (counts[action] == 0) continue;
      line += fmt::format("{}{} {}", separator, counts[action], action);
      separator = ", ";
    }
    line += fmt::format("; {}, {}, {}", base::counted(report_.errors, "error", "errors"),
                        base::counted(report_.warnings, "warning", "warnings"),
                        base::counted(report_.notes, "note", "notes"));
    if (counts["cut"] > 0) line += fmt::format("; the whole logs are kept in {}", safe(report_.backup));
    if (report_.exit_code() != 0 && report_.errors == 0) line += "; --strict decided";
    out_ += paint_(report_.exit_code() == 0 ? Colour::green : Colour::red, line) + "\n";
  }

  const TruncateReport& report_;
  const TextOptions& options_;
  Paint paint_;
  std::string out_;
};

void write_entry(JsonWriter& json, const TruncateEntry& entry, TruncateMode mode) {
  json.begin_object();
  json.key("id").string(entry.id);
  json.key("test").string_or_null(entry.test);
  json.key("file").string(entry.log);
  json.key("accuracy_txt").string(entry.text);
  json.key("state").string(audit::to_string(entry.plan.state));
  json.key("action").string(truncate_action(entry, mode));
  json.key("size").integer(entry.size);
  json.key("size_after").integer(entry.size_after);
  json.key("hash").string_or_null(entry.plan.hash);
  json.key("replaced_hashes").begin_array(Layout::one_line);
  for (const auto& hash : entry.plan.replaced) json.string(hash);
  json.end_array();
  json.key("backup").string_or_null(entry.backup);
  json.key("planned").begin_object(Layout::one_line);
  json.key("keep_copy").boolean(entry.plan.keep_copy);
  json.key("write_hash").boolean(entry.plan.write_hash);
  json.key("cut").boolean(entry.plan.cut);
  json.end_object();
  json.key("done").begin_object(Layout::one_line);
  json.key("keep_copy").boolean(entry.done.kept_copy);
  json.key("write_hash").boolean(entry.done.wrote_hash);
  json.key("cut").boolean(entry.done.cut);
  json.end_object();
  write_findings(json, entry.findings, false);
  json.end_object();
}

}  // namespace

std::string_view truncate_action(const TruncateEntry& entry, TruncateMode mode) {
  const auto& plan = entry.plan;
  if (plan.state == TruncateState::absent) return "missing";
  if (plan.state == TruncateState::unusable) return "unusable";
  if (entry.done.cut) return "cut";
  if (entry.done.wrote_hash && !plan.cut) return "hash recorded";
  if (plan.idle()) return plan.state == TruncateState::too_long ? "refused" : audit::to_string(plan.state);
  switch (mode) {
    case TruncateMode::truncate:
      return "failed";
    case TruncateMode::dry_run:
      return plan.cut ? "would cut" : "would hash";
    case TruncateMode::check:
      return "to do";
  }
  return "failed";
}

std::string render_truncate_text(const TruncateReport& report, const TextOptions& options) {
  return TextReport(report, options).render();
}

std::string render_truncate_json(const TruncateReport& report) {
  JsonWriter json;
  json.begin_object();
  write_tool(json);
  json.key("round").string(report.round);
  json.key("round_reason").string_or_null(report.round_reason);
  json.key("root").string(".");
  json.key("mode").string(audit::to_string(report.mode));
  json.key("backup").string(report.backup);
  json.key("strict").boolean(report.strict);
  json.key("exit_code").integer(static_cast<std::int64_t>(report.exit_code()));
  json.key("summary").begin_object(Layout::one_line);
  json.key("logs").integer(std::uint64_t{report.entries.size()});
  std::uint64_t cut = 0, hashed = 0, kept = 0, due = 0;
  for (const auto& entry : report.entries) {
    cut += entry.done.cut ? 1 : 0;
    hashed += entry.done.wrote_hash ? 1 : 0;
    kept += entry.done.kept_copy ? 1 : 0;
    const bool done = entry.done.cut == entry.plan.cut && entry.done.wrote_hash == entry.plan.write_hash;
    due += done ? 0 : 1;
  }
  json.key("cut").integer(cut);
  json.key("hashes_written").integer(hashed);
  json.key("copies_kept").integer(kept);
  json.key("still_to_do").integer(due);
  json.key("errors").integer(report.errors);
  json.key("warnings").integer(report.warnings);
  json.key("notes").integer(report.notes);
  json.end_object();
  json.key("logs").begin_array();
  for (const auto& entry : report.entries) write_entry(json, entry, report.mode);
  json.end_array();
  json.key("findings").begin_array().end_array();
  json.end_object();
  return json.take() + "\n";
}

}  // namespace mlperf::report
