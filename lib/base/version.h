// SPDX-License-Identifier: Apache-2.0
// The version of this program and the commit it was built from.
#pragma once

#include <string_view>

namespace mlperf::base {

std::string_view version();
std::string_view commit();  // "unknown" when built outside a git checkout

}  // namespace mlperf::base
