// SPDX-License-Identifier: Apache-2.0
// Are two files equal? Read piece by piece, so that the size does not matter.
#pragma once

#include <string>

namespace mlperf::base {

// Both are regular files that can be read, of one size and the same bytes.
bool same_bytes(const std::string& a, const std::string& b);

}  // namespace mlperf::base
