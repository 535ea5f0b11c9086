// SPDX-License-Identifier: Apache-2.0
#include "audit/summary_comparison.h"

#include <cmath>
#include <map>
#include <string>

#include <fmt/format.h>

#include "audit/performance_log.h"
#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

enum class Printed {
  exactly,       // integers: the same digits in both
  six_digits,    // doubles with six significant digits in both
  two_decimals,  // two decimals in the summary, six digits in the detail log
  flag,          // true and false in the detail log, 1 and 0 in the summary
  text,
  name,  // the name of the system under test
};

struct Counterpart {
  std::string key;  // of the detail log
  Printed printed = Printed::exactly;
};
using Table = std::map<std::string, Counterpart, std::less<>>;

constexpr std::string_view kPercentiles[] = {"50.00", "90.00", "95.00", "97.00", "99.00", "99.90"};

void add_settings(Table& table) {
  table["SUT name"] = {"sut_name", Printed::name};
  table["Scenario"] = {"effective_scenario", Printed::text};
  table["Mode"] = {"effective_test_mode", Printed::text};
  table["target_qps"] = {"effective_target_qps", Printed::six_digits};
  table["target_latency (ns)"] = {"effective_target_latency_ns"};
  table["ttft_latency (ns)"] = {"requested_server_ttft_latency"};
  table["tpot_latency (ns)"] = {"requested_server_tpot_latency"};
  table["min_duration (ms)"] = {"effective_min_duration_ms"};
  table["max_duration (ms)"] = {"effective_max_duration_ms"};
  table["accuracy_log_probability"] = {"effective_accuracy_log_probability", Printed::six_digits};
  for (const auto* name :
       {"samples_per_query", "max_async_queries", "min_query_count", "max_query_count", "qsl_rng_seed",
        "sample_index_rng_seed", "schedule_rng_seed", "accuracy_log_rng_seed", "accuracy_log_sampling_target",
        "performance_issue_same_index", "performance_sample_count", "accuracy_sample_count"}) {
    table[name] = {fmt::format("effective_{}", name)};
  }
  for (const auto* name : {"print_timestamps", "performance_issue_unique", "performance_issue_same"}) {
    table[name] = {fmt::format("effective_{}", name), Printed::flag};
  }
}

void add_rates(Table& table) {
  table["Completed samples per second"] = {"result_completed_samples_per_sec", Printed::two_decimals};
  table["Scheduled samples per second"] = {"result_scheduled_samples_per_sec", Printed::two_decimals};
  table["Completed tokens per second"] = {"result_completed_tokens_per_second", Printed::two_decimals};
  table["Samples per second"] = {"result_samples_per_second", Printed::six_digits};
  table["Tokens per second"] = {"result_tokens_per_second", Printed::six_digits};
  table["QPS w/ loadgen overhead"] = {"result_qps_with_loadgen_overhead", Printed::two_decimals};
  table["QPS w/o loadgen overhead"] = {"result_qps_without_loadgen_overhead", Printed::two_decimals};
}

void add_latencies(Table& table, bool per_query) {
  for (const auto* name : {"Min", "Max", "Mean"}) {
    const std::string low = base::lower(name);
    table[fmt::format("{} latency (ns)", name)] = {
        fmt::format("result_{}{}_latency_ns", low, per_query ? "_query" : "")};
    table[fmt::format("{} First Token latency (ns)", name)] = {
        fmt::format("result_first_token_{}_latency_ns", low)};
    // Both spellings of LoadGen's versions.
    table[fmt::format("{} Time per Output Token (ns)", name)] = {
        fmt::format("result_time_to_output_token_{}", low)};
    table[fmt::format("{} Time to Output Token (ns)", name)] = {
        fmt::format("result_time_to_output_token_{}", low)};
  }
  for (const auto percent : kPercentiles) {
    const auto latency =
        fmt::format("result_{}_percentile_{}latency_ns", percent, per_query ? "per_query_" : "");
    const auto first_token = fmt::format("result_first_token_{}_percentile_latency_ns", percent);
    table[fmt::format("{} percentile latency (ns)", percent)] = {latency};
    table[fmt::format("{} percentile first token latency (ns)", percent)] = {first_token};
    table[fmt::format("{} percentile time to output token (ns)", percent)] = {
        fmt::format("result_time_per_output_token_{}_percentile_ns", percent)};
    // The headline of a latency scenario: "90.0th percentile latency (ns)", once "90th ...".
    const std::string one_decimal(percent.substr(0, percent.size() - 1));
    const std::string no_decimal(percent.substr(0, percent.find('.')));
    table[fmt::format("{}th percentile latency (ns)", one_decimal)] = {latency};
    table[fmt::format("{}th first token percentile latency (ns)", one_decimal)] = {first_token};
    if (percent.ends_with(".00")) table[fmt::format("{}th percentile latency (ns)", no_decimal)] = {latency};
  }
}

Table make_table(bool per_query) {
  Table table;
  add_settings(table);
  add_rates(table);
  add_latencies(table, per_query);
  return table;
}

bool same_number(std::string_view detail, std::string_view summary, double tolerance) {
  const auto a = base::parse_double(detail), b = base::parse_double(summary);
  return a && b && std::fabs(*a - *b) <= tolerance;
}

bool same(const mllog::LogEntry& entry, std::string_view summary, Printed printed) {
  if (entry.text == summary) return true;
  switch (printed) {
    case Printed::exactly: {
      const auto a = base::parse_i64(entry.text), b = base::parse_i64(summary);
      return a && a == b;
    }
    case Printed::six_digits:
      return same_number(entry.text, summary, 0);
    case Printed::two_decimals: {
      const double value = number_of(&entry).value_or(0);
      const double tolerance = base::half_unit_of_last_digit(summary) + six_digits_half_unit(value);
      return same_number(entry.text, summary, tolerance * (1 + 1e-9));
    }
    case Printed::flag: {
      const auto flag = entry.as_bool();
      return flag && ((*flag && (summary == "1" || summary == "true")) ||
                      (!*flag && (summary == "0" || summary == "false")));
    }
    case Printed::text:
    case Printed::name:
      return base::trim(entry.text) == base::trim(summary);
  }
  return false;
}

}  // namespace

std::vector<SummaryDifference> summary_differences(const mllog::DetailLog& detail,
                                                   const mllog::SummaryLog& summary) {
  static const Table kPerSample = make_table(false);
  static const Table kPerQuery = make_table(true);
  const auto& table = detail.string("effective_scenario") == "MultiStream" ? kPerQuery : kPerSample;
  std::vector<SummaryDifference> differences;
  for (const auto& line : summary.lines) {
    const auto counterpart = table.find(line.name);
    if (counterpart == table.end()) continue;
    const auto* entry = detail.find(counterpart->second.key);
    if (entry == nullptr || same(*entry, line.value, counterpart->second.printed)) continue;
    differences.push_back({entry, &line, counterpart->second.printed == Printed::name});
  }
  return differences;
}

}  // namespace mlperf::audit
