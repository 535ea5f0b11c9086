// SPDX-License-Identifier: Apache-2.0
#include "submission/written_number.h"

#include <algorithm>
#include <array>

#include "base/number.h"
#include "base/text.h"

namespace mlperf::submission {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

char at(std::string_view text, std::size_t offset) {
  return offset < text.size() ? text[offset] : '\0';
}

std::size_t skip_digits_and_points(std::string_view text, std::size_t offset) {
  while (is_digit(at(text, offset)) || at(text, offset) == '.') ++offset;
  return offset;
}

// "np.float64(" and the like; returns the offset behind the bracket, or `offset` when there is none.
std::size_t skip_constructor(std::string_view text, std::size_t offset) {
  constexpr std::size_t kLongestName = 40;
  std::size_t end = offset;
  while (end - offset < kLongestName &&
         (is_letter(at(text, end)) || is_digit(at(text, end)) || at(text, end) == '.')) {
    ++end;
  }
  return is_letter(at(text, offset)) && at(text, end) == '(' ? end + 1 : offset;
}

// Words that programs print where a number is missing; returns the word's length or 0.
std::size_t word_for_no_number(std::string_view text, std::size_t offset) {
  constexpr std::array<std::string_view, 6> kWords = {"nan", "infinity", "inf", "none", "null", "n/a"};
  const auto rest = text.substr(std::min(offset, text.size()));
  for (const auto word : kWords) {
    if (base::starts_with_no_case(rest, word) && !is_letter(at(rest, word.size()))) return word.size();
  }
  return 0;
}

std::size_t skip_exponent(std::string_view text, std::size_t offset) {
  if (at(text, offset) != 'e' && at(text, offset) != 'E') return offset;
  std::size_t digits = offset + 1;
  if (at(text, digits) == '+' || at(text, digits) == '-') ++digits;
  if (!is_digit(at(text, digits))) return offset;
  while (is_digit(at(text, digits))) ++digits;
  return digits;
}

// "83,2" and "1,234.5": a comma with a digit on either side belongs to what was written.
std::size_t skip_comma_groups(std::string_view text, std::size_t offset) {
  while (at(text, offset) == ',' && is_digit(at(text, offset + 1))) {
    offset = skip_digits_and_points(text, offset + 1);
  }
  return offset;
}

}  // namespace

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::size_t skip_blanks(std::string_view text, std::size_t offset, std::size_t limit) {
  const std::size_t end = std::min(text.size(), offset + limit);
  while (offset < end && is_blank(text[offset])) ++offset;
  return offset;
}

std::optional<WrittenNumber> scan_number(std::string_view text, std::size_t offset) {
  WrittenNumber number;
  if (at(text, offset) == '\'' || at(text, offset) == '"') {
    number.in_quotes = true;
    ++offset;
  }
  const std::size_t behind_constructor = skip_constructor(text, offset);
  number.in_call = behind_constructor != offset;
  const std::size_t begin = behind_constructor;
  std::size_t digits = begin;
  if (at(text, digits) == '+' || at(text, digits) == '-') {
    number.has_sign = true;
    ++digits;
  }
  if (const auto word = word_for_no_number(text, digits); word != 0) {
    number.end = digits + word;
    number.text = text.substr(begin, number.end - begin);
    return number;
  }
  const std::size_t behind_digits = skip_digits_and_points(text, digits);
  number.plain = text.substr(std::min(digits, text.size()), behind_digits - digits);
  if (std::none_of(number.plain.begin(), number.plain.end(), is_digit)) return std::nullopt;
  const std::size_t behind_exponent = skip_exponent(text, behind_digits);
  number.has_exponent = behind_exponent != behind_digits;
  number.end = skip_comma_groups(text, behind_exponent);
  number.text = text.substr(begin, number.end - begin);
  number.value = base::parse_double(number.text);
  return number;
}

}  // namespace mlperf::submission
