// SPDX-License-Identifier: Apache-2.0
// TEST09: mean output length against the round's window, and the text against its own figures.
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "audit/compliance_tests.h"
#include "base/number.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "compliance-test09";
constexpr std::string_view kConsistent = "compliance-verify-self-consistent";
constexpr std::string_view kMean = "mean output tokens";
using submission::VerifyFigure;
using submission::VerifyText;

struct WindowOfMean {
  double minimum = 0, maximum = 0;
  bool contains(double mean) const { return mean >= minimum && mean <= maximum; }
  std::string text() const { return base::shortest(minimum) + " to " + base::shortest(maximum); }
};

const VerifyText* text_of(const TestEvidence& test) {
  return text_of_kind(test.verify_output_len, submission::VerifyKind::test09);
}

void judge_thresholds(const TestEvidence& test, const VerifyText& text, const WindowOfMean& window,
                      Findings& out) {
  const std::array<std::pair<std::string_view, double>, 2> limits{
      {{"min threshold", window.minimum}, {"max threshold", window.maximum}}};
  for (const auto& [name, limit] : limits) {
    const VerifyFigure* stated = number_named(text, name);
    if (stated == nullptr || std::abs(*stated->value - limit) <= base::half_unit_of_last_digit(stated->text))
      continue;
    report_test(out, test, kRule, "threshold")
        .at(test.verify_output_len.path, stated->at)
        .found(number_or_text(stated->text))
        .expected(limit)
        .with("name", std::string(name))
        .with("threshold", std::string(stated->text))
        .with("limit", base::shortest(limit));
  }
}

void judge_consistency(const TestEvidence& test, const VerifyText& text, const VerifyFigure& mean,
                       const WindowOfMean& window, Findings& out) {
  const std::string& path = test.verify_output_len.path;
  out.claim(kConsistent, Level::stated);
  for (const VerifyFigure* other : text.all(kMean)) {
    if (!other->value || base::same_when_printed(other->text, mean.text)) continue;
    report_test(out, test, kConsistent, "test09-means")
        .at(path, other->at)
        .found(number_or_text(other->text))
        .expected(number_or_text(mean.text))
        .with("first", std::string(other->text))
        .with("second", std::string(mean.text))
        .also(path, mean.at, std::string(mean.text));
    return;
  }
  if (!window.contains(*mean.value)) return;
  if (stated_outcome(text) == StatedOutcome::fail) {
    report_test(out, test, kConsistent, "fail-against-mean")
        .at(path, verdict_place(text))
        .found(verdict_words(text))
        .with("mean", std::string(mean.text))
        .with("window", window.text());
    return;
  }
  for (const std::string_view name : {"min check pass", "max check pass"}) {
    const VerifyFigure* check = text.find_last(name);
    if (check == nullptr || base::equal_no_case(check->text, "True")) continue;
    report_test(out, test, kConsistent, "check-against-mean")
        .at(path, check->at)
        .found(std::string(check->text))
        .expected(std::string("True"))
        .with("check", std::string(name))
        .with("mean", std::string(mean.text))
        .with("window", window.text());
  }
}

}  // namespace

void check_test09(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST09");
  if (test == nullptr) return;
  const VerifyText* text = text_of(*test);
  const rules::TestThresholds limits = round.thresholds("TEST09", evidence.benchmark);
  if (text == nullptr || !limits.mean_output_tokens_min || !limits.mean_output_tokens_max) return;
  const WindowOfMean window{*limits.mean_output_tokens_min, *limits.mean_output_tokens_max};
  const std::string& path = test->verify_output_len.path;
  out.claim(kRule, Level::stated);

  const VerifyFigure* mean = number_named(*text, kMean);
  if (mean == nullptr) {
    report_test(out, *test, kRule, "no-mean")
        .at(path, verdict_place(*text))
        .found(verdict_words(*text))
        .expected(range(window.minimum, window.maximum))
        .with("window", window.text())
        .with("verdict", verdict_words(*text));
    return;
  }
  judge_thresholds(*test, *text, window, out);
  if (!window.contains(*mean->value)) {
    report_test(out, *test, kRule)
        .at(path, mean->at)
        .found(number_or_text(mean->text))
        .expected(range(window.minimum, window.maximum))
        .with("mean", std::string(mean->text))
        .with("window", window.text())
        .with("verdict", verdict_words(*text));
  } else if (stated_outcome(*text) == StatedOutcome::none) {
    report_test(out, *test, kRule, "no-verdict")
        .at(path, verdict_place(*text))
        .found(verdict_words(*text))
        .expected(std::string("TEST PASS"));
  }
  judge_consistency(*test, *text, *mean, window, out);
}

void check_test09_max_output(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST09");
  if (test == nullptr) return;
  const VerifyText* text = text_of(*test);
  const auto limit = round.generation_limits(evidence.benchmark).max_new_tokens_performance;
  if (text == nullptr || !limit) return;
  const VerifyFigure* longest = number_named(*text, "max output tokens");
  if (longest == nullptr) return;
  out.claim("compliance-max-output", Level::stated);
  if (*longest->value <= static_cast<double>(*limit)) return;
  report_test(out, *test, "compliance-max-output")
      .at(test->verify_output_len.path, longest->at)
      .found(number_or_text(longest->text))
      .expected(*limit);
}

}  // namespace mlperf::audit
