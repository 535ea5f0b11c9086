// SPDX-License-Identifier: Apache-2.0
// What a repository of results should not hold: large files, links, names with blanks or a leading dot.
#pragma once

#include <string>
#include <vector>

#include "audit/evidence.h"
#include "rules/round.h"

namespace mlperf::audit {

// Odd entries of `listing`, the listing of `folder` (relative to the root). The first kMostOddFiles.
std::vector<OddFile> odd_files(const submission::FolderListing& listing, const std::string& root_disk,
                               const std::string& folder, const rules::Round& round);

inline constexpr std::size_t kMostOddFiles = 10000;

}  // namespace mlperf::audit
