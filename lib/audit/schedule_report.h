// SPDX-License-Identifier: Apache-2.0
// The finished report of `schedule`: what LoadGen generated for one run, made again from seeds and settings,
// beside what the log and the trace say. Formats add nothing and judge nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "audit/audit.h"
#include "audit/finding.h"
#include "audit/run_folder.h"
#include "audit/schedule_evidence.h"
#include "loadgen/random.h"
#include "loadgen/run_settings.h"
#include "rules/load.h"

namespace mlperf::audit {

// Hashes are SHA-256 of decimal numbers joined by commas; empty where they were not made.
struct SchedulePhase {
  bool accuracy = false;
  std::uint64_t loaded = 0;          // entries of the set, with MultiStream's padding
  std::vector<std::uint32_t> first;  // up to eight of them
  std::string loaded_sha256;
  std::uint64_t queries = 0, samples_per_query = 0;
  std::int64_t duration_ns = 0, last_delta_ns = 0;
  std::uint64_t first_sample_seq = 0, samples = 0;  // samples: queries times samples per query
  std::string order_sha256;                         // of all generated samples
  std::string delta_sha256;                         // Server: of the scheduled times

  // The log's lines of the phase as they are written; empty where it has none.
  std::string logged_queries, logged_samples_per_query, logged_duration;
  std::optional<std::uint64_t> logged_loaded;  // entries of its loaded_qsl_set
  bool set_agrees = false;                     // that line holds the set
};

// Of the samples that the trace has, by sample_seq.
struct IssuedSamples {
  std::uint64_t samples = 0, distinct = 0;
  std::string order_sha256;
  std::uint64_t other_samples = 0, other_times = 0;  // that are not as generated
};

struct ScheduleReport {
  std::string folder;  // as the user gave it
  std::string loadgen_version;
  loadgen::RunSettings settings;
  std::string obstacle;                                       // why nothing was regenerated; empty: it was
  loadgen::Library library = loadgen::Library::libstdcxx_11;  // by whose order the phases are made
  bool library_told = false;  // set or trace are those of this library, not of one before it in kLibraries
  RateCandidate rate;
  bool within_rounding = false;  // see ScheduleEvidence
  std::vector<SchedulePhase> phases;
  std::optional<IssuedSamples> issued;
  std::string no_trace;                            // why `issued` is not known
  double sampling_probability = 0;                 // of responses to the accuracy log
  std::optional<std::uint64_t> sampled_responses;  // that may be in it; performance mode, with a probability

  std::vector<Finding> findings;

  int exit_code(bool strict) const;  // 1 when a finding is an error; with `strict` also for a warning
};

ScheduleReport make_schedule_report(const RunFolder& run, const rules::RuleSet& rules, unsigned jobs);

}  // namespace mlperf::audit
