// SPDX-License-Identifier: Apache-2.0
// Walks over the entries in a part of an accuracy log. A part may begin or end in the middle of an entry,
// where the truncation tool cut it or where the reader stopped: such an entry is partial, not wrong.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "mllog/accuracy_log.h"

namespace mlperf::mllog {

struct AccuracyPart {
  std::string_view text;
  bool is_start = true;  // begins where the log begins, with '['
  bool is_end = true;    // ends where the log ends, with ']'
};

struct AccuracyFault {
  std::size_t offset = 0;  // in the part
  std::string_view what;
};

struct FoundEntry {
  AccuracyEntry entry;  // without its place
  std::size_t offset = 0;
};

struct AccuracyScan {
  std::vector<FoundEntry> entries;     // those that are there as a whole
  std::optional<AccuracyFault> fault;  // the first place that is not of the format
};

AccuracyScan scan_accuracy_part(const AccuracyPart& part);

}  // namespace mlperf::mllog
