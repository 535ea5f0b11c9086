// SPDX-License-Identifier: Apache-2.0
#include "stats/run_statistics.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "stats/run_parts.h"

namespace mlperf::stats {
namespace {

// Why the trace cannot be used for a run of that state, or "".
std::string problem_of(const base::Document<mllog::Trace>& trace, bool complete) {
  switch (trace.state) {
    case base::ReadState::absent:
      return "there is no trace";
    case base::ReadState::empty:
      return "the trace is empty";
    case base::ReadState::unreadable:
      return fmt::format("the trace cannot be read: {}", trace.reason);
    case base::ReadState::damaged:
    case base::ReadState::read:
      break;
  }
  const auto& facts = trace.value.facts;
  if (facts.samples == 0) return "the trace holds no sample";
  if (!complete) return {};
  if (!facts.footer_present) return "the trace is cut: its end is missing";
  if (facts.damaged_lines > 0) return fmt::format("the trace is damaged in {} lines", facts.damaged_lines);
  return {};
}

void add_counts_of_log(const mllog::DetailLog& log, const RunSettings& settings, Counts& counts) {
  counts.queries = log.u64("result_query_count");
  counts.samples = counts.queries;
  if (settings.is(Scenario::offline) || settings.is(Scenario::multi_stream)) {
    const auto per_query = log.u64("generated_samples_per_query");
    std::uint64_t samples = 0;
    const bool known =
        per_query && counts.queries && !__builtin_mul_overflow(*per_query, *counts.queries, &samples);
    counts.samples = known ? std::optional(samples) : std::nullopt;
  }
  counts.samples_from = kFromDetail;
}

void add_token_counts(const std::optional<RunSamples>& samples, RunStatistics& result) {
  if (!result.settings.tokens) return;
  if (samples && samples->tokens_known) {
    result.counts.tokens = samples->tokens;
    result.counts.samples_with_invalid_token_count = samples->invalid_token_counts;
    result.counts.tokens_from = kFromAccuracyLog;
    return;
  }
  const std::string reason =
      "token counts stand in no trace, and the accuracy log does not hold those of all samples";
  say_unavailable(result, "counts.tokens", reason);
  say_unavailable(result, "counts.samples_with_invalid_token_count", reason);
}

void describe_killed(const mllog::DetailLog& log, const base::Document<mllog::Trace>& trace, RunParts& run,
                     RunStatistics& result) {
  auto& counts = result.counts;
  counts.samples_completed_in_trace = run.samples ? run.samples->samples : 0;
  counts.token_events = trace.value.facts.token_events;
  const auto& entries = log.entries();
  counts.result_keys_in_detail = static_cast<std::uint64_t>(std::count_if(
      entries.begin(), entries.end(), [](const auto& entry) { return entry.key.starts_with("result_"); }));
  result.validity.result = "NONE";
  result.validity.reasons = {"incomplete_log"};
  add_messages(log, result.validity);
  if (!run.samples) return;
  RunSamples& samples = *run.samples;
  const auto add = [&](const char* name, Quantity quantity, std::vector<std::int64_t>& values) {
    if (values.empty()) return;
    result.metrics.push_back(
        metric_of(name, quantity, values, kFromTrace, std::nullopt, std::nullopt, run.histograms));
  };
  add("latency_ns", Quantity::latency, samples.latency);
  std::erase(samples.ttft, mllog::kNoTtft);
  std::vector<std::int64_t> all = samples.ttft;
  add("ttft_ns_of_completed_samples", Quantity::ttft, samples.ttft);
  if (samples.ttft.empty()) return;
  all.insert(all.end(), trace.value.ttft_ns_without_sample.begin(), trace.value.ttft_ns_without_sample.end());
  add("ttft_ns_of_all_token_events", Quantity::ttft, all);
}

void describe_accuracy_run(const RunInput& input, RunParts& run, RunStatistics& result) {
  result.validity.result = "NONE";
  add_messages(input.log, result.validity);
  result.counts.accuracy_entries = input.accuracy_log.value.entries;
  if (!run.samples) return;
  result.counts.samples = run.samples->samples;
  result.counts.samples_from = kFromTrace;
  std::uint64_t sum = 0;
  for (const auto latency : run.samples->latency) sum += static_cast<std::uint64_t>(latency);
  result.sum_of_latencies_ns = sum;
  result.metrics.push_back(metric_of("latency_ns", Quantity::latency, run.samples->latency, kFromTrace,
                                     std::nullopt, std::nullopt, run.histograms));
}

template <class T>
const T* named(const std::vector<T>& list, std::string_view name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const T& one) { return one.name == name; });
  return at == list.end() ? nullptr : &*at;
}

}  // namespace

const Metric* RunStatistics::metric(std::string_view name) const {
  return named(metrics, name);
}
const Rate* RunStatistics::rate(std::string_view name) const {
  return named(rates, name);
}
const Stopping* RunStatistics::stopping(std::string_view name) const {
  return early_stopping ? named(early_stopping->quantities, name) : nullptr;
}

void say_unavailable(RunStatistics& result, std::string path, std::string reason) {
  result.unavailable.emplace_back(std::move(path), std::move(reason));
}

RunStatistics run_statistics(const RunInput& input) {
  RunStatistics result;
  result.settings = run_settings(input.log);
  result.settings.limits = input.limits;
  result.complete = run_is_complete(input.log);
  result.trace_problem = problem_of(input.trace, result.complete);
  result.trace_usable = result.trace_problem.empty();

  std::optional<RunSamples> samples;
  const std::uint64_t first = first_performance_sample(input.log);
  if (result.trace_usable) {
    samples = run_samples(input.trace.value, result.settings, first,
                          input.accuracy_log.usable() ? &input.accuracy_log.value : nullptr);
    if (samples->samples == 0) {
      samples.reset();
      result.trace_usable = false;
      result.trace_problem = "the trace holds no sample of the performance phase";
    }
  }
  RunParts run{input.log, result.settings, result.settings.limits, samples, input.histograms};
  if (!result.complete) {
    describe_killed(input.log, input.trace, run, result);
  } else if (result.settings.accuracy_run()) {
    describe_accuracy_run(input, run, result);
  } else {
    if (samples) {
      result.counts.samples = samples->samples;
      result.counts.queries = samples->queries;
      result.counts.samples_from = kFromTrace;
      result.late_first_tokens = std::move(samples->late);
      result.late_first_token_count = samples->late_count;
    } else {
      add_counts_of_log(input.log, result.settings, result.counts);
    }
    add_token_counts(samples, result);
    add_metrics(run, result);
    add_rates(run, result);
    add_stopping(run, result);
    add_validity(run, result);
  }
  return result;
}

}  // namespace mlperf::stats
