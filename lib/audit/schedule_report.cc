// SPDX-License-Identifier: Apache-2.0
#include "audit/schedule_report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "audit/checks_schedule.h"
#include "audit/conclude.h"
#include "audit/loaded_sets.h"
#include "audit/performance_log.h"
#include "loadgen/accuracy_sampling.h"
#include "loadgen/issue_order.h"
#include "mllog/trace.h"

namespace mlperf::audit {
namespace {

using loadgen::Phase;
using mllog::DetailLog;

constexpr std::size_t kFirstSamples = 8;

std::string text_of(const std::vector<LoggedNumber>& lines) {
  return lines.empty() ? std::string() : lines.front().text;
}

std::string hash_of(const std::vector<std::uint32_t>& samples) {
  loadgen::NumberHash hash;
  hash.add_all(samples);
  return hash.hex();
}

class Maker {
 public:
  Maker(const RunFolder& run, const rules::RuleSet& rules, unsigned jobs)
      : run_(run), log_(run.detail.value), rules_(rules), jobs_(jobs) {}

  ScheduleReport make() {
    report_.folder = run_.path;
    report_.loadgen_version = std::string(log_.string("loadgen_version").value_or(""));
    report_.loadgen_version = report_.loadgen_version.substr(0, report_.loadgen_version.find(' '));
    const auto trace = mllog::read_trace(run_.trace_file(), run_.trace_file());
    auto schedule = schedule_evidence(run_.detail, &run_.user_conf);
    report_.settings = schedule->settings;
    report_.obstacle = schedule->obstacle;
    report_.sampling_probability = loadgen::sampling_probability(report_.settings);
    const auto sets = compare_loaded_sets(log_);
    regenerate_performance(*schedule);
    follow_trace(*schedule, trace, sets);
    if (report_.obstacle.empty()) make_phases(*schedule, sets);
    report_other_sets(sets, run_.detail, findings_);
    complete();
    return std::move(report_);
  }

 private:
  void regenerate_performance(ScheduleEvidence& schedule) {
    if (!schedule.has_performance_phase()) return;
    ScheduleEvidence* one[] = {&schedule};
    regenerate(one, jobs_);
    report_.obstacle = schedule.obstacle;
    if (!report_.obstacle.empty()) return;
    report_.rate = schedule.regenerated->rate;
    report_.within_rounding = schedule.regenerated->within_rounding;
    check_schedule(schedule, findings_);
  }

  void follow_trace(const ScheduleEvidence& schedule, const base::Document<mllog::Trace>& trace,
                    const LoadedSets& sets) {
    if (sets.library) {
      report_.library = *sets.library;
      report_.library_told = true;
    }
    if (!trace.usable()) {
      report_.no_trace = trace.state == base::ReadState::empty        ? "the trace is empty"
                         : trace.state == base::ReadState::unreadable ? "the trace " + trace.reason
                                                                      : "there is no trace";
      return;
    }
    IssuedSamples issued;
    issued.samples = trace.value.samples.size();
    loadgen::NumberHash hash;
    std::vector<std::uint32_t> indices;
    for (const auto& sample : trace.value.samples) {
      hash.add(sample.sample_idx);
      indices.push_back(sample.sample_idx);
    }
    issued.order_sha256 = hash.hex();
    std::sort(indices.begin(), indices.end());
    issued.distinct =
        static_cast<std::uint64_t>(std::unique(indices.begin(), indices.end()) - indices.begin());
    if (report_.obstacle.empty()) {
      const auto order = compare_sample_order(schedule, trace);
      issued.other_samples = order.other_samples;
      issued.other_times = order.other_times;
      if (order.library) report_.library = *order.library;
      report_.library_told = report_.library_told || order.library;
      report_sample_order(order, findings_);
    }
    report_.issued = std::move(issued);
  }

