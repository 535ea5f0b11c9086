// SPDX-License-Identifier: Apache-2.0
#include "compliance/speed.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/number.h"
#include "base/text.h"
#include "compliance/python_text.h"

namespace mlperf::compliance {
namespace {

constexpr double kNanosecondsPerSecond = 1e9;

struct ScoreField {
  std::string_view scenario, key;
};

constexpr std::array<ScoreField, 4> kDetailKeys = {ScoreField{"Offline", "result_samples_per_second"},
                                                   {"SingleStream", "early_stopping_latency_ss"},
                                                   {"MultiStream", "early_stopping_latency_ms"},
                                                   {"Server", "result_completed_samples_per_sec"}};

bool is_stream(std::string_view scenario) {
  return scenario == "SingleStream" || scenario == "MultiStream";
}

// A run whose only failed condition is its duration.
bool is_short_only(const mllog::DetailLog& log) {
  for (const std::string_view key :
       {"result_perf_constraints_met", "result_min_queries_met", "early_stopping_met"})
    if (log.boolean(key) == false) return false;
  return log.boolean("result_min_duration_met") == false;
}

std::optional<double> short_latency_limit(std::string_view scenario, const rules::TestThresholds& limits) {
  const auto& limit = scenario == "MultiStream" ? limits.short_latency_multistream_max_ns
                                                : limits.short_latency_singlestream_max_ns;
  if (!is_stream(scenario) || !limit) return std::nullopt;
  return static_cast<double>(*limit);
}

// Both scripts hold the figure of the reference against the limit; TEST04's is a rate by then.
double tolerance_of(const Score& reference, const rules::TestThresholds& limits) {
  const double usual = limits.performance_tolerance.value_or(0);
  const auto limit = short_latency_limit(reference.scenario, limits);
  if (!limit || reference.value.value_or(0) > *limit) return usual;
  return limits.performance_tolerance_short_latency.value_or(usual);
}

void set_ratio(Speed& speed) {
  if (speed.reference.value && speed.test.value && *speed.reference.value > 0)
    speed.ratio = *speed.test.value / *speed.reference.value;
}

// One line of a summary by TEST04's patterns.
class SummaryScore {
 public:
  void take(const base::Line& line) {
    const std::string_view text = line.text;
    if (text.starts_with("Scenario")) {
      score_.scenario = std::string(behind_colon(text));
      return;
    }
    if (is_stream(score_.scenario) && is_estimate(text)) return take_latency(line);
    if (score_.scenario == "Server" && text.starts_with("Completed samples per second"))
      return take_rate(line);
    if (score_.scenario == "Offline" && text.starts_with("Samples per second")) return take_rate(line);
    if (text.starts_with("Result is")) {
      const auto result = behind_colon(text);
      score_.invalid = score_.invalid || result == "INVALID";
      score_.valid = !score_.invalid && result == "VALID";
      return;
    }
    take_condition(text);
    const auto digits = text.find_first_not_of("0123456789");
    if (digits != 0 && digits != std::string_view::npos && text.substr(digits).starts_with(" ERROR")) {
      score_.has_errors = true;
      score_.error_count = std::string(text.substr(0, std::min(digits, kLongestFigure)));
    }
  }

  Score finish() {
    score_.short_only = score_.invalid && too_short_ && !other_condition_;
    return std::move(score_);
  }

 private:
  static std::string_view behind_colon(std::string_view text) {
    const auto colon = text.find(": ");
    return colon == std::string_view::npos ? std::string_view{} : base::trim(text.substr(colon + 2));
  }

  bool is_estimate(std::string_view text) const {
    const auto at = text.find("Early stopping ");
    if (at == std::string_view::npos) return false;
    const auto rest = text.substr(at + std::string_view("Early stopping ").size());
    const auto names = [&](std::string_view percentile) {
      return rest.starts_with(percentile) &&
             rest.substr(percentile.size()).starts_with(" percentile estimate");
    };
    if (score_.scenario == "MultiStream") return names("99th") || names("99.0th");
    return names("90th") || names("90.0th") || names("99.9th");
  }

  void take_rate(const base::Line& line) {
    score_.text = std::string(behind_colon(line.text).substr(0, kLongestFigure));
    score_.value = base::parse_double(score_.text);
    take_name(line);
  }

  void take_latency(const base::Line& line) {
    const auto figure = behind_colon(line.text).substr(0, kLongestFigure);
    const auto latency = base::parse_double(figure);
    take_name(line);
    if (latency && *latency > 0) {
      score_.value = kNanosecondsPerSecond / *latency;
      score_.text = python_float(*score_.value);
    } else {
      score_.value.reset();
      score_.text = std::string(figure);
    }
  }

  void take_name(const base::Line& line) {
    score_.field = std::string(base::trim(line.text.substr(0, line.text.find(':'))).substr(0, kLongestName));
    score_.at = line.at;
  }

  void take_condition(std::string_view text) {
    if (!text.ends_with(": NO")) return;
    if (base::contains(text, "Min duration satisfied")) {
      too_short_ = true;
    } else if (base::contains(text, "satisfied")) {
      other_condition_ = true;
    }
  }

  static constexpr std::size_t kLongestFigure = 64, kLongestName = 100;

