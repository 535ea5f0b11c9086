// SPDX-License-Identifier: Apache-2.0
#include "report/latency_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "report/summary.h"

namespace mlperf::report {
namespace {

using audit::LatencyReport;
using stats::Quantity;

std::string ns_or_dash(const std::optional<std::int64_t>& ns) {
  return ns ? base::human_ns(*ns) : "-";
}

std::optional<std::uint64_t> over_of(const LatencyReport& report, Quantity quantity) {
  const auto& over = report.statistics.over_limit;
  switch (quantity) {
    case Quantity::latency:
      return over.latency;
    case Quantity::ttft:
      return over.ttft;
    case Quantity::tpot:
      return over.tpot;
    case Quantity::query_latency:
      break;
  }
  return std::nullopt;
}

std::string limit_text(const stats::RunStatistics& run, std::string_view quantity) {
  const auto& limits = run.settings.limits;
  const auto limit = quantity == "ttft"   ? limits.ttft_ns
                     : quantity == "tpot" ? limits.tpot_ns
                                          : limits.latency_ns;
  return ns_or_dash(limit);
}

std::string limit_stopping_line(const stats::RunStatistics& run, const stats::Stopping& stopping) {
  const std::uint64_t queries = run.counts.queries.value_or(0);
  if (!stopping.over_limit) {
    return fmt::format(
        "{}: {}", spoken(stopping.name),
        stopping.met ? "met by the log; how many were over the limit is not known" : "not known");
  }
  std::string line =
      fmt::format("{}: {} of {} over {}; {} queries needed", spoken(stopping.name), *stopping.over_limit,
                  queries, limit_text(run, stopping.name), stopping.required_queries.value_or(0));
  if (stopping.met == true) {
    line += fmt::format(", {} to spare", queries - stopping.required_queries.value_or(0));
    if (stopping.most_over_limit) line += fmt::format("; up to {} may be over", *stopping.most_over_limit);
  } else {
    line += fmt::format(", {} more than there are", stopping.missing_queries.value_or(0));
  }
  return line;
}

std::string estimate_line(const stats::RunStatistics& run, const stats::Stopping& stopping,
                          double percentile) {
  const std::uint64_t queries = run.counts.queries.value_or(0);
  if (stopping.met != true) {
    return fmt::format("{} p{:g}: {} of at least {} queries, no estimate", spoken(stopping.name), percentile,
                       queries, stopping.required_queries.value_or(0));
  }
  return fmt::format("{} p{:g}: estimate {}, {} of {} queries left out", spoken(stopping.name), percentile,
                     ns_or_dash(stopping.estimate_ns), stopping.discarded.value_or(0), queries);
}

}  // namespace

std::string metric_label(const stats::Metric& metric) {
  if (metric.name == "ttft_ns_without_late_samples") return "TTFT, late ones left out";
  if (metric.name == "ttft_ns_of_completed_samples") return "TTFT, completed samples";
  if (metric.name == "ttft_ns_of_all_token_events") return "TTFT, all first tokens";
  switch (metric.quantity) {
    case Quantity::latency:
      return "latency";
    case Quantity::query_latency:
      return "latency per query";
    case Quantity::ttft:
      return "TTFT";
    case Quantity::tpot:
      return "TPOT";
  }
  return metric.name;
}

std::string_view spoken(std::string_view quantity) {
  if (quantity == "ttft") return "TTFT";
  if (quantity == "tpot") return "TPOT";
  if (quantity == "query_latency") return "latency per query";
  return quantity;
}

std::string sources_in_words(const stats::Sources& from) {
  if (from.trace) return from.accuracy_log ? "trace + accuracy log" : "trace";
  return from.accuracy_log ? "accuracy log" : "detail log";
}

std::string subject(const LatencyReport& report) {
  const auto& scenario = report.scenario.empty() ? report.statistics.settings.scenario_name : report.scenario;
  return report.benchmark.empty() ? fmt::format("{}, benchmark unknown", scenario)
                                  : fmt::format("{} {}", report.benchmark, scenario);
}

std::string limits_in_words(const LatencyReport& report) {
  return report.limits_of_benchmark
             ? fmt::format("limits of {} {} ({})", report.benchmark, report.scenario, report.round)
             : "limits as logged";
}

std::string verdict_in_words(const LatencyReport& report) {
  const auto& validity = report.statistics.validity;
  if (validity.result.empty()) return "UNKNOWN";
  if (validity.result == "NONE") {
    return report.statistics.complete ? "accuracy run" : "INCOMPLETE: the run ended before its results";
  }
  if (validity.reasons.empty()) return validity.result;
  return fmt::format("{} ({})", validity.result, fmt::join(validity.reasons, ", "));
}

std::vector<MetricRow> metric_rows(const LatencyReport& report) {
  const auto& metrics = report.statistics.metrics;
  std::vector<MetricRow> rows;
  const auto add = [&](std::string name, const auto& cell) {
    MetricRow row{std::move(name), {}};
    for (const auto& metric : metrics) row.cells.push_back(cell(metric));
    const bool known =
        std::any_of(row.cells.begin(), row.cells.end(), [](const auto& text) { return text != "-"; });
    if (known) rows.push_back(std::move(row));
  };
  add("values", [](const auto& metric) { return metric.count ? fmt::format("{}", *metric.count) : "-"; });
  add("min", [](const auto& metric) { return ns_or_dash(metric.min); });
  add("mean", [](const auto& metric) { return ns_or_dash(metric.mean); });
  for (std::size_t i = 0; i < stats::kPercentiles.size(); ++i) {
    add(std::string(stats::kPercentileNames[i]),
        [i](const auto& metric) { return ns_or_dash(metric.percentiles[i]); });
  }
  add("max", [](const auto& metric) { return ns_or_dash(metric.max); });
  const auto& target = report.statistics.settings.limits.percentile;
  add(target ? fmt::format("limit of p{:g}", *target * 100) : "limit",
      [&](const auto& metric) { return ns_or_dash(audit::limit_of(report.statistics, metric)); });
  add("headroom", [&](const auto& metric) -> std::string {
    const auto percent = headroom_percent(metric.at_target, audit::limit_of(report.statistics, metric));
    return percent ? fmt::format("{:.1f} %", *percent) : "-";
  });
  add("over the limit", [&](const auto& metric) -> std::string {
    const auto over = over_of(report, metric.quantity);
    return over && audit::limit_of(report.statistics, metric) ? fmt::format("{}", *over) : "-";
  });
  add("from", [](const auto& metric) { return sources_in_words(metric.from); });
  return rows;
}

std::vector<RateRow> rate_rows(const LatencyReport& report) {
  std::vector<RateRow> rows;
  for (const auto& rate : report.statistics.rates) {
    std::string name = rate.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    rows.push_back({std::move(name), rate.value ? fmt::format("{:.9g}", *rate.value) : "-",
                    rate.detail_text.empty() ? "-" : rate.detail_text, sources_in_words(rate.from)});
  }
  return rows;
}

std::vector<std::string> stopping_lines(const LatencyReport& report) {
  std::vector<std::string> lines;
  const auto& run = report.statistics;
  if (!run.early_stopping) return lines;
  constexpr double kPercent = 100, kP99 = 99;
  for (const auto& stopping : run.early_stopping->quantities) {
    lines.push_back(
        run.settings.is(stats::Scenario::server)
            ? limit_stopping_line(run, stopping)
            : estimate_line(run, stopping, run.settings.limits.percentile.value_or(0) * kPercent));
  }
  for (const auto& stopping : run.early_stopping->p99) lines.push_back(estimate_line(run, stopping, kP99));
  return lines;
}

std::vector<std::string> remarks(const LatencyReport& report) {
  std::vector<std::string> lines;
  const auto& run = report.statistics;
  if (!run.trace_usable)
    lines.push_back(fmt::format("{}: nothing could be recomputed from it", run.trace_problem));
  if (run.late_first_token_count > 0) {
    lines.push_back(fmt::format(
        "{} after completion: LoadGen's own minimum and mean of TTFT and TPOT mean nothing",
        base::counted(run.late_first_token_count, "first token was reported", "first tokens were reported")));
  }
  if (run.counts.samples_with_invalid_token_count.value_or(0) > 0) {
    lines.push_back(
        fmt::format("{} without a token count of two or more: their TPOT is negative",
                    base::counted(*run.counts.samples_with_invalid_token_count, "sample", "samples")));
  }
  if (report.trace.duplicate_sample_events > 0) {
    lines.push_back(
        fmt::format("{} completed a second time; the first counts",
                    base::counted(report.trace.duplicate_sample_events, "sample was", "samples were")));
  }
  return lines;
}

std::vector<std::string> unavailable_lines(const LatencyReport& report) {
  std::vector<std::pair<std::string, std::string>> by_reason;  // reason, figures
  for (const auto& [path, reason] : report.unavailable) {
    if (path == "metrics_recomputed") continue;  // a remark
    const auto known = std::find_if(by_reason.begin(), by_reason.end(),
                                    [&, &why = reason](const auto& entry) { return entry.first == why; });
    if (known == by_reason.end()) {
      by_reason.emplace_back(reason, path);
    } else {
      known->second += ", " + path;
    }
  }
  std::vector<std::string> lines;
  for (const auto& [reason, figures] : by_reason) lines.push_back(fmt::format("{}: {}", figures, reason));
  return lines;
}

std::string closing_line(const LatencyReport& report) {
  std::uint64_t errors = 0, warnings = 0;
  for (const auto& finding : report.findings) {
    errors += finding.severity == rules::Severity::error;
    warnings += finding.severity == rules::Severity::warning;
  }
  const auto& metrics = report.statistics.metrics;
  const auto recomputed = std::count_if(metrics.begin(), metrics.end(),
                                        [](const auto& metric) { return metric.from.recomputed(); });
  auto verdict = verdict_in_words(report);
  if (errors > 0 && verdict == "VALID") verdict = "LoadGen's conditions are met, the run is not in order";
  return fmt::format("{}: {}, {}; {} of {} distributions recomputed from the samples", verdict,
                     base::counted(errors, "error", "errors"), base::counted(warnings, "warning", "warnings"),
                     recomputed, metrics.size());
}

}  // namespace mlperf::report
