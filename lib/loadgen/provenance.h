// SPDX-License-Identifier: Apache-2.0
// Where the LoadGen of a run comes from: the checksums that it logs of its own source (loadgen_file_sha1,
// made by loadgen/version_generator.py when it is built) against the published states of the official
// repository.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/loadgen_releases.h"

namespace mlperf::loadgen {

// Views into the text that was parsed.
struct SourceFile {
  std::string_view name, sha1;  // "/results.cc", 40 hex digits as logged
};

// The value of loadgen_file_sha1: {"/name": "hex", ...}. Nothing when it is no object of texts. Names and
// hashes are kept as they are written, escapes included.
std::optional<std::vector<SourceFile>> parse_source_files(std::string_view json);

enum class Origin : std::uint8_t {
  official,  // every file is that of one published state
  mixed,     // every file is published, but no state has all of them
  changed,   // files that no published state has, among those of `state`
  unknown,   // nothing of it is published
};
std::string_view to_string(Origin origin);  // "official", "mixed", "changed", "unknown"

struct Provenance {
  Origin origin = Origin::unknown;
  // The published state it is, or the one that most files belong to; points into the releases.
  const rules::LoadgenState* state = nullptr;
  bool version_fits = false;              // a state that fits has the logged version
  std::vector<SourceFile> changed;        // known names with a content that was never published
  std::vector<SourceFile> differing;      // published contents that are not those of `state`
  std::vector<SourceFile> foreign;        // names that no published state has
  std::vector<std::string_view> missing;  // files that LoadGen is built from and that are not listed
};

// `version`: as logged, "6.0.8"; among several states that fit equally it prefers one of that version, then a
// release, then the oldest.
Provenance identify(const std::vector<SourceFile>& files, const rules::LoadgenReleases& releases,
                    std::string_view version);

}  // namespace mlperf::loadgen
