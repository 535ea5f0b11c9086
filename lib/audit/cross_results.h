// SPDX-License-Identifier: Apache-2.0
// All results of a tree against each other, by their marks: one run must not serve two results. The order of
// the findings is that of the results, whatever the number of threads that made the marks.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "audit/finding.h"
#include "audit/run_marks.h"
#include "rules/round.h"

namespace mlperf::audit {

// Are two files of the tree equal, byte for byte? Asked only of files whose marks are the same.
using SameFile = std::function<bool(const std::string&, const std::string&)>;

// Performance, accuracy and test logs of one run in several places; every finding names the results that it
// affects.
void compare_runs(const std::vector<ResultMarks>& results, const SameFile& same, Findings& out);

// Accuracy logs and their hashes. Leaves out those of runs that compare_runs() has reported in `out`.
void compare_outputs(const std::vector<ResultMarks>& results, const SameFile& same, Findings& out);

// Accuracy levels of one model that share a log: the higher level has to be reached. Returns how many results
// were judged.
std::size_t compare_levels(const std::vector<ResultMarks>& results, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
