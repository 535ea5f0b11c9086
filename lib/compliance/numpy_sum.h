// SPDX-License-Identifier: Apache-2.0
// The sum of float32 values in the order in which numpy adds them (pairwise, eight at a time): the last
// digits of TEST08's figures depend on it. Source: numpy/core/src/umath/loops_utils.h.src, pairwise_sum.
#pragma once

#include <span>

namespace mlperf::compliance {

float numpy_sum(std::span<const float> values);

}  // namespace mlperf::compliance
