// SPDX-License-Identifier: Apache-2.0
// What a detail log says about the queries that LoadGen generated for the performance phase, and the same
// made again from seeds and settings. Small, so that it outlives the log: the Server schedules of all results
// are regenerated together once every log has been read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/document.h"
#include "loadgen/arrivals.h"
#include "loadgen/phases.h"
#include "loadgen/run_settings.h"
#include "mllog/conf.h"
#include "mllog/detail_log.h"

namespace mlperf::audit {

// A rate that LoadGen may have been given. The log prints six digits of it.
struct RateCandidate {
  double qps = 0;
  enum class Origin : std::uint8_t { log, expected_latency, user_conf, logged_duration } origin = Origin::log;
  std::string file;  // where it stands
  base::Position at;
};

// A line of the detail log with a number.
struct LoggedNumber {
  std::string key, text;
  base::Position at;
};

struct ScheduleEvidence {
  std::string file;  // the detail log
  bool has_performance_phase() const { return settings.mode != loadgen::TestMode::accuracy; }
  loadgen::RunSettings settings;
  std::string obstacle;              // why the schedule cannot be made again; empty: it can
  std::vector<RateCandidate> rates;  // the log's first
  double rate_half_unit = 0;         // of the last digit of the logged rate
  bool rate_confirmed = false;       // user.conf states the logged rate as it is printed
  base::Position rate_at;

  // Of the performance phase; all lines of the key where the run has no other phases. Of an accuracy run: a
  // line for each of its phases.
  std::vector<LoggedNumber> query_count, samples_per_query, duration;
  std::optional<LoggedNumber> issued_count;    // result_query_count
  std::optional<LoggedNumber> scheduled_rate;  // result_scheduled_samples_per_sec

  // Filled by regenerate(), unless there is an obstacle.
  struct Regenerated {
    RateCandidate rate;  // the one that gives the logged figures, else the log's
    loadgen::Arrivals arrivals;
    std::uint64_t samples_per_query = 0;
    std::uint64_t step = 0;  // of equal issue: the count is a multiple of it; 0 without
    // The logged figures are those of a rate that the log prints as it prints this one, but none that is
    // known: right as far as it can be told. Not where user.conf has confirmed the rate.
    bool within_rounding = false;
  };
  std::optional<Regenerated> regenerated;
};

// Nothing for a log without content. `user_conf`: of the run, or nullptr.
std::optional<ScheduleEvidence> schedule_evidence(const base::Document<mllog::DetailLog>& log,
                                                  const base::Document<mllog::Conf>* user_conf);

// Makes the schedules again on `jobs` threads (0: one a core). What would take more than kMostQueriesInAll
// queries in the order given gets an obstacle. The result is the same for any number of threads.
// Accuracy runs are left as they are.
inline constexpr double kMostQueriesInAll = 4e9;
void regenerate(std::span<ScheduleEvidence*> runs, unsigned jobs);

// The phases of an accuracy run, or those before the performance phase of a SubmissionRun: an evidence each,
// with the lines of that phase, regenerated. Wants settings without an obstacle.
std::vector<ScheduleEvidence> accuracy_phases(const ScheduleEvidence& run, const mllog::DetailLog& log,
                                              std::span<const loadgen::Phase> phases);

// Does the logged number say the same as the regenerated one?
bool agrees(const LoggedNumber& logged, std::uint64_t regenerated);

// LoadGen's scheduled rate of a Server run whose queries were all issued, in samples per second.
double scheduled_rate(const ScheduleEvidence::Regenerated& regenerated);

}  // namespace mlperf::audit
