// SPDX-License-Identifier: Apache-2.0
#include "base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mlperf::base {
namespace {

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::uint64_t> parse_u64(std::string_view text) {
  return parse<std::uint64_t>(text);
}
std::optional<std::int64_t> parse_i64(std::string_view text) {
  return parse<std::int64_t>(text);
}

std::optional<double> parse_double(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto value = parse<double>(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return value;
}

double half_unit_of_last_digit(std::string_view text) {
  int exponent = 0;
  const auto e = text.find_first_of("eE");
  if (e != std::string_view::npos) {
    auto digits = text.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    // No double reaches beyond; what overflows 64 bits is far beyond.
    constexpr std::int64_t kFarthest = 400;
    const std::int64_t stated = parse_i64(digits).value_or(digits.starts_with('-') ? -kFarthest : kFarthest);
    exponent = static_cast<int>(std::clamp(stated, -kFarthest, kFarthest));
    text = text.substr(0, e);
  }
  const auto point = text.find('.');
  const int decimals = point == std::string_view::npos ? 0 : static_cast<int>(text.size() - point - 1);
  double unit = std::pow(10.0, exponent - decimals);
  // LoadGen prints doubles with six significant digits and drops zeros at the end: "1e+06", "700".
  if (point == std::string_view::npos && e != std::string_view::npos) unit = std::pow(10.0, exponent - 5);
  return std::isfinite(unit) ? unit / 2 : 0;
}

bool same_when_printed(std::string_view a, std::string_view b) {
  const auto x = parse_double(a);
  const auto y = parse_double(b);
  if (!x || !y) return a == b;
  const double tolerance = half_unit_of_last_digit(a) + half_unit_of_last_digit(b);
  return std::fabs(*x - *y) <= tolerance * (1 + 1e-9);
}

}  // namespace mlperf::base
