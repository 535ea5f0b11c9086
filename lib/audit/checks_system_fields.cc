// SPDX-License-Identifier: Apache-2.0
// Fields of the system description that must be there and must say something.
#include <algorithm>
#include <array>

#include "audit/folded.h"
#include "audit/json_fields.h"
#include "audit/system_internal.h"
#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kAccelerators = "accelerators_per_node";
constexpr std::string_view kNodes = "number_of_nodes";

bool is_zero(const base::JsonValue& value) {
  return value.is_number() && value.real == 0;
}

// A system without accelerators has nothing to say about them.
bool may_be_zero(std::string_view field) {
  return field == kNodes || base::starts_with_no_case(field, "accelerator");
}

// What a writer left to be filled in later.
bool is_reminder(std::string_view text) {
  constexpr std::array<std::string_view, 10> kReminders = {
      "todo", "tbd", "tba", "fixme", "xxx", "fill me in", "fill in", "fill me", "fill_me_in", "to be done"};
  std::string word = base::lower(base::trim(text));
  while (!word.empty() &&
         (word.back() == '.' || word.back() == ':' || word.back() == '!' || word.back() == '?'))
    word.pop_back();
  if (word.size() > 2 && word.front() == '<' && word.back() == '>') return true;
  return std::find(kReminders.begin(), kReminders.end(), word) != kReminders.end();
}

// What may mean that the field does not apply.
bool is_not_applicable(std::string_view text) {
  constexpr std::array<std::string_view, 7> kWords = {"n/a", "na", "none",          "unknown",
                                                      "-",   "?",  "not applicable"};
  return std::find(kWords.begin(), kWords.end(), base::lower(base::trim(text))) != kWords.end();
}

}  // namespace

void check_required_fields(const SystemEvidence& system, const SystemContext&, const rules::Round& round,
                           Findings& out) {
  if (!is_judged(system)) return;
  out.claim("system-required-fields", Level::stated);
  std::vector<std::string> missing;
  for (const std::string& name : names_in(round.group("system_description"), "required_fields"))
    if (!find_member(system.description.value, name)) missing.push_back(name);
  if (missing.empty()) return;
  out.report("system-required-fields", missing.size() == 1 ? "default" : "several")
      .at(system.path)
      .expected(joined(missing))
      .with("missing", joined(missing));
}

void check_empty_fields(const SystemEvidence& system, const SystemContext&, const rules::Round& round,
                        Findings& out) {
  if (!is_judged(system)) return;
  out.claim("system-empty-fields", Level::stated);
  Folded empty(out, "system-empty-fields"), blank(out, "system-empty-fields");
  std::vector<std::string> empty_names, blank_names;
  for (const std::string& name : names_in(round.group("system_description"), "non_empty_fields")) {
    const base::JsonMember* member = find_member(system.description.value, name);
    if (!member) continue;
    const Content content = content_of(member->value);
    const bool no = member->value.kind == base::JsonKind::boolean && !member->value.boolean;
    if (content == Content::none || no || (is_zero(member->value) && !may_be_zero(name))) {
      empty_names.push_back(name);
      if (Reported* reported = empty.add("default", system.path, member->at, name))
        reported->found(member->value.display());
    } else if (content == Content::blank) {
      blank_names.push_back(name);
      if (Reported* reported = blank.add("blank", system.path, member->at, name))
        reported->found(member->value.display());
    }
  }
  if (empty.finding()) empty.finding()->with("fields", joined(empty_names));
  if (blank.finding()) blank.finding()->with("fields", joined(blank_names));
}

void check_power_fields(const SystemEvidence& system, const SystemContext& context, const rules::Round& round,
                        Findings& out) {
  if (!is_judged(system) || !context.has_power_results) return;
  out.claim("system-power-fields", Level::stated);
  std::vector<std::string> missing;
  for (const std::string& name : names_in(round.group("system_description"), "power_fields"))
    if (!find_member(system.description.value, name)) missing.push_back(name);
  if (!missing.empty())
    out.report("system-power-fields")
        .at(system.path)
        .expected(joined(missing))
        .with("missing", joined(missing));
}

void check_placeholders(const SystemEvidence& system, const SystemContext&, const rules::Round& round,
                        Findings& out) {
  if (!is_judged(system)) return;
  out.claim("system-placeholder-fields", Level::stated);
  Folded reminders(out, "system-placeholder-fields"), others(out, "system-placeholder-fields");
  std::vector<std::string> reminder_names, other_names;
  for (const std::string& name : names_in(round.group("system_description"), "required_fields")) {
    const base::JsonMember* member = find_member(system.description.value, name);
    if (!member || member->value.kind != base::JsonKind::string) continue;
    const std::string& text = member->value.text;
    if (is_reminder(text)) {
      reminder_names.push_back(name);
      if (Reported* reported = reminders.add("default", system.path, member->at, text)) reported->found(text);
    } else if (is_not_applicable(text)) {
      other_names.push_back(name);
      if (Reported* reported = others.add("not-applicable", system.path, member->at, text))
        reported->found(text);
    }
  }
  if (reminders.finding()) reminders.finding()->with("fields", joined(reminder_names));
  if (others.finding()) others.finding()->with("fields", joined(other_names));
}

}  // namespace mlperf::audit
