// SPDX-License-Identifier: Apache-2.0
// Logs of a performance run for tests: a healthy run whose figures agree with each other, of which a test
// changes one thing. Detail log and summary are printed from the same values, as LoadGen does it.
//
//   RunLogs run = server_run({.ttft_limit_ns = 1500000000, .tpot_limit_ns = 15000000});
//   run.set("result_time_per_output_token_99.00_percentile_ns", "16200000");
//   mllog::parse_detail_log(run.detail(), "performance/run_1/mlperf_log_detail.txt");
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/loadgen_sources.h"

namespace mlperf::test {

struct LogLine {
  std::string key, value;  // value as JSON text
  std::string time_ms = "0.036928";
  bool is_error = false;
  std::uint64_t pid = 4711;

  std::string text() const {
    return fmt::format(
        R"(:::MLLOG {{"key": "{}", "value": {}, "time_ms": {}, "namespace": "mlperf::logging", )"
        R"("event_type": "POINT_IN_TIME", "metadata": {{"is_error": {}, "is_warning": false, )"
        R"("file": "loadgen.cc", "line_no": 100, "pid": {}, "tid": {}}}}})"
        "\n",
        key, value, time_ms, is_error, pid, pid);
  }
};

class RunLogs {
 public:
  void add(std::string key, std::string value, std::string time_ms = "0.036928") {
    lines_.push_back({std::move(key), std::move(value), std::move(time_ms)});
  }
  // In detail log and summary.
  RunLogs& set(const std::string& key, const std::string& value) {
    line(key).value = value;
    return *this;
  }
  // In the summary only, by the name that it prints.
  RunLogs& set_in_summary(const std::string& name, const std::string& value) {
    summary_changes_[name] = value;
    return *this;
  }
  // In the detail log only.
  RunLogs& set_in_detail(const std::string& key, const std::string& value) {
    detail_changes_[key] = value;
    return *this;
  }
  RunLogs& drop(const std::string& key) {
    std::erase_if(lines_, [&](const LogLine& line) { return line.key == key; });
    return *this;
  }
  // A further line behind the one of `after`, at its time.
  RunLogs& insert_after(const std::string& after, const std::string& key, const std::string& value,
                        bool is_error = false) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].key != after) continue;
      LogLine added = lines_[i];
      added.key = key;
      added.value = value;
      added.is_error = is_error;
      lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(i) + 1, added);
      break;
    }
    return *this;
  }
  // Everything from the line of `key` on is gone.
  RunLogs& cut_before(const std::string& key) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].key == key) lines_.resize(i);
    }
    return *this;
  }
  RunLogs& flag_every_line() {
    for (auto& line : lines_) line.is_error = true;
    return *this;
  }
  LogLine& line(const std::string& key) {
    for (auto& line : lines_) {
      if (line.key == key) return line;
    }
    lines_.push_back({key, ""});
    return lines_.back();
  }
  const std::vector<LogLine>& lines() const { return lines_; }

  std::string detail() const {
    std::string text;
    for (LogLine line : lines_) {
      if (const auto change = detail_changes_.find(line.key); change != detail_changes_.end())
        line.value = change->second;
      text += line.text();
    }
    return text;
  }
  std::string summary() const {
    std::string text = banner("MLPerf Results Summary");
    for (const auto& [name, key] : summary_names()) {
      const std::string* value = value_of(key);
      const auto change = summary_changes_.find(name);
      if (change != summary_changes_.end()) {
        text += fmt::format("{} : {}\n", name, change->second);
      } else if (value != nullptr) {
        text += fmt::format("{} : {}\n", name, in_summary(name, *value));
      }
    }
    const std::string* errors = value_of("num_errors");
    const bool none = errors == nullptr || *errors == "0";
    text += "\nNo warnings encountered during test.\n\n";
    text += none ? "No errors encountered during test.\n"
                 : fmt::format("{} ERRORS encountered. See detailed log.\n", *errors);
    return text;
  }

 private:
  static std::string banner(std::string_view title) {
    const std::string rule(48, '=');
    return fmt::format("{}\n{}\n{}\n", rule, title, rule);
  }
  const std::string* value_of(const std::string& key) const {
    for (const auto& line : lines_) {
      if (line.key == key) return &line.value;
    }
    return nullptr;
  }
  static std::string in_summary(const std::string& name, std::string value) {
    const bool verdict = name.find("satisfied") != std::string::npos;
    if (value == "true") return verdict ? "Yes" : "1";
    if (value == "false") return verdict ? "NO" : "0";
    if (value.size() > 1 && value.front() == '"') return value.substr(1, value.size() - 2);
    return value;
  }
  static std::vector<std::pair<std::string, std::string>> summary_names() {
    std::vector<std::pair<std::string, std::string>> names = {
        {"SUT name", "sut_name"},
        {"Scenario", "effective_scenario"},
        {"Mode", "effective_test_mode"},
        {"Completed samples per second", "result_completed_samples_per_sec"},
        {"Completed tokens per second", "result_completed_tokens_per_second"},
        {"Samples per second", "result_samples_per_second"},
        {"Tokens per second", "result_tokens_per_second"},
        {"Result is", "result_validity"},
        {"Performance constraints satisfied", "result_perf_constraints_met"},
        {"Min duration satisfied", "result_min_duration_met"},
        {"Min queries satisfied", "result_min_queries_met"},
        {"Early stopping satisfied", "early_stopping_met"},
        {"Scheduled samples per second", "result_scheduled_samples_per_sec"},
        {"Max latency (ns)", "result_max_latency_ns"},
        {"99.00 percentile latency (ns)", "result_99.00_percentile_latency_ns"},
        {"99.00 percentile first token latency (ns)", "result_first_token_99.00_percentile_latency_ns"},
        {"99.00 percentile time to output token (ns)", "result_time_per_output_token_99.00_percentile_ns"},
        {"target_qps", "effective_target_qps"},
        {"min_duration (ms)", "effective_min_duration_ms"},
        {"min_query_count", "effective_min_query_count"},
        {"qsl_rng_seed", "effective_qsl_rng_seed"},
        {"performance_issue_same", "effective_performance_issue_same"},
        {"performance_sample_count", "effective_performance_sample_count"},
    };
    return names;
  }

  std::vector<LogLine> lines_;
  std::map<std::string, std::string> summary_changes_, detail_changes_;
};

