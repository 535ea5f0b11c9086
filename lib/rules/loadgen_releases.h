// SPDX-License-Identifier: Apache-2.0
// The published states of LoadGen: for every file of its source the SHA-1 it had in each of them, from
// rules/loadgen-releases.json. A state is a commit of the official repository that changed loadgen/; the one
// that raised the version number is the release.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mlperf::rules {

struct LoadgenState {
  std::string version, commit, date;  // "6.0.8", 40 hex digits, "2026-01-28"
  bool release = false;
};

// Which of the states have a property, by their index.
class StateSet {
 public:
  explicit StateSet(std::size_t states) : words_((states + kBits - 1) / kBits) {}

  void add(std::size_t state) { words_[state / kBits] |= std::uint64_t{1} << state % kBits; }
  bool has(std::size_t state) const { return (words_[state / kBits] >> state % kBits & 1) != 0; }
  bool empty() const;
  void keep(const StateSet& other);  // only what is in both

 private:
  static constexpr std::size_t kBits = 64;
  std::vector<std::uint64_t> words_;
};

class LoadgenReleases {
 public:
  // Throws RuleError when the document is not of that form.
  static LoadgenReleases load(const std::string& file, const nlohmann::json& document);

  const std::vector<LoadgenState>& states() const { return states_; }  // oldest first
  // By name ("/results.cc"): SHA-1 -> the states that have the file with that content.
  using History = std::map<std::string, StateSet, std::less<>>;
  const std::map<std::string, History, std::less<>>& files() const { return files_; }
  const History* history(std::string_view file) const;
  // Files that LoadGen is built from, sorted; the others are texts and pictures.
  const std::vector<std::string>& behaviour_files() const { return behaviour_files_; }
  // What a build leaves among the sources: "/PKG-INFO", "/*.so".
  bool not_judged(std::string_view file) const;

 private:
  std::vector<LoadgenState> states_;
  std::map<std::string, History, std::less<>> files_;
  std::vector<std::string> behaviour_files_, not_judged_;
};

}  // namespace mlperf::rules
