// SPDX-License-Identifier: Apache-2.0
// Every figure that LoadGen computes at the end of a run, computed again from the raw samples: what the
// trace alone gives, what needs the token counts of an accuracy log as well, and what only the detail log
// holds, each marked with the files it comes from. What none of them holds is absent, with the reason in
// `unavailable`; nothing is estimated. Formulas: docs/formats/trace.md and loadgen/results.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mllog/detail_log.h"
#include "mllog/trace.h"
#include "stats/accuracy_figures.h"
#include "stats/early_stopping.h"
#include "stats/histogram.h"
#include "stats/logged.h"
#include "stats/run_samples.h"

namespace mlperf::stats {

// The files a figure was computed from.
struct Sources {
  bool trace = false, accuracy_log = false, detail = false;
  bool recomputed() const { return trace || accuracy_log; }
  bool operator==(const Sources&) const = default;
};
inline constexpr Sources kFromTrace{true, false, false}, kFromTraceAndTokens{true, true, false},
    kFromAccuracyLog{false, true, false}, kFromDetail{false, false, true};

// The distribution of one quantity.
struct Metric {
  std::string name;  // "latency_ns", "ttft_ns_without_late_samples"
  Quantity quantity = Quantity::latency;
  Sources from;
  std::optional<std::uint64_t> count;
  std::optional<std::int64_t> min, max, mean, at_target;
  std::array<std::optional<std::int64_t>, kPercentiles.size()> percentiles{};
  Histogram histogram;  // only of recomputed ones, on demand
};

struct Rate {
  std::string name;        // "completed_samples_per_second"
  std::string detail_key;  // under which LoadGen prints it
  std::string detail_text;
  std::optional<double> value;
  std::optional<double> approximate_from_trace;
  Sources from;
};

// Early stopping of one quantity.
struct Stopping {
  std::string name;  // "latency", "ttft", "tpot", "query_latency"
  std::optional<std::uint64_t> over_limit, required_queries, missing_queries, discarded;
  std::optional<std::uint64_t> most_over_limit;  // Server: as many might be over
  std::optional<std::int64_t> estimate_ns;
  std::optional<bool> met;
  Sources from;
};

struct EarlyStopping {
  std::vector<Stopping> quantities;  // in LoadGen's order: TPOT before TTFT
  std::vector<Stopping> p99;         // SingleStream: the same for the 99th percentile, by the same names
  std::optional<bool> met;
  std::optional<bool> ttft_evaluated_by_loadgen;  // Server with tokens: only if TPOT passed
  std::optional<std::int64_t> logged_latency_ss, logged_latency_ms;
  std::string detail_figure_is_of;  // of what the logged estimate is
  Sources from;
};

struct Validity {
  std::string result;  // VALID, INVALID, NONE; empty when a condition is unknown
  std::vector<std::string> reasons;
  std::optional<bool> performance_constraints_met, min_duration_met, min_queries_met, early_stopping_met;
  std::optional<std::int64_t>
      duration_ns;  // Server, Offline: what the samples give to hold against the minimum
  std::uint64_t errors_logged = 0, warnings = 0;
  std::optional<std::string> detail_invalid_reason;
  std::vector<std::string> error_messages;  // the first of them
};

struct Counts {
  std::optional<std::uint64_t> samples, queries, tokens, samples_with_invalid_token_count;
  std::optional<std::uint64_t> accuracy_entries;  // accuracy runs
  std::optional<std::uint64_t> samples_completed_in_trace, token_events,
      result_keys_in_detail;  // killed ones
  Sources samples_from, tokens_from;
};

struct OverLimit {
  std::optional<std::uint64_t> latency, ttft, tpot;
  bool latency_counts, ttft_counts, tpot_counts;  // the count exists for this kind of run
};

struct RunStatistics {
  RunSettings settings;
  bool complete = false;      // the run ended and LoadGen wrote its results
  bool trace_usable = false;  // a trace that tells of the whole run, or of a killed one as far as it got
  std::string trace_problem;  // why it is not, as a phrase
  Counts counts;
  std::vector<Metric> metrics;
  // With first tokens that came late or not at all: TTFT as LoadGen computes it, its marker among the values.
  std::optional<Distribution> ttft_with_markers;
  OverLimit over_limit{};
  std::vector<Rate> rates;
  std::vector<std::pair<std::string, std::int64_t>> spans;  // "final_query_done_ns_from_first_schedule", ns
  std::optional<EarlyStopping> early_stopping;
  Validity validity;
  std::vector<LateFirstToken> late_first_tokens;
  std::uint64_t late_first_token_count = 0;
  std::optional<std::uint64_t> sum_of_latencies_ns;              // accuracy runs
  std::vector<std::pair<std::string, std::string>> unavailable;  // dotted path, reason

  const Metric* metric(std::string_view name) const;
  const Rate* rate(std::string_view name) const;
  const Stopping* stopping(std::string_view name) const;
};

struct RunInput {
  const mllog::DetailLog& log;
  const base::Document<mllog::Trace>& trace;
  const base::Document<AccuracyFigures>& accuracy_log;
  RunLimits limits;  // to hold the run against: those of the log, or of the benchmark
  bool histograms = false;
};

// Pure; memory grows with the samples.
RunStatistics run_statistics(const RunInput& input);

}  // namespace mlperf::stats