// What differs from benchmark to benchmark. The seeds are those of v6.0.
struct RunSettings {
  std::uint64_t samples = 4388;  // performance sample count
  bool tokens = true;
  bool equal_issue = true;
  std::int64_t ttft_limit_ns = 1500000000, tpot_limit_ns = 15000000;
  std::int64_t target_latency_ns = 0;
};

namespace detail {

inline constexpr const char* kEnd = "900000.123456";  // time stamp of the results

inline std::string number(double value) {
  return fmt::format("{:g}", value);
}

inline std::string index_list(std::uint64_t samples) {
  std::string text = "[";
  for (std::uint64_t i = samples; i-- > 0;) text += fmt::format("{}{}", i, i == 0 ? "]" : ",");
  return samples == 0 ? "[]" : text;
}

inline void add_settings(RunLogs& run, const RunSettings& settings, std::string_view scenario,
                         double percentile, double qps, std::uint64_t samples_per_query,
                         std::uint64_t min_queries) {
  run.add("loadgen_version", R"("6.0.8 @ NA")", "0.009280");
  run.add("loadgen_file_sha1", as_json(sources_of("6.0.8")), "0.009280");
  run.add("sut_name", R"("PySUT")", "0.023744");
  run.add("qsl_reported_total_count", std::to_string(settings.samples), "0.023744");
  run.add("requested_scenario", fmt::format("\"{}\"", scenario));
  run.add("requested_test_mode", R"("PerformanceOnly")");
  if (scenario == "Server") run.add("requested_server_coalesce_queries", "false");
  run.add("requested_min_duration_ms", "600000");
  if (settings.tokens) {
    run.add("requested_use_token_latencies", "true");
    if (scenario != "Offline") {
      run.add("requested_server_ttft_latency", std::to_string(settings.ttft_limit_ns));
      run.add("requested_server_tpot_latency", std::to_string(settings.tpot_limit_ns));
    }
  }
  run.add("effective_scenario", fmt::format("\"{}\"", scenario));
  run.add("effective_test_mode", R"("PerformanceOnly")");
  run.add("effective_samples_per_query", std::to_string(samples_per_query));
  run.add("effective_target_qps", number(qps));
  run.add("effective_target_latency_ns", std::to_string(settings.target_latency_ns));
  run.add("effective_target_latency_percentile", number(percentile));
  run.add("effective_max_async_queries", scenario == "Server" ? "0" : "1");
  run.add("effective_min_duration_ms", "600000");
  run.add("effective_min_query_count", std::to_string(min_queries));
  run.add("effective_qsl_rng_seed", "2465351861681999779");
  run.add("effective_sample_index_rng_seed", "14276810075590677512");
  run.add("effective_schedule_rng_seed", "3936089224930324775");
  run.add("effective_accuracy_log_rng_seed", "0");
  run.add("effective_accuracy_log_probability", "0");
  run.add("effective_accuracy_log_sampling_target", "0");
  run.add("effective_performance_issue_unique", "false");
  run.add("effective_performance_issue_same", "false");
  run.add("effective_performance_sample_count", std::to_string(settings.samples));
  run.add("effective_sample_concatenate_permutation", settings.equal_issue ? "true" : "false");
  run.add("generic_message", R"("Starting performance mode")", "0.040000");
  run.add("loaded_qsl_set", index_list(settings.samples), "5.000000");
}

// The run began at half past eight and took `seconds`, less than an hour.
inline void add_window(RunLogs& run, double seconds) {
  const auto ms = static_cast<std::int64_t>(seconds * 1000 + 0.5) + 30 * 60000;
  run.add("power_begin", R"("02-05-2026 08:30:00.000")", kEnd);
  run.add("power_end",
          fmt::format("\"02-05-2026 {:02}:{:02}:{:02}.{:03}\"", 8 + ms / 3600000, ms / 60000 % 60,
                      ms / 1000 % 60, ms % 1000),
          kEnd);
}

inline void add_verdict(RunLogs& run, bool server) {
  run.add("result_validity", R"("VALID")", kEnd);
  if (server) run.add("result_perf_constraints_met", "true", kEnd);
  run.add("result_min_duration_met", "true", kEnd);
  run.add("result_min_queries_met", "true", kEnd);
  run.add("early_stopping_met", "true", kEnd);
  run.add("early_stopping_result", R"(" * Run successful.")", kEnd);
}

// Minimum, maximum, mean and percentiles around `scale`; p99 is the scale itself.
inline void add_latencies(RunLogs& run, std::string_view before, std::string_view after,
                          std::string_view minimum, std::string_view maximum, std::string_view mean,
                          std::int64_t scale) {
  const auto add = [&](std::string_view key, double share) {
    run.add(std::string(key), std::to_string(static_cast<std::int64_t>(static_cast<double>(scale) * share)),
            kEnd);
  };
  add(minimum, 0.25);
  add(maximum, 1.25);
  add(mean, 0.5);
  const std::pair<const char*, double> percentiles[] = {{"50.00", 0.5},   {"90.00", 0.75}, {"95.00", 0.8125},
                                                        {"97.00", 0.875}, {"99.00", 1.0},  {"99.90", 1.125}};
  for (const auto& [percent, share] : percentiles) add(fmt::format("{}{}{}", before, percent, after), share);
}

inline void add_sample_latencies(RunLogs& run, std::int64_t p99_ns) {
  add_latencies(run, "result_", "_percentile_latency_ns", "result_min_latency_ns", "result_max_latency_ns",
                "result_mean_latency_ns", p99_ns);
}

}  // namespace detail

