// SPDX-License-Identifier: Apache-2.0
// Is the detail log whole, and is it what LoadGen wrote?
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;
using mllog::ValueKind;

constexpr std::uint64_t kNsPerMs = 1000000;
// LoadGen prints a negative time as the unsigned 64-bit number of nanoseconds: whatever is above is a clock
// slip.
constexpr std::uint64_t kWrappedTime = std::uint64_t{1} << 63;

// "2418943.689823" ms -> nanoseconds.
std::optional<std::uint64_t> time_ns(std::string_view text) {
  const auto point = text.find('.');
  const auto whole = base::parse_u64(text.substr(0, point));
  if (!whole || *whole > ~std::uint64_t{0} / kNsPerMs) return std::nullopt;
  std::uint64_t part = 0;
  if (point != std::string_view::npos) {
    std::string digits(text.substr(point + 1, 6));
    digits.resize(6, '0');
    const auto parsed = base::parse_u64(digits);
    if (!parsed) return std::nullopt;
    part = *parsed;
  }
  const std::uint64_t ms = *whole * kNsPerMs;
  return ms > ~std::uint64_t{0} - part ? ~std::uint64_t{0} : ms + part;
}

// Keys that LoadGen writes once in a performance run.
bool written_once(std::string_view key) {
  return key.starts_with("result_") || key.starts_with("effective_") || key.starts_with("requested_") ||
         key.starts_with("early_stopping") || key == "num_errors" || key == "loadgen_version" ||
         key == "sut_name" || key == "qsl_reported_total_count";
}

// A second value of a key that stands there already with another one.
const LogEntry* conflicting_first(const mllog::DetailLog& log, const LogEntry& entry) {
  if (!written_once(entry.key)) return nullptr;
  const auto* first = log.find(entry.key);
  return first != nullptr && first->at.byte != entry.at.byte && first->text != entry.text ? first : nullptr;
}

bool has_key_conflict(const mllog::DetailLog& log) {
  return std::any_of(log.entries().begin(), log.entries().end(),
                     [&](const LogEntry& entry) { return conflicting_first(log, entry) != nullptr; });
}

// A figure of the results: must be a number.
bool is_figure(std::string_view key) {
  if (key.starts_with("early_stopping_latency")) return true;
  if (key.starts_with("result_")) {
    return key != "result_validity" && key != "result_invalid_reason" && !key.ends_with("_met");
  }
  return key == "num_errors" || key.starts_with("generated_");
}

// What a line that is no entry speaks of, if it would decide about the run; "" otherwise.
std::string_view deciding_words(const base::Document<mllog::DetailLog>& document,
                                const base::ReadIssue& issue) {
  constexpr std::size_t kLongestLine = std::size_t{1} << 20;
  std::string_view text = document.bytes.view();
  if (issue.at.byte >= text.size()) return {};
  text = text.substr(issue.at.byte, kLongestLine);
  text = text.substr(0, text.find('\n'));
  // A reader that resolves escapes may take the line for any entry.
  if (base::contains(issue.detail, "written with escapes")) return "names in escapes";
  for (const std::string_view words :
       {"result_validity", "\"is_error\": true", "\"is_error\":true", "\"is_error\": \"true\""}) {
    if (base::contains(text, words)) return words;
  }
  return {};
}

}  // namespace

void check_log_readable(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& document = evidence.performance.detail;
  if (!document.usable()) return;
  out.claim("perf-log-readable", Level::stated);
  if (document.value.entries().empty()) {
    constexpr std::size_t kShown = 80;
    base::Lines lines(document.bytes.view());
    base::Line line;
    while (lines.next(line) && base::trim(line.text).empty()) {
    }
    out.report("perf-log-readable", "no-loadgen-line")
        .at(document.path, line.at)
        .found(std::string(line.text.substr(0, kShown)));
    return;
  }
  const auto* damage = damaged_line(evidence);
  if (damage == nullptr) return;
  const auto missing = missing_lines(evidence, round);
  if (!missing.none() && !missing.only_error_count())
    return;  // perf-result-lines says so, with the damaged line
  const bool cut = damage->kind == base::IssueKind::cut_line;
  const char* variant = missing.only_error_count() ? "error-count-lost" : cut ? "cut" : "damaged";
  auto finding = out.report("perf-log-readable", variant).at(document.path, damage->at).found(damage->detail);
  for (const auto& issue : document.issues) {
    const bool damaged =
        issue.kind == base::IssueKind::cut_line || issue.kind == base::IssueKind::damaged_line;
    if (damaged && &issue != damage) finding.also(document.path, issue.at, issue.detail);
  }
  out.inconclusive(fmt::format("{} is cut or damaged at line {}", document.path, damage->at.line));
}

