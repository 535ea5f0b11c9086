// SPDX-License-Identifier: Apache-2.0
// The settings from which LoadGen makes sample sets, issue order and schedule, as a detail log states them
// (its effective_ keys). Source: loadgen/test_settings_internal.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mllog/detail_log.h"

namespace mlperf::loadgen {

enum class Scenario : std::uint8_t { single_stream, multi_stream, server, offline };
enum class TestMode : std::uint8_t {
  performance,
  accuracy,
  submission
};  // submission: accuracy, then the other

struct RunSettings {
  Scenario scenario = Scenario::single_stream;
  TestMode mode = TestMode::performance;
  std::uint64_t qsl_seed = 0, sample_index_seed = 0, schedule_seed = 0;
  std::uint64_t qsl_total = 0;  // samples of the library
  std::uint64_t performance_sample_count = 0;
  std::optional<std::uint64_t> accuracy_sample_count;  // LoadGen 6.0.6 and later
  std::uint64_t samples_per_query = 1;
  std::uint64_t min_query_count = 0;
  std::uint64_t target_duration_ms = 0;
  double target_qps = 0;  // queries per second; the log prints six digits of it
  bool issue_unique = false, issue_same = false, equal_issue = false;
  std::uint64_t same_index = 0;

  // Which responses of a performance run reach the accuracy log; 0 where the log does not tell.
  std::uint64_t accuracy_log_seed = 0, accuracy_log_sampling_target = 0;
  double accuracy_log_probability = 0;
  std::uint64_t min_duration_ms = 0, min_sample_count = 0;
};

struct SettingsOfLog {
  RunSettings settings;
  // Why the settings are not known ("effective_target_qps is missing"); empty: they are.
  std::string problem;
  std::string set_problem;  // the same for what the sample sets need
};

// From the first entry of each key, which is the one that LoadGen writes.
SettingsOfLog settings_of(const mllog::DetailLog& log);

std::string_view to_string(Scenario scenario);  // "Server"
std::string_view to_string(TestMode mode);      // "PerformanceOnly"

}  // namespace mlperf::loadgen
