// SPDX-License-Identifier: Apache-2.0
// Decimal digits eight at a time (D. Lemire, "Quickly parsing eight digits"), with the length of a number
// told by one bit scan. For the inner loops of readers; everything else uses base/number.h.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace mlperf::mllog {

static_assert(std::endian::native == std::endian::little);

// Digits at the start of eight bytes: how many, and their value.
struct Digits {
  unsigned count;
  std::uint32_t value;
};

// Reads eight bytes at `p`, whatever they are.
[[gnu::always_inline]] inline Digits leading_digits(const char* p) {
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

}  // namespace mlperf::mllog