// A marker behind an invisible character, a flag in quotes: such a line is no entry, but a reader would take
// it for one.
void check_log_hidden_lines(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (performance_log(evidence) == nullptr) return;
  const auto& document = evidence.performance.detail;
  // Without the entry itself perf-result-lines tells of the damage.
  if (!document.value.has("result_validity")) return;
  for (const auto& issue : document.issues) {
    const auto words = deciding_words(document, issue);
    if (words.empty()) continue;
    out.report("perf-log-readable", "hidden")
        .at(document.path, issue.at)
        .found(issue.detail)
        .with("words", std::string(words));
    return;
  }
}

void check_log_foreign_lines(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (performance_log(evidence) == nullptr) return;
  out.claim("perf-log-foreign-lines", Level::stated);
  std::optional<Reported> finding;
  for (const auto& issue : evidence.performance.detail.issues) {
    if (issue.kind != base::IssueKind::foreign_line) continue;
    if (finding) {
      finding->also(log_file(evidence), issue.at, issue.detail);
    } else {
      finding = out.report("perf-log-foreign-lines").at(log_file(evidence), issue.at).found(issue.detail);
    }
  }
}

void check_result_lines(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  out.claim("perf-result-lines", Level::stated);
  const auto missing = missing_lines(evidence, round);
  const auto* damage = damaged_line(evidence);
  if (missing.none() || (missing.only_error_count() && damage != nullptr)) return;
  const auto& last = log->entries().back();
  if (missing.no_result) {
    out.report("perf-result-lines", damage != nullptr ? "no-result-cut" : "no-result")
        .at(log_file(evidence), damage != nullptr ? damage->at : last.at)
        .found(std::string(last.key))
        .expected("result_validity")
        .with("last_key", std::string(last.key));
    return;
  }
  const auto* validity = log->find("result_validity");
  const auto first_result =
      std::find_if(log->entries().begin(), log->entries().end(),
                   [](const LogEntry& entry) { return entry.key.starts_with("result_"); });
  const auto& place = validity != nullptr ? *validity : *first_result;
  out.report("perf-result-lines", damage != nullptr ? "missing-damaged" : "default")
      .at(log_file(evidence), damage != nullptr ? damage->at : place.at)
      .expected(listed(missing.keys, missing.keys.size()))
      .with("keys", listed(missing.keys))
      .with("verb", missing.keys.size() == 1 ? "is" : "are");
}

namespace {

// One finding a log, whatever the number of keys.
void report_key_conflicts(const base::Document<mllog::DetailLog>& document, Findings& out) {
  if (!document.usable()) return;
  const auto& log = document.value;
  std::optional<Reported> finding;
  for (const auto& entry : log.entries()) {
    const auto* first = conflicting_first(log, entry);
    if (first == nullptr) continue;
    if (finding) {
      finding->also(document.path, entry.at, fmt::format("{} {}", entry.key, entry.text.substr(0, 80)));
      continue;
    }
    finding = out.report("perf-key-conflict").at(document.path, entry.at).found(value_of(entry));
    finding->expected(value_of(*first))
        .with("key", std::string(entry.key))
        .with("first_line", fmt::format("{}", first->at.line))
        .with("line", fmt::format("{}", entry.at.line))
        .level(Level::cross_checked)
        .also(document.path, first->at, std::string(first->text.substr(0, 80)));
  }
}

}  // namespace

void check_key_conflict(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (performance_log(evidence) != nullptr) out.claim("perf-key-conflict", Level::cross_checked);
  report_key_conflicts(evidence.performance.detail, out);
  report_key_conflicts(evidence.accuracy.detail, out);
  if (!round.compliance_tests_apply(evidence.paths.division)) return;
  for (const auto& test : evidence.tests) report_key_conflicts(test.run.detail, out);
}

