// SPDX-License-Identifier: Apache-2.0
// mlperf_log_detail.txt: one line an entry, ":::MLLOG " and a JSON object. read_detail_log() is total: lines
// that are not of that form, or damaged, become issues and the rest still counts; a repeated key keeps all
// its values in file order. Views point into the Document's bytes. Format: docs/formats/detail_log.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"

namespace mlperf::mllog {

enum class ValueKind : std::uint8_t { null, boolean, integer, real, string, list, object, not_finite };

struct LogEntry {
  std::string_view key;
  std::string_view text;  // the value as printed; strings without their quotes (escapes as in the file)
  ValueKind kind = ValueKind::null;
  bool is_error = false;
  bool is_warning = false;
  base::Position at;              // start of the line
  std::string_view time_ms;       // as printed, milliseconds with six decimals
  std::string_view source_file;   // metadata.file
  std::uint32_t source_line = 0;  // metadata.line_no
  std::uint64_t pid = 0;

  // The value if it is of that kind and in range.
  std::optional<std::uint64_t> as_u64() const;
  std::optional<std::int64_t> as_i64() const;
  std::optional<double> as_double() const;  // integers too
  std::optional<bool> as_bool() const;
};

class DetailLog {
 public:
  const std::vector<LogEntry>& entries() const { return entries_; }
  std::uint32_t lines() const { return lines_; }  // lines of the file, blank ones included

  // First entry with that key, or nullptr. O(1).
  const LogEntry* find(std::string_view key) const;
  // All entries with that key, in file order.
  std::vector<const LogEntry*> all(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }

  // Values of the first entry with that key.
  std::optional<std::uint64_t> u64(std::string_view key) const;
  std::optional<std::int64_t> i64(std::string_view key) const;
  std::optional<double> number(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<std::string_view> string(std::string_view key) const;

  // Filled by the reader, once.
  void add(const LogEntry& entry);
  void finish(std::uint32_t lines);  // builds the index

 private:
  std::vector<LogEntry> entries_;
  std::vector<std::uint32_t> slots_;  // open addressing: entry index + 1 of the first entry of a key
  std::vector<std::uint32_t> next_;   // next entry of the same key + 1, 0 at the end
  std::uint32_t lines_ = 0;
};

// Detail logs above this size are not read (the largest published one has 9 MB).
inline constexpr std::uint64_t kDetailLogLimit = std::uint64_t{256} << 20;

// Reads `disk_path`; `path` is the name for messages.
base::Document<DetailLog> read_detail_log(const std::string& disk_path, std::string path);

// Parses text that is in memory already (tests, fuzzing).
base::Document<DetailLog> parse_detail_log(std::string_view text, std::string path);

// The integers of a list value ("[3,1,2]"), or nothing when it is not a list of unsigned integers below 2^32.
std::optional<std::vector<std::uint32_t>> parse_index_list(std::string_view text);

// How many integers such a list holds, and how many different ones.
struct IndexCounts {
  std::size_t all = 0, distinct = 0;
};
std::optional<IndexCounts> count_indices(std::string_view text);

}  // namespace mlperf::mllog
