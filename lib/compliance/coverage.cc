// SPDX-License-Identifier: Apache-2.0
#include "compliance/coverage.h"

#include <algorithm>
#include <tuple>

namespace mlperf::compliance {
namespace {

constexpr std::uint64_t kFar = std::uint64_t{1} << 26;
constexpr std::uint64_t kBits = 64;

std::int64_t as_found(std::uint64_t value) {
  constexpr std::uint64_t kMost = INT64_MAX;
  return static_cast<std::int64_t>(std::min(value, kMost));
}

}  // namespace

CoverageCounter::CoverageCounter(std::optional<std::uint64_t> samples) {
  coverage_.samples = samples;
}

void CoverageCounter::add(const mllog::AccuracyRecord& record) {
  const std::uint64_t index = record.qsl_idx;
  ++coverage_.entries;
  if (coverage_.samples && index >= *coverage_.samples)
    coverage_.out_of_range.add(record, as_found(index), as_found(*coverage_.samples));
  if (index >= kFar) {
    far_.push_back({index, record.number});
    return;
  }
  const std::size_t word = index / kBits;
  if (word >= seen_.size()) seen_.resize(std::max(word + 1, 2 * seen_.size()), 0);
  const std::uint64_t bit = std::uint64_t{1} << (index % kBits);
  if ((seen_[word] & bit) != 0) {
    coverage_.repeated.add(record, as_found(index));
    return;
  }
  seen_[word] |= bit;
  ++coverage_.distinct;
  if (coverage_.samples && index < *coverage_.samples) ++below_samples_;
}

Coverage CoverageCounter::finish() {
  std::sort(far_.begin(), far_.end(), [](const Far& a, const Far& b) {
    return std::tie(a.qsl_idx, a.number) < std::tie(b.qsl_idx, b.number);
  });
  for (std::size_t i = 0; i < far_.size(); ++i) {
    if (i > 0 && far_[i].qsl_idx == far_[i - 1].qsl_idx) {
      EntryPlace place;
      place.number = far_[i].number;
      place.qsl_idx = far_[i].qsl_idx;
      coverage_.repeated.add(place, as_found(far_[i].qsl_idx));
      continue;
    }
    ++coverage_.distinct;
    if (coverage_.samples && far_[i].qsl_idx < *coverage_.samples) ++below_samples_;
  }
  coverage_.duplicates = coverage_.entries - coverage_.distinct;
  if (coverage_.samples) coverage_.missing = *coverage_.samples - below_samples_;
  return coverage_;
}

}  // namespace mlperf::compliance
