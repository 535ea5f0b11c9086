// SPDX-License-Identifier: Apache-2.0
// The loaded_qsl_set lines of a detail log against the sample sets that its seed and settings give.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/located.h"
#include "loadgen/phases.h"
#include "mllog/detail_log.h"

namespace mlperf::audit {

// A line that holds another set, or one set too many.
struct SetDifference {
  base::Position at;
  std::size_t set = 0;          // 0 for the first set of the run
  std::size_t entry = 0;        // 0-based place of the first entry that differs
  std::string found, expected;  // what stands there and what LoadGen loads; "nothing" behind an end
  bool no_list = false;         // the line is no list of sample indices
};

struct LoadedSets {
  std::string obstacle;  // why the sets cannot be made again; empty: they were
  std::size_t lines = 0, expected = 0;
  std::optional<loadgen::Library> library;  // the first whose sets the log holds; none with differences
  std::vector<SetDifference> differences;  // from the sets of libstdc++ (GCC 11 or later), one a line at most
};

// Total: obstacles and settings that are missing are said. A log without such a line has no differences.
LoadedSets compare_loaded_sets(const mllog::DetailLog& log);

}  // namespace mlperf::audit
