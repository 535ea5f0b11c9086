// SPDX-License-Identifier: Apache-2.0
// What the checks of the performance run share: which log there is to judge, which scenario's rules it is
// under, and which of LoadGen's lines are missing. Source of the lines: loadgen/results.cc and
// test_settings_internal.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

// The detail log of performance/run_1 if it holds at least one LoadGen line, else nullptr.
const mllog::DetailLog* performance_log(const Evidence& evidence);

// The same, but nullptr as well for a run in accuracy mode: what such a log lacks follows from its mode.
const mllog::DetailLog* performance_mode_log(const Evidence& evidence);

bool accuracy_mode(const mllog::DetailLog& log);

// Path of the performance run's detail log, relative to the root.
const std::string& log_file(const Evidence& evidence);

// The seeds in force, those asked for where the log does not get as far; nothing unless all three are there.
std::optional<rules::Seeds> seeds_of(const mllog::DetailLog& log);

// The round's seeds under LoadGen's names: "qsl_rng_seed", "sample_index_rng_seed", "schedule_rng_seed". A
// log has them with "requested_" and "effective_" before.
std::array<std::pair<std::string_view, std::uint64_t>, 3> named_seeds(const rules::Seeds& seeds);

enum class ScenarioFit {
  fits,      // the log's scenario is the folder's (Interactive logs say Server)
  inferred,  // a permitted inference from the log's scenario, on an edge system
  differs,
  unknown,  // folder without a known scenario, or a log without one
};
ScenarioFit scenario_fit(const Evidence& evidence, const rules::Round& round);

// The official name of the scenario whose rules the run is under: the folder's, or the log's for an inferred
// result;
// "" where the two do not fit (one finding says so, nothing else follows from it).
std::string_view judged_scenario(const Evidence& evidence, const rules::Round& round);

// Is the LoadGen scenario ("Server" for Interactive too) of the judged run the given one?
bool runs_as(const Evidence& evidence, const rules::Round& round, std::string_view loadgen_scenario);

struct MissingLines {
  bool no_result = false;         // not one result line: the run ended before the results
  std::vector<std::string> keys;  // that LoadGen always writes and the log lacks; empty with no_result

  bool none() const { return !no_result && keys.empty(); }
  bool only_error_count() const { return !no_result && keys.size() == 1 && keys.front() == "num_errors"; }
};
// Of a run in performance mode; nothing is missing in any other log.
MissingLines missing_lines(const Evidence& evidence, const rules::Round& round);

// A line of the log that was cut or damaged, if there is one.
const base::ReadIssue* damaged_line(const Evidence& evidence);

// The value of an entry that must be a number: integers and reals alike, nothing for everything else.
std::optional<double> number_of(const mllog::LogEntry* entry);

// The nearest integer, at most as far from 0 as 64 bits reach.
std::int64_t whole(double value);

// A bound of the round's `audit_judgement` group: the auditor's own, where no rule states one.
std::optional<double> judgement(const rules::Round& round, std::string_view name);

// Half a unit of the sixth significant digit: LoadGen prints doubles with six.
double six_digits_half_unit(double value);

// Lines that a check of their own speaks about: "built with uncommitted changes", "Multiple conf files are
// used".
bool is_uncommitted_changes(const mllog::LogEntry& entry);
bool is_multiple_conf(const mllog::LogEntry& entry);

// "6.0.8 @ NA" -> {6, 0, 8}; empty when it is no version.
std::vector<std::uint64_t> version_parts(std::string_view loadgen_version);

// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names, std::size_t most = 8);

}  // namespace mlperf::audit
