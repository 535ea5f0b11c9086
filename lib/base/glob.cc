// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mlperf::base {
namespace {

struct Step {
  enum class Kind : std::uint8_t { letter, one, run, deep_run, folders } kind;
  char letter = 0;
};

std::vector<Step> compile(std::string_view pattern) {
  std::vector<Step> steps;
  std::size_t i = 0;
  while (i < pattern.size()) {
    const bool starts_part = i == 0 || pattern[i - 1] == '/';
    if (starts_part && pattern.substr(i, 3) == "**/") {
      steps.push_back({Step::Kind::folders});
      i += 3;
    } else if (pattern[i] == '*') {
      std::size_t stars = 0;
      while (i < pattern.size() && pattern[i] == '*') ++stars, ++i;
      steps.push_back({stars > 1 ? Step::Kind::deep_run : Step::Kind::run});
    } else {
      steps.push_back({pattern[i] == '?' ? Step::Kind::one : Step::Kind::letter, pattern[i]});
      ++i;
    }
  }
  return steps;
}

// All positions in the pattern that the text read so far can lead to, advanced together: no backtracking.
class Matcher {
 public:
  explicit Matcher(std::string_view pattern)
      : steps_(compile(pattern)), now_(steps_.size() + 1, 0), next_(steps_.size() + 1, 0) {
    now_[0] = 1;
    skip_empty(now_, true);
  }

  void read(char c) {
    if (dead_) return;
    next_.assign(next_.size(), 0);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (now_[i] == 0) continue;
      switch (steps_[i].kind) {
        case Step::Kind::letter:
          next_[i + 1] |= c == steps_[i].letter;
          break;
        case Step::Kind::one:
          next_[i + 1] |= c != '/';
          break;
        case Step::Kind::run:
          next_[i] |= c != '/';
          break;
        case Step::Kind::deep_run:
        case Step::Kind::folders:
          next_[i] = 1;
          break;
      }
    }
    skip_empty(next_, c == '/');
    now_.swap(next_);
    dead_ = std::find(now_.begin(), now_.end(), 1) == now_.end();
  }

  bool matched() const { return now_.back() != 0; }

 private:
  // A run may be empty; "**/" ends only where a part of the path begins.
  void skip_empty(std::vector<char>& states, bool at_part) const {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto kind = steps_[i].kind;
      const bool may_end =
          kind == Step::Kind::run || kind == Step::Kind::deep_run || (kind == Step::Kind::folders && at_part);
      if (states[i] != 0 && may_end) states[i + 1] = 1;
    }
  }

  std::vector<Step> steps_;
  std::vector<char> now_, next_;
  bool dead_ = false;  // no continuation can match
};

}  // namespace

bool glob_match(std::string_view pattern, std::string_view text) {
  Matcher matcher(pattern);
  for (const char c : text) matcher.read(c);
  return matcher.matched();
}

bool glob_match_path(std::string_view pattern, std::string_view path) {
  while (pattern.size() > 1 && pattern.back() == '/') pattern.remove_suffix(1);
  Matcher matcher(pattern);
  for (const char c : path) {
    if (c == '/' && matcher.matched()) return true;
    matcher.read(c);
  }
  return matcher.matched();
}

}  // namespace mlperf::base
