// SPDX-License-Identifier: Apache-2.0
// Values as the official Python scripts print them.
#pragma once

#include <string>

namespace mlperf::compliance {

std::string python_float(double value);  // repr: "45.0", "0.25", "1e-07"
inline const char* python_bool(bool value) {
  return value ? "True" : "False";
}

}  // namespace mlperf::compliance
