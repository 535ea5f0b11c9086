// SPDX-License-Identifier: Apache-2.0
// LoadGen's own verdict on the performance run and the conditions behind it (loadgen/results.cc).
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

struct Condition {
  std::string_view key;           // of the detail log
  std::string_view summary_name;  // of the summary, which says Yes or NO
};
constexpr Condition kConditions[] = {
    {"result_perf_constraints_met", "Performance constraints satisfied"},
    {"result_min_duration_met", "Min duration satisfied"},
    {"result_min_queries_met", "Min queries satisfied"},
    {"early_stopping_met", "Early stopping satisfied"},
};

// The summary denies what the detail log says.
void check_summary_verdict(const Evidence& evidence, const mllog::DetailLog& log, Findings& out) {
  const auto& summary = evidence.performance.summary;
  if (!summary.usable()) return;
  const auto* validity = log.find("result_validity");
  for (const auto& verdict : summary.value.lines) {
    if (verdict.name != "Result is" || verdict.value == "VALID") continue;
    if (validity == nullptr || validity->text != "VALID") return;  // told at the detail log
    out.report("perf-result-valid", "summary")
        .at(summary.path, verdict.at)
        .found(std::string(verdict.value))
        .expected("VALID")
        .level(Level::cross_checked)
        .also(log_file(evidence), validity->at, "result_validity VALID");
    return;
  }
  for (const auto& condition : kConditions) {
    const auto& lines = summary.value.lines;
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const mllog::SummaryLine& l) {
      return l.name == condition.summary_name && !base::equal_no_case(l.value, "yes");
    });
    if (line == lines.end()) continue;
    const auto* entry = log.find(condition.key);
    if (entry == nullptr || entry->as_bool() != true) continue;  // the condition's own check speaks
    out.report("perf-result-valid", "summary-condition")
        .at(summary.path, line->at)
        .found(std::string(line->value))
        .expected("Yes")
        .with("condition", std::string(condition.summary_name))
        .with("key", std::string(condition.key))
        .level(Level::cross_checked)
        .also(log_file(evidence), entry->at, fmt::format("{} true", condition.key));
    return;
  }
}

// A condition line that is not true; `variant` tells whether LoadGen's verdict goes with it.
Reported report_condition(std::string_view rule, const Evidence& evidence, const LogEntry& entry,
                          Findings& out) {
  const auto validity = evidence.performance.detail.value.string("result_validity");
  return out.report(rule, validity == "VALID" ? "although-valid" : "default")
      .at(log_file(evidence), entry)
      .found(std::string(entry.text.substr(0, 80)))
      .expected("true")
      .level(Level::cross_checked);
}

bool is_true(const LogEntry& entry) {
  return entry.as_bool() == true;
}

// The early-stopping texts of the log, as one line for the message.
std::string early_stopping_text(const mllog::DetailLog& log) {
  std::string text;
  for (const auto* key :
       {"early_stopping_result", "early_stopping_ttft_result", "early_stopping_tpot_result"}) {
    const auto value = log.string(key);
    if (!value || base::trim(*value).empty()) continue;
    std::string words;
    for (const char c : base::trim(*value)) {
      if (c == ' ' && (words.empty() || words.back() == ' ')) continue;
      words += c;
    }
    constexpr std::size_t kLongest = 400;
    text += fmt::format("{}{}: \"{}\"", text.empty() ? "" : "; ", key, words.substr(0, kLongest));
  }
  return text.empty() ? "the log gives no reason" : text;
}

}  // namespace

void check_result_valid(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto& summary = evidence.performance.summary;
  if (summary.usable() && summary.value.find("Result is") == nullptr) {
    out.claim("perf-result-valid", Level::stated);
    out.report("perf-result-valid", "summary-no-result").at(summary.path).expected("VALID");
  }
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto* validity = log->find("result_validity");
  if (validity == nullptr) return;
  out.claim("perf-result-valid", summary.usable() ? Level::cross_checked : Level::stated);
  const auto* reason = log->find("result_invalid_reason");
  const std::string words(reason != nullptr ? base::trim(reason->text.substr(0, 400)) : std::string_view());
  if (validity->text != "VALID") {
    // LoadGen writes an empty reason when early stopping alone failed.
    auto finding = out.report("perf-result-valid", words.empty() ? "default" : "invalid-reason");
    finding.at(log_file(evidence), *validity).found(value_of(*validity)).expected("VALID");
    if (!words.empty()) finding.with("reason", words).also(log_file(evidence), reason->at, words);
  } else if (reason != nullptr) {
    out.report("perf-result-valid", "valid-with-reason")
        .at(log_file(evidence), *reason)
        .found(words)
        .with("reason", words)
        .level(Level::cross_checked)
        .also(log_file(evidence), validity->at, "result_validity VALID");
  }
  check_summary_verdict(evidence, *log, out);
}

