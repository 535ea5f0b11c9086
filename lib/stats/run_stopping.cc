// SPDX-License-Identifier: Apache-2.0
// Early stopping of a run: from its values, else from what LoadGen's text and its other figures imply.
#include <utility>

#include "stats/run_parts.h"

namespace mlperf::stats {
namespace {

// SingleStream: LoadGen also gives an estimate for the 99th percentile, from which a MultiStream result may
// be inferred.
constexpr double kMultiStreamPercentile = 0.99;

struct Source {
  const char* name;  // "ttft"
  Quantity quantity;
  std::vector<std::int64_t>* values;  // null: only the log tells
  std::optional<std::int64_t> limit_ns;
  const char* text_key;
  Sources from;
};

// How many were over the limit without the values: none when the longest is within; else what the number of
// missing queries implies.
std::optional<std::uint64_t> over_by_log(const RunParts& run, const Source& source, std::uint64_t queries,
                                         double percentile) {
  const auto* longest = logged_distribution(run.log, source.quantity).max;
  const auto ns = longest == nullptr ? std::nullopt : longest->as_i64();
  if (ns && source.limit_ns && *ns <= *source.limit_ns) return 0;
  if (!limit_is_logged(run, source.quantity)) return std::nullopt;
  const auto missing = stopping_text(run.log, source.text_key).missing_queries;
  std::uint64_t required = 0;
  if (!missing || __builtin_add_overflow(queries, *missing, &required)) return std::nullopt;
  return over_limit_for(required, percentile);
}

Stopping limit_of(const RunParts& run, const Source& source, std::uint64_t queries, double percentile,
                  RunStatistics& result) {
  Stopping stopping;
  stopping.name = source.name;
  stopping.from = source.from;
  const auto over = source.values == nullptr ? over_by_log(run, source, queries, percentile)
                    : source.limit_ns        ? std::optional(count_over(*source.values, *source.limit_ns))
                                             : std::nullopt;
  stopping.most_over_limit = most_over_limit(queries, percentile);
  if (over) {
    const auto found = limit_stopping(queries, *over, percentile);
    stopping.over_limit = over;
    stopping.required_queries = found.required;
    stopping.missing_queries = found.missing;
    stopping.met = found.met;
    return stopping;
  }
  if (limit_is_logged(run, source.quantity) && stopping_text(run.log, source.text_key).successful) {
    stopping.met = true;
    stopping.missing_queries = 0;
  }
  const std::string path = std::string("early_stopping.") + source.name;
  const std::string reason = "neither the samples nor the log tell how many were over the limit";
  for (const char* figure : {".over_limit", ".required_queries"})
    say_unavailable(result, path + figure, reason);
  if (!stopping.met) {
    say_unavailable(result, path + ".met", reason);
    say_unavailable(result, path + ".missing_queries", reason);
  }
  return stopping;
}

// `which`: 0 for the run's percentile, 1 for the 99th.
Stopping estimate_of(const RunParts& run, const Source& source, std::uint64_t queries, double percentile,
                     std::size_t which) {
  Stopping stopping;
  stopping.name = source.name;
  stopping.from = source.from;
  const auto found = estimate_stopping(queries, percentile);
  stopping.required_queries = found.required;
  stopping.met = found.met;
  if (!found.met) return stopping;
  stopping.discarded = found.discarded;
  if (source.values == nullptr) {
    const auto estimates = stopping_text(run.log, source.text_key).estimates;
    if (which < estimates.size()) stopping.estimate_ns = estimates[which];
  } else if (found.rank < source.values->size()) {
    stopping.estimate_ns = value_at_rank(*source.values, found.rank);
  }
  return stopping;
}

std::vector<Source> sources_of(RunParts& run) {
  const bool samples = run.samples.has_value();
  const auto values = [&](std::vector<std::int64_t> RunSamples::*member) {
    return samples ? &((*run.samples).*member) : nullptr;
  };
  const Sources traced = samples ? kFromTrace : kFromDetail;
  if (run.settings.is(Scenario::multi_stream)) {
    return {{"query_latency",
             Quantity::query_latency,
             values(&RunSamples::query_latency),
             {},
             "early_stopping_result",
             traced}};
  }
  if (!run.settings.tokens) {
    return {{"latency", Quantity::latency, values(&RunSamples::latency), run.limits.latency_ns,
             "early_stopping_result", traced}};
  }
  const bool tpot = samples && run.samples->tokens_known;
  return {{"tpot", Quantity::tpot, tpot ? values(&RunSamples::tpot) : nullptr, run.limits.tpot_ns,
           "early_stopping_tpot_result", tpot ? kFromTraceAndTokens : kFromDetail},
          {"ttft", Quantity::ttft, values(&RunSamples::ttft), run.limits.ttft_ns,
           "early_stopping_ttft_result", run.late() ? kFromDetail : traced}};
}

// The counts over the limits that the samples did not give.
void complete_over_limit(const RunParts& run, std::uint64_t queries, double percentile,
                         RunStatistics& result) {
  auto& over = result.over_limit;
  const auto complete = [&](bool counts, std::optional<std::uint64_t>& count, const Source& source) {
    if (!counts || count) return;
    count = over_by_log(run, source, queries, percentile);
    if (!count) {
      say_unavailable(result, std::string("over_limit.") + source.name,
                      "neither the samples nor the log tell how many were over the limit");
    }
  };
  complete(over.ttft_counts, over.ttft,
           {"ttft", Quantity::ttft, nullptr, run.limits.ttft_ns, "early_stopping_ttft_result", {}});
  complete(over.tpot_counts, over.tpot,
           {"tpot", Quantity::tpot, nullptr, run.limits.tpot_ns, "early_stopping_tpot_result", {}});
}

bool limits_are_logged(const RunParts& run) {
  return limit_is_logged(run, Quantity::latency) && limit_is_logged(run, Quantity::ttft) &&
         limit_is_logged(run, Quantity::tpot);
}

std::optional<bool> all_met(const std::vector<Stopping>& quantities) {
  bool unknown = false;
  for (const auto& stopping : quantities) {
    if (stopping.met == false) return false;
    unknown = unknown || !stopping.met;
  }
  return unknown ? std::nullopt : std::optional(true);
}

}  // namespace

void add_stopping(RunParts& run, RunStatistics& result) {
  EarlyStopping stopping;
  stopping.from = run.samples ? kFromTrace : kFromDetail;
  if (run.settings.is(Scenario::offline)) {
    stopping.met = true;
    result.early_stopping = std::move(stopping);
    return;
  }
  const auto percentile = run.settings.percentile();
  const auto queries = result.counts.queries;
  if (!run.settings.scenario || !percentile || !queries) {
    say_unavailable(result, "early_stopping",
                    "the detail log does not tell scenario, percentile and number of queries");
    return;
  }
  complete_over_limit(run, *queries, *percentile, result);
  const bool server = run.settings.is(Scenario::server);
  for (const Source& source : sources_of(run)) {
    stopping.quantities.push_back(server ? limit_of(run, source, *queries, *percentile, result)
                                         : estimate_of(run, source, *queries, *percentile, 0));
    if (run.settings.is(Scenario::single_stream) && stopping.quantities.back().met == true) {
      stopping.p99.push_back(estimate_of(run, source, *queries, kMultiStreamPercentile, 1));
    }
  }
  stopping.from = stopping.quantities.front().from;
  stopping.met = all_met(stopping.quantities);
  if (!stopping.met && limits_are_logged(run)) stopping.met = run.log.boolean("early_stopping_met");
  if (server && run.settings.tokens) stopping.ttft_evaluated_by_loadgen = stopping.quantities.front().met;
  if (!server) {
    stopping.logged_latency_ss = run.log.i64("early_stopping_latency_ss");
    stopping.logged_latency_ms = run.log.i64("early_stopping_latency_ms");
    // With tokens LoadGen's last call is the one of TTFT.
    stopping.detail_figure_is_of = stopping.quantities.back().name;
  }
  result.early_stopping = std::move(stopping);
}

}  // namespace mlperf::stats
