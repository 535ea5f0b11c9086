// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <fmt/format.h>

namespace mlperf::base {
namespace {

// value / scale as a decimal without trailing zeros; scale is a power of ten.
std::string scaled(std::int64_t value, std::uint64_t scale) {
  const bool negative = value < 0;
  const std::uint64_t magnitude =
      negative ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  std::string text = fmt::format("{}{}", negative ? "-" : "", magnitude / scale);
  if (magnitude % scale != 0) {
    const int digits = static_cast<int>(fmt::formatted_size("{}", scale)) - 1;
    text += fmt::format(".{:0{}}", magnitude % scale, digits);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

}  // namespace

std::string human_ns(std::int64_t ns) {
  const std::uint64_t magnitude =
      ns < 0 ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
  if (magnitude >= 1000000000) return scaled(ns, 1000000000) + " s";
  if (magnitude >= 1000000) return scaled(ns, 1000000) + " ms";
  if (magnitude >= 1000) return scaled(ns, 1000) + " us";
  return fmt::format("{} ns", ns);
}

std::string human_ms(std::int64_t ms) {
  if (ms >= 1000 || ms <= -1000) return scaled(ms, 1000) + " s";
  return fmt::format("{} ms", ms);
}

std::string human_bytes(std::uint64_t bytes) {
  if (bytes < (1U << 20)) return counted(bytes, "byte", "bytes");
  return fmt::format("{} bytes ({:.4g} MiB)", bytes, static_cast<double>(bytes) / (1 << 20));
}

std::string shortest(double value) {
  return fmt::format("{}", value);
}

std::string counted(std::uint64_t n, const char* singular, const char* plural) {
  return fmt::format("{} {}", n, n == 1 ? singular : plural);
}

}  // namespace mlperf::base
