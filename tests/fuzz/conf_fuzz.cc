// SPDX-License-Identifier: Apache-2.0
// Any bytes as a configuration file: all three parts of a setting's name have content.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "mllog/conf.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const auto document = mllog::parse_conf({reinterpret_cast<const char*>(data), size}, "user.conf");
  for (const auto& setting : document.value.settings) {
    if (setting.model.empty() || setting.scenario.empty() || setting.key.empty() || setting.at.line == 0)
      std::abort();
    if (setting.value.find('#') != std::string_view::npos) std::abort();
  }
  return 0;
}
