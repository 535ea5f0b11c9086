// SPDX-License-Identifier: Apache-2.0
// The figures of the performance run against each other and against the summary.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/metric.h"
#include "audit/output_tokens.h"
#include "audit/performance_log.h"
#include "audit/summary_comparison.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

// A figure of LoadGen's arithmetic: does the logged double agree with `computed`, which is itself known to a
// relative error of `relative`?
bool agrees(double logged, double computed, double relative) {
  return std::fabs(logged - computed) <=
         (six_digits_half_unit(logged) + std::fabs(computed) * relative) * (1 + 1e-9) +
             std::fabs(computed) * 1e-12;
}

double relative_error(double printed) {
  return printed == 0 ? 0 : six_digits_half_unit(printed) / std::fabs(printed);
}

std::string six_digits(double value) {
  return fmt::format("{:g}", value);
}

Reported report_rate(std::string_view variant, const Evidence& evidence, const LogEntry& entry,
                     double computed, Findings& out) {
  return out.report("perf-metric-consistent", variant)
      .at(log_file(evidence), entry)
      .found(value_of(entry))
      .expected(number_or_text(six_digits(computed)))
      .with("key", std::string(entry.key))
      .level(Level::cross_checked);
}

// Offline: samples / longest latency.
void check_offline_rate(const Evidence& evidence, const mllog::DetailLog& log, Findings& out) {
  const auto* rate = log.find("result_samples_per_second");
  const auto* longest = log.find("result_max_latency_ns");
  const auto* samples = log.find("generated_samples_per_query");
  const auto logged = number_of(rate), ns = number_of(longest), count = number_of(samples);
  if (!logged || !ns || !count || *ns <= 0) return;
  const double computed = *count / (*ns / 1e9);
  if (agrees(*logged, computed, 0)) return;
  report_rate("offline-rate", evidence, *rate, computed, out)
      .with("samples", std::string(samples->text))
      .with("longest", base::human_ns(whole(*ns)))
      .also(log_file(evidence), longest->at, fmt::format("result_max_latency_ns {}", longest->text));
}

// SingleStream: queries a second without LoadGen's share are the inverse of the mean latency.
void check_single_stream_rate(const Evidence& evidence, const mllog::DetailLog& log, Findings& out) {
  const auto* rate = log.find("result_qps_without_loadgen_overhead");
  const auto* mean = log.find("result_mean_latency_ns");
  const auto logged = number_of(rate), ns = number_of(mean);
  if (!logged || !ns || *ns <= 0) return;
  const double computed = 1e9 / *ns;
  if (agrees(*logged, computed, 1 / *ns)) return;  // the mean is truncated to whole nanoseconds
  report_rate("single-stream-rate", evidence, *rate, computed, out)
      .with("mean", base::human_ns(whole(*ns)))
      .also(log_file(evidence), mean->at, fmt::format("result_mean_latency_ns {}", mean->text));
}

// Server: the last query is scheduled at (n - 1) / scheduled rate; the generated duration ends one delay
// later. Delays are exponential, so that one above 25 mean delays does not happen (e^-25).
void check_server_schedule(const Evidence& evidence, const mllog::DetailLog& log, Findings& out) {
  constexpr double kMostDelays = 25;
  const auto* rate = log.find("result_scheduled_samples_per_sec");
  const auto* duration = log.find("generated_query_duration");
  const auto logged = number_of(rate), ns = number_of(duration);
  const auto queries = number_of(log.find("result_query_count")),
             generated = number_of(log.find("generated_query_count"));
  if (!logged || !ns || !queries || queries != generated || *queries < 2 || *logged <= 0 || *ns <= 0) return;
  const double seconds = *ns / 1e9;
  const double half = six_digits_half_unit(*logged);
  const double earliest = (*queries - 1) / (*logged + half), latest = (*queries - 1) / (*logged - half);
  if (earliest <= seconds * (1 + 1e-9) && latest >= seconds * (1 - kMostDelays / *queries) * (1 - 1e-9))
    return;
  report_rate("server-schedule", evidence, *rate, (*queries - 1) / seconds, out)
      .with("queries", fmt::format("{:.0f}", *queries))
      .with("duration", base::human_ns(whole(*ns)))
      .also(log_file(evidence), duration->at, fmt::format("generated_query_duration {}", duration->text));
}

