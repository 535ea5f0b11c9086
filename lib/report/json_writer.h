// SPDX-License-Identifier: Apache-2.0
// Writes JSON as it goes. Whatever the strings hold, the output is valid JSON in valid UTF-8: control
// characters are escaped, and a byte that is not UTF-8 becomes the four characters \xNN. Integers keep all
// their digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "audit/value.h"

namespace mlperf::report {

class JsonWriter {
 public:
  enum class Layout : std::uint8_t { lines, one_line };  // one_line holds for everything inside

  JsonWriter& begin_object(Layout layout = Layout::lines) { return open('{', layout); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array(Layout layout = Layout::lines) { return open('[', layout); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& null();
  JsonWriter& boolean(bool value);
  JsonWriter& integer(std::uint64_t value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& real(double value);  // shortest text that reads back as the same double; null when not finite
  JsonWriter& string(std::string_view value);
  JsonWriter& value(const audit::Value& value);
  JsonWriter& real_or_null(const std::optional<double>& value) { return value ? real(*value) : null(); }
  JsonWriter& integer_or_null(const std::optional<std::int64_t>& value) {
    return value ? integer(*value) : null();
  }
  JsonWriter& string_or_null(std::string_view value) { return value.empty() ? null() : string(value); }

  std::string take() { return std::move(out_); }

 private:
  JsonWriter& open(char bracket, Layout layout);
  JsonWriter& close(char bracket);
  void before_item();
  void new_line();
  void quote(std::string_view text);

  std::string out_;
  std::size_t depth_ = 0;
  std::size_t one_line_from_ = SIZE_MAX;  // depth from which on no lines are broken
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace mlperf::report
