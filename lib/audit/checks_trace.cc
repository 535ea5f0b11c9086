// SPDX-License-Identifier: Apache-2.0
// The logs of a run against its trace: every latency to the nanosecond, rates to the printed digits, counts,
// early stopping and the conditions of a VALID run.
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/performance_log.h"
#include "audit/recompute.h"
#include "audit/trace_checks.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

// The figures of a run that ended, from a trace that tells of all of it.
const stats::RunStatistics* whole_run(const RunEvidence& run) {
  if (!run.recomputed || !run.detail.usable()) return nullptr;
  const auto& statistics = run.recomputed->statistics;
  const bool whole = statistics.complete && statistics.trace_usable && !statistics.settings.accuracy_run();
  return whole ? &statistics : nullptr;
}

void report_unusable(std::string_view rule, std::string_view variant, const RunEvidence& run, Findings& out) {
  const auto& recomputed = *run.recomputed;
  if (!recomputed.statistics.complete) return;  // the run ended early: another check speaks
  out.claim(rule, Level::cross_checked);
  if (recomputed.statistics.trace_usable) return;
  const auto at = recomputed.trace_issues.empty() ? base::Position{} : recomputed.trace_issues.front().at;
  out.report(rule, variant)
      .at(recomputed.trace_file, at)
      .with("reason", recomputed.statistics.trace_problem)
      .severity(rules::Severity::warning);
  out.inconclusive(recomputed.statistics.trace_problem);
}

// One finding for each kind of figure; further figures of the kind are further places.
class TraceFindings {
 public:
  TraceFindings(std::string_view rule, const RunEvidence& run, Findings& out)
      : rule_(rule), run_(run), out_(out) {}

  void add(const TraceDifference& difference) {
    auto& finding = findings_[static_cast<std::size_t>(difference.figure)];
    const LogEntry& entry = *difference.entry;
    if (finding) {
      finding->also(
          run_.detail.path, entry.at,
          fmt::format("{} {}, recomputed {}", entry.key, entry.text.substr(0, 40), difference.recomputed));
      return;
    }
    finding = report(difference, variant_of(difference.figure));
  }

  // All figures of the trace differ: it tells of another run.
  void add_other_run(const TraceDifference& first, std::size_t compared) {
    report(first, "trace-other-run")
        .with("figures", base::counted(compared, "latency figure", "latency figures"));
  }

 private:
  static std::string_view variant_of(TraceFigure figure) {
    switch (figure) {
      case TraceFigure::latency:
      case TraceFigure::token_latency:
      case TraceFigure::estimate:
        return "trace";
      case TraceFigure::rate:
        return "trace-rate";
      case TraceFigure::count:
        return "trace-count";
    }
    return "trace";
  }

  Reported report(const TraceDifference& difference, std::string_view variant) {
    const LogEntry& entry = *difference.entry;
    const Value recomputed = number_or_text(difference.recomputed);
    const auto human = [&](const Value& value) {
      const auto* ns = std::get_if<std::int64_t>(&value);
      const auto* unsigned_ns = std::get_if<std::uint64_t>(&value);
      return ns != nullptr            ? base::human_ns(*ns)
             : unsigned_ns != nullptr ? base::human_ns(static_cast<std::int64_t>(*unsigned_ns))
                                      : to_text(value);
    };
    return out_.report(rule_, variant)
        .at(run_.detail.path, entry)
        .found(value_of(entry))
        .expected(recomputed)
        .with("key", std::string(entry.key))
        .with("found_text", human(value_of(entry)))
        .with("expected_text", human(recomputed))
        .severity(rules::Severity::error)
        .level(Level::recomputed)
        .also(run_.recomputed->trace_file, {});
  }

  std::string_view rule_;
  const RunEvidence& run_;
  Findings& out_;
  std::array<std::optional<Reported>, 5> findings_;
};

// Are all latencies of a whole distribution or more others than the trace's?
bool other_run(const TraceComparison& comparison) {
  constexpr std::size_t kEnough = 6;
  std::size_t latencies = 0;
  for (const auto& difference : comparison.differences) {
    latencies += difference.figure == TraceFigure::latency || difference.figure == TraceFigure::token_latency;
  }
  return latencies >= kEnough && latencies == comparison.compared_latencies;
}

