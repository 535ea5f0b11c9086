// SPDX-License-Identifier: Apache-2.0
// TEST01, accuracy: outputs of the test run equal those of the accuracy run; where a benchmark is not
// deterministic, the accuracy over both outputs decides.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "compliance-test01-accuracy";
using submission::MetricValue;
using submission::VerifyFigure;
using AccuracyDocument = base::Document<submission::AccuracyText>;

const MetricValue* last_value(const AccuracyDocument& document, std::string_view metric) {
  const auto values = document.value.all(metric);
  return values.empty() || !values.back()->value ? nullptr : values.back();
}

double delta_percent(double baseline, double compliance) {
  if (compliance == 0) return baseline == 0 ? 0 : 100;
  return std::abs(1 - baseline / compliance) * 100;
}

std::vector<std::string> metrics_of(const Evidence& evidence, const rules::Round& round) {
  std::vector<std::string> names;
  for (const rules::AccuracyTarget& target : round.accuracy_targets(evidence.benchmark, evidence.scenario))
    if (names.empty() || names.back() != target.metric) names.push_back(target.metric);
  return names;
}

void compare_metric(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                    const std::string& metric, Findings& out) {
  const AccuracyDocument& baseline = test.baseline_accuracy;
  const AccuracyDocument& compliance = test.compliance_accuracy;
  const MetricValue* first = last_value(baseline, metric);
  const MetricValue* second = last_value(compliance, metric);
  if (first == nullptr || second == nullptr) {
    const std::string& path = first == nullptr ? baseline.path : compliance.path;
    report_test(out, test, kRule, "metric-missing").at(path).expected(metric).with("metric", metric);
    return;
  }
  const double delta = delta_percent(*first->value, *second->value);
  const double limit = round.accuracy_delta_percent(evidence.benchmark, metric);
  constexpr double kRounding = 1e-9;
  const bool within = delta <= limit + kRounding;
  report_test(out, test, kRule, within ? "accuracy-decided" : "delta")
      .at(compliance.path, second->at)
      .found(number_or_text(second->text))
      .expected(number_or_text(first->text))
      .level(Level::cross_checked)
      .with("metric", metric)
      .with("baseline", std::string(first->text))
      .with("compliance", std::string(second->text))
      .with("delta", fmt::format("{:.3f}", delta))
      .with("limit", base::shortest(limit))
      .also(baseline.path, first->at, std::string(first->text));
}

void judge_accuracy_route(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                          const submission::VerifyText& text, Findings& out) {
  const AccuracyDocument& baseline = test.baseline_accuracy;
  const AccuracyDocument& compliance = test.compliance_accuracy;
  if (!baseline.exists() && !compliance.exists()) {
    const bool failed = stated_outcome(text) == StatedOutcome::fail;
    const VerifyFigure* mismatch = number_named(text, "num_perf_log_data_mismatch");
    report_test(out, test, kRule, failed ? "failed" : "no-verdict")
        .at(test.verify_accuracy.path, verdict_place(text))
        .found(verdict_words(text))
        .expected(std::string("TEST PASS"))
        .with("mismatch", mismatch == nullptr ? "?" : std::string(mismatch->text));
    return;
  }
  if (!baseline.usable() || !compliance.usable()) return;
  out.claim(kRule, Level::cross_checked);
  for (const std::string& metric : metrics_of(evidence, round))
    compare_metric(evidence, test, round, metric, out);
}

}  // namespace

void check_test01_accuracy(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST01");
  if (test == nullptr) return;
  const auto* text = text_of_kind(test->verify_accuracy, submission::VerifyKind::test01_accuracy);
  if (text == nullptr) return;
  out.claim(kRule, Level::stated);
  const std::string& path = test->verify_accuracy.path;
  for (const std::string_view name : {"num_perf_log_entries", "num_perf_log_qsl_idx_match"}) {
    const VerifyFigure* count = number_named(*text, name);
    if (count == nullptr || *count->value > 0) continue;
    report_test(out, *test, kRule, "no-samples")
        .at(path, count->at)
        .found(number_or_text(count->text))
        .with("name", std::string(name))
        .with("verdict", verdict_words(*text));
    return;
  }
  if (stated_outcome(*text) != StatedOutcome::pass) {
    judge_accuracy_route(evidence, *test, round, *text, out);
    return;
  }
  const VerifyFigure* mismatch = number_named(*text, "num_perf_log_data_mismatch");
  if (mismatch == nullptr || number_named(*text, "num_perf_log_qsl_idx_match") == nullptr) {
    report_test(out, *test, kRule, "no-figures").at(path, verdict_place(*text)).found(verdict_words(*text));
  } else if (*mismatch->value > 0) {
    report_test(out, *test, kRule).at(path, mismatch->at).found(number_or_text(mismatch->text)).expected(0);
  }
}

}  // namespace mlperf::audit
