// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "submission/verify_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = mlperf::submission::parse_verify_text(text, "verify_accuracy.txt");
  const auto& value = document.value;
  for (const auto& figure : value.figures) {
    if (figure.name.empty() || figure.at.line == 0 || value.find_last(figure.name) == nullptr) std::abort();
  }
  for (const auto& verdict : value.verdicts) {
    if (verdict.at.line > value.last_line.line) std::abort();
  }
  return 0;
}
