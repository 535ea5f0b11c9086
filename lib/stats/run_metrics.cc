// SPDX-License-Identifier: Apache-2.0
// The distributions of a run: from the samples where there are any, else as the detail log prints them.
#include <algorithm>
#include <utility>

#include "stats/run_parts.h"

namespace mlperf::stats {
namespace {

std::optional<std::int64_t> number(const mllog::LogEntry* entry) {
  return entry == nullptr ? std::nullopt : entry->as_i64();
}

// The logged percentile that is the run's target.
std::optional<std::size_t> target_index(const RunLimits& limits) {
  if (!limits.percentile) return std::nullopt;
  const auto at = std::find(kPercentiles.begin(), kPercentiles.end(), *limits.percentile);
  if (at == kPercentiles.end()) return std::nullopt;
  return static_cast<std::size_t>(at - kPercentiles.begin());
}

void add_logged(const char* name, Quantity quantity, RunParts& run, RunStatistics& result) {
  const auto logged = logged_distribution(run.log, quantity);
  if (!logged.any()) return;
  Metric metric;
  metric.name = name;
  metric.quantity = quantity;
  metric.from = kFromDetail;
  metric.count = quantity == Quantity::query_latency ? result.counts.queries : result.counts.samples;
  metric.min = number(logged.min);
  metric.max = number(logged.max);
  metric.mean = number(logged.mean);
  std::transform(logged.percentiles.begin(), logged.percentiles.end(), metric.percentiles.begin(), number);
  if (const auto target = target_index(run.limits)) metric.at_target = metric.percentiles[*target];
  result.metrics.push_back(std::move(metric));
}

void add_ttft(RunParts& run, std::optional<double> target, RunStatistics& result) {
  if (!run.samples) return add_logged("ttft_ns", Quantity::ttft, run, result);
  auto& values = run.samples->ttft;
  if (!run.late()) {
    result.metrics.push_back(
        metric_of("ttft_ns", Quantity::ttft, values, kFromTrace, target, run.limits.ttft_ns, run.histograms));
    return;
  }
  // LoadGen's marker stands among its values: its own figures are shown, and those of the other samples.
  add_logged("ttft_ns", Quantity::ttft, run, result);
  result.ttft_with_markers = distribution_of(values, target);
  std::vector<std::int64_t> others = values;
  std::erase(others, mllog::kNoTtft);
  if (others.empty()) return;
  result.metrics.push_back(metric_of("ttft_ns_without_late_samples", Quantity::ttft, others, kFromTrace,
                                     std::nullopt, run.limits.ttft_ns, run.histograms));
}

void add_over_limit(RunParts& run, RunStatistics& result) {
  auto& over = result.over_limit;
  const bool server = run.settings.is(Scenario::server);
  const bool token_limits = run.settings.tokens && !run.settings.is(Scenario::offline);
  over.latency_counts = server;
  over.ttft_counts = token_limits && run.limits.ttft_ns.has_value();
  over.tpot_counts = token_limits && run.limits.tpot_ns.has_value();
  if (!run.samples) {
    if (server && limit_is_logged(run, Quantity::latency))
      over.latency = run.log.u64("result_overlatency_query_count");
    return;
  }
  if (server && run.limits.latency_ns)
    over.latency = count_over(run.samples->latency, *run.limits.latency_ns);
  if (over.ttft_counts) over.ttft = count_over(run.samples->ttft, *run.limits.ttft_ns);
  if (over.tpot_counts && run.samples->tokens_known) {
    over.tpot = count_over(run.samples->tpot, *run.limits.tpot_ns);
  }
}

}  // namespace

bool limit_is_logged(const RunParts& run, Quantity quantity) {
  const RunLimits logged = run_settings(run.log).limits;
  switch (quantity) {
    case Quantity::ttft:
      return run.limits.ttft_ns == logged.ttft_ns;
    case Quantity::tpot:
      return run.limits.tpot_ns == logged.tpot_ns;
    case Quantity::latency:
    case Quantity::query_latency:
      break;
  }
  return run.limits.latency_ns == logged.latency_ns;
}

Metric metric_of(std::string name, Quantity quantity, std::vector<std::int64_t>& values, Sources from,
                 std::optional<double> target, std::optional<std::int64_t> limit, bool histogram) {
  const Distribution found = distribution_of(values, target);
  Metric metric;
  metric.name = std::move(name);
  metric.quantity = quantity;
  metric.from = from;
  metric.count = found.count;
  metric.min = found.min;
  metric.max = found.max;
  metric.mean = found.mean;
  metric.at_target = found.at_target;
  std::copy(found.percentiles.begin(), found.percentiles.end(), metric.percentiles.begin());
  if (histogram) metric.histogram = histogram_of(values, limit);
  return metric;
}

void add_metrics(RunParts& run, RunStatistics& result) {
  const auto target = run.settings.percentile();
  // Only the Server scenario holds latencies to a limit, and 0 stands for none.
  const auto latency_limit =
      run.settings.is(Scenario::server) && run.limits.latency_ns != 0 ? run.limits.latency_ns : std::nullopt;
  if (run.samples) {
    result.metrics.push_back(metric_of("latency_ns", Quantity::latency, run.samples->latency, kFromTrace,
                                       target, latency_limit, run.histograms));
  } else {
    add_logged("latency_ns", Quantity::latency, run, result);
  }
  if (run.settings.is(Scenario::multi_stream)) {
    if (run.samples) {
      result.metrics.push_back(metric_of("query_latency_ns", Quantity::query_latency,
                                         run.samples->query_latency, kFromTrace, target, std::nullopt,
                                         run.histograms));
    } else {
      add_logged("query_latency_ns", Quantity::query_latency, run, result);
    }
  }
  if (run.settings.tokens && run.settings.scenario && !run.settings.is(Scenario::offline)) {
    add_ttft(run, target, result);
    if (run.samples && run.samples->tokens_known && !run.late()) {
      result.metrics.push_back(metric_of("tpot_ns", Quantity::tpot, run.samples->tpot, kFromTraceAndTokens,
                                         target, run.limits.tpot_ns, run.histograms));
    } else {
      add_logged("tpot_ns", Quantity::tpot, run, result);
    }
  }
  add_over_limit(run, result);
}

}  // namespace mlperf::stats
