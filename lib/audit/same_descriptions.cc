// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "audit/system_internal.h"

namespace mlperf::audit {
namespace {

// The same text for the same content, whatever the order of the members and the layout of the file.
void write_canonical(const base::JsonValue& value, std::string_view left_out, std::string& out) {
  if (value.kind == base::JsonKind::array) {
    out += '[';
    for (const auto& item : value.items) write_canonical(item, {}, out);
    out += ']';
    return;
  }
  if (value.kind != base::JsonKind::object) {
    out += value.display() + '\n';
    return;
  }
  std::vector<const base::JsonMember*> members;
  for (const auto& member : value.members)
    if (member.key != left_out) members.push_back(&member);
  std::stable_sort(members.begin(), members.end(),
                   [](const auto* a, const auto* b) { return a->key < b->key; });
  out += '{';
  for (const auto* member : members) {
    out += member->key + ':';
    write_canonical(member->value, {}, out);
  }
  out += '}';
}

}  // namespace

void report_same_descriptions(const std::vector<const SystemEvidence*>& systems, Findings& out) {
  constexpr std::string_view kRule = "system-notes-duplicate";
  std::map<std::string, const SystemEvidence*> first_with;
  for (const auto* system : systems) {
    if (!system->description.usable() || !system->description.value.is_object()) continue;
    if (systems.size() > 1) out.claim(kRule, Level::cross_checked);
    std::string text;
    write_canonical(system->description.value, "system_name", text);
    const auto [first, added] = first_with.try_emplace(std::move(text), system);
    if (added) continue;
    out.report(kRule)
        .at(system->path, {1, 0})
        .found(system->name)
        .with("system", system->name)
        .with("other", first->second->name)
        .level(Level::cross_checked)
        .also(first->second->path, {1, 0}, first->second->name);
  }
}

}  // namespace mlperf::audit
