// SPDX-License-Identifier: Apache-2.0
// The hex in which LoadGen logs responses: two digits a byte, in memory order. Sixteen digits at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mlperf::mllog {

// How many characters of hex, of either case, `text` begins with.
std::size_t hex_length(std::string_view text);

// The bytes that `hex` stands for; `bytes` has half as many as `hex` has characters. False where a character
// is not hex or their number is odd; `bytes` is undefined then.
bool decode_hex(std::string_view hex, std::span<std::uint8_t> bytes);
bool decode_hex(std::string_view hex, std::vector<std::uint8_t>& bytes);  // resizes

}  // namespace mlperf::mllog
