// SPDX-License-Identifier: Apache-2.0
#include "audit/latency.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/checks_performance.h"
#include "audit/conclude.h"
#include "audit/performance_log.h"
#include "audit/recompute.h"
#include "audit/run_folder.h"
#include "audit/run_identity.h"
#include "audit/trace_checks.h"
#include "base/text.h"
#include "loadgen/accuracy_sampling.h"

namespace mlperf::audit {
namespace {

// The checks of `check` that concern the figures of a run, in its order. The first ones hold for any run, the
// others only for one that is meant as a result: compliance runs may be short and INVALID, accuracy runs
// state no result.
constexpr ResultCheck kAnyRun[] = {
    {"check_log_readable", check_log_readable},
    {"check_key_conflict", check_key_conflict},
    {"check_value_finite", check_value_finite},
    {"check_trace_readable", check_trace_readable},
    {"check_trace_agrees", check_trace_agrees},
    {"check_summary_agrees", check_summary_agrees},
    {"check_rates_agree", check_rates_agree},
    {"check_percentiles_ordered", check_percentiles_ordered},
    {"check_negative_latencies", check_negative_latencies},
};
constexpr ResultCheck kResultRun[] = {
    {"check_result_valid", check_result_valid},
    {"check_min_duration_met", check_min_duration_met},
    {"check_min_queries_met", check_min_queries_met},
    {"check_early_stopping_met", check_early_stopping_met},
    {"check_early_stopping_estimate", check_early_stopping_estimate},
    {"check_perf_constraints_met", check_perf_constraints_met},
    {"check_trace_conditions", check_trace_conditions},
    {"check_ttft_limit", check_ttft_limit},
    {"check_tpot_limit", check_tpot_limit},
    {"check_server_latency", check_server_latency},
    {"check_token_limits_configured", check_token_limits_configured},
    {"check_target_latency_configured", check_target_latency_configured},
    {"check_completed_vs_scheduled", check_completed_vs_scheduled},
};

class Latency {
 public:
  Latency(const LatencyOptions& options, const rules::RuleSet& rules, RunFolder run)
      : options_(options), rules_(rules), run_(std::move(run)) {}

  std::variant<LatencyReport, Failure> report() {
    if (auto failure = identify()) return *failure;
    report_.folder = run_.path;
    report_.round = round_->name();
    report_.benchmark = evidence_.benchmark;
    report_.scenario = evidence_.scenario;
    const auto& log = run_.detail.value;
    const auto version = log.string("loadgen_version").value_or("");
    report_.loadgen_version = std::string(base::trim(version.substr(0, version.find('@'))));
    compute(log);
    judge();
    return std::move(report_);
  }

 private:
  std::optional<Failure> identify() {
    auto identified = identify_run(run_.path, &run_.detail.value,
                                   {options_.round, options_.benchmark, options_.scenario}, rules_);
    if (auto* failure = std::get_if<Failure>(&identified)) return std::move(*failure);
    auto& identity = std::get<RunIdentity>(identified);
    round_ = identity.round;
    evidence_.paths.division = "closed";
    if (identity.paths && identity.paths->division != "-") evidence_.paths = *identity.paths;
    evidence_.match = identity.match;
    evidence_.benchmark = identity.benchmark;
    evidence_.scenario = identity.scenario;
    return std::nullopt;
  }

  void compute(const mllog::DetailLog& log) {
    const auto trace = mllog::read_trace(run_.trace_file(), run_.trace_file());
    auto accuracy_log = stats::read_accuracy_figures(run_.accuracy_file(), run_.accuracy_file(), true);
    stats::RunInput input{log, trace, accuracy_log, stats::run_settings(log).limits, true};
    report_.statistics = stats::run_statistics(input);
    keep_for_checks(trace);
    const auto limits = benchmark_limits(*round_, evidence_.benchmark, evidence_.scenario, input.limits);
    report_.limits_of_benchmark = limits.ttft_ns != input.limits.ttft_ns ||
                                  limits.tpot_ns != input.limits.tpot_ns ||
                                  limits.latency_ns != input.limits.latency_ns;
    if (report_.limits_of_benchmark) {
      input.limits = limits;
      report_.statistics = stats::run_statistics(input);
    }
    describe_files(log, trace, accuracy_log);
  }

