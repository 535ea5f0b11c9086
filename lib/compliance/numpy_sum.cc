// SPDX-License-Identifier: Apache-2.0
#include "compliance/numpy_sum.h"

#include <cstddef>

namespace mlperf::compliance {
namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kBlock = 128;

}  // namespace

float numpy_sum(std::span<const float> values) {
  const std::size_t n = values.size();
  if (n > kBlock) {
    std::size_t half = n / 2;
    half -= half % kLanes;
    return numpy_sum(values.first(half)) + numpy_sum(values.subspan(half));
  }
  if (n < kLanes) {
    float sum = 0;
    for (const float value : values) sum += value;
    return sum;
  }
  float lane[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) lane[i] = values[i];
  std::size_t at = kLanes;
  for (; at + kLanes <= n; at += kLanes)
    for (std::size_t i = 0; i < kLanes; ++i) lane[i] += values[at + i];
  float sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  for (; at < n; ++at) sum += values[at];
  return sum;
}

}  // namespace mlperf::compliance
