// SPDX-License-Identifier: Apache-2.0
// The value of loadgen_file_sha1 of a published LoadGen, for logs made in tests.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "rules/load.h"

namespace mlperf::test {

using SourceHashes = std::map<std::string, std::string>;  // "/results.cc" -> SHA-1

// Of the commit that raised the version number; empty for an unknown version.
inline SourceHashes sources_of(std::string_view version) {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  SourceHashes hashes;
  const auto& states = rules.loadgen_releases->states();
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i].version != version || !states[i].release) continue;
    for (const auto& [name, history] : rules.loadgen_releases->files()) {
      for (const auto& [hash, in] : history)
        if (in.has(i)) hashes[name] = hash;
    }
  }
  return hashes;
}

inline std::string as_json(const SourceHashes& hashes) {
  std::string text = "{";
  for (const auto& [name, hash] : hashes)
    text += (text.size() == 1 ? "\"" : ",\"") + name + "\":\"" + hash + "\"";
  return text + "}";
}

}  // namespace mlperf::test
