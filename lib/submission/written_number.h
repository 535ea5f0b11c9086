// SPDX-License-Identifier: Apache-2.0
// A number as scoring scripts and people write it: plain, signed, with exponent, in quotes, wrapped in a
// constructor such as np.float64(). Says what a person reads and what of it consists of digits and points
// only.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace mlperf::submission {

struct WrittenNumber {
  std::optional<double> value;  // absent: something stands where a number should, but it is none
  std::string_view text;        // as written, without quotes and constructor
  std::string_view plain;       // the digits and points it begins with
  bool in_quotes = false;
  bool in_call = false;
  bool has_sign = false;
  bool has_exponent = false;
  std::size_t end = 0;  // offset behind `text`
};

// The number at `offset` of `text`, or nothing when no number was meant there.
std::optional<WrittenNumber> scan_number(std::string_view text, std::size_t offset);

bool is_blank(char c);  // ASCII white space

// The first offset at or behind `offset` that is no white space; looks at no more than `limit` characters.
std::size_t skip_blanks(std::string_view text, std::size_t offset, std::size_t limit = 256);

}  // namespace mlperf::submission
