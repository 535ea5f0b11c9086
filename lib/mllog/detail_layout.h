// SPDX-License-Identifier: Apache-2.0
// Nearly all lines have the very layout that LoadGen prints; those are read here, three times as fast as by
// way of simdjson. Everything else (other spacing, escapes, lists, objects, damage) is left to LineParser.
#pragma once

#include <string_view>

#include "mllog/detail_log.h"

namespace mlperf::mllog {

// Fills `entry` (all but `at`) and returns true if `json` is a whole, correct entry in LoadGen's own layout.
// Eight bytes behind `json` must be readable.
bool parse_usual_layout(std::string_view json, LogEntry& entry);

}  // namespace mlperf::mllog
