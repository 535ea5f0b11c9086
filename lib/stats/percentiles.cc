// SPDX-License-Identifier: Apache-2.0
#include "stats/percentiles.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mlperf::stats {
namespace {

// `values` are those with the ranks from `first` on.
void select_ranks_from(std::size_t first, std::span<std::int64_t> values,
                       std::span<const std::size_t> ranks) {
  if (ranks.empty() || values.empty()) return;
  const std::size_t middle = ranks.size() / 2, at = ranks[middle] - first;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  select_ranks_from(first, values.first(at), ranks.first(middle));
  select_ranks_from(first + at + 1, values.subspan(at + 1), ranks.subspan(middle + 1));
}

}  // namespace

std::size_t percentile_index(std::size_t n, double p) {
  const auto index = static_cast<std::size_t>(static_cast<double>(n) * p);
  return std::min(index, n - 1);
}

double loadgen_percentile(double logged) {
  // Back to the percent of the conf file, which has few digits: 0.999 * 100 may be off in the last bit.
  const double percent = std::round(logged * 1e8) / 1e6;
  return percent * 0.01;
}

std::int64_t loadgen_mean(std::span<const std::int64_t> values) {
  if (values.empty()) return 0;
  std::uint64_t sum = 0;
  for (const std::int64_t value : values) sum += std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::int64_t>(sum / values.size());
}

void select_ranks(std::span<std::int64_t> values, std::span<const std::size_t> ranks) {
  select_ranks_from(0, values, ranks);
}

std::int64_t value_at_rank(std::vector<std::int64_t>& values, std::size_t rank) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

Distribution distribution_of(std::vector<std::int64_t>& values, std::optional<double> target) {
  Distribution result;
  result.count = values.size();
  if (values.empty()) return result;
  result.mean = loadgen_mean(values);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  result.min = *least;
  result.max = *most;

  std::vector<std::size_t> ranks;
  for (const double p : kPercentiles) ranks.push_back(percentile_index(values.size(), p));
  if (target) ranks.push_back(percentile_index(values.size(), *target));
  std::vector<std::size_t> ascending = ranks;
  std::sort(ascending.begin(), ascending.end());
  ascending.erase(std::unique(ascending.begin(), ascending.end()), ascending.end());
  select_ranks(values, ascending);
  for (std::size_t i = 0; i < kPercentiles.size(); ++i) result.percentiles[i] = values[ranks[i]];
  if (target) result.at_target = values[ranks.back()];
  return result;
}

std::uint64_t count_over(std::span<const std::int64_t> values, std::int64_t limit) {
  return static_cast<std::uint64_t>(
      std::count_if(values.begin(), values.end(), [limit](std::int64_t value) { return value > limit; }));
}

}  // namespace mlperf::stats
