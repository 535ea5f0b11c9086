// SPDX-License-Identifier: Apache-2.0
// A value of a rule file while it is read, with its JSON pointer, so that every complaint says where and
// what: `rounds/v6.1.json: /seeds/values/qsl_rng_seed: expected an unsigned 64-bit integer, found "7"`. Every
// reading function throws RuleError when the value is not of that type or range.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace mlperf::rules {

// Parses a rule file. Syntax errors and repeated members throw RuleError with FILE:LINE:COLUMN.
nlohmann::json parse_rule_file(const std::string& file, std::string_view text);
// The same in half the time, for a file that is known to have neither: every run of the program loads them.
nlohmann::json parse_built_in_rule_file(const std::string& file, std::string_view text);

class RuleValue {
 public:
  // The whole document; `file` and `value` must outlive this and everything reached from it.
  RuleValue(const std::string& file, const nlohmann::json& value) : file_(&file), value_(&value) {}

  [[noreturn]] void fail(std::string_view expected) const;        // "expected EXPECTED, found VALUE"
  [[noreturn]] void fail_with(std::string_view complaint) const;  // the complaint as it is
  [[noreturn]] void fail_missing(std::string_view member) const;

  bool is_object() const { return value_->is_object(); }
  bool is_null() const { return value_->is_null(); }
  const nlohmann::json& json() const { return *value_; }
  std::string shown() const;  // for messages, cut when long

  RuleValue at(std::string_view member) const;                   // must be there
  std::optional<RuleValue> find(std::string_view member) const;  // absent or null: nothing
  std::vector<std::pair<std::string, RuleValue>> members() const;
  std::vector<RuleValue> items() const;
  void only(std::initializer_list<std::string_view> members) const;  // no other members than these

  std::int64_t integer(std::int64_t least = 0,
                       std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  std::uint64_t unsigned_64() const;
  double number(double least, double most) const;
  bool boolean() const;
  std::string string() const;  // not empty
  std::vector<std::string> strings() const;

 private:
  RuleValue child(std::string_view token, const nlohmann::json& value) const;

  const std::string* file_;
  const nlohmann::json* value_;
  std::string pointer_;
};

// "", or `; did you mean "NAME"?`
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace mlperf::rules
