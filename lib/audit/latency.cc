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
#include "audit/round_choice.h"
#include "audit/run_folder.h"
#include "audit/trace_checks.h"
#include "base/text.h"
#include "loadgen/accuracy_sampling.h"
#include "submission/tree.h"

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

// The only result to which the folder belongs, if there is one.
std::optional<submission::ResultPaths> result_of_path(const std::string& folder,
                                                      const rules::RuleSet& rules) {
  std::optional<submission::DiscoverError> error;
  auto found = submission::discover({folder}, "", rules.tree_names(), error);
  if (error || found.results.size() != 1) return std::nullopt;
  return std::move(found.results.front());
}

const rules::Round* round_of_log(const rules::RuleSet& rules, const mllog::DetailLog& log) {
  const auto qsl = log.u64("effective_qsl_rng_seed"), index = log.u64("effective_sample_index_rng_seed"),
             schedule = log.u64("effective_schedule_rng_seed");
  if (!qsl || !index || !schedule) return nullptr;
  return round_of_seeds(rules, {*qsl, *index, *schedule});
}

class Latency {
 public:
  Latency(const LatencyOptions& options, const rules::RuleSet& rules, RunFolder run)
      : options_(options), rules_(rules), run_(std::move(run)) {}

  std::variant<LatencyReport, Failure> report() {
    if (auto failure = choose_round()) return *failure;
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
  std::optional<Failure> choose_round() {
    if (options_.round.empty()) {
      round_ = round_of_log(rules_, run_.detail.value);
      if (round_ == nullptr) round_ = &rules_.newest();
      return std::nullopt;
    }
    round_ = rules_.find_round(options_.round);
    if (round_ != nullptr) return std::nullopt;
    return Failure{fmt::format("no round \"{}\" in the rules", base::printable(options_.round))};
  }

  std::optional<Failure> identify() {
    evidence_.paths.division = "closed";
    if (const auto paths = result_of_path(run_.path, rules_)) {
      if (paths->division != "-") evidence_.paths = *paths;
      evidence_.match = round_->match_benchmark(paths->benchmark, {});
      if (round_->has_benchmark(evidence_.match.benchmark)) evidence_.benchmark = evidence_.match.benchmark;
      evidence_.scenario = round_->scenario_of_folder(paths->scenario).value_or("");
    }
    if (!options_.benchmark.empty()) {
      evidence_.match = round_->match_benchmark(options_.benchmark, {});
      if (!round_->has_benchmark(evidence_.match.benchmark) ||
          evidence_.match.how == rules::BenchmarkMatch::How::guess) {
        const auto near = base::nearest(options_.benchmark, round_->benchmarks());
        return Failure{fmt::format("no benchmark \"{}\" in {}{}", base::printable(options_.benchmark),
                                   round_->name(),
                                   near.empty() ? "" : fmt::format("; the nearest is {}", near))};
      }
      evidence_.benchmark = evidence_.match.benchmark;
    }
    if (!options_.scenario.empty()) {
      const auto scenario = round_->scenario_of_folder(options_.scenario);
      if (!scenario) {
        return Failure{fmt::format("no scenario \"{}\" in {}; known are {}",
                                   base::printable(options_.scenario), round_->name(),
                                   fmt::join(round_->scenarios(), ", "))};
      }
      evidence_.scenario = *scenario;
    } else if (evidence_.scenario.empty()) {
      // The log's word, which for an Interactive run is Server.
      evidence_.scenario =
          round_->scenario_of_folder(run_.detail.value.string("effective_scenario").value_or(""))
              .value_or("");
    }
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
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.severity == rules::Severity::error ||
           (strict && finding.severity == rules::Severity::warning);
  });
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
