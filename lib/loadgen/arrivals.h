// SPDX-License-Identifier: Apache-2.0
// When queries are scheduled: at exponentially distributed gaps (Server) or at a fixed period (all others).
// The gaps of one seed are one stream of numbers, -log(1 - u), of which each run takes its own rate's share:
// runs with the same seed are regenerated together. All times are exact to the nanosecond, as LoadGen's are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "loadgen/phases.h"

namespace mlperf::loadgen {

struct Arrivals {
  std::uint64_t queries = 0;
  std::int64_t duration_ns = 0;  // generated_query_duration: the sum of all gaps, the one after the last too
  std::int64_t last_delta_ns = 0;  // the time of the last query, from the start

  bool operator==(const Arrivals&) const = default;
};

// Queries per second as 1e9 / that, truncated.
std::int64_t period_ns(double target_qps);

Arrivals periodic_arrivals(const QueryGoal& goal, std::int64_t period_ns);

struct PoissonRun {
  QueryGoal goal;
  double target_qps = 0;  // from 0.001 to 1e8
};

// How many gaps a run will need, about; for bounds.
double expected_queries(const PoissonRun& run);

// The arrivals of each run under one schedule seed, on `jobs` threads (0: one a core); nothing for a run that
// needs more than kMostQueries. The result is the same for any number of threads.
std::vector<std::optional<Arrivals>> poisson_arrivals(std::uint64_t schedule_seed,
                                                      std::span<const PoissonRun> runs, unsigned jobs);

// Calls visit(delta_ns) with the scheduled time of each of the first `queries` queries.
void for_each_poisson_delta(std::uint64_t schedule_seed, double target_qps, std::uint64_t queries,
                            const std::function<void(std::int64_t)>& visit);

}  // namespace mlperf::loadgen
