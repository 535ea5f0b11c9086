// SPDX-License-Identifier: Apache-2.0
#include "submission/hash_lines.h"

#include <algorithm>
#include <cstddef>

#include "base/text.h"

namespace mlperf::submission {
namespace {

constexpr std::string_view kPrefix = "hash=";
constexpr std::string_view kMark = "\xEF\xBB\xBF";  // a UTF-8 byte order mark is no part of the first line

// The first line of `text` with its end: LF, CRLF or a lone CR, as Python's text mode has it.
std::string_view first_line(std::string_view text) {
  const auto end = text.find_first_of("\r\n");
  if (end == std::string_view::npos) return text;
  const bool both = text.substr(end, 2) == "\r\n";
  return text.substr(0, end + (both ? 2 : 1));
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

std::string_view line_end_of(std::string_view text) {
  const auto end = text.find('\n');
  const bool crlf = end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
  return crlf ? "\r\n" : "\n";
}

// visit(what stands behind the prefix, with the line end) for each hash line.
template <class Visit>
void for_each_hash(std::string_view text, const Visit& visit) {
  text = without_mark(text);
  while (!text.empty()) {
    const auto line = first_line(text);
    text.remove_prefix(line.size());
    if (line.starts_with(kPrefix)) visit(line.substr(kPrefix.size()));
  }
}

}  // namespace

std::vector<std::string> hash_values(std::string_view text) {
  std::vector<std::string> values;
  for_each_hash(text, [&](std::string_view value) { values.emplace_back(base::trim_right(value)); });
  return values;
}

bool has_trailing_blanks(std::string_view text) {
  bool found = false;
  for_each_hash(text, [&](std::string_view value) {
    const auto end = value.find_first_of("\r\n");
    const auto bare = value.substr(0, end);
    found = found || base::trim_right(bare).size() != bare.size();
  });
  return found;
}

bool is_hash(std::string_view value, std::size_t digits) {
  return value.size() == digits &&
         value.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string with_hash_line(std::string_view text, std::string_view hash, bool alone) {
  const std::string_view end = line_end_of(text);
  std::string_view rest = without_mark(text);
  std::string out(text.substr(0, text.size() - rest.size()));
  std::size_t empty_line = std::string::npos;  // where the line before begins in `out`, if it is an empty one
  while (!rest.empty()) {
    const auto line = first_line(rest);
    rest.remove_prefix(line.size());
    if (line.starts_with(kPrefix)) {
      if (empty_line != std::string::npos) out.resize(empty_line);
      empty_line = std::string::npos;
      continue;
    }
    const bool is_empty = base::trim(line).empty() && line.find_first_of("\r\n") != std::string_view::npos;
    empty_line = is_empty ? out.size() : std::string::npos;
    out += line;
  }
  if (!alone || !without_mark(out).empty()) out += end;
  out += kPrefix;
  out += hash;
  out += end;
  return out;
}

}  // namespace mlperf::submission
