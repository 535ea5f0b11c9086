// SPDX-License-Identifier: Apache-2.0
// Any bytes as a detail log: all views lie inside the file, places are in order, every list can be asked for.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "mllog/detail_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const auto document = mllog::parse_detail_log({reinterpret_cast<const char*>(data), size}, "log");
  const std::string_view bytes = document.bytes.view();
  const auto inside = [&](std::string_view view) {
    return view.data() == nullptr ||
           (view.data() >= bytes.data() && view.data() + view.size() <= bytes.data() + bytes.size());
  };
  std::uint32_t line = 0;
  for (const auto& entry : document.value.entries()) {
    if (!inside(entry.key) || !inside(entry.text) || !inside(entry.time_ms) || !inside(entry.source_file))
      std::abort();
    if (entry.at.line <= line || entry.at.byte >= bytes.size()) std::abort();
    line = entry.at.line;
    if (document.value.find(entry.key) == nullptr) std::abort();
    if (entry.kind == mllog::ValueKind::list) mllog::parse_index_list(entry.text);
  }
  return 0;
}
