// SPDX-License-Identifier: Apache-2.0
// The logs of the accuracy run: what LoadGen says about it, and the log of outputs as far as its ends tell.

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/checks_internal.h"
#include "audit/folded.h"
#include "audit/performance_log.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::AccuracyLogShape;
using mllog::DetailLog;
using mllog::LogEntry;

constexpr std::string_view kMode = "effective_test_mode";
constexpr std::string_view kScenario = "effective_scenario";
constexpr std::string_view kSampleCount = "effective_accuracy_sample_count";
constexpr std::string_view kLibrarySize = "qsl_reported_total_count";  // where builds do not log the setting
constexpr std::string_view kErrorCount = "num_errors";

const LogEntry* sample_count_entry(const DetailLog& log) {
  const LogEntry* entry = log.find(kSampleCount);
  return entry ? entry : log.find(kLibrarySize);
}

// Lines without which the run cannot be judged.
std::vector<std::string> missing_lines(const DetailLog& log) {
  std::vector<std::string> missing;
  for (const std::string_view key : {kMode, kScenario})
    if (!log.has(key)) missing.emplace_back(key);
  if (!sample_count_entry(log)) missing.emplace_back(kSampleCount);
  return missing;
}

const base::ReadIssue* first_damage(const base::Document<DetailLog>& document) {
  for (const base::ReadIssue& issue : document.issues)
    if (issue.kind == base::IssueKind::damaged_line || issue.kind == base::IssueKind::cut_line) return &issue;
  return nullptr;
}

}  // namespace

void check_accuracy_log_readable(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto& detail = evidence.accuracy.detail;
  if (!detail.usable()) return;
  out.claim("acc-log-readable", Level::stated);
  if (detail.value.entries().empty()) {
    out.report("acc-log-readable", "no-loadgen").at(detail.path, {1, 0});
    return;
  }
  const base::ReadIssue* damage = first_damage(detail);
  if (const auto missing = missing_lines(detail.value); !missing.empty()) {
    out.report("acc-log-readable")
        .at(detail.path, damage ? damage->at : base::Position{})
        .with("missing", fmt::format("{}", fmt::join(missing, ", ")));
    return;
  }
  if (!damage) return;
  const bool cut = damage->kind == base::IssueKind::cut_line;
  out.report("acc-log-readable", cut ? "cut" : "damaged")
      .at(detail.path, damage->at)
      .with("detail", damage->detail);
  out.inconclusive(fmt::format("{} is damaged from line {} on", detail.path, damage->at.line));
}

void check_accuracy_mode(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto& detail = evidence.accuracy.detail;
  const LogEntry* mode = detail.usable() ? detail.value.find(kMode) : nullptr;
  if (!mode) return;
  constexpr std::string_view kAccuracyMode = "AccuracyOnly";
  out.claim("acc-mode", Level::stated);
  if (mode->text == kAccuracyMode) return;
  out.report("acc-mode").at(detail.path, *mode).found(value_of(*mode)).expected(std::string(kAccuracyMode));
}

void check_accuracy_scenario(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& accuracy = evidence.accuracy.detail;
  const auto& performance = evidence.performance.detail;
  if (!accuracy.usable() || !performance.usable()) return;
  const LogEntry* own = accuracy.value.find(kScenario);
  const LogEntry* other = performance.value.find(kScenario);
  if (!own || !other) return;
  out.claim("acc-scenario-match", Level::cross_checked);
  if (own->text == other->text) return;
  // Where the performance log is the one in the wrong folder, perf-scenario-match speaks.
  if (scenario_fit(evidence, round) == ScenarioFit::differs &&
      own->text == round.loadgen_scenario(evidence.scenario)) {
    return;
  }
  out.report("acc-scenario-match")
      .at(accuracy.path, *own)
      .level(Level::cross_checked)
      .found(value_of(*own))
      .expected(value_of(*other));
}

void check_accuracy_sample_count(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& detail = evidence.accuracy.detail;
  const LogEntry* entry = detail.usable() ? sample_count_entry(detail.value) : nullptr;
  const auto expected = round.accuracy_sample_count(evidence.benchmark, evidence.scenario);
  if (!entry || !expected) return;
  out.claim("acc-sample-count", Level::stated);
  const auto count = entry->as_i64();
  if (count == *expected) return;
  out.report("acc-sample-count")
      .at(detail.path, *entry)
      .found(value_of(*entry))
      .expected(*expected)
      .with("key", std::string(entry->key));
}

void check_accuracy_seeds(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& detail = evidence.accuracy.detail;
  if (!detail.usable()) return;
  Folded folded(out, "acc-seeds");
  for (const auto& [name, seed] : named_seeds(round.seeds())) {
    const LogEntry* entry = detail.value.find(fmt::format("effective_{}", name));
    if (!entry) continue;
    out.claim("acc-seeds", Level::stated);
    if (entry->as_u64() == seed) continue;
    if (Reported* reported = folded.add("default", detail.path, entry->at, std::string(entry->text)))
      reported->found(value_of(*entry)).expected(seed).with("key", std::string(entry->key));
  }
}

