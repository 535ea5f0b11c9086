// SPDX-License-Identifier: Apache-2.0
#include "stats/run_samples.h"

#include <algorithm>
#include <bit>
#include <span>

namespace mlperf::stats {
namespace {

using mllog::TraceSample;
using Samples = std::span<const TraceSample>;

// Wraps, as LoadGen's own arithmetic does with its marker for "no first token".
std::int64_t minus(std::int64_t a, std::int64_t b) {
  return std::bit_cast<std::int64_t>(std::bit_cast<std::uint64_t>(a) - std::bit_cast<std::uint64_t>(b));
}
std::int64_t plus(std::int64_t a, std::int64_t b) {
  return std::bit_cast<std::int64_t>(std::bit_cast<std::uint64_t>(a) + std::bit_cast<std::uint64_t>(b));
}

Samples phase(const mllog::Trace& trace, std::uint64_t first_sample) {
  const auto first =
      std::lower_bound(trace.samples.begin(), trace.samples.end(), first_sample,
                       [](const TraceSample& sample, std::uint64_t seq) { return sample.sample_seq < seq; });
  return {first, trace.samples.end()};
}

std::int64_t kept_ttft(const TraceSample& sample) {
  return sample.ttft_after_completion ? mllog::kNoTtft : sample.ttft_ns;
}

// (latency - TTFT) / (n - 1) with LoadGen's n of 0 for what is no count of two or more.
std::int64_t tpot_of(std::int64_t latency, std::int64_t ttft, std::int64_t tokens) {
  const std::int64_t span = minus(latency, ttft);
  return tokens >= 2 ? span / (tokens - 1) : minus(0, span);
}

void add_queries(Samples samples, bool latencies, RunSamples& run) {
  for (std::size_t i = 0; i < samples.size();) {
    std::int64_t longest = samples[i].latency_ns;
    std::size_t next = i + 1;
    for (; next < samples.size() && samples[next].query_seq == samples[i].query_seq; ++next) {
      longest = std::max(longest, samples[next].latency_ns);
    }
    ++run.queries;
    if (latencies) run.query_latency.push_back(longest);
    i = next;
  }
}

void add_times(Samples samples, RunSamples& run) {
  if (samples.empty()) return;
  const auto relative = [start = samples.front().scheduled_ns](const TraceSample& sample,
                                                               std::int64_t after) {
    return plus(minus(sample.scheduled_ns, start), after);
  };
  const TraceSample& last = samples.back();
  run.last_scheduled = relative(last, 0);
  run.last_issued = relative(last, last.issue_delay_ns);
  run.issue_span = minus(run.last_issued, relative(samples.front(), samples.front().issue_delay_ns));
  run.last_query_done = relative(last, last.latency_ns);
  for (auto sample = samples.rbegin(); sample != samples.rend() && sample->query_seq == last.query_seq;
       ++sample) {
    run.last_query_done = std::max(run.last_query_done, relative(*sample, sample->latency_ns));
  }
  run.last_done = run.last_query_done;
  for (const auto& sample : samples)
    run.last_done = std::max(run.last_done, relative(sample, sample.latency_ns));
}

void add_first_tokens(Samples samples, RunSamples& run) {
  run.ttft.reserve(samples.size());
  for (const auto& sample : samples) {
    run.ttft.push_back(kept_ttft(sample));
    if (sample.ttft_after_completion) {
      ++run.late_count;
      if (run.late.size() < kMostLateFirstTokens) {
        run.late.push_back({sample.sample_seq, sample.ttft_ns, sample.latency_ns});
      }
    } else if (sample.ttft_ns == mllog::kNoTtft) {
      ++run.without_first_token;
    }
  }
}

// Token counts of `samples`, both ascending; false when one is not there.
bool add_tokens(Samples samples, const AccuracyFigures& counts, bool with_tpot, RunSamples& run) {
  auto entry = counts.samples.begin();
  for (const auto& sample : samples) {
    while (entry != counts.samples.end() && entry->seq_id < sample.sample_seq) ++entry;
    if (entry == counts.samples.end() || entry->seq_id != sample.sample_seq || !entry->tokens) return false;
    const std::int64_t tokens = *entry->tokens;
    if (tokens >= 2) {
      run.tokens += static_cast<std::uint64_t>(tokens);
    } else {
      ++run.invalid_token_counts;
    }
    if (with_tpot) run.tpot.push_back(tpot_of(sample.latency_ns, kept_ttft(sample), tokens));
  }
  return true;
}

}  // namespace

RunSamples run_samples(const mllog::Trace& trace, const RunSettings& settings, std::uint64_t first_sample,
                       const AccuracyFigures* counts) {
  RunSamples run;
  const Samples samples = phase(trace, first_sample);
  run.samples = samples.size();
  run.latency.reserve(samples.size());
  for (const auto& sample : samples) run.latency.push_back(sample.latency_ns);
  add_queries(samples, settings.is(Scenario::multi_stream), run);
  add_times(samples, run);
  if (!settings.tokens) return run;
  const bool first_tokens = settings.scenario && !settings.is(Scenario::offline);
  if (first_tokens) add_first_tokens(samples, run);
  run.tokens_known = counts != nullptr && !samples.empty() && add_tokens(samples, *counts, first_tokens, run);
  if (!run.tokens_known) {
    run.tokens = run.invalid_token_counts = 0;
    run.tpot.clear();
  }
  return run;
}

bool covers(const AccuracyFigures& log, const mllog::Trace& trace, std::uint64_t first_sample) {
  const Samples samples = phase(trace, first_sample);
  auto entry = log.samples.begin();
  for (const auto& sample : samples) {
    while (entry != log.samples.end() && entry->seq_id < sample.sample_seq) ++entry;
    if (entry == log.samples.end() || entry->seq_id != sample.sample_seq) return false;
  }
  return !samples.empty();
}

}  // namespace mlperf::stats
