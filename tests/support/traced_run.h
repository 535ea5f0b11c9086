// SPDX-License-Identifier: Apache-2.0
// A run sample by sample for tests: its trace and a detail log whose figures follow from the samples,
// computed here the plain way (everything sorted). A test changes a sample of the one or a line of the other.
//
//   TracedRun run = traced_server_run();
//   run.set("result_mean_latency_ns", "1");
//   Evidence evidence = run.evidence();
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "audit/evidence.h"
#include "audit/recompute.h"
#include "support/log_builder.h"

namespace mlperf::test {

struct TracedSample {
  std::int64_t scheduled_ns = 0, issue_delay_ns = 1000, latency_ns = 0, ttft_ns = 0;
  std::uint64_t query = 0;
};

class TracedRun {
 public:
  std::string scenario = "Server";
  bool tokens = false;
  std::vector<TracedSample> samples;
  bool cut = false;  // the trace ends before its footer

  // A line of the detail log, instead of what follows from the samples.
  TracedRun& set(std::string key, std::string value) {
    changes_.emplace_back(std::move(key), std::move(value));
    return *this;
  }
  TracedRun& drop(std::string key) { return set(std::move(key), ""); }

  std::string detail() const {
    RunLogs log;
    for (const auto& [key, value] : lines()) log.add(key, value);
    for (const auto& [key, value] : changes_) {
      if (value.empty()) {
        log.drop(key);
      } else {
        log.set(key, value);
      }
    }
    return log.detail();
  }

