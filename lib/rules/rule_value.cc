// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_value.h"

#include <cmath>

#include <fmt/format.h>

#include "base/json_tree.h"
#include "base/text.h"
#include "base/units.h"
#include "rules/load.h"

namespace mlperf::rules {
namespace {

// A token of a JSON pointer.
std::string escaped(std::string_view token) {
  if (token.find_first_of("~/") == std::string_view::npos) return std::string(token);
  std::string out;
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

nlohmann::json parse_rule_file(const std::string& file, std::string_view text) {
  std::vector<base::ReadIssue> issues;
  base::parse_json(text, issues);
  for (const auto& issue : issues) {
    const auto place = issue.column == 0 ? fmt::format("{}:{}", file, issue.at.line)
                                         : fmt::format("{}:{}:{}", file, issue.at.line, issue.column);
    if (issue.kind == base::IssueKind::duplicate_key) {
      throw RuleError(fmt::format("{}: member \"{}\" stands twice; the first is on line {}", place,
                                  base::printable(issue.detail), issue.related.line));
    }
    throw RuleError(fmt::format("{}: not JSON: {}", place, base::printable(issue.detail)));
  }
  return parse_built_in_rule_file(file, text);
}

nlohmann::json parse_built_in_rule_file(const std::string& file, std::string_view text) {
  nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded()) throw RuleError(fmt::format("{}: not JSON", file));
  return document;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates) {
  const auto near = base::nearest(name, candidates);
  return near.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", near);
}

void RuleValue::fail(std::string_view expected) const {
  fail_with(fmt::format("expected {}, found {}", expected, shown()));
}

void RuleValue::fail_with(std::string_view complaint) const {
  throw RuleError(
      fmt::format("{}: {}: {}", *file_, pointer_.empty() ? "/" : base::printable(pointer_), complaint));
}

void RuleValue::fail_missing(std::string_view member) const {
  throw RuleError(fmt::format("{}: {}/{}: missing", *file_, base::printable(pointer_), escaped(member)));
}

std::string RuleValue::shown() const {
  return base::printable(value_->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), 80);
}

RuleValue RuleValue::child(std::string_view token, const nlohmann::json& value) const {
  RuleValue result(*file_, value);
  result.pointer_.reserve(pointer_.size() + 1 + token.size());
  result.pointer_ += pointer_;
  result.pointer_ += '/';
  result.pointer_ += escaped(token);
  return result;
}

RuleValue RuleValue::at(std::string_view member) const {
  if (!is_object()) fail("an object");
  const auto it = value_->find(member);
  if (it == value_->end()) fail_missing(member);
  return child(member, *it);
}

std::optional<RuleValue> RuleValue::find(std::string_view member) const {
  if (!is_object()) fail("an object");
  const auto it = value_->find(member);
  if (it == value_->end() || it->is_null()) return std::nullopt;
  return child(member, *it);
}

std::vector<std::pair<std::string, RuleValue>> RuleValue::members() const {
  if (!is_object()) fail("an object");
  std::vector<std::pair<std::string, RuleValue>> result;
  for (const auto& [name, value] : value_->items()) result.emplace_back(name, child(name, value));
  return result;
}

std::vector<RuleValue> RuleValue::items() const {
  if (!value_->is_array()) fail("a list");
  std::vector<RuleValue> result;
  for (std::size_t i = 0; i < value_->size(); ++i) result.push_back(child(std::to_string(i), (*value_)[i]));
  return result;
}

void RuleValue::only(std::initializer_list<std::string_view> allowed) const {
  for (const auto& [name, value] : members()) {
    if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
    value.fail_with("unknown member" + suggestion(name, {allowed.begin(), allowed.end()}));
  }
}

std::int64_t RuleValue::integer(std::int64_t least, std::int64_t most) const {
  const std::string expected = most != std::numeric_limits<std::int64_t>::max()
                                   ? fmt::format("an integer from {} to {}", least, most)
                               : least == 1 ? std::string("a positive integer")
                                            : fmt::format("an integer of at least {}", least);
  if (!value_->is_number_integer()) fail(expected);
  const bool too_large =
      value_->is_number_unsigned() &&
      value_->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (too_large || value_->get<std::int64_t>() < least || value_->get<std::int64_t>() > most) fail(expected);
  return value_->get<std::int64_t>();
}

std::uint64_t RuleValue::unsigned_64() const {
  if (!value_->is_number_unsigned()) fail("an unsigned 64-bit integer");
  return value_->get<std::uint64_t>();
}

double RuleValue::number(double least, double most) const {
  const bool bounded = std::isfinite(most);
  const auto expected = bounded ? fmt::format("a number from {} to {}", least, most)
                                : fmt::format("a number of at least {}", base::shortest(least));
  if (!value_->is_number()) fail(expected);
  const auto result = value_->get<double>();
  if (!std::isfinite(result) || result < least || result > most) fail(expected);
  return result;
}

bool RuleValue::boolean() const {
  if (!value_->is_boolean()) fail("true or false");
  return value_->get<bool>();
}

std::string RuleValue::string() const {
  if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) fail("a text");
  return value_->get<std::string>();
}

std::vector<std::string> RuleValue::strings() const {
  std::vector<std::string> result;
  for (const auto& item : items()) result.push_back(item.string());
  return result;
}

}  // namespace mlperf::rules
