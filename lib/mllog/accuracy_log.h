// SPDX-License-Identifier: Apache-2.0
// mlperf_log_accuracy.json, as far as its head and tail tell: size, shape (whole, cut by the truncation tool,
// or neither) and the entries that are visible. The log is never read as a whole here; files of any size cost
// the same. Format: docs/formats/accuracy_log.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"

namespace mlperf::mllog {

// The round's figures for a permitted cut: bytes kept at both ends and the text between.
struct CutFormat {
  std::size_t head_bytes = 4096;
  std::size_t tail_bytes = 4096;
  std::string separator = "\n\n...\n\n";
};

enum class AccuracyLogShape {
  empty_list,  // "[\n]\n": nothing was logged
  whole,       // small enough to be seen as a whole and complete: '[' entries ']'
  cut,         // head, separator at its place, tail: as the truncation tool leaves it
  long_whole,  // larger than head and tail together, begins and ends like a log
  damaged,     // none of these; an issue says where and why
};

// One entry as far as it can be seen. `data` and `token_data` are hex as written.
struct AccuracyEntry {
  std::optional<std::uint64_t> seq_id;
  std::optional<std::uint64_t> qsl_idx;
  std::optional<std::string_view> data;
  std::optional<std::string_view> token_data;
  std::optional<std::int64_t> token_count;
  base::Position at;
};

struct AccuracyLogFacts {
  std::uint64_t size = 0;
  AccuracyLogShape shape = AccuracyLogShape::damaged;
  std::string_view head;                    // what was read of the file
  std::string_view tail;                    // empty when `head` holds everything
  std::vector<AccuracyEntry> visible;       // complete entries in the parts that were read, in file order
  std::optional<base::Position> malformed;  // first place in the visible parts that is no well-formed entry
};

// Facts of the file at `disk_path`. Reads at most 16 KiB at both ends.
struct AccuracyLogDocument : base::Document<AccuracyLogFacts> {
  base::FileBytes tail_bytes;
};
AccuracyLogDocument read_accuracy_log_facts(const std::string& disk_path, std::string path,
                                            const CutFormat& cut);
AccuracyLogDocument parse_accuracy_log_facts(std::string_view whole, std::string path, const CutFormat& cut);

}  // namespace mlperf::mllog
