// SPDX-License-Identifier: Apache-2.0
// Colour and line breaking for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "audit/report.h"

namespace mlperf::report {

enum class Colour { none, bold, red, green, yellow, cyan, dim };

class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string operator()(Colour colour, std::string_view text) const;

 private:
  bool on_;
};

Colour colour_of(audit::Verdict verdict);
Colour colour_of(rules::Severity severity);

// Appends `text` in lines of at most `width` columns (0: one line), each after `indent` blanks. A word that
// is longer than a line, as paths are, stays whole.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent, std::size_t width);

}  // namespace mlperf::report
