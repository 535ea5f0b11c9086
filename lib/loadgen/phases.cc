// SPDX-License-Identifier: Apache-2.0
#include "loadgen/phases.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"

namespace mlperf::loadgen {
namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;
constexpr double kSlowestRate = 0.001;  // queries per second; keeps all times in 64 bits
constexpr double kFastestRate = 1e8;    // times are whole nanoseconds
constexpr double kLongestSeconds = 1e9;

// Since 6.0.6 (told by the key, not by the number: builds from git carried the change before) the indices up
// to the mode's sample count are shuffled, before it those of the whole library.
std::uint64_t shuffled_count(const RunSettings& settings, bool accuracy) {
  if (!settings.accuracy_sample_count) return settings.qsl_total;
  return std::min(settings.qsl_total,
                  accuracy ? *settings.accuracy_sample_count : settings.performance_sample_count);
}

std::uint64_t padding(const RunSettings& settings) {
  return settings.scenario == Scenario::multi_stream ? settings.samples_per_query - 1 : 0;
}

bool has_accuracy(const RunSettings& settings) {
  return settings.mode != TestMode::performance;
}

bool has_performance(const RunSettings& settings) {
  return settings.mode != TestMode::accuracy;
}

std::uint64_t core_of_performance(const RunSettings& settings) {
  const auto count = shuffled_count(settings, false);
  return settings.performance_sample_count == 0 ? count : std::min(count, settings.performance_sample_count);
}

void pad(SampleSet& set, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) set.samples.push_back(set.samples[i]);
}

std::vector<std::uint32_t> shuffled(const RunSettings& settings, bool accuracy, Library library) {
  auto samples = ascending(shuffled_count(settings, accuracy));
  Mt19937 random(settings.qsl_seed);
  shuffle(samples, random, library);
  return samples;
}

// The sizes that decide about a phase's queries.
struct Sizes {
  std::uint64_t loaded = 0, core = 0;
};

struct QueryPlan {
  std::uint64_t samples_per_query = 0, equal_issue_queries = 0;
  QueryGoal goal;
};

// GenerateQueries up to its loop.
QueryPlan plan(const RunSettings& settings, bool accuracy, const Sizes& sizes) {
  const bool offline = settings.scenario == Scenario::offline;
  QueryPlan plan;
  plan.samples_per_query = accuracy && offline ? sizes.core : settings.samples_per_query;
  plan.goal.minimum = settings.min_query_count;
  plan.goal.duration_ns = static_cast<std::int64_t>(settings.target_duration_ms) * kNsPerMs *
                          (settings.scenario == Scenario::server ? 1 : 2);
  if (accuracy || settings.issue_unique) {
    plan.goal.duration_ns = 0;
    plan.goal.minimum = sizes.loaded / plan.samples_per_query;
  }
  plan.equal_issue_queries = plan.goal.minimum;
  if (!settings.equal_issue) return plan;
  std::uint64_t& padded = offline ? plan.samples_per_query : plan.goal.minimum;
  if (!accuracy && padded % sizes.loaded != 0) padded += sizes.loaded - padded % sizes.loaded;
  if (!offline) plan.goal.step = sizes.loaded;
  return plan;
}

std::string count_obstacle(std::string_view what, std::uint64_t count, std::uint64_t most) {
  if (count <= most) return {};
  return fmt::format("{} {} are too many to regenerate (the limit is {})", count, what, most);
}

std::string rate_obstacle(const RunSettings& settings) {
  const double rate = settings.target_qps;
  if (!(rate >= kSlowestRate && rate <= kFastestRate)) {
    return fmt::format("a rate of {} queries per second is not regenerated", base::shortest(rate));
  }
  const double seconds = static_cast<double>(settings.target_duration_ms) / 1000;
  if (seconds > kLongestSeconds) {
    return fmt::format("a duration of {} s is not regenerated", base::shortest(seconds));
  }
  const bool twice = settings.scenario != Scenario::server;
  if (seconds * rate * (twice ? 2 : 1) <= static_cast<double>(kMostQueries)) return {};
  return fmt::format("{} s at {} queries per second are too many queries to regenerate (the limit is {})",
                     base::shortest(seconds), base::shortest(rate), kMostQueries);
}

// What makes LoadGen itself end in the middle: it reads behind its lists, or divides by zero.
std::string crash(const RunSettings& settings, bool accuracy, const Sizes& sizes) {
  const auto planned = plan(settings, accuracy, sizes);
  if (planned.goal.minimum == 0 && planned.goal.duration_ns == 0) {
    return "with these settings LoadGen generates no query, and crashes";
  }
  if (settings.scenario == Scenario::offline && planned.samples_per_query == 0) {
    return "with these settings LoadGen generates a query without samples";
  }
  const bool uses_same = settings.issue_same && !settings.issue_unique;
  const auto reach = settings.scenario == Scenario::multi_stream ? settings.samples_per_query : 1;
  if (uses_same && (settings.same_index >= sizes.loaded || sizes.loaded - settings.same_index < reach)) {
    return fmt::format(
        "performance_issue_same_index {} is no sample of the loaded set of {}, LoadGen crashes",
        settings.same_index, sizes.loaded);
  }
  const bool equal = settings.equal_issue && !settings.issue_unique && !settings.issue_same;
  const bool drawn = settings.scenario == Scenario::server || settings.scenario == Scenario::single_stream;
  if (equal && drawn && planned.equal_issue_queries == 0) {
    return "equal issue with a min_query_count of 0 makes LoadGen crash";
  }
  return {};
}

