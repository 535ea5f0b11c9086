// SPDX-License-Identifier: Apache-2.0
// TEST08: counts of matched and differing samples of the recommendation benchmark, as verify_accuracy.txt
// states them.
#include <optional>
#include <string>

#include "audit/compliance_tests.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "compliance-test08";
using submission::VerifyFigure;
using submission::VerifyText;

struct CountRule {
  std::string_view name, variant;
  std::optional<std::int64_t> minimum, maximum;
};

// Whether every count is there and within the rule. That nothing was matched explains all other counts.
bool judge_counts(const TestEvidence& test, const VerifyText& text, const rules::TestThresholds& limits,
                  Findings& out) {
  const std::string& path = test.verify_accuracy.path;
  bool all_hold = true;
  for (const CountRule& rule :
       {CountRule{"num_matched", "matched", limits.min_matched, std::nullopt},
        CountRule{"num_unmatched", "unmatched", std::nullopt, limits.max_unmatched},
        CountRule{"num_ne_mismatch", "mismatched", std::nullopt, limits.max_mismatched}}) {
    if (!rule.minimum && !rule.maximum) continue;
    const VerifyFigure* count = number_named(text, rule.name);
    if (count == nullptr) {
      report_test(out, test, kRule, "no-figures")
          .at(path, verdict_place(text))
          .found(verdict_words(text))
          .expected(std::string(rule.name))
          .with("name", std::string(rule.name));
      return false;
    }
    const bool too_few = rule.minimum && *count->value < static_cast<double>(*rule.minimum);
    const bool too_many = rule.maximum && *count->value > static_cast<double>(*rule.maximum);
    if (!too_few && !too_many) continue;
    report_test(out, test, kRule, rule.variant)
        .at(path, count->at)
        .found(number_or_text(count->text))
        .expected(rule.minimum ? *rule.minimum : *rule.maximum)
        .with("verdict", verdict_words(text));
    if (too_few) return false;
    all_hold = false;
  }
  return all_hold;
}

void judge_tolerance(const TestEvidence& test, const VerifyText& text, double limit_percent, Findings& out) {
  const VerifyFigure* tolerance = number_named(text, "tolerance");
  constexpr double kRounding = 1e-9;
  if (tolerance == nullptr || *tolerance->value <= limit_percent + kRounding) return;
  report_test(out, test, kRule, "tolerance")
      .at(test.verify_accuracy.path, tolerance->at)
      .found(number_or_text(tolerance->text))
      .expected(limit_percent)
      .with("tolerance", excerpt(tolerance->text))
      .with("limit", base::shortest(limit_percent));
}

}  // namespace

void check_test08(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST08");
  if (test == nullptr) return;
  const VerifyText* text = text_of_kind(test->verify_accuracy, submission::VerifyKind::test08);
  if (text == nullptr) return;
  const std::string& path = test->verify_accuracy.path;
  const rules::TestThresholds limits = round.thresholds("TEST08", evidence.benchmark);
  out.claim(kRule, Level::stated);

  if (!judge_counts(*test, *text, limits, out)) return;
  if (limits.ne_relative_tolerance) judge_tolerance(*test, *text, *limits.ne_relative_tolerance * 100, out);
  const StatedOutcome outcome = stated_outcome(*text);
  if (outcome == StatedOutcome::none) {
    report_test(out, *test, kRule, "no-verdict")
        .at(path, verdict_place(*text))
        .found(verdict_words(*text))
        .expected(std::string("TEST PASS"));
    return;
  }
  out.claim("compliance-verify-self-consistent", Level::stated);
  if (outcome == StatedOutcome::fail) {
    report_test(out, *test, "compliance-verify-self-consistent", "fail-against-checks")
        .at(path, verdict_place(*text))
        .found(verdict_words(*text));
  }
}

}  // namespace mlperf::audit
