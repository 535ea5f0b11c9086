// SPDX-License-Identifier: Apache-2.0
// What a result leaves behind for the comparison of all results with each other: the marks by which a run and
// the outputs of a run are recognised again in another folder. A few hundred bytes a result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

enum class RunKind : std::uint8_t { performance, accuracy, test };

// One detail log.
struct RunMark {
  RunKind kind = RunKind::performance;
  std::string test;  // "TEST07"
  std::string file;  // relative to the root
  // What no two runs share: start and end by power_begin and power_end, process, longest latency, time of the
  // last line. Empty when the log has no start and end.
  std::string run;
  // How many settings of the log contradict the folder it lies in and the runs beside it. Of two folders with
  // one log the better fit is not to blame.
  std::uint32_t misfits = 0;
};

struct HashMark {
  std::string hash;  // lower case
  base::Position at;
};

// One accuracy log with entries.
struct OutputMark {
  RunKind kind = RunKind::accuracy;
  std::string test;
  std::string file;
  std::uint64_t size = 0, fingerprint = 0;  // equal for equal files; different files may share them
  bool cut = false;
  bool hash_proven = false;  // its hash was recomputed, so that its hash lines need no comparison
  std::string hash_file;     // accuracy.txt
  std::vector<HashMark> hashes;
};

struct ScoreMark {
  std::string metric;
  double value = 0;
  std::string file;
  base::Position at;
};

struct ResultMarks {
  std::string id, benchmark, scenario;
  // Results with the same group may share their runs: one system, one model at several accuracy levels, one
  // scenario that was run.
  std::string group;
  std::vector<RunMark> runs;
  std::vector<OutputMark> outputs;
  std::vector<ScoreMark> scores;  // accuracy.txt
};

// Also claims, for `out`, the checks that compare what is marked here.
ResultMarks marks_of(const Evidence& evidence, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