void report_differences(std::string_view rule, std::string_view estimate_rule, const RunEvidence& run,
                        Findings& out) {
  const auto comparison = compare_with_trace(run.detail.value, *run.recomputed);
  if (comparison.compared == 0) return;
  out.claim(rule, Level::recomputed);
  TraceFindings figures(rule, run, out), estimates(estimate_rule, run, out);
  if (other_run(comparison)) {
    figures.add_other_run(comparison.differences.front(), comparison.compared_latencies);
    return;
  }
  for (const auto& difference : comparison.differences) {
    (difference.figure == TraceFigure::estimate ? estimates : figures).add(difference);
  }
}

// A condition that the log says is met, against the trace.
struct Condition {
  std::string_view rule, key;
  std::optional<bool> recomputed;
  std::string_view variant = "trace";
};

Reported* report_condition(const Condition& condition, const RunEvidence& run, Findings& out,
                           std::optional<Reported>& finding) {
  const auto* entry = run.detail.value.find(condition.key);
  if (entry == nullptr || !condition.recomputed) return nullptr;
  out.claim(condition.rule, Level::recomputed);
  if (*condition.recomputed || entry->as_bool() != true) return nullptr;  // said to fail: told elsewhere
  finding = out.report(condition.rule, condition.variant);
  finding->at(run.detail.path, *entry)
      .found(value_of(*entry))
      .expected("false")
      .level(Level::recomputed)
      .also(run.recomputed->trace_file, {});
  return &*finding;
}

std::string_view spoken(std::string_view quantity) {
  return quantity == "ttft" ? "TTFT" : quantity == "tpot" ? "TPOT" : "latency";
}

std::optional<std::int64_t> limit_of(const stats::RunStatistics& statistics, std::string_view quantity) {
  const auto& limits = statistics.settings.limits;
  return quantity == "ttft" ? limits.ttft_ns : quantity == "tpot" ? limits.tpot_ns : limits.latency_ns;
}

std::string text_of(const std::optional<std::uint64_t>& count) {
  return fmt::format("{}", count.value_or(0));
}

// The first quantity that fails: how many values are over its limit, or how many queries there are.
void describe_stopping(const stats::RunStatistics& statistics, Reported& finding) {
  for (const auto& stopping : statistics.early_stopping->quantities) {
    if (!stopping.from.recomputed() || stopping.met != false) continue;
    finding.with("queries", text_of(statistics.counts.queries))
        .with("needed", text_of(stopping.required_queries))
        .with("missing", text_of(stopping.missing_queries))
        .with("over", text_of(stopping.over_limit))
        .with("quantity", std::string(spoken(stopping.name)))
        .with("limit", base::human_ns(limit_of(statistics, stopping.name).value_or(0)));
    return;
  }
}

// SingleStream and MultiStream have no limit: too few queries for an estimate are what fails.
std::string_view stopping_variant(const stats::RunStatistics& statistics) {
  return statistics.settings.is(stats::Scenario::server) ? "trace" : "trace-few";
}

// Do the quantities that the trace gives meet early stopping? One that fails decides; success takes them all.
std::optional<bool> stopping_by_trace(const stats::RunStatistics& statistics) {
  if (!statistics.early_stopping) return std::nullopt;
  const auto& stopping = *statistics.early_stopping;
  bool all = stopping.from.recomputed();
  for (const auto& quantity : stopping.quantities) {
    if (quantity.from.recomputed() && quantity.met == false) return false;
    all = all && quantity.from.recomputed() && quantity.met.has_value();
  }
  return all ? stopping.met : std::nullopt;
}

