// SPDX-License-Identifier: Apache-2.0
// Minimum, maximum, mean and percentiles of a run's values exactly as LoadGen computes them
// (loadgen/results.cc, ProcessLatencies): the element with index trunc(n * p) of the ascending values, the
// mean by unsigned division. Values are nanoseconds and may be negative, as LoadGen's TPOT of a one-token
// answer is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mlperf::stats {

// The percentiles LoadGen logs: as factors, as expected.json and our JSON name them, as LoadGen's keys do.
inline constexpr std::array<double, 6> kPercentiles = {0.50, 0.90, 0.95, 0.97, 0.99, 0.999};
inline constexpr std::array<std::string_view, 6> kPercentileNames = {"p50", "p90", "p95",
                                                                     "p97", "p99", "p99.9"};
inline constexpr std::array<std::string_view, 6> kPercentileKeys = {"50.00", "90.00", "95.00",
                                                                    "97.00", "99.00", "99.90"};

struct Distribution {
  std::uint64_t count = 0;  // 0: no figure below means anything
  std::int64_t min = 0, max = 0, mean = 0;
  std::array<std::int64_t, kPercentiles.size()> percentiles{};
  std::optional<std::int64_t> at_target;  // value at the run's target percentile

  bool operator==(const Distribution&) const = default;
};

// Index of percentile `p` (0 <= p < 1) among n > 0 ascending values, in double as LoadGen does it.
std::size_t percentile_index(std::size_t n, double p);

// The factor LoadGen works with for a logged one: conf files give percent, LoadGen takes percent * 0.01, so
// that 0.999 is 0.9990000000000001.
double loadgen_percentile(double logged);

// (sum of the values) / n as LoadGen's unsigned 64-bit division: a negative sum wraps. 0 for no values.
std::int64_t loadgen_mean(std::span<const std::int64_t> values);

// Brings the values with these ranks (ascending, each below values.size()) to their places of the sorted
// order, without sorting the rest.
void select_ranks(std::span<std::int64_t> values, std::span<const std::size_t> ranks);

// The value with that rank; reorders `values`.
std::int64_t value_at_rank(std::vector<std::int64_t>& values, std::size_t rank);

// Reorders `values`. `target` is the factor of the run's target percentile.
Distribution distribution_of(std::vector<std::int64_t>& values, std::optional<double> target = std::nullopt);

std::uint64_t count_over(std::span<const std::int64_t> values, std::int64_t limit);  // strictly above

}  // namespace mlperf::stats
