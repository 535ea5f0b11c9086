// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "submission/json_document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = mlperf::submission::parse_json_document(text, "system.json");
  if (document.state == mlperf::base::ReadState::damaged && document.issues.empty()) std::abort();
  document.value.display();
  return 0;
}
