// SPDX-License-Identifier: Apache-2.0
#include "rules/loadgen_releases.h"

#include <algorithm>

#include "base/glob.h"
#include "rules/rule_value.h"

namespace mlperf::rules {
namespace {

constexpr std::string_view kSchema = "mlperf-audit-loadgen/1";
constexpr std::size_t kSha1Digits = 40;

std::string sha1_of(const RuleValue& value) {
  auto text = value.string();
  const bool good = text.size() == kSha1Digits && text.find_first_not_of("0123456789abcdef") == text.npos;
  if (!good) value.fail("40 lower-case hex digits");
  return text;
}

}  // namespace

bool StateSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

void StateSet::keep(const StateSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
}

const LoadgenReleases::History* LoadgenReleases::history(std::string_view file) const {
  const auto it = files_.find(file);
  return it == files_.end() ? nullptr : &it->second;
}

bool LoadgenReleases::not_judged(std::string_view file) const {
  return std::any_of(not_judged_.begin(), not_judged_.end(),
                     [&](const std::string& glob) { return base::glob_match(glob, file); });
}

LoadgenReleases LoadgenReleases::load(const std::string& file, const nlohmann::json& document) {
  const RuleValue root(file, document);
  root.only({"schema", "source", "behaviour_files", "not_judged", "states"});
  if (root.at("schema").string() != kSchema) root.at("schema").fail("\"" + std::string(kSchema) + "\"");
  LoadgenReleases releases;
  releases.behaviour_files_ = root.at("behaviour_files").strings();
  std::sort(releases.behaviour_files_.begin(), releases.behaviour_files_.end());
  releases.not_judged_ = root.at("not_judged").strings();
  const auto states = root.at("states").items();
  if (states.empty()) root.at("states").fail("at least one state");

  std::map<std::string, std::string, std::less<>> content;  // of the state at hand: name -> SHA-1
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto& state = states[i];
    state.only({"version", "commit", "date", "release", "changes"});
    releases.states_.push_back({state.at("version").string(), sha1_of(state.at("commit")),
                                state.at("date").string(), state.at("release").boolean()});
    for (const auto& [name, hash] : state.at("changes").members()) {
      if (!name.starts_with('/')) hash.fail_with("a file name begins with /");
      if (hash.is_null()) {
        content.erase(name);
      } else {
        content[name] = sha1_of(hash);
      }
    }
    for (const auto& [name, hash] : content)
      releases.files_[name].try_emplace(hash, states.size()).first->second.add(i);
  }
  for (const auto& name : releases.behaviour_files_) {
    if (releases.history(name) == nullptr) root.at("behaviour_files").fail_with("no state has " + name);
  }
  return releases;
}

}  // namespace mlperf::rules
