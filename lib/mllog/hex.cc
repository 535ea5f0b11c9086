// SPDX-License-Identifier: Apache-2.0
#include "mllog/hex.h"

#include <cstring>

namespace mlperf::mllog {
namespace {

// Sixteen bytes at a time (a vector extension of GCC and Clang).
using Bytes = unsigned char __attribute__((vector_size(16)));
using Pairs = std::uint16_t __attribute__((vector_size(16)));

bool all_set(const auto& mask) {
  std::uint64_t halves[2];
  std::memcpy(halves, &mask, sizeof halves);
  return (halves[0] & halves[1]) == ~std::uint64_t{0};
}

auto is_hex(const Bytes& bytes) {
  return ((bytes - '0') < 10) | (((bytes | 0x20) - 'a') < 6);
}

// The value of a digit of hex, or something above 15.
unsigned value_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  const unsigned letter = static_cast<unsigned char>(c) | 0x20U;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

}  // namespace

std::size_t hex_length(std::string_view text) {
  std::size_t length = 0;
  for (; text.size() - length >= sizeof(Bytes); length += sizeof(Bytes)) {
    Bytes bytes;
    std::memcpy(&bytes, text.data() + length, sizeof bytes);
    if (!all_set(is_hex(bytes))) break;
  }
  while (length < text.size() && value_of(text[length]) < 16) ++length;
  return length;
}

bool decode_hex(std::string_view hex, std::span<std::uint8_t> bytes) {
  if (hex.size() % 2 != 0 || bytes.size() != hex.size() / 2) return false;
  std::size_t i = 0;
  for (; hex.size() - i >= sizeof(Bytes); i += sizeof(Bytes)) {
    Bytes digits;
    std::memcpy(&digits, hex.data() + i, sizeof digits);
    if (!all_set(is_hex(digits))) return false;
    // The low half of '0'..'9' is the value, that of 'A' and 'a' is 1; letters have bit 6.
    const Bytes values = (digits & 0x0F) + (digits >> 6) * 9;
    Pairs pairs;
    std::memcpy(&pairs, &values, sizeof pairs);
    pairs = ((pairs << 4) | (pairs >> 8)) & 0xFF;
    for (std::size_t k = 0; k < 8; ++k) bytes[i / 2 + k] = static_cast<std::uint8_t>(pairs[k]);
  }
  for (; i < hex.size(); i += 2) {
    const unsigned high = value_of(hex[i]);
    const unsigned low = value_of(hex[i + 1]);
    if (high > 15 || low > 15) return false;
    bytes[i / 2] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return true;
}

bool decode_hex(std::string_view hex, std::vector<std::uint8_t>& bytes) {
  bytes.resize(hex.size() / 2);
  return decode_hex(hex, std::span(bytes));
}

}  // namespace mlperf::mllog