// 10 000 queries in 625 s; p99 latency 10 s (or a tenth of the target latency), p99 TTFT and TPOT at 0.9 of
// the limits.
inline RunLogs server_run(const RunSettings& settings = {}) {
  constexpr double kQueries = 10000, kScheduled = 624.9, kTokens = 3000;
  const std::int64_t p99 = settings.target_latency_ns > 0 ? settings.target_latency_ns / 10 : 10000000000;
  // The last query is done within the longest latency of its schedule.
  const double done = 625 + std::min(1.5, static_cast<double>(p99) * 1e-9);
  RunLogs run;
  detail::add_settings(run, settings, "Server", 0.99, 16, 1, 100);
  run.add("generated_query_count", "10000", "6.000000");
  run.add("generated_samples_per_query", "1", "6.000000");
  run.add("generated_query_duration", "625000000000", "6.000000");
  detail::add_window(run, done);
  detail::add_verdict(run, true);
  const std::string time = detail::kEnd;
  run.add("result_query_count", "10000", time);
  run.add("result_scheduled_samples_per_sec", detail::number((kQueries - 1) / kScheduled), time);
  run.add("result_completed_samples_per_sec", detail::number((kQueries - 1) / done), time);
  detail::add_sample_latencies(run, p99);
  if (settings.tokens) {
    detail::add_latencies(run, "result_first_token_", "_percentile_latency_ns",
                          "result_first_token_min_latency_ns", "result_first_token_max_latency_ns",
                          "result_first_token_mean_latency_ns", settings.ttft_limit_ns / 10 * 9);
    const double mean_ns = static_cast<double>(p99) * 0.5;
    run.add("result_token_throughput", detail::number(kTokens / mean_ns), time);
    detail::add_latencies(run, "result_time_per_output_token_", "_percentile_ns",
                          "result_time_to_output_token_min", "result_time_to_output_token_max",
                          "result_time_to_output_token_mean", settings.tpot_limit_ns / 10 * 9);
    run.add("result_completed_tokens_per_second", detail::number(kQueries * kTokens / done), time);
  }
  run.add("num_errors", "0", time);
  return run;
}

