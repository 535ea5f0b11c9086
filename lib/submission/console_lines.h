// SPDX-License-Identifier: Apache-2.0
// Console output line by line as its reader saw it: a bare carriage return (progress bars) begins a new line
// of text too, as it does for everything that reads these files in Python's text mode. Line numbers count
// line feeds only, which is what editors show; `byte` is where the piece begins.
#pragma once

#include <string_view>

#include "base/text.h"

namespace mlperf::submission {

class ConsoleLines {
 public:
  // `first_byte`: how far into the file `text` begins (behind a byte order mark).
  ConsoleLines(std::string_view text, std::uint64_t first_byte) : lines_(text), first_byte_(first_byte) {}

  bool next(base::Line& piece) {
    if (!rest_) {
      if (!lines_.next(line_)) return false;
      rest_ = true;
      line_.at.byte += first_byte_;
    }
    piece = line_;
    const auto cut = line_.text.find('\r');
    if (cut == std::string_view::npos) {
      rest_ = false;
      return true;
    }
    piece.text = line_.text.substr(0, cut);
    line_.text.remove_prefix(cut + 1);
    line_.at.byte += cut + 1;
    return true;
  }

 private:
  base::Lines lines_;
  base::Line line_;
  std::uint64_t first_byte_ = 0;
  bool rest_ = false;  // line_ holds text not yet handed out
};

}  // namespace mlperf::submission
