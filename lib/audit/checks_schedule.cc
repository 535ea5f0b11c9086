// SPDX-License-Identifier: Apache-2.0
// What LoadGen generated before the run, made again from the seeds: sample sets, schedule, issue order.
#include "audit/checks_schedule.h"

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/number.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kSet = "perf-qsl-set", kSchedule = "perf-schedule-from-seeds",
                           kOrder = "perf-sample-order";

bool compared(const LoadedSets& sets) {
  return sets.obstacle.empty() && sets.lines != 0;
}

// One finding however many of the things that LoadGen generated differ.
class ScheduleFinding {
 public:
  ScheduleFinding(const ScheduleEvidence& evidence, Findings& out) : evidence_(evidence), out_(out) {}

  // Each line of the key that does not say what was regenerated.
  void compare(const std::vector<LoggedNumber>& lines, std::uint64_t expected, const char* variant) {
    for (const auto& line : lines) {
      if (!agrees(line, expected)) add(line, Value(expected), variant);
    }
  }
  void add(const LoggedNumber& line, const Value& expected, const char* variant) {
    if (finding_) {
      finding_->also(evidence_.file, line.at, fmt::format("{} {}", line.key, line.text));
      return;
    }
    const auto& regenerated = *evidence_.regenerated;
    finding_ = out_.report(kSchedule, variant);
    finding_->at(evidence_.file, line.at)
        .found(number_or_text(line.text))
        .expected(expected)
        .level(Level::recomputed)
        .with("found_time", time_of(line.text))
        .with("expected_time", base::human_ns(regenerated.arrivals.duration_ns))
        .with("queries", fmt::format("{}", regenerated.arrivals.queries))
        .with("qps", base::shortest(regenerated.rate.qps))
        .with("step", fmt::format("{}", regenerated.step));
  }

 private:
  static std::string time_of(const std::string& text) {
    const auto ns = base::parse_i64(text);
    return ns ? base::human_ns(*ns) : text;
  }

  const ScheduleEvidence& evidence_;
  Findings& out_;
  std::optional<Reported> finding_;
};

// LoadGen prints six digits. Only where all queries were issued is the last one of the schedule the one that
// the rate goes by.
std::optional<double> expected_rate(const ScheduleEvidence& evidence) {
  const auto& regenerated = *evidence.regenerated;
  if (!evidence.scheduled_rate || !evidence.issued_count || regenerated.within_rounding) return std::nullopt;
  if (!agrees(*evidence.issued_count, regenerated.arrivals.queries)) return std::nullopt;
  if (regenerated.arrivals.last_delta_ns == 0) return std::nullopt;
  return base::parse_double(fmt::format("{:.6g}", scheduled_rate(regenerated)));
}

}  // namespace

void report_other_sets(const LoadedSets& sets, const base::Document<mllog::DetailLog>& log, Findings& out) {
  if (!compared(sets)) return;
  out.claim(kSet, Level::recomputed);
  if (sets.differences.empty()) return;
  const auto& first = sets.differences.front();
  const auto* seed = log.value.find("effective_qsl_rng_seed");
  auto finding = out.report(kSet, first.no_list                ? "no-list"
                                  : first.set >= sets.expected ? "set-too-many"
                                  : sets.expected > 1          ? "other-set-of-several"
                                                               : "other-set");
  finding.at(log.path, first.at)
      .found(number_or_text(first.found))
      .expected(number_or_text(first.expected))
      .level(Level::recomputed)
      .with("entry", fmt::format("{}", first.entry + 1))
      .with("set", fmt::format("{}", first.set + 1))
      .with("sets", base::counted(sets.expected, "sample set", "sample sets"))
      .with("lines", fmt::format("{}", sets.lines));
  for (std::size_t i = 1; i < sets.differences.size(); ++i) {
    finding.also(log.path, sets.differences[i].at, sets.differences[i].found);
  }
  if (seed == nullptr) return;
  finding.with("seed", std::string(seed->text))
      .also(log.path, seed->at, fmt::format("effective_qsl_rng_seed {}", seed->text));
}

// The performance log's sets are compared behind what check_qsl_set sees without a seed.
void check_loaded_sets(const Evidence& evidence, const rules::Round& round, Findings& out) {
  report_other_sets(evidence.accuracy.loaded_sets, evidence.accuracy.detail, out);
  if (!round.compliance_tests_apply(evidence.paths.division)) return;
  for (const auto& test : evidence.tests) report_other_sets(test.run.loaded_sets, test.run.detail, out);
}

void check_sample_order(const Evidence& evidence, const rules::Round&, Findings& out) {
  for (const auto* run : {&evidence.performance, &evidence.accuracy}) {
    if (run->sample_order) report_sample_order(*run->sample_order, out);
  }
}

void report_sample_order(const SampleOrder& order, Findings& out) {
  if (!order.obstacle.empty()) return;
  out.claim(kOrder, Level::recomputed);
  if (order.other_samples != 0) {
    out.report(kOrder)
        .at(order.trace_file)
        .found(std::uint64_t{order.first_found})
        .expected(std::uint64_t{order.first_expected})
        .level(Level::recomputed)
        .with("sample", fmt::format("{}", order.first_seq))
        .with("others", fmt::format("{}", order.other_samples))
        .with("samples", fmt::format("{}", order.samples));
  } else if (order.other_times != 0) {
    out.report(kOrder, "times")
        .at(order.trace_file)
        .found(order.first_found_ns)
        .expected(order.first_expected_ns)
        .level(Level::recomputed)
        .with("query", fmt::format("{}", order.first_query))
        .with("found_time", base::human_ns(order.first_found_ns))
        .with("expected_time", base::human_ns(order.first_expected_ns))
        .with("others", fmt::format("{}", order.other_times))
        .with("samples", fmt::format("{}", order.samples));
  }
}

void check_schedule(const ScheduleEvidence& evidence, Findings& out) {
  if (!evidence.obstacle.empty() || !evidence.regenerated) return;
  if (evidence.query_count.empty() && evidence.duration.empty()) return;
  out.claim(kSchedule, Level::recomputed);
  const auto& regenerated = *evidence.regenerated;
  const bool equal_issue = regenerated.step != 0;
  ScheduleFinding finding(evidence, out);
  if (!regenerated.within_rounding) {
    finding.compare(evidence.query_count, regenerated.arrivals.queries,
                    equal_issue ? "equal-issue" : "default");
    finding.compare(evidence.duration, static_cast<std::uint64_t>(regenerated.arrivals.duration_ns),
                    "duration");
  }
  finding.compare(evidence.samples_per_query, regenerated.samples_per_query, "samples");
  const auto rate = expected_rate(evidence);
  if (rate && base::parse_double(evidence.scheduled_rate->text) != rate) {
    finding.add(*evidence.scheduled_rate, *rate, "rate");
  }
}

}  // namespace mlperf::audit
