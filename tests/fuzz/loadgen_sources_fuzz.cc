// SPDX-License-Identifier: Apache-2.0
// The checksums that LoadGen logs of its source, and the times it prints.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "loadgen/provenance.h"
#include "mllog/log_time.h"
#include "rules/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  static const rules::RuleSet rules = rules::load_embedded_rules();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto files = loadgen::parse_source_files(text))
    loadgen::identify(*files, *rules.loadgen_releases, "6.0.8");
  mllog::parse_power_time(text);
  if (const auto time = mllog::parse_iso_time(text)) mllog::utc_text(*time);
  return 0;
}
