// SPDX-License-Identifier: Apache-2.0
// The parts of a LoadGen run: one phase for each set of samples that is loaded. An accuracy run goes through
// the whole library set by set, a performance run has one phase, a SubmissionRun has the former and then the
// latter. Source: loadgen/loadgen.cc GenerateLoadableSets, GenerateQueries.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loadgen/random.h"
#include "loadgen/run_settings.h"

namespace mlperf::loadgen {

// More than any published run has by far; what a log claims beyond is not regenerated.
inline constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 25;  // of a library or a loaded set
inline constexpr std::uint64_t kMostSets = 10'000;                     // of an accuracy run
inline constexpr std::uint64_t kMostQueries = std::uint64_t{1} << 30;  // of a run, and samples in them

// Why LoadGen's work cannot be done again with these settings, as a phrase; empty when it can. All other
// functions want settings without an obstacle.
std::string sample_set_obstacle(const RunSettings& settings);
std::string query_obstacle(const RunSettings& settings);  // includes the sample sets'

struct SampleSet {
  std::vector<std::uint32_t> samples;  // as loaded and logged, with MultiStream's padding
  std::uint64_t core = 0;              // samples without the padding
};

// The sets that accuracy mode (all of them, in order) or performance mode (the first one) loads.
std::vector<SampleSet> accuracy_sets(const RunSettings& settings, Library library);
SampleSet performance_set(const RunSettings& settings, Library library);

// When the generation of queries ends: at the first query that is scheduled at or after `duration_ns` (none
// for 0), but not before `minimum` queries; where `step` is not 0, only at minimum + a multiple of it.
struct QueryGoal {
  std::int64_t duration_ns = 0;
  std::uint64_t minimum = 0, step = 0;
};

// What is fixed before the first query of a phase.
struct Phase {
  bool accuracy = false;
  SampleSet set;
  std::uint64_t samples_per_query = 0;    // after the padding of equal issue
  std::uint64_t equal_issue_queries = 0;  // for which equal issue draws its order in advance
  QueryGoal goal;
};

// All phases of the run in order. The sets can be given where they are known.
std::vector<Phase> phases(const RunSettings& settings, Library library);
Phase make_phase(const RunSettings& settings, bool accuracy, SampleSet set);
// Of the performance phase, without making its set. Needs no library: sizes do not depend on it.
QueryGoal performance_goal(const RunSettings& settings);
std::uint64_t performance_samples_per_query(const RunSettings& settings);

}  // namespace mlperf::loadgen
