// SPDX-License-Identifier: Apache-2.0
#include "audit/recompute.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "audit/performance_log.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;
using stats::Quantity;

class Comparison {
 public:
  Comparison(const mllog::DetailLog& log, const RecomputedRun& run) : log_(log), run_(run) {}

  TraceComparison take() {
    const auto& statistics = run_.statistics;
    for (const auto& metric : statistics.metrics) {
      if (metric.from.recomputed()) distribution(metric);
    }
    if (statistics.ttft_with_markers) {
      distribution_of(Quantity::ttft, *statistics.ttft_with_markers);
    }
    for (const auto& rate : statistics.rates) compare_rate(rate);
    counts();
    estimates();
    return std::move(found_);
  }

 private:
  void judge(bool agrees, const LogEntry* entry, TraceFigure figure, std::string recomputed) {
    ++found_.compared;
    if (agrees) {
      found_.agreeing.emplace_back(entry->key);
    } else {
      found_.differences.push_back({entry, figure, std::move(recomputed)});
    }
  }

  void integer(const LogEntry* entry, TraceFigure figure, std::int64_t value) {
    const auto logged = entry == nullptr ? std::nullopt : entry->as_i64();
    if (!logged) return;
    if (figure == TraceFigure::latency || figure == TraceFigure::token_latency) ++found_.compared_latencies;
    judge(*logged == value, entry, figure, fmt::format("{}", value));
  }

  void distribution(const stats::Metric& metric) {
    if (metric.name != "latency_ns" && metric.name != "query_latency_ns" && metric.name != "ttft_ns" &&
        metric.name != "tpot_ns")
      return;
    // Samples that share a scheduled time may have got each other's first token.
    if (metric.quantity == Quantity::tpot && run_.facts.samples_with_ambiguous_ttft > 0) return;
    stats::Distribution values;
    values.min = metric.min.value_or(0);
    values.max = metric.max.value_or(0);
    values.mean = metric.mean.value_or(0);
    for (std::size_t i = 0; i < values.percentiles.size(); ++i) {
      values.percentiles[i] = metric.percentiles[i].value_or(0);
    }
    distribution_of(metric.quantity, values);
  }

  void distribution_of(Quantity quantity, const stats::Distribution& values) {
    const auto logged = stats::logged_distribution(log_, quantity);
    const auto figure = quantity == Quantity::ttft || quantity == Quantity::tpot ? TraceFigure::token_latency
                                                                                 : TraceFigure::latency;
    integer(logged.min, figure, values.min);
    integer(logged.max, figure, values.max);
    integer(logged.mean, figure, values.mean);
    for (std::size_t i = 0; i < logged.percentiles.size(); ++i) {
      integer(logged.percentiles[i], figure, values.percentiles[i]);
    }
  }

  // LoadGen prints six digits; the same sum in another order may round to the neighbour.
  void compare_rate(const stats::Rate& rate) {
    if (!rate.from.recomputed() || !rate.value) return;
    const auto* entry = log_.find(rate.detail_key);
    const auto logged = number_of(entry);
    if (!logged) return;
    const double tolerance = six_digits_half_unit(*rate.value) * (1 + 1e-9);
    judge(std::fabs(*logged - *rate.value) <= tolerance, entry, TraceFigure::rate,
          fmt::format("{:g}", *rate.value));
  }

  void count(std::string_view key, std::optional<std::uint64_t> value) {
    const auto* entry = log_.find(key);
    const auto logged = entry == nullptr ? std::nullopt : entry->as_u64();
    if (!logged || !value) return;
    judge(*logged == *value, entry, TraceFigure::count, fmt::format("{}", *value));
  }

  void counts() {
    const auto& statistics = run_.statistics;
    if (!statistics.counts.samples_from.trace) return;
    count("result_query_count", statistics.counts.queries);
    if (statistics.settings.is(stats::Scenario::offline)) {
      count("generated_samples_per_query", statistics.counts.samples);
    }
    count("result_overlatency_query_count", statistics.over_limit.latency);
  }

  void estimates() {
    const auto& stopping = run_.statistics.early_stopping;
    if (!stopping || stopping->quantities.empty()) return;
    const auto compare = [&](std::string_view key, const std::vector<stats::Stopping>& quantities) {
      if (quantities.empty() || !quantities.back().from.recomputed()) return;
      integer(log_.find(key), TraceFigure::estimate, quantities.back().estimate_ns.value_or(0));
    };
    if (run_.statistics.settings.is(stats::Scenario::single_stream)) {
      compare("early_stopping_latency_ss", stopping->quantities);
      compare("early_stopping_latency_ms", stopping->p99);
    } else if (run_.statistics.settings.is(stats::Scenario::multi_stream)) {
      compare("early_stopping_latency_ms", stopping->quantities);
    }
  }

  const mllog::DetailLog& log_;
  const RecomputedRun& run_;
  TraceComparison found_;
};

}  // namespace

stats::RunLimits benchmark_limits(const rules::Round& round, const std::string& benchmark,
                                  const std::string& scenario, stats::RunLimits logged) {
  if (benchmark.empty() || scenario.empty()) return logged;
  if (const auto limits = round.token_limits(benchmark, scenario)) {
    logged.ttft_ns = limits->ttft_p99_max_ns;
    logged.tpot_ns = limits->tpot_p99_max_ns;
  }
  if (const auto limit = round.configured_target_latency_ns(benchmark, scenario)) logged.latency_ns = limit;
  return logged;
}

std::optional<std::int64_t> recomputed_p99_ns(const RunEvidence& run, stats::Quantity quantity) {
  constexpr std::size_t kP99 = 4;
  static_assert(stats::kPercentiles[kP99] == 0.99);
  if (!run.recomputed || !run.recomputed->statistics.complete) return std::nullopt;
  const auto& statistics = run.recomputed->statistics;
  if (quantity == stats::Quantity::ttft && statistics.ttft_with_markers) {
    return statistics.ttft_with_markers->percentiles[kP99];
  }
  const auto* metric = statistics.metric(quantity == stats::Quantity::ttft   ? "ttft_ns"
                                         : quantity == stats::Quantity::tpot ? "tpot_ns"
                                                                             : "latency_ns");
  return metric != nullptr && metric->from.recomputed() ? metric->percentiles[kP99] : std::nullopt;
}

bool recomputed_as_logged(const RunEvidence& run, std::string_view key) {
  if (!run.recomputed || !run.detail.usable()) return false;
  const auto comparison = compare_with_trace(run.detail.value, *run.recomputed);
  return std::find(comparison.agreeing.begin(), comparison.agreeing.end(), key) != comparison.agreeing.end();
}

TraceComparison compare_with_trace(const mllog::DetailLog& log, const RecomputedRun& run) {
  if (!run.statistics.complete || !run.statistics.trace_usable || run.statistics.settings.accuracy_run())
    return {};
  return Comparison(log, run).take();
}

}  // namespace mlperf::audit
