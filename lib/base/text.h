// SPDX-License-Identifier: Apache-2.0
// Text as people and tools leave it in files: UTF-8 or not, with or without byte order mark, LF or CRLF.
// decode() makes it UTF-8 and says once what was odd; Lines walks over it without copying.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/file.h"

namespace mlperf::base {

// Makes `bytes` UTF-8 text without byte order mark. UTF-16 (with a mark, or told by its zero bytes) is
// converted; bytes that are not UTF-8 stay as they are. Each oddity is one issue. Returns the text, a view
// into `bytes`.
std::string_view decode(FileBytes& bytes, std::vector<ReadIssue>& issues);

// Reads and decodes a whole text file into `document`'s bytes, state and issues and returns the text (empty
// unless document.usable()). The value is left to the caller. `disk_path` is opened; `document.path` is for
// messages.
template <class T>
std::string_view read_text(const std::string& disk_path, std::uint64_t limit, Document<T>& document);

struct Line {
  std::string_view text;  // without line end
  Position at;
  bool ended = true;  // false: the file ends here without a line end
};

// The lines of a text, one after the other; LF, CRLF and a lone CR before LF all end a line.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  bool next(Line& line);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::uint32_t number_ = 0;
};

std::string_view trim(std::string_view text);  // ASCII white space on both ends
std::string_view trim_right(std::string_view text);
bool starts_with_no_case(std::string_view text, std::string_view prefix);
bool equal_no_case(std::string_view a, std::string_view b);
std::string lower(std::string_view text);  // ASCII only
bool contains(std::string_view text, std::string_view part);

bool is_utf8(std::string_view text);
std::string with_valid_utf8(std::string_view text);  // every byte that is not UTF-8 becomes '?'; same length

// Is there a byte that a terminal would act on (C0 but for tab and line ends, DEL, C1 as UTF-8)?
bool has_control_characters(std::string_view text);

// For showing a piece of a file to a person: control characters and bytes that are not UTF-8 as \xNN, \n, \t;
// longer than `limit` bytes: cut with "...". The result is valid UTF-8 without control characters.
std::string printable(std::string_view text, std::size_t limit = 200);

// The name of `candidates` nearest to `name` (edit distance, without regard to case), or "" if none is near.
std::string_view nearest(std::string_view name, const std::vector<std::string>& candidates);

// ---- implementation of the template
namespace detail {
ReadState load(const std::string& disk_path, std::uint64_t limit, FileBytes& bytes, std::string& reason);
}

template <class T>
std::string_view read_text(const std::string& disk_path, std::uint64_t limit, Document<T>& document) {
  document.state = detail::load(disk_path, limit, document.bytes, document.reason);
  if (document.state != ReadState::read) return {};
  const std::string_view text = decode(document.bytes, document.issues);
  if (trim(text).empty()) document.state = ReadState::empty;
  return text;
}

}  // namespace mlperf::base
