// SPDX-License-Identifier: Apache-2.0
// parse_index_list() of detail_log.h. These lists make up most of the bytes of the detail logs, hence the
// eight digits at a time (D. Lemire, "Quickly parsing eight digits"), with the length of a number told by one
// bit scan.
#include <bit>
#include <cstring>
#include <limits>

#include "mllog/detail_log.h"

namespace mlperf::mllog {
namespace {

static_assert(std::endian::native == std::endian::little);

// Digits at the start of eight bytes: how many, and their value.
struct Digits {
  unsigned count;
  std::uint32_t value;
};

Digits leading_digits(const char* p) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, 8);
  const std::uint64_t low = word ^ 0x3030303030303030U;
  // The top bit of each byte that is no digit; exact up to and with the first such byte.
  const std::uint64_t other = ((low + 0x7676767676767676U) | low) & 0x8080808080808080U;
  const unsigned count = static_cast<unsigned>(std::countr_zero(other)) / 8;
  if (count == 0) return {0, 0};
  std::uint64_t digits = low << (8 * (8 - count));
  digits = digits * 10 + (digits >> 8);
  digits = ((digits & 0x000000FF000000FFU) * 0x000F424000000064U +
            ((digits >> 16) & 0x000000FF000000FFU) * 0x0000271000000001U) >>
           32;
  return {count, static_cast<std::uint32_t>(digits)};
}

}  // namespace

std::optional<std::vector<std::uint32_t>> parse_index_list(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto skip_blanks = [&] {
    while (p < end && *p == ' ') ++p;
  };
  if (text.size() < 2 || *p != '[' || end[-1] != ']') return std::nullopt;
  ++p;
  std::vector<std::uint32_t> values;
  skip_blanks();
  if (p == end - 1) return values;
  values.reserve(text.size() / 4 + 2);
  while (true) {
    std::uint64_t value = 0;
    const Digits quick = end - p >= 8 ? leading_digits(p) : Digits{8, 0};
    if (quick.count < 8) {
      if (quick.count == 0) return std::nullopt;
      value = quick.value;
      p += quick.count;
    } else {
      const char* begin = p;
      for (; p < end && *p >= '0' && *p <= '9'; ++p) {
        value = value * 10 + static_cast<unsigned>(*p - '0');
        if (value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
      }
      if (p == begin) return std::nullopt;
    }
    values.push_back(static_cast<std::uint32_t>(value));
    if (*p == ',' && p[1] != ' ') {  // p < end: the text ends with ']'
      ++p;
      continue;
    }
    skip_blanks();
    if (p == end - 1) return values;
    if (*p != ',') return std::nullopt;
    ++p;
    skip_blanks();
  }
}

}  // namespace mlperf::mllog
