// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/metric.h"
#include "audit/performance_log.h"
#include "audit/recompute.h"

namespace mlperf::audit {
namespace {

std::optional<double> figure(const mllog::DetailLog& log, std::string_view key) {
  return number_of(log.find(key));
}

PerformanceFigure by_metric_rule(const Evidence& evidence, const rules::Round& round,
                                 const mllog::DetailLog& log) {
  PerformanceFigure result;
  const auto metric = round.metric(evidence.benchmark, evidence.scenario);
  if (!metric) {
    result.unavailable = "the round has no metric for this benchmark and scenario";
    return result;
  }
  result.metric = metric->key;
  result.unit = metric->unit;
  if (const auto value = figure(log, metric->key)) {
    result.value = *value / metric->divide_by;
    if (recomputed_as_logged(evidence.performance, metric->key)) result.level = Level::recomputed;
  } else {
    result.unavailable = fmt::format("the performance log has no {}", metric->key);
  }
  return result;
}

// An inferred result: one figure of the base scenario's log, by the formulas of the round.
PerformanceFigure by_inference(const Evidence& evidence, const rules::Round& round,
                               const mllog::DetailLog& log) {
  PerformanceFigure result;
  const auto from = judged_scenario(evidence, round);
  const auto& formulas = round.group("inferred_results");
  const std::string name = evidence.scenario == "MultiStream" ? "multistream_from_singlestream"
                           : from == "SingleStream"           ? "offline_from_singlestream"
                                                              : "offline_from_multistream";
  const auto formula = formulas.find(name);
  if (formula == formulas.end()) {
    result.unavailable = "the round has no formula for this inferred result";
    return result;
  }
  if (const auto metric = round.metric(evidence.benchmark, evidence.scenario)) result.unit = metric->unit;
  if (formula->contains("key")) {
    result.metric = formula->at("key").get<std::string>();
    if (const auto value = figure(log, result.metric)) {
      result.value = *value * formula->value("multiply_by", 1.0) / formula->value("divide_by", 1.0);
    }
  } else {  // samples_per_query * 1000 / (mean query latency in ms)
    result.metric = "result_mean_query_latency_ns";
    const auto mean_ns = figure(log, result.metric), samples = figure(log, "effective_samples_per_query");
    if (mean_ns && samples && *mean_ns > 0) result.value = *samples * 1000 / (*mean_ns / 1e6);
  }
  if (!result.value) result.unavailable = fmt::format("the performance log has no {}", result.metric);
  return result;
}

}  // namespace

PerformanceFigure performance_figure(const Evidence& evidence, const rules::Round& round) {
  PerformanceFigure none;
  const auto* log = performance_log(evidence);
  if (log == nullptr) {
    none.unavailable = "there is no readable performance log";
    return none;
  }
  switch (scenario_fit(evidence, round)) {
    case ScenarioFit::fits:
      return by_metric_rule(evidence, round, *log);
    case ScenarioFit::inferred:
      return by_inference(evidence, round, *log);
    case ScenarioFit::differs:
      none.unavailable = "the performance log is of another scenario";
      break;
    case ScenarioFit::unknown:
      none.unavailable = "the scenario is unknown";
      break;
  }
  return none;
}

std::optional<LatencyFigures> latency_figures(const Evidence& evidence, const rules::Round& round) {
  const auto limits = round.token_limits(evidence.benchmark, evidence.scenario);
  if (!limits || !evidence.closed_rules()) return std::nullopt;
  LatencyFigures figures;
  figures.ttft_limit_ns = limits->ttft_p99_max_ns;
  figures.tpot_limit_ns = limits->tpot_p99_max_ns;
  if (const auto* log = performance_log(evidence)) {
    if (const auto ns = figure(*log, "result_first_token_99.00_percentile_latency_ns"))
      figures.ttft_p99_ns = whole(*ns);
    if (const auto ns = figure(*log, "result_time_per_output_token_99.00_percentile_ns"))
      figures.tpot_p99_ns = whole(*ns);
    // Of both figures: TPOT needs the token counts of the accuracy log as well.
    if (recomputed_as_logged(evidence.performance, "result_first_token_99.00_percentile_latency_ns") &&
        recomputed_as_logged(evidence.performance, "result_time_per_output_token_99.00_percentile_ns")) {
      figures.level = Level::recomputed;
    }
  }
  return figures;
}

}  // namespace mlperf::audit
