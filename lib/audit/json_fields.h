// SPDX-License-Identifier: Apache-2.0
// Fields of the small JSON documents: whether they are there, whether they say anything, and what a flag
// means.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_tree.h"

#include <nlohmann/json.hpp>

namespace mlperf::audit {

// The last member of that name, the one that counts, or nullptr.
const base::JsonMember* find_member(const base::JsonValue& object, std::string_view name);

enum class Content {
  none,   // null, an empty text, an empty list or object
  blank,  // nothing but white space
  filled,
};
Content content_of(const base::JsonValue& value);

// true, "true", "yes", 1 and their opposites, in any case; nothing for what is neither.
std::optional<bool> flag_of(const base::JsonValue& value);

// A member of a round's group that is a list of names; empty where it is absent.
std::vector<std::string> names_in(const nlohmann::json& group, std::string_view member);

}  // namespace mlperf::audit
