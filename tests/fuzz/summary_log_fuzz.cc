// SPDX-License-Identifier: Apache-2.0
// Any bytes as a summary: names are trimmed and values lie inside the file.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "mllog/summary_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const auto document = mllog::parse_summary_log({reinterpret_cast<const char*>(data), size}, "summary");
  const std::string_view bytes = document.bytes.view();
  for (const auto& line : document.value.lines) {
    if (line.value.data() < bytes.data() ||
        line.value.data() + line.value.size() > bytes.data() + bytes.size())
      std::abort();
    if (line.name.starts_with(' ') || line.name.ends_with(' ') || line.at.line == 0) std::abort();
    if (document.value.find(line.name) == nullptr) std::abort();
  }
  return 0;
}