  Score score_;
  bool too_short_ = false, other_condition_ = false;
};

std::string score_text(const Score& score) {
  return score.text.empty() ? "0" : score.text;
}

}  // namespace

Score test01_score(const mllog::DetailLog& log) {
  Score score;
  score.scenario = std::string(log.string("effective_scenario").value_or(""));
  for (const ScoreField& field : kDetailKeys)
    if (field.scenario == score.scenario) score.field = std::string(field.key);
  if (const auto* entry = log.find(score.field); entry != nullptr && !score.field.empty()) {
    score.text = std::string(entry->text.substr(0, 64));
    score.value = entry->as_double();
    score.at = entry->at;
  }
  const auto validity = log.string("result_validity");
  score.valid = validity == "VALID";
  score.invalid = validity == "INVALID";
  score.short_only = score.invalid && is_short_only(log);
  score.has_errors = std::any_of(log.entries().begin(), log.entries().end(),
                                 [](const mllog::LogEntry& entry) { return entry.is_error; });
  score.target_latency_ns = log.i64("effective_target_latency_ns");
  return score;
}

Score test04_score(std::string_view summary) {
  SummaryScore score;
  base::Lines lines(summary);
  base::Line line;
  while (lines.next(line)) score.take(line);
  return score.finish();
}

Speed test01_speed(Score reference, Score test, const rules::TestThresholds& limits) {
  Speed speed;
  speed.reference = std::move(reference);
  speed.test = std::move(test);
  speed.tolerance = tolerance_of(speed.reference, limits);
  set_ratio(speed);
  const auto first_failure = [&] {
    if (!speed.reference.value) return SpeedFailure::no_score;
    if (!speed.reference.valid) return SpeedFailure::reference_invalid;
    if (speed.reference.has_errors) return SpeedFailure::reference_errors;
    if (!speed.test.value) return SpeedFailure::no_score;
    if (!speed.test.valid) return SpeedFailure::test_invalid;
    if (speed.test.has_errors) return SpeedFailure::test_errors;
    if (speed.test.scenario != speed.reference.scenario) return SpeedFailure::scenarios_differ;
    if (speed.test.scenario == "Server" && speed.test.target_latency_ns != speed.reference.target_latency_ns)
      return SpeedFailure::target_latencies_differ;
    return SpeedFailure::none;
  };
  speed.failure = first_failure();
  if (speed.reference.value && speed.test.value) {
    const double reference_score = *speed.reference.value;
    speed.score_check = reference_score * (1 - speed.tolerance) <= *speed.test.value &&
                        *speed.test.value <= reference_score * (1 + speed.tolerance);
  }
  speed.passed = speed.failure == SpeedFailure::none && speed.score_check;
  return speed;
}

Speed test04_speed(Score reference, Score test, const rules::TestThresholds& limits) {
  Speed speed;
  speed.reference = std::move(reference);
  speed.test = std::move(test);
  speed.tolerance = tolerance_of(speed.reference, limits);
  set_ratio(speed);
  if (speed.reference.invalid) {
    speed.failure = SpeedFailure::reference_invalid;
  } else if (speed.test.invalid) {
    speed.failure = SpeedFailure::test_invalid;
  } else if (speed.test.scenario != speed.reference.scenario) {
    speed.failure = SpeedFailure::scenarios_differ;
  } else if ((!speed.reference.value && !speed.reference.text.empty()) ||
             (!speed.test.value && !speed.test.text.empty())) {
    speed.failure = SpeedFailure::no_score;  // what is no number breaks the script
  }
  // A score that is missing stays 0 in the script.
  speed.score_check =
      speed.test.value.value_or(0) < speed.reference.value.value_or(0) * (1 + speed.tolerance);
  speed.passed = speed.failure == SpeedFailure::none && speed.score_check;
  return speed;
}

std::string test01_speed_text(const Speed& speed, std::string_view reference_path,
                              std::string_view test_path) {
  std::string text = "Verifying performance.\n";
  switch (speed.failure) {
    case SpeedFailure::no_score:
      return text + "TEST FAIL: No score\n";
    case SpeedFailure::reference_invalid:
      return fmt::format("{}TEST FAIL: Invalid results in {}\n", text, reference_path);
    case SpeedFailure::test_invalid:
      return fmt::format("{}TEST FAIL: Invalid results in {}\n", text, test_path);
    case SpeedFailure::reference_errors:
      return fmt::format("{}TEST FAIL: ERROR reported in {}\n", text, reference_path);
    case SpeedFailure::test_errors:
      return fmt::format("{}TEST FAIL: ERROR reported in {}\n", text, test_path);
    case SpeedFailure::scenarios_differ:
      return text + "TEST FAIL: Test and reference scenarios do not match!\n";
    case SpeedFailure::target_latencies_differ:
      return text + "TEST FAIL: Server target latency mismatch\n";
    case SpeedFailure::none:
      break;
  }
  return fmt::format("{}Reference score = {}\nTest score = {}\n{}\n", text,
                     python_float(speed.reference.value.value_or(0)),
                     python_float(speed.test.value.value_or(0)),
                     speed.passed ? "TEST PASS" : "TEST FAIL: Test score invalid");
}

std::string test04_speed_text(const Speed& speed) {
  std::string text = "Verifying performance.\n";
  if (speed.failure == SpeedFailure::reference_invalid)
    return text + "TEST FAIL: Reference results are invalid\n";
  if (speed.reference.has_errors)
    text += fmt::format("WARNING: {} ERROR reported in reference results\n", speed.reference.error_count);
  if (speed.failure == SpeedFailure::test_invalid) return text + "TEST FAIL: Test results are invalid\n";
  if (speed.test.has_errors)
    text += fmt::format("WARNING: {} ERROR reported in test results\n", speed.test.error_count);
  if (speed.failure == SpeedFailure::scenarios_differ)
    return text + "Test and reference scenarios do not match!\n";
  return fmt::format("{}reference score = {}\ntest score = {}\n{}\n", text, score_text(speed.reference),
                     score_text(speed.test), speed.passed ? "TEST PASS" : "TEST FAIL: Test score invalid");
}

}  // namespace mlperf::compliance
