// SPDX-License-Identifier: Apache-2.0
// Shell-like patterns over rule ids and paths. `*` and `?` stop at a slash, `**` does not, and "**/" may also
// stand for nothing: "**/user.conf" matches "user.conf" and "closed/Acme/user.conf". There is no escape
// character.
#pragma once

#include <string_view>

namespace mlperf::base {

// The whole text must match. Takes time linear in the text for a given pattern, whatever either holds.
bool glob_match(std::string_view pattern, std::string_view text);

// As above, or the pattern matches a folder that the path lies in.
bool glob_match_path(std::string_view pattern, std::string_view path);

}  // namespace mlperf::base