void check_perf_constraints_met(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto* entry = log->find("result_perf_constraints_met");
  if (entry == nullptr) return;
  out.claim("perf-perf-constraints-met", Level::stated);
  if (!is_true(*entry)) report_condition("perf-perf-constraints-met", evidence, *entry, out);
}

void check_min_queries_met(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto* met = log->find("result_min_queries_met");
  const auto* count = log->find("result_query_count");
  const auto* needed = log->find("effective_min_query_count");
  const auto queries = number_of(count), minimum = number_of(needed);
  const bool countable = queries && minimum;
  if (met == nullptr && !countable) return;
  out.claim("perf-min-queries-met", countable ? Level::cross_checked : Level::stated);
  if (countable && *queries < *minimum) {
    auto finding = out.report("perf-min-queries-met", "too-few").at(log_file(evidence), *count);
    finding.found(value_of(*count))
        .expected(value_of(*needed))
        .level(Level::cross_checked)
        .also(log_file(evidence), needed->at, fmt::format("effective_min_query_count {}", needed->text));
    if (met != nullptr && !is_true(*met))
      finding.also(log_file(evidence), met->at, "result_min_queries_met false");
  } else if (met != nullptr && !is_true(*met)) {
    report_condition("perf-min-queries-met", evidence, *met, out);
  }
}

void check_early_stopping_met(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto* met = log->find("early_stopping_met");
  if (met == nullptr) return;
  const auto* count = log->find("result_query_count");
  const auto queries = number_of(count);
  const auto scenario = log->string("effective_scenario").value_or("");
  const auto minimum = round.min_processed_queries(scenario);
  out.claim("perf-early-stopping-met", queries && minimum ? Level::cross_checked : Level::stated);
  if (!is_true(*met)) {
    report_condition("perf-early-stopping-met", evidence, *met, out).with("text", early_stopping_text(*log));
  } else if (queries && minimum && *queries < static_cast<double>(*minimum)) {
    out.report("perf-early-stopping-met", "too-few")
        .at(log_file(evidence), *count)
        .found(value_of(*count))
        .expected(*minimum)
        .level(Level::cross_checked)
        .also(log_file(evidence), met->at, "early_stopping_met true");
  }
}

// The estimate is an order statistic above the percentile; for token benchmarks it is one of TTFT.
void check_early_stopping_estimate(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto scenario = log->string("effective_scenario").value_or("");
  const bool multi = scenario == "MultiStream";
  if (scenario != "SingleStream" && !multi) return;
  const auto percentile = log->number("effective_target_latency_percentile");
  if (!percentile) return;
  const bool tokens = log->boolean("requested_use_token_latencies").value_or(false);
  const std::string percent = fmt::format("{:.2f}", *percentile * 100);
  const std::string key = tokens  ? fmt::format("result_first_token_{}_percentile_latency_ns", percent)
                          : multi ? fmt::format("result_{}_percentile_per_query_latency_ns", percent)
                                  : fmt::format("result_{}_percentile_latency_ns", percent);
  const auto* estimate = log->find(multi ? "early_stopping_latency_ms" : "early_stopping_latency_ss");
  const auto* measured = log->find(key);
  const auto estimated_ns = number_of(estimate), measured_ns = number_of(measured);
  if (!estimated_ns || !measured_ns || *estimated_ns == 0) return;  // 0: no estimate; perf-metric says so
  out.claim("perf-early-stopping-estimate", Level::cross_checked);
  if (*estimated_ns >= *measured_ns) return;
  out.report("perf-early-stopping-estimate")
      .at(log_file(evidence), *estimate)
      .found(value_of(*estimate))
      .expected(value_of(*measured))
      .with("key", std::string(estimate->key))
      .with("percentile_key", key)
      .with("found_text", base::human_ns(whole(*estimated_ns)))
      .with("expected_text", base::human_ns(whole(*measured_ns)))
      .level(Level::cross_checked)
      .also(log_file(evidence), measured->at, fmt::format("{} {}", key, measured->text));
}

}  // namespace mlperf::audit