  std::string trace() const {
    std::string text = "{\"traceEvents\":[\n";
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto& sample = samples[i];
      const auto us = [](std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); };
      if (tokens) {
        text += fmt::format(
            "{{\"name\":\"Token_Latency\",\"ph\": \"C\",\"pid\":1,\"ts\":{},\"args\":{{ \"issue_delay\":{},"
            "\"issue_to_done\":{}}}}},\n",
            us(sample.scheduled_ns), sample.issue_delay_ns, sample.ttft_ns - sample.issue_delay_ns);
      }
      text += fmt::format(
          "{{\"name\":\"Sample\",\"cat\":\"default\",\"ph\":\"b\",\"pid\":1,\"id\":{0},\"ts\":{1},\"args\":{{"
          "\"sample_seq\":{0},\"query_seq\":{2},\"sample_idx\":{0},\"issue_start_ns\":{3},\"complete_ns\":{4}"
          "}}}},\n",
          i, us(sample.scheduled_ns), sample.query, sample.issue_delay_ns, sample.latency_ns);
    }
    if (cut) return text;
    return text +
           "{\"name\":\"LastTrace\"}\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\n\"ts\":1.500,\n"
           "\"version\":\"MLPerf LoadGen v1.0\"\n}\n}\n";
  }

  // Of a gpt-oss-120b result in closed, with its figures recomputed.
  audit::Evidence evidence() const {
    audit::Evidence evidence;
    evidence.paths.division = "closed";
    evidence.benchmark = "gpt-oss-120b";
    evidence.scenario = scenario;
    evidence.performance = run("performance/run_1");
    return evidence;
  }

  audit::RunEvidence run(const std::string& folder) const {
    audit::RunEvidence run;
    run.folder = folder;
    run.detail = mllog::parse_detail_log(detail(), folder + "/mlperf_log_detail.txt");
    const auto parsed = mllog::parse_trace(trace(), folder + "/mlperf_log_trace.json");
    const auto limits = stats::run_settings(run.detail.value).limits;
    auto statistics = stats::run_statistics({run.detail.value, parsed, {}, limits, false});
    run.recomputed = std::make_shared<const audit::RecomputedRun>(
        audit::RecomputedRun{parsed.path, parsed.issues, parsed.value.facts, std::move(statistics)});
    return run;
  }

  static std::vector<std::int64_t> sorted(const std::vector<TracedSample>& samples,
                                          std::int64_t TracedSample::*member) {
    std::vector<std::int64_t> values;
    for (const auto& sample : samples) values.push_back(sample.*member);
    std::sort(values.begin(), values.end());
    return values;
  }

 private:
  using Lines = std::vector<std::pair<std::string, std::string>>;

  static void add_distribution(Lines& lines, const std::vector<std::int64_t>& values, const char* prefix) {
    static constexpr std::pair<const char*, double> kAt[] = {
        {"50.00", 0.5}, {"90.00", 0.9}, {"95.00", 0.95}, {"97.00", 0.97}, {"99.00", 0.99}, {"99.90", 0.999}};
    std::int64_t sum = 0;
    for (const auto value : values) sum += value;
    const auto count = static_cast<std::int64_t>(values.size());
    const auto put = [&](const std::string& key, std::int64_t value) {
      lines.emplace_back(key, fmt::format("{}", value));
    };
    put(fmt::format("result_{}min_latency_ns", prefix), values.front());
    put(fmt::format("result_{}max_latency_ns", prefix), values.back());
    put(fmt::format("result_{}mean_latency_ns", prefix), sum / count);
    for (const auto& [name, p] : kAt) {
      put(fmt::format("result_{}{}_percentile_latency_ns", prefix, name),
          values[static_cast<std::size_t>(static_cast<double>(values.size()) * p)]);
    }
  }

  Lines lines() const {
    const auto n = static_cast<double>(samples.size());
    const auto latencies = sorted(samples, &TracedSample::latency_ns);
    const auto& last = samples.back();
    Lines lines = {
        {"requested_use_token_latencies", tokens ? "true" : "false"},
        {"requested_server_ttft_latency", "3000000000"},
        {"requested_server_tpot_latency", "80000000"},
        {"effective_scenario", fmt::format("\"{}\"", scenario)},
        {"effective_test_mode", "\"PerformanceOnly\""},
        {"effective_target_latency_ns", tokens ? "0" : "15000000"},
        {"effective_target_latency_percentile", scenario == "SingleStream" ? "0.9" : "0.99"},
        {"effective_min_duration_ms", "1000"},
        {"effective_min_query_count", "100"},
        {"effective_min_sample_count", "100"},
        {"generated_query_count", fmt::format("{}", scenario == "Offline" ? 1 : samples.size())},
        {"generated_samples_per_query", fmt::format("{}", scenario == "Offline" ? samples.size() : 1)},
        {"result_validity", "\"VALID\""},
        {"result_min_duration_met", "true"},
        {"result_min_queries_met", "true"},
        {"early_stopping_met", "true"},
        {"early_stopping_result", "\" * Run successful.\""},
        {"result_query_count", fmt::format("{}", scenario == "Offline" ? 1 : samples.size())},
    };
    add_distribution(lines, latencies, "");
    if (tokens) add_distribution(lines, sorted(samples, &TracedSample::ttft_ns), "first_token_");
    const auto rate = [&](const char* key, double count, std::int64_t ns) {
      lines.emplace_back(key, fmt::format("{:g}", count / (static_cast<double>(ns) / 1e9)));
    };
    const auto start = samples.front().scheduled_ns;
    if (scenario == "Server") {
      lines.emplace_back("result_perf_constraints_met", "true");
      rate("result_scheduled_samples_per_sec", n - 1, last.scheduled_ns - start);
      rate("result_completed_samples_per_sec", n - 1, last.scheduled_ns + last.latency_ns - start);
    } else if (scenario == "Offline") {
      rate("result_samples_per_second", n, latencies.back());
    }
    lines.emplace_back("num_errors", "0");
    return lines;
  }

  Lines changes_;
};

// 1000 queries 10 ms apart, with latencies of 5 to 10 ms (tokens: 1 to 2 s, first tokens after half of that).
inline TracedRun traced_server_run(bool tokens = false) {
  TracedRun run;
  run.tokens = tokens;
  for (std::int64_t i = 0; i < 1000; ++i) {
    const std::int64_t spread = i * 7919 % 1000;
    const std::int64_t latency = tokens ? 1'000'000'000 + spread * 1'000'003 : 5'000'000 + spread * 5'003;
    run.samples.push_back(
        {50'000 + i * 10'000'000, 1000 + i, latency, latency / 2, static_cast<std::uint64_t>(i)});
  }
  return run;
}

// One query of 1000 samples that takes 2 s.
inline TracedRun traced_offline_run() {
  TracedRun run;
  run.scenario = "Offline";
  for (std::int64_t i = 1; i <= 1000; ++i) run.samples.push_back({50'000, 1000, i * 2'000'003, 0, 0});
  return run;
}

}  // namespace mlperf::test
