// SPDX-License-Identifier: Apache-2.0
#include "audit/json_fields.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace mlperf::audit {

const base::JsonMember* find_member(const base::JsonValue& object, std::string_view name) {
  const auto found = std::find_if(object.members.rbegin(), object.members.rend(),
                                  [&](const base::JsonMember& member) { return member.key == name; });
  return found == object.members.rend() ? nullptr : &*found;
}

Content content_of(const base::JsonValue& value) {
  switch (value.kind) {
    case base::JsonKind::null:
      return Content::none;
    case base::JsonKind::string:
      if (value.text.empty()) return Content::none;
      return base::trim(value.text).empty() ? Content::blank : Content::filled;
    case base::JsonKind::array:
      return value.items.empty() ? Content::none : Content::filled;
    case base::JsonKind::object:
      return value.members.empty() ? Content::none : Content::filled;
    case base::JsonKind::boolean:
    case base::JsonKind::integer:
    case base::JsonKind::real:
      return Content::filled;
  }
  return Content::filled;
}

std::optional<bool> flag_of(const base::JsonValue& value) {
  if (value.kind == base::JsonKind::boolean) return value.boolean;
  const std::string text = base::lower(base::trim(value.display()));
  constexpr std::array<std::string_view, 4> kYes = {"true", "yes", "y", "1"};
  constexpr std::array<std::string_view, 6> kNo = {"false", "no", "n", "0", "", "none"};
  if (std::find(kYes.begin(), kYes.end(), text) != kYes.end()) return true;
  if (std::find(kNo.begin(), kNo.end(), text) != kNo.end() || value.kind == base::JsonKind::null)
    return false;
  return std::nullopt;
}

std::vector<std::string> names_in(const nlohmann::json& group, std::string_view member) {
  std::vector<std::string> names;
  const auto list = group.find(member);
  if (list == group.end() || !list->is_array()) return names;
  for (const nlohmann::json& item : *list)
    if (item.is_string()) names.push_back(item.get<std::string>());
  return names;
}

}  // namespace mlperf::audit
