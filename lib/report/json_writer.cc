// SPDX-License-Identifier: Apache-2.0
#include "report/json_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/units.h"

namespace mlperf::report {
namespace {

std::size_t announced_length(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// Length of the UTF-8 sequence at `at`, 0 when it is none (truncated, overlong, a surrogate, too large).
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(at);
  const std::size_t length = announced_length(lead);
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
  const unsigned second = byte(at + 1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  return length;
}

bool plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

void append_escaped(std::string& out, unsigned char byte) {
  switch (byte) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
  }
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  out_ += '"';
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t end = i;
    while (end < text.size() && plain(text[end])) ++end;
    out_.append(text, i, end - i);
    i = end;
    if (i == text.size()) break;
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text, i);
    if (length == 0) {
      fmt::format_to(std::back_inserter(out_), "\\\\x{:02X}", byte);
    } else if (length == 1) {
      append_escaped(out_, byte);
    } else if (byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      append_escaped(out_,
                     static_cast<unsigned char>(text[i + 1]));  // U+0080 to U+009F: terminals act on them
    } else {
      out_.append(text, i, length);
    }
    i += length == 0 ? 1 : length;
  }
  out_ += '"';
}

void JsonWriter::new_line() {
  if (depth_ >= one_line_from_) return;
  out_ += '\n';
  out_.append(depth_, ' ');
}

void JsonWriter::before_item() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) out_ += depth_ >= one_line_from_ ? ", " : ",";
  first_ = false;
  new_line();
}

JsonWriter& JsonWriter::open(char bracket, Layout layout) {
  before_item();
  out_ += bracket;
  ++depth_;
  if (layout == Layout::one_line && one_line_from_ == SIZE_MAX) one_line_from_ = depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  const bool break_line = depth_ < one_line_from_ && !first_;
  if (one_line_from_ == depth_) one_line_from_ = SIZE_MAX;
  --depth_;
  if (break_line) new_line();
  out_ += bracket;
  first_ = false;
  if (depth_ == 0) out_ += '\n';
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_item();
  quote(name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::null() {
  before_item();
  out_ += "null";
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  before_item();
  out_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::integer(std::uint64_t value) {
  before_item();
  fmt::format_to(std::back_inserter(out_), "{}", value);
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  before_item();
  fmt::format_to(std::back_inserter(out_), "{}", value);
  return *this;
}

JsonWriter& JsonWriter::real(double value) {
  if (!std::isfinite(value)) return null();
  before_item();
  out_ += base::shortest(value);
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view value) {
  before_item();
  quote(value);
  return *this;
}

JsonWriter& JsonWriter::value(const audit::Value& value) {
  struct Visitor {
    JsonWriter& writer;
    void operator()(std::monostate) const { writer.null(); }
    void operator()(std::int64_t v) const { writer.integer(v); }
    void operator()(std::uint64_t v) const { writer.integer(v); }
    void operator()(double v) const { writer.real(v); }
    void operator()(const std::string& v) const { writer.string(v); }
  };
  std::visit(Visitor{*this}, value);
  return *this;
}

}  // namespace mlperf::report
