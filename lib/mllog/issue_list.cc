// SPDX-License-Identifier: Apache-2.0
#include "mllog/issue_list.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"

namespace mlperf::mllog {

std::string excerpt(std::string_view line) {
  return base::printable(base::trim(line), 120);
}

void IssueList::finish() {
  for (std::size_t kind = 0; kind < tallies_.size(); ++kind) {
    const Tally& tally = tallies_[kind];
    if (tally.count <= kKept) continue;
    issues_.push_back({static_cast<base::IssueKind>(kind), tally.first_left_out,
                       fmt::format("{} of this kind from here on",
                                   base::counted(tally.count - kKept, "further place", "further places"))});
  }
}

}  // namespace mlperf::mllog
