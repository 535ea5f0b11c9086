// SPDX-License-Identifier: Apache-2.0
#include "report/paint.h"

#include "base/table.h"

namespace mlperf::report {
namespace {

std::string_view sequence(Colour colour) {
  switch (colour) {
    case Colour::none:
      return "";
    case Colour::bold:
      return "\x1b[1m";
    case Colour::red:
      return "\x1b[1;31m";
    case Colour::green:
      return "\x1b[32m";
    case Colour::yellow:
      return "\x1b[33m";
    case Colour::cyan:
      return "\x1b[36m";
    case Colour::dim:
      return "\x1b[2m";
  }
  return "";
}

}  // namespace

std::string Paint::operator()(Colour colour, std::string_view text) const {
  std::string out;
  if (!on_ || colour == Colour::none) return out.append(text);
  return out.append(sequence(colour)).append(text).append("\x1b[0m");
}

Colour colour_of(audit::Verdict verdict) {
  switch (verdict) {
    case audit::Verdict::valid:
      return Colour::green;
    case audit::Verdict::invalid:
      return Colour::red;
    case audit::Verdict::inconclusive:
      return Colour::yellow;
  }
  return Colour::none;
}

Colour colour_of(rules::Severity severity) {
  switch (severity) {
    case rules::Severity::error:
      return Colour::red;
    case rules::Severity::warning:
      return Colour::yellow;
    case rules::Severity::note:
      return Colour::cyan;
  }
  return Colour::none;
}

void append_wrapped(std::string& out, std::string_view text, std::size_t indent, std::size_t width) {
  out.append(indent, ' ').append(base::wrap(text, width == 0 ? std::string::npos : width, indent)) += '\n';
}

}  // namespace mlperf::report