  void make_phases(const ScheduleEvidence& schedule, const LoadedSets& sets) {
    const auto phases = loadgen::phases(report_.settings, report_.library);
    const auto accuracy = accuracy_phases(schedule, log_, phases);
    report_phases(accuracy);
    const auto lines = log_.all("loaded_qsl_set");
    std::uint64_t seq = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const auto& evidence = i < accuracy.size() ? accuracy[i] : schedule;
      auto phase = make_phase(phases[i], evidence);
      if (i < lines.size()) {
        if (const auto counts = mllog::count_indices(lines[i]->text)) phase.logged_loaded = counts->all;
        phase.set_agrees = std::none_of(sets.differences.begin(), sets.differences.end(),
                                        [&](const SetDifference& other) { return other.set == i; });
      }
      phase.first_sample_seq = seq;
      seq += phase.samples;
      report_.phases.push_back(std::move(phase));
    }
    count_sampled(seq);
  }

  // One finding for all accuracy phases: what makes one of them differ does so with the others.
  void report_phases(const std::vector<ScheduleEvidence>& accuracy) {
    for (const auto& phase : accuracy) {
      if (report_.rate.qps == 0) report_.rate = phase.regenerated->rate;
      report_.within_rounding = report_.within_rounding || phase.regenerated->within_rounding;
      const auto before = findings_.list().size();
      check_schedule(phase, findings_);
      if (findings_.list().size() != before) return;
    }
  }

  SchedulePhase make_phase(const Phase& phase, const ScheduleEvidence& evidence) const {
    const auto& regenerated = *evidence.regenerated;
    SchedulePhase made;
    made.accuracy = phase.accuracy;
    made.loaded = phase.set.samples.size();
    made.loaded_sha256 = hash_of(phase.set.samples);
    made.first = phase.set.samples;
    made.first.resize(std::min(made.first.size(), kFirstSamples));
    made.queries = regenerated.arrivals.queries;
    made.samples_per_query = regenerated.samples_per_query;
    made.duration_ns = regenerated.arrivals.duration_ns;
    made.last_delta_ns = regenerated.arrivals.last_delta_ns;
    made.samples = made.queries * made.samples_per_query;
    made.logged_queries = text_of(evidence.query_count);
    made.logged_samples_per_query = text_of(evidence.samples_per_query);
    made.logged_duration = text_of(evidence.duration);
    if (made.samples > loadgen::kMostQueries) return made;

    loadgen::NumberHash order;
    loadgen::issue_order(report_.settings, phase, made.queries, report_.library,
                         [&](std::span<const std::uint32_t> samples) { order.add_all(samples); });
    made.order_sha256 = order.hex();
    if (report_.settings.scenario == loadgen::Scenario::server) {
      loadgen::NumberHash deltas;
      loadgen::for_each_poisson_delta(report_.settings.schedule_seed, regenerated.rate.qps, made.queries,
                                      [&](std::int64_t delta) { deltas.add(delta); });
      made.delta_sha256 = deltas.hex();
    }
    return made;
  }

  void count_sampled(std::uint64_t samples) {
    const bool sampled = report_.settings.mode == loadgen::TestMode::performance;
    if (!sampled || report_.sampling_probability <= 0 || samples > loadgen::kMostQueries) return;
    loadgen::AccuracySampling sampling(report_.settings);
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < samples; ++i) count += sampling.next_is_logged() ? 1U : 0U;
    report_.sampled_responses = count;
  }

  void complete() {
    auto& list = report_.findings;
    list.assign(findings_.list().begin(), findings_.list().end());
    complete_findings(list, rules_.catalog,
                      {{"scenario", std::string(to_string(report_.settings.scenario))}});
    sort_by_severity(list);
  }

  const RunFolder& run_;
  const DetailLog& log_;
  const rules::RuleSet& rules_;
  unsigned jobs_;
  Findings findings_;
  ScheduleReport report_;
};

}  // namespace

int ScheduleReport::exit_code(bool strict) const {
  return exit_code_of(findings, strict);
}

ScheduleReport make_schedule_report(const RunFolder& run, const rules::RuleSet& rules, unsigned jobs) {
  return Maker(run, rules, jobs).make();
}

}  // namespace mlperf::audit
