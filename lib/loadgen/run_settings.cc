// SPDX-License-Identifier: Apache-2.0
#include "loadgen/run_settings.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace mlperf::loadgen {
namespace {

constexpr std::array kScenarios{Scenario::single_stream, Scenario::multi_stream, Scenario::server,
                                Scenario::offline};
constexpr std::array kModes{TestMode::performance, TestMode::accuracy, TestMode::submission};

// Takes values by key and remembers the first that is missing or of another type.
class Reader {
 public:
  explicit Reader(const mllog::DetailLog& log) : log_(log) {}

  void need(std::string_view key, std::uint64_t& value) {
    take(key, log_.u64(key), "no whole number", value);
  }
  void need(std::string_view key, double& value) { take(key, log_.number(key), "no number", value); }
  void need(std::string_view key, bool& value) {
    take(key, log_.boolean(key), "neither true nor false", value);
  }

  // One of the values that `to_string` names.
  template <class T, std::size_t n>
  void need(std::string_view key, const std::array<T, n>& values, T& value) {
    const auto text = log_.string(key);
    for (const T candidate : values) {
      if (text != to_string(candidate)) continue;
      value = candidate;
      return;
    }
    if (!text) {
      take(key, std::optional<T>(), "no text", value);
    } else if (problem_.empty()) {
      problem_ = fmt::format("{} is {}, which is not regenerated", key, base::printable(*text, 40));
    }
  }

  const std::string& problem() const { return problem_; }

 private:
  template <class T>
  void take(std::string_view key, const std::optional<T>& found, std::string_view otherwise, T& value) {
    if (found) {
      value = *found;
    } else if (problem_.empty()) {
      problem_ = log_.has(key) ? fmt::format("{} is {}", key, otherwise) : fmt::format("{} is missing", key);
    }
  }

  const mllog::DetailLog& log_;
  std::string problem_;
};

}  // namespace

SettingsOfLog settings_of(const mllog::DetailLog& log) {
  SettingsOfLog found;
  auto& settings = found.settings;
  Reader reader(log);
  reader.need("effective_scenario", kScenarios, settings.scenario);
  reader.need("effective_test_mode", kModes, settings.mode);
  reader.need("effective_qsl_rng_seed", settings.qsl_seed);
  reader.need("qsl_reported_total_count", settings.qsl_total);
  reader.need("effective_performance_sample_count", settings.performance_sample_count);
  reader.need("effective_samples_per_query", settings.samples_per_query);
  found.set_problem = reader.problem();
  reader.need("effective_sample_index_rng_seed", settings.sample_index_seed);
  reader.need("effective_schedule_rng_seed", settings.schedule_seed);
  reader.need("effective_min_query_count", settings.min_query_count);
  reader.need("effective_target_duration_ms", settings.target_duration_ms);
  reader.need("effective_target_qps", settings.target_qps);
  reader.need("effective_performance_issue_unique", settings.issue_unique);
  reader.need("effective_performance_issue_same", settings.issue_same);
  reader.need("effective_sample_concatenate_permutation", settings.equal_issue);
  if (settings.issue_same) reader.need("effective_performance_issue_same_index", settings.same_index);
  found.problem = reader.problem();

  settings.accuracy_sample_count = log.u64("effective_accuracy_sample_count");
  settings.accuracy_log_seed = log.u64("effective_accuracy_log_rng_seed").value_or(0);
  settings.accuracy_log_sampling_target = log.u64("effective_accuracy_log_sampling_target").value_or(0);
  settings.accuracy_log_probability = log.number("effective_accuracy_log_probability").value_or(0);
  settings.min_duration_ms = log.u64("effective_min_duration_ms").value_or(0);
  settings.min_sample_count = log.u64("effective_min_sample_count").value_or(0);
  return found;
}

std::string_view to_string(Scenario scenario) {
  switch (scenario) {
    case Scenario::single_stream:
      return "SingleStream";
    case Scenario::multi_stream:
      return "MultiStream";
    case Scenario::server:
      return "Server";
    case Scenario::offline:
      return "Offline";
  }
  return {};
}

std::string_view to_string(TestMode mode) {
  switch (mode) {
    case TestMode::performance:
      return "PerformanceOnly";
    case TestMode::accuracy:
      return "AccuracyOnly";
    case TestMode::submission:
      return "SubmissionRun";
  }
  return {};
}

}  // namespace mlperf::loadgen
