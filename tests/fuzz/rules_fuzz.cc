// SPDX-License-Identifier: Apache-2.0
// Any bytes as a rule file beside the built-in ones: a round that extends v6.0, or a catalog file. It loads,
// or a RuleError names the file.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "rules/embedded.h"
#include "rules/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const bool catalog = text.find("\"findings\"") != std::string::npos;
  const std::string path = catalog ? "catalog/power.json" : "rounds/v6.1.json";
  std::vector<rules::RuleFile> files;
  for (const auto& file : rules::embedded_files())
    if (file.path != path) files.push_back({std::string(file.path), std::string(file.text), true});
  files.push_back({path, text});
  try {
    const auto rules = rules::load_rules(files);
    if (rules.find_round("v6.0") == nullptr) std::abort();
  } catch (const rules::RuleError& error) {
    if (*error.what() == '\0') std::abort();
  }
  return 0;
}
