// SPDX-License-Identifier: Apache-2.0
// Which samples of the data set an accuracy log holds: the coverage that TEST07 and TEST09 speak about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compliance/fault.h"

namespace mlperf::compliance {

struct Coverage {
  std::uint64_t entries = 0;
  std::uint64_t distinct = 0;    // different qsl_idx
  std::uint64_t duplicates = 0;  // entries - distinct
  Fault repeated;      // entries whose qsl_idx stood before, in the order of the log; found: qsl_idx
  Fault out_of_range;  // qsl_idx at or above `samples`; found: qsl_idx
  std::optional<std::uint64_t> samples;  // of the whole set, where known
  std::optional<std::uint64_t> missing;  // samples of 0 .. samples-1 without an entry

  bool complete() const { return missing == std::uint64_t{0}; }
};

// Takes the entries one after the other and tells at the end. A bit an index below 2^26; 16 bytes an entry
// above it, where no data set reaches.
class CoverageCounter {
 public:
  explicit CoverageCounter(std::optional<std::uint64_t> samples);
  void add(const mllog::AccuracyRecord& record);
  Coverage finish();

 private:
  struct Far {
    std::uint64_t qsl_idx, number;
  };

  Coverage coverage_;
  std::vector<std::uint64_t> seen_;  // bits
  std::uint64_t below_samples_ = 0;  // different ones below `samples`
  std::vector<Far> far_;
};

}  // namespace mlperf::compliance
