// SPDX-License-Identifier: Apache-2.0
// Was the run asked to last the round's minimum, and did it?
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

std::string human(double ns) {
  return base::human_ns(whole(ns));
}

// The longest that the run can have lasted by LoadGen's rule for its scenario, from one figure of the log.
struct Measured {
  const LogEntry* entry = nullptr;
  double longest_ns = 0;
  std::string_view variant;
};

// (n - 1) / rate with the rate at the lower end of what its six digits allow.
double longest_span_ns(double queries, double rate) {
  return (queries - 1) / (rate - six_digits_half_unit(rate)) * 1e9;
}

std::optional<Measured> measured_duration(const mllog::DetailLog& log, double needed_ns) {
  const auto scenario = log.string("effective_scenario").value_or("");
  if (scenario == "Offline") {
    const auto* longest = log.find("result_max_latency_ns");
    if (const auto ns = number_of(longest)) return Measured{longest, *ns, "offline"};
    return std::nullopt;
  }
  const auto queries = number_of(log.find("result_query_count"));
  if (scenario == "Server") {
    const auto* scheduled = log.find("generated_query_duration");
    const auto ns = number_of(scheduled);
    if (ns && *ns < needed_ns) return Measured{scheduled, *ns, "server-schedule"};
  }
  const auto* rate = log.find(scenario == "Server" ? "result_scheduled_samples_per_sec"
                                                   : "result_qps_with_loadgen_overhead");
  const auto per_second = number_of(rate);
  if (!queries || !per_second || *per_second <= 0) return std::nullopt;
  return Measured{rate, longest_span_ns(*queries, *per_second),
                  scenario == "Server" ? "server-rate" : "single-stream"};
}

}  // namespace

void check_min_duration_setting(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  const auto needed = round.min_duration_ms(evidence.benchmark);
  const auto* setting = log->find("effective_min_duration_ms");
  const auto asked = number_of(setting);
  if (needed <= 0 || !asked) return;
  out.claim("perf-min-duration-setting", Level::stated);
  if (*asked >= static_cast<double>(needed)) return;
  auto finding = out.report("perf-min-duration-setting").at(log_file(evidence), *setting);
  finding.found(value_of(*setting))
      .expected(needed)
      .with("found_text", base::human_ms(whole(*asked)))
      .with("expected_text", base::human_ms(needed));
  const auto* requested = log->find("requested_min_duration_ms");
  if (requested != nullptr && requested->text == setting->text) {
    finding.also(log_file(evidence), requested->at,
                 fmt::format("requested_min_duration_ms {}", requested->text));
  }
}

void check_min_duration_met(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto* met = log->find("result_min_duration_met");
  if (met == nullptr) return;
  const auto asked_ms = number_of(log->find("effective_min_duration_ms"))
                            .value_or(static_cast<double>(round.min_duration_ms(evidence.benchmark)));
  const double needed_ns = asked_ms * 1e6;
  const auto measured = measured_duration(*log, needed_ns);
  out.claim("perf-min-duration-met", measured ? Level::cross_checked : Level::stated);
  const bool said = met->as_bool() == true;
  if (measured && measured->longest_ns < needed_ns) {
    auto finding =
        out.report("perf-min-duration-met", measured->variant).at(log_file(evidence), *measured->entry);
    finding.found(value_of(*measured->entry))
        .expected(whole(needed_ns))
        .with("found_text", human(measured->longest_ns))
        .with("expected_text", human(needed_ns))
        .with("figure", std::string(measured->entry->text))
        .level(Level::cross_checked)
        .also(log_file(evidence), met->at,
              fmt::format("result_min_duration_met {}", met->text.substr(0, 20)));
    return;
  }
  if (said) return;
  const bool valid = log->string("result_validity") == "VALID";
  out.report("perf-min-duration-met", valid ? "although-valid" : "default")
      .at(log_file(evidence), *met)
      .found(std::string(met->text.substr(0, 80)))
      .expected("true")
      .with("expected_text", human(needed_ns));
}

}  // namespace mlperf::audit