// A latency constraint of a Server run, by the trace: the first that is missed, else whether all are known.
struct Constraints {
  std::optional<bool> met;
  std::string_view missed;  // "ttft"
  std::int64_t found_ns = 0;
};
Constraints constraints_by_trace(const stats::RunStatistics& statistics) {
  Constraints found;
  if (!statistics.settings.is(stats::Scenario::server)) return found;
  bool all = true;
  const auto hold = [&](std::string_view name) {
    const auto limit = limit_of(statistics, name);
    const auto* metric = statistics.metric(fmt::format("{}_ns", name));
    if (metric == nullptr || !metric->from.recomputed() || !metric->at_target || !limit) {
      all = false;
    } else if (found.missed.empty() && *metric->at_target > *limit) {
      found.missed = name;
      found.found_ns = *metric->at_target;
    }
  };
  if (statistics.settings.tokens) {
    hold("ttft");
    hold("tpot");
  } else {
    hold("latency");
  }
  if (!found.missed.empty()) {
    found.met = false;
  } else if (all) {
    found.met = true;
  }
  return found;
}

// The number of queries that LoadGen's text says are missing.
void check_missing_queries(const stats::RunStatistics& statistics, const RunEvidence& run, Findings& out) {
  for (const auto& stopping : statistics.early_stopping->quantities) {
    if (!stopping.from.recomputed() || !stopping.missing_queries) continue;
    const std::string key = stopping.name == "latency"
                                ? "early_stopping_result"
                                : fmt::format("early_stopping_{}_result", stopping.name);
    const auto* entry = run.detail.value.find(key);
    const auto said = stats::stopping_text(run.detail.value, key).missing_queries;
    if (entry == nullptr || !said || *said == *stopping.missing_queries) continue;
    out.report("perf-early-stopping-met", "trace-missing")
        .at(run.detail.path, *entry)
        .found(*said)
        .expected(*stopping.missing_queries)
        .with("key", key)
        .level(Level::recomputed)
        .also(run.recomputed->trace_file, {});
  }
}

}  // namespace

void check_trace_readable(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (!evidence.performance.recomputed || performance_mode_log(evidence) == nullptr) return;
  report_unusable("perf-trace-readable", "default", evidence.performance, out);
}

void check_trace_agrees(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (whole_run(evidence.performance) == nullptr) return;
  report_differences("perf-metric-consistent", "perf-early-stopping-estimate", evidence.performance, out);
}

void check_trace_conditions(const Evidence& evidence, const rules::Round&, Findings& out) {
  const RunEvidence& run = evidence.performance;
  const auto* statistics = whole_run(run);
  if (statistics == nullptr) return;
  const auto& validity = statistics->validity;
  std::optional<Reported> finding;

  const auto needed_ms = static_cast<std::int64_t>(statistics->settings.min_duration_ms.value_or(0));
  const auto& duration = validity.duration_ns;
  if (auto* reported = report_condition({"perf-min-duration-met", "result_min_duration_met",
                                         duration ? validity.min_duration_met : std::nullopt},
                                        run, out, finding)) {
    reported->with("measured", base::human_ns(duration.value_or(0)))
        .with("expected_text", base::human_ms(needed_ms));
  }
  if (auto* reported = report_condition({"perf-early-stopping-met", "early_stopping_met",
                                         stopping_by_trace(*statistics), stopping_variant(*statistics)},
                                        run, out, finding)) {
    describe_stopping(*statistics, *reported);
  }
  if (statistics->early_stopping) check_missing_queries(*statistics, run, out);
  const auto constraints = constraints_by_trace(*statistics);
  if (auto* reported = report_condition(
          {"perf-perf-constraints-met", "result_perf_constraints_met", constraints.met}, run, out, finding)) {
    constexpr double kPercent = 100;
    reported
        ->with("percentile",
               fmt::format("{:g}", statistics->settings.limits.percentile.value_or(0) * kPercent))
        .with("quantity", std::string(spoken(constraints.missed)))
        .with("found_text", base::human_ns(constraints.found_ns))
        .with("expected_text", base::human_ns(limit_of(*statistics, constraints.missed).value_or(0)));
  }
}

void check_test_traces(const Evidence& evidence, const rules::Round&, Findings& out) {
  for (const auto& test : evidence.tests) {
    if (!test.run.recomputed || !test.run.detail.usable()) continue;
    report_unusable("compliance-trace", "unusable", test.run, out);
    if (whole_run(test.run) != nullptr)
      report_differences("compliance-trace", "compliance-trace", test.run, out);
  }
}

}  // namespace mlperf::audit
