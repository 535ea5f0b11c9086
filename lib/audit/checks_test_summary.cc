// SPDX-License-Identifier: Apache-2.0
// The summary beside a test's detail log is of the same run: settings and results agree within printing
// precision. Whether the run is VALID is judged from the detail log alone, by compliance-run-valid.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "audit/compliance_tests.h"
#include "base/number.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;
using mllog::SummaryBlock;
using mllog::SummaryLine;

struct Twin {
  SummaryBlock block;
  std::string_view name, key;  // as the summary and the detail log call it
};

constexpr SummaryBlock kResults = SummaryBlock::results;
constexpr SummaryBlock kStats = SummaryBlock::additional_stats;
constexpr SummaryBlock kParameters = SummaryBlock::parameters;

constexpr std::array<Twin, 34> kTwins{{
    {kResults, "Scenario", "effective_scenario"},
    {kResults, "Mode", "effective_test_mode"},
    {kResults, "Samples per second", "result_samples_per_second"},
    {kResults, "Tokens per second", "result_tokens_per_second"},
    {kResults, "Completed samples per second", "result_completed_samples_per_sec"},
    {kResults, "Completed tokens per second", "result_completed_tokens_per_second"},
    {kStats, "Scheduled samples per second", "result_scheduled_samples_per_sec"},
    {kStats, "QPS w/ loadgen overhead", "result_qps_with_loadgen_overhead"},
    {kStats, "QPS w/o loadgen overhead", "result_qps_without_loadgen_overhead"},
    {kStats, "Min latency (ns)", "result_min_latency_ns"},
    {kStats, "Max latency (ns)", "result_max_latency_ns"},
    {kStats, "Mean latency (ns)", "result_mean_latency_ns"},
    {kStats, "50.00 percentile latency (ns)", "result_50.00_percentile_latency_ns"},
    {kStats, "90.00 percentile latency (ns)", "result_90.00_percentile_latency_ns"},
    {kStats, "99.00 percentile latency (ns)", "result_99.00_percentile_latency_ns"},
    {kStats, "99.00 percentile first token latency (ns)", "result_first_token_99.00_percentile_latency_ns"},
    {kStats, "99.00 percentile time to output token (ns)",
     "result_time_per_output_token_99.00_percentile_ns"},
    {kParameters, "samples_per_query", "effective_samples_per_query"},
    {kParameters, "target_qps", "effective_target_qps"},
    {kParameters, "min_duration (ms)", "effective_min_duration_ms"},
    {kParameters, "max_duration (ms)", "effective_max_duration_ms"},
    {kParameters, "min_query_count", "effective_min_query_count"},
    {kParameters, "max_query_count", "effective_max_query_count"},
    {kParameters, "qsl_rng_seed", "effective_qsl_rng_seed"},
    {kParameters, "sample_index_rng_seed", "effective_sample_index_rng_seed"},
    {kParameters, "schedule_rng_seed", "effective_schedule_rng_seed"},
    {kParameters, "accuracy_log_rng_seed", "effective_accuracy_log_rng_seed"},
    {kParameters, "accuracy_log_probability", "effective_accuracy_log_probability"},
    {kParameters, "accuracy_log_sampling_target", "effective_accuracy_log_sampling_target"},
    {kParameters, "performance_issue_unique", "effective_performance_issue_unique"},
    {kParameters, "performance_issue_same", "effective_performance_issue_same"},
    {kParameters, "performance_issue_same_index", "effective_performance_issue_same_index"},
    {kParameters, "performance_sample_count", "effective_performance_sample_count"},
    {kParameters, "accuracy_sample_count", "effective_accuracy_sample_count"},
}};

// MultiStream's summary prints latencies a query, its detail log a sample.
bool comparable(const Twin& twin, bool multi_stream) {
  return !(multi_stream && twin.block == kStats);
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Counts and times agree digit by digit, rates as far as both are printed ("166300" of %g is a rate, too).
bool agree(const SummaryLine& line, const LogEntry& entry) {
  if (const auto flag = entry.as_bool()) return line.value == (*flag ? "1" : "0");
  if (line.value == entry.text) return true;
  const bool number = entry.kind == mllog::ValueKind::integer || entry.kind == mllog::ValueKind::real;
  if (!number || (is_digits(line.value) && is_digits(entry.text))) return false;
  return base::same_when_printed(line.value, entry.text);
}

void judge_summary(const TestEvidence& test, const mllog::DetailLog& log, Findings& out) {
  const auto& summary = test.run.summary;
  const bool multi_stream = log.string("effective_scenario") == "MultiStream";
  out.claim("compliance-summary-consistent", Level::cross_checked);
  std::optional<Reported> finding;
  for (const Twin& twin : kTwins) {
    const SummaryLine* line = summary.value.find_in(twin.block, twin.name);
    const LogEntry* entry = log.find(twin.key);
    if (line == nullptr || entry == nullptr || !comparable(twin, multi_stream) || agree(*line, *entry))
      continue;
    if (finding) {
      finding->also(summary.path, line->at, line->name + " " + std::string(line->value));
      continue;
    }
    finding = report_test(out, test, "compliance-summary-consistent");
    finding->at(summary.path, line->at)
        .found(number_or_text(line->value))
        .expected(value_of(*entry))
        .level(Level::cross_checked)
        .with("name", line->name)
        .with("key", std::string(twin.key));
  }
}

}  // namespace

void check_test_summary(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round)) {
    const mllog::DetailLog* log = usable_log(test->run);
    if (log != nullptr && test->run.summary.usable()) judge_summary(*test, *log, out);
  }
}

}  // namespace mlperf::audit
