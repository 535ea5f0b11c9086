// SPDX-License-Identifier: Apache-2.0
// Latencies against the limits of the folder's scenario (an Interactive run logs Server), and whether LoadGen
// was told the same limits. The open division has none.
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "audit/recompute.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

constexpr std::string_view kTtftP99 = "result_first_token_99.00_percentile_latency_ns";
constexpr std::string_view kTpotP99 = "result_time_per_output_token_99.00_percentile_ns";

// Limits hold in the closed and network divisions, and only where the log is of the folder's scenario.
bool limits_apply(const Evidence& evidence, const rules::Round& round) {
  return evidence.closed_rules() && scenario_fit(evidence, round) == ScenarioFit::fits;
}

Reported report_figure(std::string_view rule, std::string_view variant, const Evidence& evidence,
                       const LogEntry& entry, std::int64_t limit_ns, Findings& out) {
  return out.report(rule, variant)
      .at(log_file(evidence), entry)
      .found(value_of(entry))
      .expected(limit_ns)
      .with("key", std::string(entry.key))
      .with("found_text", base::human_ns(whole(number_of(&entry).value_or(0))))
      .with("expected_text", base::human_ns(limit_ns));
}

// A measured latency that must not be above its limit; equal is within, as LoadGen counts.
void check_limit(std::string_view rule, const Evidence& evidence, const LogEntry* entry,
                 std::int64_t limit_ns, bool official_rejects_equal, Level level, Findings& out) {
  const auto measured = number_of(entry);
  if (!measured) return;
  out.claim(rule, level);
  const auto limit = static_cast<double>(limit_ns);
  if (*measured > limit) {
    report_figure(rule, "default", evidence, *entry, limit_ns, out).level(level);
  } else if (*measured == limit && official_rejects_equal) {
    report_figure(rule, "equal", evidence, *entry, limit_ns, out)
        .severity(rules::Severity::note)
        .level(level);
  }
}

void check_token_limit(std::string_view rule, const Evidence& evidence, const rules::Round& round,
                       std::string_view key, stats::Quantity quantity,
                       std::int64_t rules::TokenLimits::*limit, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr || !limits_apply(evidence, round)) return;
  const auto limits = round.token_limits(evidence.benchmark, evidence.scenario);
  if (!limits) return;
  const auto* entry = log->find(key);
  const auto recomputed = recomputed_p99_ns(evidence.performance, quantity);
  if (!recomputed || number_of(entry) == static_cast<double>(*recomputed)) {
    check_limit(rule, evidence, entry, (*limits).*limit, true, recomputed ? Level::recomputed : Level::stated,
                out);
    return;
  }
  // The log says something else (perf-metric-consistent tells): the samples decide.
  out.claim(rule, Level::recomputed);
  if (*recomputed <= (*limits).*limit) return;
  out.report(rule)
      .at(evidence.performance.recomputed->trace_file)
      .found(*recomputed)
      .expected((*limits).*limit)
      .with("key", std::string(key))
      .with("found_text", base::human_ns(*recomputed))
      .with("expected_text", base::human_ns((*limits).*limit))
      .level(Level::recomputed);
}

// A limit that LoadGen was told, against the rule's.
void check_configured(std::string_view rule, const Evidence& evidence, const LogEntry& entry,
                      std::int64_t limit_ns, Findings& out) {
  const auto told = number_of(&entry);
  const auto limit = static_cast<double>(limit_ns);
  if (told == limit) return;
  // A limit of 0 means that LoadGen does not hold the run to this one: any other value is only odd.
  const bool looser = limit_ns != 0 && (!told || *told > limit || *told == 0);
  report_figure(rule, looser ? "default" : "stricter", evidence, entry, limit_ns, out)
      .severity(looser ? rules::Severity::error : rules::Severity::warning);
}

}  // namespace

void check_ttft_limit(const Evidence& evidence, const rules::Round& round, Findings& out) {
  check_token_limit("perf-ttft-p99-limit", evidence, round, kTtftP99, stats::Quantity::ttft,
                    &rules::TokenLimits::ttft_p99_max_ns, out);
}

