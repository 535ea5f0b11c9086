// SPDX-License-Identifier: Apache-2.0
// TEST01 and TEST04 compare the speed of the test run with that of the performance run: by the two scores the
// text states, and by the two detail logs themselves.
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::DetailLog;

struct Scores {
  double reference = 0, test = 0;
};

std::optional<Scores> scores_of_logs(const Evidence& evidence, const TestEvidence& test,
                                     std::string_view scenario, bool as_rate) {
  const DetailLog* main = usable_log(evidence.performance);
  const DetailLog* log = usable_log(test.run);
  if (main == nullptr || log == nullptr || main->string("effective_scenario") != scenario)
    return std::nullopt;
  const auto reference = test_score(*main, scenario, as_rate);
  const auto score = test_score(*log, scenario, as_rate);
  if (!reference || !score || *reference <= 0 || *score <= 0) return std::nullopt;
  return Scores{*reference, *score};
}

// Test score over reference score; TEST04 has no lower bound, for it looks for caching only.
struct Window {
  std::optional<double> minimum;
  double maximum = 0;
  bool inclusive = true;
};

bool holds(const Window& window, const Scores& scores) {
  const double ratio = scores.test / scores.reference;
  constexpr double kRounding = 1e-12;
  if (window.minimum && ratio < *window.minimum - kRounding) return false;
  return window.inclusive ? ratio <= window.maximum + kRounding : ratio < window.maximum;
}

std::optional<Window> test01_window(const rules::TestThresholds& limits, std::string_view scenario,
                                    double reference) {
  if (!limits.performance_tolerance) return std::nullopt;
  double tolerance = *limits.performance_tolerance;
  const auto& short_latency = scenario == "MultiStream" ? limits.short_latency_multistream_max_ns
                                                        : limits.short_latency_singlestream_max_ns;
  const bool is_stream = scenario == "SingleStream" || scenario == "MultiStream";
  if (is_stream && short_latency && reference <= static_cast<double>(*short_latency))
    tolerance = limits.performance_tolerance_short_latency.value_or(tolerance);
  return Window{1 - tolerance, 1 + tolerance, true};
}

std::optional<Window> test04_window(const rules::TestThresholds& limits, std::string_view scenario) {
  if (!limits.performance_tolerance) return std::nullopt;
  double tolerance = *limits.performance_tolerance;
  const bool is_stream = scenario == "SingleStream" || scenario == "MultiStream";
  if (is_stream) tolerance = limits.performance_tolerance_short_latency.value_or(tolerance);
  return Window{std::nullopt, 1 + tolerance, false};
}

std::string window_text(const Window& window) {
  const std::string maximum = base::shortest(window.maximum);
  if (window.minimum) return base::shortest(*window.minimum) + " to " + maximum;
  return "below " + maximum;
}

// One performance text of one test.
class PerformanceText {
 public:
  PerformanceText(const TestEvidence& test, std::string_view rule, Findings& out)
      : test_(test), rule_(rule), out_(out) {}

  void judge_text(const submission::VerifyText& text, const std::optional<Window>& window) {
    const auto* reference = number_named(text, "reference score");
    const auto* score = number_named(text, "test score");
    if (reference == nullptr || score == nullptr || *reference->value <= 0 || *score->value <= 0) {
      const auto* zero = score != nullptr && *score->value <= 0 ? score : reference;
      report("no-score")
          .at(path(), zero != nullptr ? zero->at : verdict_place(text))
          .found(zero == nullptr ? Value{} : number_or_text(zero->text))
          .with("verdict", verdict_words(text));
      return;
    }
    const Scores scores{*reference->value, *score->value};
    place_ = score->at;
    if (window && !holds(*window, scores)) {
      report_ratio("default", scores, *window)
          .with("verdict", verdict_words(text))
          .also(path(), reference->at, std::string(reference->text));
      fired_ = true;
      return;
    }
    const StatedOutcome outcome = stated_outcome(text);
    if (outcome == StatedOutcome::pass) return;
    report(outcome == StatedOutcome::fail ? "failed" : "no-verdict")
        .at(path(), verdict_place(text))
        .found(verdict_words(text))
        .expected(std::string("TEST PASS"));
  }

  void judge_logs(const Scores& scores, const Window& window) {
    if (fired_ || holds(window, scores)) return;
    report_ratio("logs", scores, window).level(Level::cross_checked);
  }

 private:
  std::string path() const { return test_.verify_performance.path; }
  Reported report(std::string_view variant) { return report_test(out_, test_, rule_, variant); }
  Reported report_ratio(std::string_view variant, const Scores& scores, const Window& window) {
    auto finding = report(variant);
    finding.at(path(), place_)
        .found(scores.test)
        .expected(window.minimum
                      ? range(scores.reference * *window.minimum, scores.reference * window.maximum)
                      : Value("below " + base::shortest(scores.reference * window.maximum)))
        .with("score", base::shortest(scores.test))
        .with("reference", base::shortest(scores.reference))
        .with("ratio", fmt::format("{:.4f}", scores.test / scores.reference))
        .with("window", window_text(window));
    return finding;
  }

  const TestEvidence& test_;
  std::string_view rule_;
  Findings& out_;
  base::Position place_;
  bool fired_ = false;
};

void judge(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
           std::string_view rule, Findings& out) {
  const auto* text = text_of_kind(test.verify_performance, submission::VerifyKind::performance);
  if (text == nullptr) return;
  const bool is_test04 = test.test == "TEST04";
  const std::string scenario = test_scenario(evidence, test, round);
  const rules::TestThresholds limits = round.thresholds(test.test, evidence.benchmark);
  const auto window = [&](double reference) {
    return is_test04 ? test04_window(limits, scenario) : test01_window(limits, scenario, reference);
  };
  const auto* stated_reference = number_named(*text, "reference score");
  PerformanceText judgement(test, rule, out);
  out.claim(rule, Level::stated);
  judgement.judge_text(*text, stated_reference == nullptr ? std::nullopt : window(*stated_reference->value));
  const auto logs = scores_of_logs(evidence, test, scenario, is_test04);
  if (!logs) return;
  out.claim(rule, Level::cross_checked);
  if (const auto log_window = window(logs->reference)) judgement.judge_logs(*logs, *log_window);
}

}  // namespace

void check_test01_performance(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (const TestEvidence* test = present_test(evidence, round, "TEST01"))
    judge(evidence, *test, round, "compliance-test01-performance", out);
}

void check_test04_performance(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (const TestEvidence* test = present_test(evidence, round, "TEST04"))
    judge(evidence, *test, round, "compliance-test04-performance", out);
}

}  // namespace mlperf::audit
