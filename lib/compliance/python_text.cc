// SPDX-License-Identifier: Apache-2.0
#include "compliance/python_text.h"

#include <fmt/format.h>

namespace mlperf::compliance {

std::string python_float(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

}  // namespace mlperf::compliance
