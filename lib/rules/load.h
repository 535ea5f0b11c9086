// SPDX-License-Identifier: Apache-2.0
// Loads and validates rules: the embedded ones or a folder. A rule file that is broken (no JSON, a member
// missing, of the wrong type or out of range, an unknown base round, a circle of bases) throws RuleError,
// which says file, where in it (JSON pointer or line) and what was expected.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalog.h"
#include "rules/loadgen_releases.h"
#include "rules/round.h"

namespace mlperf::rules {

class RuleError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct RuleSet {
  std::vector<Round> rounds;  // oldest first
  Catalog catalog;
  std::shared_ptr<const LoadgenReleases> loadgen_releases;  // null when the rules have no such file

  const Round* find_round(std::string_view name) const;
  const Round& newest() const { return rounds.back(); }
  TreeNames tree_names() const;  // union over the rounds
};

RuleSet load_embedded_rules();
RuleSet load_rules_from(const std::string& folder);  // a folder laid out like rules/

// Rule files in memory: path ("rounds/v6.0.json") and text. What the two above use; for tests.
struct RuleFile {
  std::string path, text;  // "loadgen-releases.json" may be among them
  bool built_in = false;   // the project's own: its tests have looked for repeated members
};
RuleSet load_rules(const std::vector<RuleFile>& files);

}  // namespace mlperf::rules
