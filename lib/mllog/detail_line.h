// SPDX-License-Identifier: Apache-2.0
// One line of a detail log: the JSON object behind ":::MLLOG ". On-Demand parsing checks nothing that it
// skips, so everything of a line is looked at here: each member's form, that none of LoadGen's members is
// missing, and that nothing follows the closing brace. Only lists of integers, which make up most of a log,
// take a shorter way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "mllog/detail_log.h"

namespace mlperf::mllog {

// Why a line is no entry: a phrase, and the 1-based column in the JSON text where that was seen (0: unknown).
struct LineFault {
  std::string_view what;
  std::uint32_t column = 0;
};

// Keeps simdjson's buffers from line to line; one a thread.
class LineParser {
 public:
  // Fills `entry` (all but `at`) from `json`, or says why it cannot. At least simdjson::SIMDJSON_PADDING
  // bytes behind `json` must be readable. The entry's views point into `json`.
  std::optional<LineFault> parse(std::string_view json, LogEntry& entry);

 private:
  std::optional<LineFault> parse_object(const char* text, std::size_t size, LogEntry& entry);
  std::optional<LineFault> parse_sanitised(const char* text, std::size_t size, LogEntry& entry);

  simdjson::ondemand::parser parser_;
  std::string spliced_;    // a line without its long list
  std::string sanitised_;  // a line whose odd bytes are replaced
};

}  // namespace mlperf::mllog
