// SPDX-License-Identifier: Apache-2.0
// LoadGen's early stopping (loadgen/early_stopping.cc and EarlyStopping() of results.cc): how many queries a
// run must have so that, with 99 % confidence, the share of queries over a limit is below 1 - percentile.
// LoadGen narrows its search by the values it found before; the interval always holds the answer, so that one
// search from scratch, as its first call makes, gives the same numbers (tests/unit/stats holds both against
// each other).
#pragma once

#include <cstdint>
#include <optional>

namespace mlperf::stats {

// Percentiles for which the figures below are defined; LoadGen's are 0.90 to 0.999.
bool stoppable_percentile(double percentile);

// h(t): the fewest queries within the limit that `over` >= 0 queries over it need. `percentile` is a
// stoppable one.
std::uint64_t min_passing_queries(std::uint64_t over, double percentile);

// Most queries over the limit that a run of `queries` may have: the largest t with h(t) + t <= queries;
// nothing when the run is too short for even none.
std::optional<std::uint64_t> most_over_limit(std::uint64_t queries, double percentile);

// Server: the run passes when it has at least h(t) + t queries, t of them over the limit.
struct LimitStopping {
  std::uint64_t over_limit = 0;
  std::uint64_t required = 0;  // h(t) + t
  std::uint64_t missing = 0;   // queries more it would need
  bool met = false;
};
LimitStopping limit_stopping(std::uint64_t queries, std::uint64_t over_limit, double percentile);

// How many queries were over the limit when h(t) + t is known; nothing when no t has that sum,
// or above 100 million.
std::optional<std::uint64_t> over_limit_for(std::uint64_t required, double percentile);

// SingleStream and MultiStream: an estimate of the percentile that leaves out as many of the highest values
// as early stopping allows.
struct EstimateStopping {
  std::uint64_t required = 0;  // h(1) + 1 queries
  bool met = false;
  std::uint64_t discarded = 0;  // when met: highest values left out
  std::uint64_t rank = 0;       // when met: the estimate is the value with this rank, ascending from 0
};
EstimateStopping estimate_stopping(std::uint64_t queries, double percentile);

}  // namespace mlperf::stats
