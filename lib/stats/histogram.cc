// SPDX-License-Identifier: Apache-2.0
#include "stats/histogram.h"

#include <algorithm>
#include <vector>

#include "stats/percentiles.h"

namespace mlperf::stats {
namespace {

// Values beyond the middle by more than this many times the distance from the median to p1 or p99 are
// stragglers.
constexpr double kReach = 3;

// 1, 2 or 5 times a power of ten, at least `least`.
std::int64_t round_width(double least) {
  double width = 1;
  for (;;) {
    for (const double step : {1.0, 2.0, 5.0}) {
      if (width * step >= least) return static_cast<std::int64_t>(width * step);
    }
    width *= 10;
  }
}

struct Range {
  double low = 0, high = 0;
};

Range range_of(std::span<const std::int64_t> values, std::optional<std::int64_t> limit) {
  std::vector<std::int64_t> sorted(values.begin(), values.end());
  const std::size_t n = sorted.size();
  std::vector<std::size_t> ranks = {percentile_index(n, 0.01), percentile_index(n, 0.5),
                                    percentile_index(n, 0.99)};
  const auto wanted = ranks;
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  select_ranks(sorted, ranks);
  const auto [least, most] = std::minmax_element(sorted.begin(), sorted.end());
  const auto p1 = static_cast<double>(sorted[wanted[0]]), middle = static_cast<double>(sorted[wanted[1]]),
             p99 = static_cast<double>(sorted[wanted[2]]);
  Range range{std::max(static_cast<double>(*least), middle - kReach * (middle - p1)),
              std::min(static_cast<double>(*most), middle + kReach * (p99 - middle))};
  if (limit && static_cast<double>(*limit) > range.high &&
      static_cast<double>(*limit) <= range.high + (range.high - range.low) / 2) {
    range.high = static_cast<double>(*limit);
  }
  return range;
}

}  // namespace

Histogram histogram_of(std::span<const std::int64_t> values, std::optional<std::int64_t> limit,
                       std::size_t most_bins) {
  Histogram histogram;
  constexpr double kMost = 4e18;  // nothing that a clock gives
  if (values.empty() || most_bins < 2) return histogram;
  const Range range = range_of(values, limit);
  if (range.low < -kMost || range.high > kMost) return histogram;
  // One bin fewer than asked for: the edges are moved to multiples of the width.
  histogram.width = round_width((range.high - range.low) / static_cast<double>(most_bins - 1));
  const auto low = static_cast<std::int64_t>(range.low), high = static_cast<std::int64_t>(range.high);
  histogram.first = low / histogram.width * histogram.width;
  if (histogram.first > low) histogram.first -= histogram.width;
  histogram.bins.resize(static_cast<std::size_t>((high - histogram.first) / histogram.width) + 1);
  for (const std::int64_t value : values) {
    if (value < histogram.first) {
      ++histogram.below;
      continue;
    }
    // Both are far from the ends of the range of a 64-bit number, or the value is above all bins.
    const auto bin = value > static_cast<std::int64_t>(kMost)
                         ? histogram.bins.size()
                         : static_cast<std::size_t>((value - histogram.first) / histogram.width);
    if (bin < histogram.bins.size()) {
      ++histogram.bins[bin];
    } else {
      ++histogram.above;
    }
  }
  return histogram;
}

}  // namespace mlperf::stats