void check_value_finite(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  out.claim("perf-value-finite", Level::stated);
  std::optional<Reported> infinite, no_number;
  for (const auto& entry : log->entries()) {
    const bool setting = entry.key.starts_with("effective_") || entry.key.starts_with("requested_");
    const bool figure = is_figure(entry.key);
    if (!figure && !setting) continue;
    const bool not_finite = entry.kind == ValueKind::not_finite;
    if (!not_finite && (!figure || entry.as_double())) continue;
    auto& finding = not_finite ? infinite : no_number;
    const std::string found(entry.text.substr(0, 80));
    if (finding) {
      finding->also(log_file(evidence), entry.at, fmt::format("{} {}", entry.key, found));
      continue;
    }
    finding =
        out.report("perf-value-finite", not_finite ? "default" : "no-number").at(log_file(evidence), entry);
    finding->found(found).with("key", std::string(entry.key));
  }
}

// LoadGen prints its settings from one source file, top to bottom: another file, or a line number that falls,
// is that of another build.
void report_other_build(const Evidence& evidence, const mllog::DetailLog& log, Findings& out) {
  for (const std::string_view prefix : {"requested_", "effective_"}) {
    const LogEntry* before = nullptr;
    for (const auto& entry : log.entries()) {
      if (!entry.key.starts_with(prefix)) continue;
      const bool other_file = before != nullptr && entry.source_file != before->source_file;
      if (before != nullptr && log.find(entry.key) == &entry &&
          (other_file || entry.source_line < before->source_line)) {
        out.report("perf-log-edited", "other-build")
            .at(log_file(evidence), entry)
            .found(fmt::format("{}:{}", entry.source_file, entry.source_line))
            .expected(fmt::format("{}:{}", before->source_file, before->source_line))
            .with("key", std::string(entry.key))
            .with("before_key", std::string(before->key))
            .also(log_file(evidence), before->at, std::string(before->key));
        return;
      }
      before = &entry;
    }
  }
}

void check_log_edited(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  out.claim("perf-log-edited", Level::stated);
  report_other_build(evidence, *log, out);
  const LogEntry* before = nullptr;
  std::uint64_t time_before = 0;
  std::optional<Reported> falls, slip, pids;
  std::optional<bool> conflict;  // looked for once: it takes a pass over the log
  for (const auto& entry : log->entries()) {
    const auto time = time_ns(entry.time_ms);
    if (time && *time >= kWrappedTime && before == nullptr) {
      if (slip) {
        slip->also(log_file(evidence), entry.at, std::string(entry.time_ms));
      } else {
        slip = out.report("perf-log-edited", "clock-slip").at(log_file(evidence), entry);
        slip->found(number_or_text(entry.time_ms)).severity(rules::Severity::note);
      }
      continue;
    }
    if (time && before != nullptr && *time < time_before) {
      const bool second_run = entry.key == "loadgen_version";
      if (second_run && !conflict) conflict = has_key_conflict(*log);
      if (second_run && *conflict) return;  // perf-key-conflict tells of the two runs
      if (falls) {
        falls->also(log_file(evidence), entry.at, std::string(entry.time_ms));
      } else {
        falls = out.report("perf-log-edited", second_run ? "second-run" : "default")
                    .at(log_file(evidence), entry);
        falls->found(number_or_text(entry.time_ms))
            .expected(number_or_text(before->time_ms))
            .with("key", std::string(entry.key))
            .with("before_key", std::string(before->key))
            .with("before_line", fmt::format("{}", before->at.line))
            .also(log_file(evidence), before->at, std::string(before->time_ms));
      }
    }
    const auto& first = log->entries().front();
    if (entry.pid != first.pid && entry.pid != 0 && first.pid != 0 && !falls) {
      if (pids) {
        pids->also(log_file(evidence), entry.at, fmt::format("{}", entry.pid));
      } else {
        pids = out.report("perf-log-edited", "pid").at(log_file(evidence), entry);
        pids->found(entry.pid).expected(first.pid).with("key", std::string(entry.key));
      }
    }
    if (time) {
      before = &entry;
      time_before = *time;
    }
  }
}

}  // namespace mlperf::audit