  void keep_for_checks(const base::Document<mllog::Trace>& trace) {
    if (!trace.exists() || trace.state == base::ReadState::empty) return;
    RecomputedRun recomputed{trace.path, trace.issues, trace.value.facts, report_.statistics};
    evidence_.performance.recomputed = std::make_shared<const RecomputedRun>(std::move(recomputed));
  }

  void describe_files(const mllog::DetailLog& log, const base::Document<mllog::Trace>& trace,
                      base::Document<stats::AccuracyFigures>& accuracy_log) {
    report_.has_trace = trace.usable();
    report_.trace = trace.value.facts;
    report_.unavailable = report_.statistics.unavailable;
    if (!report_.statistics.trace_usable) {
      report_.unavailable.emplace_back("metrics_recomputed", report_.statistics.trace_problem);
    }
    if (accuracy_log.usable()) {
      report_.has_accuracy_log = true;
      report_.accuracy_log_complete = accuracy_log.value.valid_json;
      report_.accuracy_log_covers_all = stats::covers(
          accuracy_log.value, trace.value,
          report_.statistics.settings.accuracy_run() ? 0 : stats::first_performance_sample(log));
    } else {
      report_.unavailable.emplace_back("accuracy_log", accuracy_log.exists()
                                                           ? "the accuracy log is empty or cannot be read"
                                                           : "there is none");
    }
    accuracy_log.value.samples.clear();
    report_.accuracy_log = std::move(accuracy_log.value);
    const auto settings = loadgen::settings_of(log).settings;
    report_.sampling_target = settings.accuracy_log_sampling_target;
    report_.sampling_probability = loadgen::sampling_probability(settings);
  }

  void judge() {
    evidence_.performance.folder = run_.path;
    evidence_.performance.detail = std::move(run_.detail);
    evidence_.performance.summary = std::move(run_.summary);
    Findings findings;
    for (const auto& check : kAnyRun) check.run(evidence_, *round_, findings);
    if (!is_compliance_run() && !accuracy_mode(evidence_.performance.detail.value)) {
      for (const auto& check : kResultRun) check.run(evidence_, *round_, findings);
    }
    report_.findings.assign(findings.list().begin(), findings.list().end());
    complete_findings(report_.findings, rules_.catalog,
                      {{"benchmark", evidence_.benchmark.empty() ? "the benchmark" : evidence_.benchmark},
                       {"scenario", evidence_.scenario},
                       {"division", evidence_.paths.division},
                       {"submitter", evidence_.paths.submitter},
                       {"system", evidence_.paths.system},
                       {"round", round_->name()}});
    sort_by_severity(report_.findings);
  }

  bool is_compliance_run() const {
    const auto warnings = evidence_.performance.detail.value.all("warning_generic_message");
    return std::any_of(warnings.begin(), warnings.end(), [&](const mllog::LogEntry* entry) {
      return base::contains(entry->text, round_->audit_config_message());
    });
  }

  const LatencyOptions& options_;
  const rules::RuleSet& rules_;
  RunFolder run_;
  const rules::Round* round_ = nullptr;
  Evidence evidence_;
  LatencyReport report_;
};

}  // namespace

int LatencyReport::exit_code(bool strict) const {
  return exit_code_of(findings, strict);
}

std::optional<std::int64_t> limit_of(const stats::RunStatistics& statistics, const stats::Metric& metric) {
  const auto& limits = statistics.settings.limits;
  switch (metric.quantity) {
    case stats::Quantity::latency:
      // Token benchmarks say 0, and only the Server scenario holds latencies to a limit.
      if (!statistics.settings.is(stats::Scenario::server) || limits.latency_ns == 0) return std::nullopt;
      return limits.latency_ns;
    case stats::Quantity::ttft:
      return statistics.over_limit.ttft_counts ? limits.ttft_ns : std::nullopt;
    case stats::Quantity::tpot:
      return statistics.over_limit.tpot_counts ? limits.tpot_ns : std::nullopt;
    case stats::Quantity::query_latency:
      break;
  }
  return std::nullopt;
}

std::variant<LatencyReport, Failure> run_latency(const LatencyOptions& options, const rules::RuleSet& rules) {
  auto opened = open_run_folder(options.folder);
  if (auto* failure = std::get_if<Failure>(&opened)) return std::move(*failure);
  return Latency(options, rules, std::get<RunFolder>(std::move(opened))).report();
}

}  // namespace mlperf::audit