void check_accuracy_loadgen_errors(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto& detail = evidence.accuracy.detail;
  if (!detail.usable() || detail.value.entries().empty()) return;
  out.claim("acc-loadgen-errors", Level::stated);
  const LogEntry* count = detail.value.find(kErrorCount);
  const std::uint64_t stated = count ? count->as_u64().value_or(0) : 0;
  std::vector<const LogEntry*> flagged;
  bool any_flag = false, all_flagged = true;
  for (const LogEntry& entry : detail.value.entries()) {
    any_flag = any_flag || entry.is_error;
    all_flagged = all_flagged && (entry.is_error || &entry == count);
    if (entry.is_error && !is_uncommitted_changes(entry) && !is_multiple_conf(entry))
      flagged.push_back(&entry);
  }
  if (any_flag && all_flagged && count && stated == 0) {
    out.report("acc-loadgen-errors", "every-line")
        .at(detail.path, flagged.empty() ? base::Position{} : flagged[0]->at);
    return;
  }
  Folded folded(out, "acc-loadgen-errors");
  for (const LogEntry* entry : flagged) {
    Reported* reported =
        folded.add("default", detail.path, entry->at, std::string(entry->text.substr(0, 200)));
    if (reported)
      reported->found(value_of(*entry))
          .with("text", base::printable(entry->text))
          .with("key", std::string(entry->key))
          .with("lines", base::counted(flagged.size(), "line", "lines"));
  }
  if (any_flag || !count || stated == 0) return;
  out.report("acc-loadgen-errors", "count-only")
      .at(detail.path, *count)
      .found(stated)
      .expected(std::uint64_t{0});
}

// What is wrong with the answer of an entry, of which `most` tokens may be asked for; "" when nothing is.
// Ids are 32-bit or 64-bit integers; no vocabulary has a million of them.
std::string_view odd_tokens(const mllog::AccuracyEntry& entry, std::int64_t most) {
  constexpr std::uint64_t kMostIds = 1000000;
  if (!entry.data || !entry.token_count || *entry.token_count <= 0) return "";
  if (*entry.token_count > most + 1) return "too-long";  // some runtimes count the token that ends an answer
  const auto count = static_cast<std::size_t>(*entry.token_count);
  const std::size_t digits = entry.data->size() / count;  // of a token
  if (digits * count != entry.data->size() || (digits != 8 && digits != 16)) return "undecodable";
  for (std::size_t at = 0; at < entry.data->size(); at += digits) {
    std::uint64_t id = 0;
    for (std::size_t i = digits; i > 0; i -= 2) {  // little endian, two digits a byte
      unsigned byte = 0;
      const char* two = entry.data->data() + at + i - 2;
      if (std::from_chars(two, two + 2, byte, 16).ptr != two + 2) return "undecodable";
      id = id << 8 | byte;
    }
    if (id >= kMostIds) return "no-token";
  }
  return "";
}

void check_accuracy_tokens(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto most = round.generation_limits(evidence.benchmark).max_new_tokens_accuracy;
  if (!most) return;
  const auto& log = evidence.accuracy.accuracy_log;
  Folded folded(out, "acc-log-content");
  for (const mllog::AccuracyEntry& entry : log.value.visible) {
    const auto variant = odd_tokens(entry, *most);
    if (variant.empty()) continue;
    Reported* reported = folded.add(variant, log.path, entry.at, fmt::format("{}", *entry.token_count));
    if (reported)
      reported->found(*entry.token_count)
          .expected(*most)
          .with("digits", fmt::format("{}", entry.data->size()))
          .with("sample", entry.qsl_idx ? fmt::format("{}", *entry.qsl_idx) : "?");
  }
}

void check_accuracy_log_file(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& log = evidence.accuracy.accuracy_log;
  if (!log.usable()) return;
  const mllog::AccuracyLogFacts& facts = log.value;
  const auto& rule = round.accuracy_log();
  out.claim("acc-log-truncated", Level::stated);
  if (facts.size > rule.max_size_bytes) {
    out.report("acc-log-truncated")
        .at(log.path)
        .found(facts.size)
        .expected(rule.max_size_bytes)
        .with("size", base::human_bytes(facts.size))
        .with("limit", base::human_bytes(rule.max_size_bytes));
    return;
  }
  out.claim("acc-log-shape", Level::stated);
  if (facts.shape == AccuracyLogShape::damaged) {
    std::string reason;
    base::Position at;
    for (const base::ReadIssue& issue : log.issues) {
      if (issue.detail.empty()) continue;
      reason = issue.detail;
      at = issue.at;
      break;
    }
    out.report("acc-log-shape", reason.empty() ? "default" : "reason")
        .at(log.path, at)
        .found(facts.size)
        .expected(rule.cut_size_bytes)
        .with("size", base::human_bytes(facts.size))
        .with("reason", reason)
        .with("cut_size", fmt::format("{}", rule.cut_size_bytes))
        .with("head", fmt::format("{}", rule.head_bytes))
        .with("tail", fmt::format("{}", rule.tail_bytes));
    return;
  }
  out.claim("acc-log-content", Level::stated);
  if (facts.shape == AccuracyLogShape::empty_list) {
    out.report("acc-log-content").at(log.path).found(facts.size);
  } else if (facts.malformed) {
    out.report("acc-log-content", "malformed").at(log.path, *facts.malformed);
  } else {
    check_accuracy_tokens(evidence, round, out);
  }
}

}  // namespace mlperf::audit