// Server with tokens: result_token_throughput is tokens / (n * mean latency in ns); the completed rates give
// the same number of tokens as tokens/s * (n - 1) / samples/s.
void check_server_tokens(const Evidence& evidence, const mllog::DetailLog& log, Findings& out) {
  const auto* tokens = log.find("result_completed_tokens_per_second");
  const auto* throughput = log.find("result_token_throughput");
  const auto token_rate = number_of(tokens), per_ns = number_of(throughput);
  const auto sample_rate = number_of(log.find("result_completed_samples_per_sec"));
  const auto mean = number_of(log.find("result_mean_latency_ns")),
             queries = number_of(log.find("result_query_count"));
  if (!token_rate || !per_ns || !sample_rate || !mean || !queries || *mean <= 0 || *queries < 2 ||
      *per_ns <= 0)
    return;
  const double computed = *per_ns * *mean * *queries * *sample_rate / (*queries - 1);
  const double relative = relative_error(*per_ns) + relative_error(*sample_rate) + 1 / *mean;
  if (agrees(*token_rate, computed, relative)) return;
  report_rate("server-tokens", evidence, *tokens, computed, out)
      .with("throughput", std::string(throughput->text))
      .also(log_file(evidence), throughput->at, fmt::format("result_token_throughput {}", throughput->text));
}

}  // namespace

// The published figure: present and above 0.
void check_metric(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto figure = performance_figure(evidence, round);
  if (!figure.value) return;
  out.claim("perf-metric", Level::stated);
  const auto* entry = log->find(figure.metric);
  if (*figure.value > 0 || entry == nullptr) return;
  out.report("perf-metric").at(log_file(evidence), *entry).found(value_of(*entry)).with("key", figure.metric);
}

void check_summary_agrees(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  const auto& summary = evidence.performance.summary;
  if (log == nullptr || !summary.usable()) return;
  out.claim("perf-metric-consistent", Level::cross_checked);
  std::optional<Reported> figures, names;
  for (const auto& [detail, line, name_only] : summary_differences(*log, summary.value)) {
    auto& finding = name_only ? names : figures;
    if (finding) {
      finding->also(summary.path, line->at, fmt::format("{} : {}", line->name, line->value.substr(0, 80)));
      continue;
    }
    finding =
        out.report("perf-metric-consistent", name_only ? "sut-name" : "default").at(summary.path, line->at);
    finding->found(number_or_text(line->value.substr(0, 200)))
        .expected(value_of(*detail))
        .with("name", line->name)
        .with("key", std::string(detail->key))
        .level(Level::cross_checked)
        .also(log_file(evidence), detail->at, fmt::format("{} {}", detail->key, detail->text.substr(0, 80)));
    if (name_only) finding->severity(rules::Severity::warning);
  }
}

void check_rates_agree(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  out.claim("perf-metric-consistent", Level::cross_checked);
  const auto scenario = log->string("effective_scenario").value_or("");
  if (scenario == "Offline") check_offline_rate(evidence, *log, out);
  if (scenario == "SingleStream") check_single_stream_rate(evidence, *log, out);
  if (scenario == "Server") {
    check_server_schedule(evidence, *log, out);
    check_server_tokens(evidence, *log, out);
  }
}

void check_completed_vs_scheduled(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr || log->string("effective_scenario") != "Server") return;
  const auto* completed = log->find("result_completed_samples_per_sec");
  const auto* scheduled = log->find("result_scheduled_samples_per_sec");
  const auto done = number_of(completed), asked = number_of(scheduled);
  if (!done || !asked || *asked <= 0) return;
  out.claim("perf-completed-vs-scheduled", Level::cross_checked);
  const double share = *done / *asked;
  const bool impossible = *done > *asked + six_digits_half_unit(*done) + six_digits_half_unit(*asked);
  if (!impossible && share >= judgement(round, "completed_of_scheduled_min").value_or(0)) return;
  out.report("perf-completed-vs-scheduled", impossible ? "default" : "far-below")
      .at(log_file(evidence), *completed)
      .found(value_of(*completed))
      .expected(value_of(*scheduled))
      .with("percent", fmt::format("{:.1f}", share * 100))
      .severity(impossible ? rules::Severity::error : rules::Severity::warning)
      .level(Level::cross_checked)
      .also(log_file(evidence), scheduled->at,
            fmt::format("result_scheduled_samples_per_sec {}", scheduled->text));
}

void check_max_output_tokens(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  const auto limit = round.generation_limits(evidence.benchmark).max_new_tokens_performance;
  if (log == nullptr || !limit) return;
  const auto tokens = mean_output_tokens(*log);
  if (!tokens) return;
  out.claim("perf-max-output-tokens", Level::cross_checked);
  const double least = tokens->mean * (1 - tokens->relative_error);
  const auto most = static_cast<double>(*limit);
  if (least <= most) return;
  const bool one_more = least <= most + 1;
  out.report("perf-max-output-tokens", one_more ? "one-more" : "default")
      .at(log_file(evidence), *tokens->tokens)
      .found(number_or_text(six_digits(tokens->mean)))
      .expected(*limit)
      .with("rate", std::string(tokens->tokens->text))
      .severity(one_more ? rules::Severity::warning : rules::Severity::error)
      .level(Level::cross_checked)
      .also(log_file(evidence), tokens->samples->at,
            fmt::format("{} {}", tokens->samples->key, tokens->samples->text));
}

}  // namespace mlperf::audit
