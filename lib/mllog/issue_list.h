// SPDX-License-Identifier: Apache-2.0
// Collects what is odd about a file without letting a hostile one fill the memory: the first of each kind are
// kept, the others counted, and finish() says how many there were.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"

namespace mlperf::mllog {

// An excerpt of a line for an issue's detail.
std::string excerpt(std::string_view line);

class IssueList {
 public:
  explicit IssueList(std::vector<base::ReadIssue>& issues) : issues_(issues) {}

  // `make_detail()` is called only for issues that are kept.
  template <class MakeDetail>
  void add(base::IssueKind kind, base::Position at, std::uint32_t column, const MakeDetail& make_detail) {
    Tally& tally = tallies_.at(static_cast<std::size_t>(kind));
    if (++tally.count > kKept) {
      if (tally.count == kKept + 1) tally.first_left_out = at;
      return;
    }
    base::ReadIssue issue{kind, at, make_detail()};
    issue.column = column;
    issues_.push_back(std::move(issue));
  }
  template <class MakeDetail>
  void add(base::IssueKind kind, base::Position at, const MakeDetail& make_detail) {
    add(kind, at, 0, make_detail);
  }

  std::uint64_t count(base::IssueKind kind) const {
    return tallies_.at(static_cast<std::size_t>(kind)).count;
  }

  // One more issue for each kind of which some were left out.
  void finish();

 private:
  static constexpr std::uint64_t kKept = 50;
  struct Tally {
    std::uint64_t count = 0;
    base::Position first_left_out;
  };

  std::vector<base::ReadIssue>& issues_;
  std::array<Tally, 16> tallies_{};
};

}  // namespace mlperf::mllog