std::string phase_obstacle(const RunSettings& settings, bool accuracy) {
  const auto count = shuffled_count(settings, accuracy);
  const auto core =
      settings.performance_sample_count == 0 ? count : std::min(count, settings.performance_sample_count);
  const Sizes sizes{core + padding(settings), core};
  if (auto reason = crash(settings, accuracy, sizes); !reason.empty()) return reason;
  const auto last = accuracy && core != 0 && count % core != 0 ? count % core : core;
  if (auto reason = crash(settings, accuracy, {last + padding(settings), last}); !reason.empty())
    return reason;
  const auto planned = plan(settings, accuracy, sizes);
  // Padded to whole sets the number can pass 2^64 and become small, in LoadGen too.
  const auto most = std::max(planned.goal.minimum, planned.equal_issue_queries);
  if (auto reason = count_obstacle("queries", most, kMostQueries); !reason.empty()) return reason;
  if (static_cast<double>(planned.goal.minimum) / settings.target_qps > kLongestSeconds) {
    return fmt::format("{} queries at {} per second take too long to be regenerated", planned.goal.minimum,
                       base::shortest(settings.target_qps));
  }
  const auto each = planned.samples_per_query;
  const auto queries = std::max<std::uint64_t>(planned.goal.minimum, 1);
  return each == 0 ? std::string()
                   : count_obstacle("samples", each > kMostQueries ? each : each * queries, kMostQueries);
}

}  // namespace

std::string sample_set_obstacle(const RunSettings& settings) {
  for (const bool accuracy : {true, false}) {
    if (!(accuracy ? has_accuracy(settings) : has_performance(settings))) continue;
    const auto count = shuffled_count(settings, accuracy);
    if (count == 0) return "the library has no sample to load";
    if (auto reason = count_obstacle("samples", count, kMostSamples); !reason.empty()) return reason;
  }
  const auto sets = !has_accuracy(settings) || settings.performance_sample_count == 0
                        ? 1
                        : shuffled_count(settings, true) / settings.performance_sample_count + 1;
  if (auto reason = count_obstacle("sample sets", sets, kMostSets); !reason.empty()) return reason;
  if (settings.scenario != Scenario::multi_stream) return {};
  if (settings.samples_per_query == 0) return "effective_samples_per_query is 0";
  return count_obstacle("samples per query", settings.samples_per_query, kMostSamples / sets);
}

std::string query_obstacle(const RunSettings& settings) {
  if (auto reason = sample_set_obstacle(settings); !reason.empty()) return reason;
  if (settings.samples_per_query == 0) return "effective_samples_per_query is 0";
  if (auto reason = rate_obstacle(settings); !reason.empty()) return reason;
  for (const bool accuracy : {true, false}) {
    if (!(accuracy ? has_accuracy(settings) : has_performance(settings))) continue;
    if (auto reason = phase_obstacle(settings, accuracy); !reason.empty()) return reason;
  }
  return {};
}

std::vector<SampleSet> accuracy_sets(const RunSettings& settings, Library library) {
  const auto samples = shuffled(settings, true, library);
  const auto size = settings.performance_sample_count == 0
                        ? samples.size()
                        : std::min<std::uint64_t>(settings.performance_sample_count, samples.size());
  std::vector<SampleSet> sets;
  for (std::size_t begin = 0; begin < samples.size(); begin += size) {
    const auto count = std::min<std::size_t>(size, samples.size() - begin);
    const auto* first = samples.data() + begin;
    sets.push_back({{first, first + count}, count});
    pad(sets.back(), padding(settings));
  }
  return sets;
}

SampleSet performance_set(const RunSettings& settings, Library library) {
  SampleSet set{shuffled(settings, false, library), core_of_performance(settings)};
  set.samples.resize(set.core);
  pad(set, padding(settings));
  return set;
}

Phase make_phase(const RunSettings& settings, bool accuracy, SampleSet set) {
  Phase phase;
  phase.accuracy = accuracy;
  const auto planned = plan(settings, accuracy, {set.samples.size(), set.core});
  phase.samples_per_query = planned.samples_per_query;
  phase.equal_issue_queries = planned.equal_issue_queries;
  phase.goal = planned.goal;
  phase.set = std::move(set);
  return phase;
}

std::vector<Phase> phases(const RunSettings& settings, Library library) {
  std::vector<Phase> all;
  if (has_accuracy(settings)) {
    for (auto& set : accuracy_sets(settings, library)) {
      all.push_back(make_phase(settings, true, std::move(set)));
    }
  }
  if (has_performance(settings))
    all.push_back(make_phase(settings, false, performance_set(settings, library)));
  return all;
}

QueryGoal performance_goal(const RunSettings& settings) {
  const auto core = core_of_performance(settings);
  return plan(settings, false, {core + padding(settings), core}).goal;
}

std::uint64_t performance_samples_per_query(const RunSettings& settings) {
  const auto core = core_of_performance(settings);
  return plan(settings, false, {core + padding(settings), core}).samples_per_query;
}

}  // namespace mlperf::loadgen
