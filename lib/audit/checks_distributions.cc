// SPDX-License-Identifier: Apache-2.0
// The statistics of one quantity against each other: minimum, percentiles, maximum and mean of latency, TTFT
// and TPOT.
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

struct Distribution {
  std::string_view name;
  std::string_view minimum, maximum, mean;
  std::string_view percentile_before, percentile_after;  // around "99.00"
};
constexpr Distribution kDistributions[] = {
    {"latency", "result_min_latency_ns", "result_max_latency_ns", "result_mean_latency_ns", "result_",
     "_percentile_latency_ns"},
    {"latency per query", "result_min_query_latency_ns", "result_max_query_latency_ns",
     "result_mean_query_latency_ns", "result_", "_percentile_per_query_latency_ns"},
    {"TTFT", "result_first_token_min_latency_ns", "result_first_token_max_latency_ns",
     "result_first_token_mean_latency_ns", "result_first_token_", "_percentile_latency_ns"},
    {"TPOT", "result_time_to_output_token_min", "result_time_to_output_token_max",
     "result_time_to_output_token_mean", "result_time_per_output_token_", "_percentile_ns"},
};
constexpr std::string_view kPercentiles[] = {"50.00", "90.00", "95.00", "97.00", "99.00", "99.90"};

// Minimum, percentiles and maximum, as far as they are there.
std::vector<const LogEntry*> rising(const mllog::DetailLog& log, const Distribution& distribution) {
  std::vector<const LogEntry*> entries;
  const auto take = [&](std::string_view key) {
    const auto* entry = log.find(key);
    if (number_of(entry)) entries.push_back(entry);
  };
  take(distribution.minimum);
  for (const auto percent : kPercentiles) {
    take(fmt::format("{}{}{}", distribution.percentile_before, percent, distribution.percentile_after));
  }
  take(distribution.maximum);
  return entries;
}

std::string human(const LogEntry& entry) {
  const auto exact = entry.as_i64();
  return base::human_ns(exact ? *exact : whole(*number_of(&entry)));
}

Reported report_order(std::string_view variant, const Evidence& evidence, const Distribution& distribution,
                      const LogEntry& entry, const LogEntry& other, Findings& out) {
  return out.report("perf-percentiles-ordered", variant)
      .at(log_file(evidence), entry)
      .found(value_of(entry))
      .expected(value_of(other))
      .with("quantity", std::string(distribution.name))
      .with("key", std::string(entry.key))
      .with("other_key", std::string(other.key))
      .with("found_text", human(entry))
      .with("expected_text", human(other))
      .level(Level::cross_checked)
      .also(log_file(evidence), other.at, fmt::format("{} {}", other.key, other.text));
}

}  // namespace

void check_percentiles_ordered(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  for (const auto& distribution : kDistributions) {
    const auto entries = rising(*log, distribution);
    if (entries.size() < 2) continue;
    out.claim("perf-percentiles-ordered", Level::cross_checked);
    std::optional<Reported> finding;
    for (std::size_t i = 1; i < entries.size(); ++i) {
      const auto &lower = *entries[i - 1], &upper = *entries[i];
      if (*number_of(&lower) <= *number_of(&upper)) continue;
      if (finding) {
        finding->also(log_file(evidence), upper.at, fmt::format("{} {}", upper.key, upper.text));
      } else {
        finding = report_order("default", evidence, distribution, upper, lower, out);
      }
    }
    const auto *mean = log->find(distribution.mean), *least = log->find(distribution.minimum),
               *most = log->find(distribution.maximum);
    if (!number_of(mean)) continue;
    if (number_of(most) && *number_of(mean) > *number_of(most)) {
      report_order("mean-above", evidence, distribution, *mean, *most, out);
    } else if (number_of(least) && *number_of(mean) < *number_of(least)) {
      report_order("mean-below", evidence, distribution, *mean, *least, out);
    }
  }
}

void check_negative_latencies(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  for (const auto& distribution : kDistributions) {
    const auto entries = rising(*log, distribution);
    if (entries.empty()) continue;
    out.claim("perf-negative-tpot", Level::stated);
    std::optional<Reported> finding;
    for (const auto* entry : entries) {
      if (*number_of(entry) > 0) continue;
      if (finding) {
        finding->also(log_file(evidence), entry->at, fmt::format("{} {}", entry->key, entry->text));
        continue;
      }
      finding = out.report("perf-negative-tpot", distribution.name == "TPOT" ? "default" : "latency")
                    .at(log_file(evidence), *entry)
                    .found(value_of(*entry));
      finding->with("quantity", std::string(distribution.name))
          .with("key", std::string(entry->key))
          .with("found_text", human(*entry));
    }
  }
}

}  // namespace mlperf::audit
