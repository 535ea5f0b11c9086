// SPDX-License-Identifier: Apache-2.0
// A fact from a file together with where it stands. Line 0 means "the file as a whole". `text` is the value
// as it was written (numbers keep their digits, so that a comparison knows their precision); like every view
// that a reader hands out it points into the bytes of the file and lives as long as the Document that holds
// them.
#pragma once

#include <cstdint>
#include <string_view>

namespace mlperf::base {

struct Position {
  std::uint32_t line = 0;  // 1-based
  std::uint64_t byte = 0;  // 0-based, from the start of the file

  bool operator==(const Position&) const = default;
};

template <class T>
struct Located {
  T value{};
  Position at;
  std::string_view text;
};

}  // namespace mlperf::base
