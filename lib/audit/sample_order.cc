// SPDX-License-Identifier: Apache-2.0
#include "audit/sample_order.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "loadgen/issue_order.h"
#include "loadgen/phases.h"

namespace mlperf::audit {
namespace {

using loadgen::Library;
using loadgen::Phase;
using mllog::TraceSample;

// A killed run lacks its last samples, an interrupted write some more; a trace that lacks most of its samples
// tells nothing and would have its order made for nothing.
std::string sparse(const ScheduleEvidence& schedule, const mllog::Trace& trace) {
  constexpr std::uint64_t kFactor = 16, kAlways = 1'000'000;
  const std::uint64_t count = trace.samples.size();
  const std::uint64_t last = trace.samples.back().sample_seq;
  const auto& settings = schedule.settings;
  const auto most = kFactor * count + kAlways;
  if (last > most)
    return fmt::format("the trace has {} samples, the last one with the number {}", count, last);
  if (std::max(settings.samples_per_query, settings.min_query_count) <= most) return {};
  return fmt::format("the trace has {} samples only", count);
}

// Walks along the trace while samples are issued.
class Follower {
 public:
  explicit Follower(const std::vector<TraceSample>& samples) : left_(samples) {}

  bool done() const { return left_.empty(); }
  std::uint64_t last_seq() const { return left_.back().sample_seq; }
  std::uint64_t issued() const { return seq_; }

  template <class Different>
  void issue(std::span<const std::uint32_t> samples, const Different& different) {
    for (const auto sample : samples) {
      if (!left_.empty() && left_.front().sample_seq == seq_) {
        if (left_.front().sample_idx != sample) different(left_.front(), sample);
        left_ = left_.subspan(1);
      }
      ++seq_;
    }
  }

 private:
  std::span<const TraceSample> left_;
  std::uint64_t seq_ = 0;
};

// Queries of the phase that are needed to get as far as the trace does.
std::uint64_t needed_queries(const ScheduleEvidence& schedule, const Phase& phase, const Follower& follower) {
  const auto left = follower.last_seq() - follower.issued();
  const auto reaching = left / phase.samples_per_query + 1;
  if (phase.accuracy) return std::min(phase.goal.minimum, reaching);
  if (!schedule.regenerated) return reaching;
  return std::min(schedule.regenerated->arrivals.queries, reaching);
}

void compare_samples(const ScheduleEvidence& schedule, const mllog::Trace& trace, Library library,
                     SampleOrder& order) {
  Follower follower(trace.samples);
  for (const auto& phase : loadgen::phases(schedule.settings, library)) {
    if (follower.done()) return;
    loadgen::issue_order(schedule.settings, phase, needed_queries(schedule, phase, follower), library,
                         [&](std::span<const std::uint32_t> samples) {
                           follower.issue(samples, [&](const TraceSample& found, std::uint32_t expected) {
                             if (order.other_samples++ != 0) return;
                             order.first_seq = found.sample_seq;
                             order.first_found = found.sample_idx;
                             order.first_expected = expected;
                           });
                         });
  }
}

// Of a run with a performance phase alone: scheduled times are those of the schedule, moved by the start.
// `relative`: how far the rate may be off; each gap is cut to whole nanoseconds besides.
void compare_times(const ScheduleEvidence& schedule, const mllog::Trace& trace, double qps, double relative,
                   SampleOrder& order) {
  std::span<const TraceSample> left(trace.samples);
  const auto per_query = schedule.settings.samples_per_query;
  const auto query_of = [&](const TraceSample& sample) { return sample.sample_seq / per_query; };
  const auto last = query_of(trace.samples.back());
  std::optional<std::int64_t> start;
  std::uint64_t query = 0;
  loadgen::for_each_poisson_delta(schedule.settings.schedule_seed, qps, last + 1, [&](std::int64_t delta) {
    for (; !left.empty() && query_of(left.front()) == query; left = left.subspan(1)) {
      const auto scheduled = left.front().scheduled_ns;
      if (!start) start = scheduled - delta;
      const auto off = std::abs(static_cast<double>(scheduled - *start - delta));
      const double allowed =
          relative > 0 ? relative * static_cast<double>(delta) + static_cast<double>(query) : 0;
      if (off <= allowed || order.other_times++ != 0) continue;
      order.first_query = query;
      order.first_found_ns = scheduled - *start;
      order.first_expected_ns = delta;
    }
    ++query;
  });
}

// `order` and what the times say. The log prints six digits of a rate that may have more: where hardly a time
// fits to the nanosecond, a rate that is printed alike may be the true one.
SampleOrder with_times(const ScheduleEvidence& schedule, const mllog::Trace& trace,
                       const SampleOrder& order) {
  std::optional<SampleOrder> first;
  for (const auto& rate : schedule.rates) {
    SampleOrder timing = order;
    compare_times(schedule, trace, rate.qps, 0, timing);
    if (timing.other_times == 0) return timing;
    if (!first) first = timing;
  }
  if (!first || schedule.rate_confirmed || first->other_times < first->samples / 2)
    return first.value_or(order);
  SampleOrder rounded = order;
  const double qps = schedule.rates.front().qps;
  compare_times(schedule, trace, qps, schedule.rate_half_unit / qps, rounded);
  return rounded;
}

}  // namespace

SampleOrder compare_sample_order(const ScheduleEvidence& schedule,
                                 const base::Document<mllog::Trace>& document) {
  const mllog::Trace& trace = document.value;
  SampleOrder order;
  order.trace_file = document.path;
  order.obstacle = schedule.obstacle;
  if (trace.samples.empty()) order.obstacle = "the trace has no sample";
  if (order.obstacle.empty()) order.obstacle = sparse(schedule, trace);
  if (!order.obstacle.empty()) return order;
  order.samples = trace.samples.size();
  for (const auto library : loadgen::kLibraries) {
    SampleOrder other = order;
    other.other_samples = 0;
    compare_samples(schedule, trace, library, other);
    if (other.other_samples == 0) {
      order.other_samples = 0;
      order.library = library;
      break;
    }
    if (library == loadgen::kLibraries.front()) order = other;
  }
  const bool timed = schedule.settings.scenario == loadgen::Scenario::server &&
                     schedule.settings.mode == loadgen::TestMode::performance;
  if (!timed) return order;
  return with_times(schedule, trace, order);
}

}  // namespace mlperf::audit