// One query of 20 times the sample count in 800 s.
inline RunLogs offline_run(const RunSettings& settings = {}) {
  constexpr double kTokens = 3000;
  const std::uint64_t samples = settings.samples * 20;
  RunLogs run;
  detail::add_settings(run, settings, "Offline", 0.99, 100, samples, 1);
  run.add("generated_query_count", "1", "6.000000");
  run.add("generated_samples_per_query", std::to_string(samples), "6.000000");
  run.add("generated_query_duration", "10000000", "6.000000");
  detail::add_window(run, 800);
  detail::add_verdict(run, false);
  const std::string time = detail::kEnd;
  const double rate = static_cast<double>(samples) / 800;
  run.add("result_query_count", "1", time);
  run.add("result_samples_per_second", detail::number(rate), time);
  detail::add_sample_latencies(run, 640000000000);  // the longest is 800 s
  if (settings.tokens) run.add("result_tokens_per_second", detail::number(rate * kTokens), time);
  run.add("num_errors", "0", time);
  return run;
}

// 1 260 000 queries of half a millisecond.
inline RunLogs single_stream_run(const RunSettings& settings = {
                                     .samples = 1024, .tokens = false, .equal_issue = false}) {
  RunLogs run;
  detail::add_settings(run, settings, "SingleStream", 0.9, 2000, 1, 100);
  run.add("generated_query_count", "1260000", "6.000000");
  run.add("generated_samples_per_query", "1", "6.000000");
  run.add("generated_query_duration", "630000000000", "6.000000");
  detail::add_window(run, 630.2);
  detail::add_verdict(run, false);
  const std::string time = detail::kEnd;
  run.add("result_query_count", "1260000", time);
  run.add("result_qps_with_loadgen_overhead", "1999.9", time);
  run.add("result_qps_without_loadgen_overhead", "2000", time);
  run.add("early_stopping_latency_ss", "760000", time);
  run.add("early_stopping_latency_ms", "1010000", time);
  detail::add_sample_latencies(run, 1000000);
  run.add("num_errors", "0", time);
  return run;
}

inline RunLogs multi_stream_run(const RunSettings& settings = {
                                    .samples = 1024, .tokens = false, .equal_issue = false}) {
  RunLogs run;
  detail::add_settings(run, settings, "MultiStream", 0.99, 1000, 8, 662);
  run.add("generated_query_count", "1260000", "6.000000");
  run.add("generated_samples_per_query", "8", "6.000000");
  run.add("generated_query_duration", "630000000000", "6.000000");
  detail::add_window(run, 630.2);
  detail::add_verdict(run, false);
  const std::string time = detail::kEnd;
  run.add("result_query_count", "1260000", time);
  detail::add_latencies(run, "result_", "_percentile_per_query_latency_ns", "result_min_query_latency_ns",
                        "result_max_query_latency_ns", "result_mean_query_latency_ns", 1000000);
  run.add("early_stopping_latency_ms", "1010000", time);
  detail::add_sample_latencies(run, 1000000);
  run.add("num_errors", "0", time);
  return run;
}

}  // namespace mlperf::test
