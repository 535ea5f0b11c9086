// SPDX-License-Identifier: Apache-2.0
// `.mlperf-audit.toml` at the root of the audited tree. The file comes with the tree, so that nobody trusts
// it: it is bounded, whatever is wrong with it is a problem with its line (the audit then stops), and what it
// takes away is counted and shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/located.h"

namespace mlperf::audit {

inline constexpr std::string_view kConfigName = ".mlperf-audit.toml";

struct IgnoreEntry {
  std::string rule;    // glob over rule ids
  std::string reason;  // never empty
};

struct Waiver {
  std::string rule;    // glob over rule ids
  std::string path;    // glob over paths relative to the root; a folder covers what lies in it
  std::string reason;  // never empty
  std::string until;   // last day on which it counts, YYYY-MM-DD; empty: without end
  base::Position at;
};

struct Config {
  bool present = false;
  std::string file;   // as shown: relative to the root
  std::string round;  // empty: not set
  std::vector<std::string> select;
  std::vector<IgnoreEntry> ignore;
  std::vector<Waiver> waivers;
  std::vector<std::string> problems;  // "FILE:LINE: what is wrong"; not empty: nothing else may be used
};

// An absent file gives a Config that is not present. `path` is for messages.
Config read_config(const std::string& disk_path, const std::string& path);
Config parse_config(std::string_view text, const std::string& path);

}  // namespace mlperf::audit
