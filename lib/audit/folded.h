// SPDX-License-Identifier: Apache-2.0
// One finding for the first place of a cause and its further places within it, so that a file with a thousand
// bad lines gives one finding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "audit/finding.h"

namespace mlperf::audit {

class Folded {
 public:
  Folded(Findings& out, std::string_view rule) : out_(out), rule_(rule) {}

  // The finding, to be filled in, for the first place; nullptr when the place was added to that finding.
  Reported* add(std::string_view variant, const std::string& file, base::Position at,
                std::string found = {}) {
    if (reported_) {
      reported_->also(file, at, std::move(found));
      return nullptr;
    }
    reported_ = out_.report(rule_, variant);
    reported_->at(file, at);
    return &*reported_;
  }

  Reported* finding() { return reported_ ? &*reported_ : nullptr; }

 private:
  Findings& out_;
  std::string_view rule_;
  std::optional<Reported> reported_;
};

}  // namespace mlperf::audit
