// SPDX-License-Identifier: Apache-2.0
// One finding as people read it, the same in every command: severity, rule and place, the sentence, the fix.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "audit/finding.h"
#include "report/show.h"

namespace mlperf::report {

inline constexpr std::size_t kFindingIndent = 2;  // of its first line; what follows stands two further in

void append_finding(std::string& out, const audit::Finding& finding, const TextOptions& options);

// The first line alone.
void append_finding_head(std::string& out, const audit::Finding& finding, const TextOptions& options,
                         std::string_view suffix);

}  // namespace mlperf::report
