// SPDX-License-Identifier: Apache-2.0
// The speed of a compliance run against that of the performance run: TEST01 takes its figure from the detail
// logs, TEST04 from the summaries. Source: compliance/TEST01/verify_performance.py,
// compliance/TEST04/verify_performance.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/located.h"
#include "mllog/detail_log.h"
#include "rules/round.h"

namespace mlperf::compliance {

// One run's figure.
struct Score {
  std::string scenario;         // LoadGen's: "Server" for Interactive too
  std::string field;            // key of the detail log, name in the summary
  std::string text;             // as written
  std::optional<double> value;  // TEST04: a rate, also of latencies
  base::Position at;
  bool valid = false;       // the run is VALID
  bool invalid = false;     // ... INVALID
  bool short_only = false;  // INVALID for its duration alone
  bool has_errors = false;  // LoadGen reported errors
  std::string error_count;  // as the summary states it
  std::optional<std::int64_t> target_latency_ns;
};

// Why the official script ends before it compares, in its order.
enum class SpeedFailure : std::uint8_t {
  none,
  no_score,           // the figure is missing: the script breaks off
  reference_invalid,  // the performance run is not VALID
  test_invalid,       // the test run is not VALID
  reference_errors,   // TEST01's script breaks off over a log with errors
  test_errors,
  scenarios_differ,
  target_latencies_differ,
};

struct Speed {
  Score reference, test;
  SpeedFailure failure = SpeedFailure::none;
  double tolerance = 0;         // 0.1 or 0.2
  std::optional<double> ratio;  // test / reference where both are known and the reference is above 0
  bool score_check = false;     // the ratio is permitted
  bool passed = false;          // the official script's outcome
};

Score test01_score(const mllog::DetailLog& log);
// `summary` is the text of mlperf_log_summary.txt, read line by line as the script does.
Score test04_score(std::string_view summary);

Speed test01_speed(Score reference, Score test, const rules::TestThresholds& limits);
Speed test04_speed(Score reference, Score test, const rules::TestThresholds& limits);

// The texts of verify_performance.txt, line for line. Paths as the script would print them.
std::string test01_speed_text(const Speed& speed, std::string_view reference_path,
                              std::string_view test_path);
std::string test04_speed_text(const Speed& speed);

}  // namespace mlperf::compliance
