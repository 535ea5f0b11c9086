// SPDX-License-Identifier: Apache-2.0
// Any bytes as .mlperf-audit.toml: either problems, each with the file's name, or entries that say something.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "audit/config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const auto config =
      audit::parse_config({reinterpret_cast<const char*>(data), size}, std::string(audit::kConfigName));
  for (const auto& problem : config.problems)
    if (!problem.starts_with(audit::kConfigName)) std::abort();
  if (!config.problems.empty()) return 0;
  for (const auto& waiver : config.waivers)
    if (waiver.rule.empty() || waiver.path.empty() || waiver.reason.empty() || waiver.at.line == 0)
      std::abort();
  for (const auto& entry : config.ignore)
    if (entry.rule.empty() || entry.reason.empty()) std::abort();
  return 0;
}
