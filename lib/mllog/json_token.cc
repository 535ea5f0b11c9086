// SPDX-License-Identifier: Apache-2.0
#include "mllog/json_token.h"

#include <cstdint>
#include <cstring>

#include "base/text.h"

namespace mlperf::mllog {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// What C++ streams and other languages print for values that JSON has no form for.
bool is_not_finite(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return base::equal_no_case(text, "nan") || base::equal_no_case(text, "inf") ||
         base::equal_no_case(text, "infinity");
}

// Sixteen bytes at a time (a vector extension of GCC and Clang).
using Bytes = unsigned char __attribute__((vector_size(16)));

Bytes load(const char* p) {
  Bytes bytes;
  std::memcpy(&bytes, p, sizeof bytes);
  return bytes;
}

// Digits; commas behind a digit; blanks behind a comma. With a digit at both ends that is a list of integers.
bool is_list_byte(char c, char before) {
  return is_digit(c) || (c == ',' && is_digit(before)) || (c == ' ' && before == ',');
}

}  // namespace

bool is_json_number(std::string_view text, bool& integer) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t begin = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - begin;
  };
  if (i < text.size() && text[i] == '-') ++i;
  const bool zero = i < text.size() && text[i] == '0';
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  integer = true;
  if (i < text.size() && text[i] == '.') {
    integer = false;
    ++i;
    if (digits() == 0) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    integer = false;
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

bool is_json_string(std::string_view token, std::string_view& content) {
  if (token.size() < 2 || token.front() != '"' || token.back() != '"') return false;
  content = token.substr(1, token.size() - 2);
  for (std::size_t i = content.find('\\'); i != std::string_view::npos; i = content.find('\\', i)) {
    if (i + 1 >= content.size()) return false;
    const char c = content[i + 1];
    if (c == 'u') {
      if (i + 6 > content.size()) return false;
      for (std::size_t k = i + 2; k < i + 6; ++k) {
        if (!is_hex(content[k])) return false;
      }
      i += 6;
    } else {
      if (std::memchr("\"\\/bfnrt", c, 8) == nullptr) return false;
      i += 2;
    }
  }
  return true;
}

bool classify_scalar(std::string_view token, ValueKind& kind, std::string_view& text) {
  text = token;
  bool integer = false;
  if (is_json_string(token, text)) {
    kind = ValueKind::string;
  } else if (is_json_number(token, integer)) {
    kind = integer ? ValueKind::integer : ValueKind::real;
  } else if (token == "true" || token == "false") {
    kind = ValueKind::boolean;
  } else if (token == "null") {
    kind = ValueKind::null;
  } else if (is_not_finite(token)) {
    kind = ValueKind::not_finite;
  } else {
    return false;
  }
  return true;
}

bool is_plain_list(std::string_view inner) {
  if (inner.empty()) return true;
  if (!is_digit(inner.front()) || !is_digit(inner.back())) return false;
  const char* p = inner.data() + 1;
  const char* const end = inner.data() + inner.size();
  for (; end - p >= 16; p += 16) {
    const Bytes byte = load(p);
    const Bytes before = load(p - 1);
    const auto good =
        ((byte - '0') < 10) | ((byte == ',') & ((before - '0') < 10)) | ((byte == ' ') & (before == ','));
    std::uint64_t halves[2];
    std::memcpy(halves, &good, sizeof halves);
    if ((halves[0] & halves[1]) != ~std::uint64_t{0}) return false;
  }
  for (; p < end; ++p) {
    if (!is_list_byte(*p, p[-1])) return false;
  }
  return true;
}

bool string_has_control_characters(std::string_view text) {
  if (base::has_control_characters(text)) return true;
  for (std::size_t i = text.find('\\'); i != std::string_view::npos && i + 1 < text.size();
       i = text.find('\\', i)) {
    const char c = text[i + 1];
    if (c == 'b' || c == 'f') return true;
    if (c != 'u' || i + 6 > text.size()) {
      i += 2;
      continue;
    }
    const auto hex = base::lower(text.substr(i + 2, 4));
    if (hex.starts_with("00")) {
      const bool c0 = (hex[2] == '0' && hex != "0009" && hex != "000a" && hex != "000d") || hex[2] == '1';
      if (c0 || hex == "007f" || hex[2] == '8' || hex[2] == '9') return true;
    }
    i += 6;
  }
  return false;
}

}  // namespace mlperf::mllog
