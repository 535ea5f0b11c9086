// SPDX-License-Identifier: Apache-2.0
// The finished report of `check`: everything a report format may show. Formats add nothing and judge nothing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/finding.h"

namespace mlperf::audit {

enum class Verdict : std::uint8_t { valid, invalid, inconclusive };
std::string_view to_string(Verdict verdict);  // "valid", "invalid", "inconclusive"

struct PerformanceFigure {
  std::optional<double> value;
  std::string unit, metric;  // metric: the key of the detail log
  Level level = Level::stated;
  std::string unavailable;  // why there is no value
};

struct AccuracyFigure {
  std::string metric;
  std::optional<double> value, target;  // target: the minimum, or the maximum for lower-is-better
  Level level = Level::stated;
};

struct LatencyFigures {
  std::optional<std::int64_t> ttft_p99_ns, ttft_limit_ns, tpot_p99_ns, tpot_limit_ns;
  Level level = Level::stated;
};

enum class Outcome : std::uint8_t { passed, failed, inconclusive, not_required };
std::string_view to_string(Outcome outcome);

struct TestOutcome {
  std::string test;
  Outcome outcome = Outcome::passed;
  Level level = Level::stated;
};

// The LoadGen of the performance run by the checksums of its source.
struct LoadgenOrigin {
  std::string origin;                      // "official", "mixed", "changed", "unknown"
  std::string version, commit;             // of the published state it is, or is nearest to
  bool release = false;                    // the commit that raised the version
  std::vector<std::string> changed_files;  // whose content was never published
};

struct ResultReport {
  std::string id, division, submitter, system, category, benchmark, scenario, path;
  Verdict verdict = Verdict::valid;
  bool inconclusive_evidence = false;  // cut or damaged outside the deciding lines
  std::vector<std::string> inconclusive_reasons;
  PerformanceFigure performance;
  std::vector<AccuracyFigure> accuracy;
  std::optional<LatencyFigures> latency;
  std::vector<TestOutcome> compliance;
  std::optional<LoadgenOrigin> loadgen;
  std::vector<std::string> not_checked;  // what could not be recomputed and why ("accuracy log is cut")
  std::vector<Finding> findings;         // sorted: worst first, then by file and line
  std::uint64_t waived_errors = 0;       // errors of this result that .mlperf-audit.toml waived or ignored
  bool inferred = false;  // the log is of another scenario whose figure the round lets stand for this one
  std::string weight_data_types;  // of measurements.json
  bool has_power = false;
};

// What took findings out of the judgement, and how many: `ignored` and `not_selected` ones are not in the
// report, `waived` ones are, marked.
struct IgnoredRule {
  std::string glob, reason, origin;  // origin: "--ignore", "--select", ".mlperf-audit.toml"
  std::uint64_t findings = 0, errors = 0;
  enum class Effect : std::uint8_t { ignored, waived, not_selected } effect = Effect::ignored;
  std::string path{}, until{};  // of waivers: glob over paths, last day
};

// What the summary table tells of a system, under the names of the system description.
struct SystemFacts {
  std::string division, submitter, system;
  std::map<std::string, std::string> values;  // "system_name", "accelerator_model_name", ...
};

struct Counts {
  std::uint64_t results = 0, valid = 0, invalid = 0, inconclusive = 0;
  std::uint64_t errors = 0, warnings = 0, notes = 0, waived = 0;
  std::array<std::uint64_t, 3> claims{};  // by Level
  std::uint64_t files = 0, bytes = 0;
};

struct AuditReport {
  std::string round;
  std::string round_reason;  // how it was found, one phrase
  std::string root;          // as shown: relative to the working directory
  std::vector<ResultReport> results;
  std::vector<Finding> findings;  // of no single result
  std::vector<SystemFacts> systems;
  std::vector<IgnoredRule> ignored;
  std::vector<std::string> selected;  // --select globs
  std::string config_file;            // ".mlperf-audit.toml" where one was used
  std::uint64_t config_waived_errors = 0, config_ignored_errors = 0;
  std::string profile;  // "trial" or empty
  bool strict = false;
  Counts counts;
  // For how many results a rule came to an outcome, fired or not. The ids are constants of the program.
  std::map<std::string_view, std::uint64_t> claims_by_rule;

  // 1 when an unwaived error holds; with strict also for an unwaived warning or an inconclusive result; else
  // 0.
  int exit_code() const;
  bool strict_decided() const;  // exit_code() is 1 only because of strict
};

}  // namespace mlperf::audit
