// SPDX-License-Identifier: Apache-2.0
// A distribution as a few bins of equal, round width for people to look at, with the limit in view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mlperf::stats {

struct Histogram {
  std::int64_t first = 0;  // lower edge of the first bin
  std::int64_t width = 0;  // of a bin, ns; 0: there is nothing to show
  std::vector<std::uint64_t> bins;
  std::uint64_t below = 0;  // values under the first bin (LoadGen's marker of a missing first token)
  std::uint64_t above = 0;  // stragglers beyond the last bin
};

// At most `most_bins` bins over the bulk of the values; what lies far off is counted in `below` and `above`.
// A limit no further than half the range beyond the values widens the bins to it.
Histogram histogram_of(std::span<const std::int64_t> values, std::optional<std::int64_t> limit,
                       std::size_t most_bins = 20);

}  // namespace mlperf::stats
