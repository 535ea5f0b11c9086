// SPDX-License-Identifier: Apache-2.0
// What reading one file gave: the typed content, how far it could be read, and what was odd about it. A
// reader is total: any bytes give a Document. The content's views point into `bytes`, which the Document
// owns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/located.h"

namespace mlperf::base {

enum class ReadState {
  absent,      // no such file
  unreadable,  // a folder, a device, no permission, too large: `reason` says which
  empty,       // 0 bytes, or nothing but white space
  damaged,     // read, but some of it could not be made sense of
  read,
};

enum class IssueKind {
  byte_order_mark,    // UTF-8 or UTF-16 mark; the text was decoded
  utf16,              // was UTF-16; line numbers hold, byte offsets are those of the decoded text
  invalid_utf8,       // bytes that are not UTF-8; reported once a file, `detail` has how many
  foreign_line,       // a line that is not of the format
  damaged_line,       // a line of the format that cannot be parsed
  cut_line,           // the last line ends in the middle
  syntax,             // JSON and the like: not parseable from here on
  duplicate_key,      // the key stood at `related` before
  control_character,  // terminal control characters inside a value
  wrong_type,         // a value of another type than the format has
};

struct ReadIssue {
  IssueKind kind;
  Position at;
  std::string detail;        // what was found, in words or as an excerpt (not escaped)
  Position related{};        // another place it refers to
  std::uint32_t column = 0;  // 1-based, where known
};

template <class T>
struct Document {
  std::string path;  // relative to the root of the audited tree
  ReadState state = ReadState::absent;
  std::string reason;  // for `unreadable`
  std::vector<ReadIssue> issues;
  FileBytes bytes;
  T value{};

  // Content can be judged: the file was read, in whole or in part.
  bool usable() const { return state == ReadState::read || state == ReadState::damaged; }
  bool exists() const { return state != ReadState::absent; }
};

}  // namespace mlperf::base
