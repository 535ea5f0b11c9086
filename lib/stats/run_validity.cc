// SPDX-License-Identifier: Apache-2.0
// The conditions of a VALID run, each decided again.
#include <utility>

#include "stats/run_parts.h"

namespace mlperf::stats {
namespace {

constexpr std::size_t kMostMessages = 1000;

// A value at the target percentile against its limit; what is unknown stays so.
std::optional<bool> within(const Metric* metric, std::optional<std::int64_t> limit) {
  if (metric == nullptr || !metric->at_target || !limit) return std::nullopt;
  return *metric->at_target <= *limit;
}

void judge_constraints(const RunParts& run, RunStatistics& result) {
  auto& validity = result.validity;
  if (!run.settings.is(Scenario::server)) return;
  bool unknown = false, met = true;
  const auto hold = [&](const char* metric, std::optional<std::int64_t> limit, const char* reason) {
    const auto fits = within(result.metric(metric), limit);
    unknown = unknown || !fits;
    if (fits != false) return;
    met = false;
    validity.reasons.emplace_back(reason);
  };
  if (run.settings.tokens) {
    hold("ttft_ns", run.limits.ttft_ns, "ttft_limit");
    hold("tpot_ns", run.limits.tpot_ns, "tpot_limit");
  } else {
    hold("latency_ns", run.limits.latency_ns, "latency_limit");
  }
  if (!met || !unknown) validity.performance_constraints_met = met;
}

// The run's length by LoadGen's rule for its scenario.
std::optional<bool> long_enough(const RunParts& run, RunStatistics& result) {
  const auto logged = run.log.boolean("result_min_duration_met");
  if (!run.samples || !run.settings.min_duration_ms) return logged;
  const double needed = static_cast<double>(*run.settings.min_duration_ms) * 1e6;
  const RunSamples& s = *run.samples;
  auto& duration = result.validity.duration_ns;
  if (run.settings.is(Scenario::server)) duration = static_cast<std::int64_t>(s.last_scheduled);
  if (run.settings.is(Scenario::offline)) duration = result.metric("latency_ns")->max.value_or(0);
  if (duration) return static_cast<double>(*duration) >= needed;
  // The run began a moment before the first issue: certain only where more than that moment is missing.
  constexpr double kLongestStart = 0.01;
  const auto issued = static_cast<double>(s.issue_span);
  if (issued >= needed) return true;
  if (issued < needed * (1 - kLongestStart)) return false;
  return logged;
}

std::optional<bool> enough_queries(const RunParts& run, const RunStatistics& result) {
  const auto& settings = run.settings;
  if (!result.counts.queries || !result.counts.samples || !settings.min_query_count) {
    return run.log.boolean("result_min_queries_met");
  }
  return *result.counts.queries >= *settings.min_query_count &&
         *result.counts.samples >= settings.min_sample_count.value_or(0);
}

}  // namespace

void add_messages(const mllog::DetailLog& log, Validity& validity) {
  for (const auto& entry : log.entries()) {
    if (entry.is_warning) ++validity.warnings;
    if (!entry.is_error) continue;
    ++validity.errors_logged;
    if (validity.error_messages.size() < kMostMessages) validity.error_messages.emplace_back(entry.text);
  }
  if (const auto reason = log.string("result_invalid_reason")) {
    validity.detail_invalid_reason = std::string(*reason);
  }
}

void add_validity(RunParts& run, RunStatistics& result) {
  auto& validity = result.validity;
  add_messages(run.log, validity);
  judge_constraints(run, result);
  validity.min_duration_met = long_enough(run, result);
  validity.min_queries_met = enough_queries(run, result);
  if (result.early_stopping) validity.early_stopping_met = result.early_stopping->met;
  const auto add = [&](std::optional<bool> met, const char* reason) {
    if (met == false) validity.reasons.emplace_back(reason);
  };
  add(validity.min_duration_met, "min_duration");
  add(validity.min_queries_met, "min_queries");
  add(validity.early_stopping_met, "early_stopping");
  const bool constraints_known =
      !run.settings.is(Scenario::server) || validity.performance_constraints_met.has_value();
  if (!validity.reasons.empty()) {
    validity.result = "INVALID";
  } else if (constraints_known && validity.min_duration_met && validity.min_queries_met &&
             validity.early_stopping_met) {
    validity.result = "VALID";
  } else {
    say_unavailable(result, "validity.result",
                    "a condition can be told neither from the samples nor from the log");
  }
}

}  // namespace mlperf::stats