void check_tpot_limit(const Evidence& evidence, const rules::Round& round, Findings& out) {
  check_token_limit("perf-tpot-p99-limit", evidence, round, kTpotP99, stats::Quantity::tpot,
                    &rules::TokenLimits::tpot_p99_max_ns, out);
}

void check_server_latency(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr || !limits_apply(evidence, round)) return;
  const auto limit = round.latency_p99_max_ns(evidence.benchmark, evidence.scenario);
  if (!limit) return;
  const auto* entry = log->find("result_99.00_percentile_latency_ns");
  const auto recomputed = recomputed_p99_ns(evidence.performance, stats::Quantity::latency);
  const Level level =
      recomputed && number_of(entry) == static_cast<double>(*recomputed) ? Level::recomputed : Level::stated;
  check_limit("perf-server-latency-p99", evidence, entry, *limit, false, level, out);
}

void check_token_limits_configured(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !limits_apply(evidence, round)) return;
  const auto limits = round.token_limits(evidence.benchmark, evidence.scenario);
  // Without token latencies LoadGen writes neither limit: perf-token-latency-flag tells the cause.
  const auto* flag = log->find("requested_use_token_latencies");
  if (!limits || flag == nullptr || flag->as_bool() != true) return;
  out.claim("perf-token-limits-configured", Level::stated);
  struct Setting {
    std::string_view key;
    std::int64_t limit_ns;
  };
  for (const auto& [key, limit_ns] : {Setting{"requested_server_ttft_latency", limits->ttft_p99_max_ns},
                                      Setting{"requested_server_tpot_latency", limits->tpot_p99_max_ns}}) {
    if (const auto* entry = log->find(key)) {
      check_configured("perf-token-limits-configured", evidence, *entry, limit_ns, out);
    } else {
      out.report("perf-token-limits-configured", "absent")
          .at(log_file(evidence), *flag)
          .expected(limit_ns)
          .with("key", std::string(key))
          .with("expected_text", base::human_ns(limit_ns));
    }
  }
}

void check_token_latency_flag(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !evidence.closed_rules() || !round.token_latencies_required(evidence.benchmark))
    return;
  out.claim("perf-token-latency-flag", Level::stated);
  const auto* flag = log->find("requested_use_token_latencies");
  if (flag == nullptr) {
    const auto* scenario = log->find("requested_scenario");
    const auto& place = scenario != nullptr ? *scenario : log->entries().front();
    out.report("perf-token-latency-flag", "absent").at(log_file(evidence), place).expected("true");
  } else if (flag->as_bool() != true) {
    out.report("perf-token-latency-flag")
        .at(log_file(evidence), *flag)
        .found(value_of(*flag))
        .expected("true");
  }
}

void check_target_latency_configured(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !limits_apply(evidence, round)) return;
  const auto limit = round.configured_target_latency_ns(evidence.benchmark, evidence.scenario);
  const auto* entry = log->find("effective_target_latency_ns");
  if (!limit || entry == nullptr) return;
  out.claim("perf-target-latency-configured", Level::stated);
  check_configured("perf-target-latency-configured", evidence, *entry, *limit, out);
}

void check_target_percentile(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  const auto scenario = judged_scenario(evidence, round);
  if (log == nullptr || scenario.empty() || scenario == "Offline") return;
  const auto* entry = log->find("effective_target_latency_percentile");
  if (entry == nullptr) return;
  out.claim("perf-target-percentile", Level::stated);
  const double expected = round.target_percentile(evidence.benchmark, scenario);
  const auto found = number_of(entry);
  if (found && std::fabs(*found - expected) <= six_digits_half_unit(expected) * (1 + 1e-9)) return;
  out.report("perf-target-percentile")
      .at(log_file(evidence), *entry)
      .found(value_of(*entry))
      .expected(expected);
}

}  // namespace mlperf::audit
