// SPDX-License-Identifier: Apache-2.0
#include "rules/catalog_loader.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace mlperf::rules {
namespace {

bool is_lower_or_digit(char c) {
  return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9');
}

bool is_kebab_case(std::string_view text) {
  if (text.empty() || !is_lower_or_digit(text.front()) || !is_lower_or_digit(text.back())) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
    const bool point = text[i] == '.' && is_digit(text[i - 1]) && is_digit(text[i + 1]);  // "99.9"
    if (!is_lower_or_digit(text[i]) && !point && (text[i] != '-' || text[i - 1] == '-')) return false;
  }
  return true;
}

bool is_placeholder_name(std::string_view name) {
  return !name.empty() && !('0' <= name.front() && name.front() <= '9') &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_lower_or_digit(c) || c == '_'; });
}

// Every brace belongs to a {name}.
std::string template_text(const RuleValue& value) {
  auto text = value.string();
  std::string_view rest = text;
  while (true) {
    const auto brace = rest.find_first_of("{}");
    if (brace == std::string_view::npos) return text;
    const auto close = rest.find('}', brace);
    if (rest[brace] == '}' || close == std::string_view::npos ||
        !is_placeholder_name(rest.substr(brace + 1, close - brace - 1))) {
      value.fail("a text whose braces all hold a {name} of lower-case letters, digits and _");
    }
    rest.remove_prefix(close + 1);
  }
}

Severity severity_of(const RuleValue& value) {
  const auto name = value.string();
  for (const auto severity : {Severity::error, Severity::warning, Severity::note}) {
    if (name == to_string(severity)) return severity;
  }
  value.fail("\"error\", \"warning\" or \"note\"");
}

MessageVariant variant_of(const std::string& name, const RuleValue& value) {
  MessageVariant variant;
  variant.name = name;
  if (!value.is_object()) {
    variant.text = template_text(value);
    return variant;
  }
  value.only({"text", "severity", "fix"});
  variant.text = template_text(value.at("text"));
  if (const auto severity = value.find("severity")) variant.severity = severity_of(*severity);
  if (const auto fix = value.find("fix")) variant.fix = template_text(*fix);
  return variant;
}

}  // namespace

void CatalogLoader::add_entry(const std::string& file, const std::string& group, const RuleValue& value) {
  value.only({"id", "severity", "trial", "title", "why", "fix", "source", "messages"});
  CatalogEntry entry;
  entry.group = group;
  entry.id = value.at("id").string();
  if (!is_kebab_case(entry.id)) value.at("id").fail("lower-case words joined by single dashes");
  if (const auto [it, is_new] = file_of_.emplace(entry.id, file); !is_new) {
    value.at("id").fail_with(fmt::format("\"{}\" stands twice; {} has it already", entry.id, it->second));
  }
  entry.severity = severity_of(value.at("severity"));
  if (const auto trial = value.find("trial")) {
    if (trial->string() != "note") trial->fail("\"note\"");
    entry.note_in_trial = true;
  }
  entry.title = value.at("title").string();
  entry.why = value.at("why").string();
  entry.fix = template_text(value.at("fix"));
  entry.source = value.at("source").string();
  const auto messages = value.at("messages");
  entry.messages.push_back(variant_of("default", messages.at("default")));
  for (const auto& [name, message] : messages.members()) {
    if (name == "default") continue;
    if (!is_kebab_case(name))
      message.fail_with("the name of a message has to be lower-case words joined by dashes");
    entry.messages.push_back(variant_of(name, message));
  }
  catalog_.index_[entry.id] = catalog_.entries_.size();
  catalog_.entries_.push_back(std::move(entry));
}

void CatalogLoader::add(const std::string& file, const std::string& group, const nlohmann::json& document) {
  const RuleValue root(file, document);
  root.only({"group", "findings"});
  if (root.at("group").string() != group) {
    root.at("group").fail(fmt::format("\"{}\", the name of the file", base::printable(group)));
  }
  for (const auto& finding : root.at("findings").items()) add_entry(file, group, finding);
}

}  // namespace mlperf::rules
