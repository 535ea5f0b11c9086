// SPDX-License-Identifier: Apache-2.0
// Verify texts that state a deciding figure or the verdict more than once: the scripts print each once, so
// two different ones were put together by hand, and it must not matter which of them is read.
#include <array>
#include <string>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "base/number.h"

namespace mlperf::audit {
namespace {

using submission::VerifyText;

constexpr std::string_view kRule = "compliance-verify-self-consistent";

// Figures that decide, of every test.
constexpr std::array<std::string_view, 17> kDeciding = {"num_acc_log_entries",
                                                        "num_acc_log_data_mismatch",
                                                        "num_perf_log_entries",
                                                        "num_perf_log_qsl_idx_match",
                                                        "num_perf_log_data_mismatch",
                                                        "num_missing_qsl_idxs",
                                                        "reference score",
                                                        "test score",
                                                        "accuracy score",
                                                        "accuracy threshold",
                                                        "num_matched",
                                                        "num_unmatched",
                                                        "num_ne_mismatch",
                                                        "tolerance",
                                                        "min threshold",
                                                        "max threshold",
                                                        "total samples"};

void report_two(const TestEvidence& test, std::string_view variant, const std::string& path,
                base::Position first, std::string_view first_text, base::Position second,
                std::string_view second_text, std::string_view name, Findings& out) {
  report_test(out, test, kRule, variant)
      .at(path, second)
      .found(number_or_text(excerpt(second_text)))
      .expected(number_or_text(excerpt(first_text)))
      .with("name", std::string(name))
      .with("first_line", fmt::format("{}", first.line))
      .with("line", fmt::format("{}", second.line))
      .also(path, first, excerpt(first_text));
}

void judge_repeats(const TestEvidence& test, const base::Document<VerifyText>& document, Findings& out) {
  if (!document.usable()) return;
  const VerifyText& text = document.value;
  for (const std::string_view name : kDeciding) {
    const auto stated = text.all(name);
    for (const auto* figure : stated) {
      if (figure->text == stated.front()->text) continue;
      report_two(test, "two-values", document.path, stated.front()->at, stated.front()->text, figure->at,
                 figure->text, name, out);
      break;
    }
  }
  const submission::VerdictLine* first = nullptr;
  for (const auto& verdict : text.verdicts) {
    if (!verdict.whole_line) continue;
    if (first == nullptr) first = &verdict;
    if (verdict.pass == first->pass) continue;
    report_two(test, "two-verdicts", document.path, first->at, first->text, verdict.at, verdict.text,
               "verdict", out);
    break;
  }
}

// TEST07: the evaluation prints the score that the verification takes over.
void judge_score(const TestEvidence& test, const base::Document<VerifyText>& document, Findings& out) {
  if (!document.usable() || document.value.kind != submission::VerifyKind::test07) return;
  const auto* score = number_named(document.value, "accuracy score");
  if (score == nullptr) return;
  for (const auto* metric : document.value.evaluation.all("exact_match")) {
    if (metric->value && base::same_when_printed(metric->text, score->text)) continue;
    report_two(test, "two-values", document.path, metric->at, metric->text, score->at, score->text,
               "the score (exact_match, Accuracy score)", out);
    return;
  }
}

// TEST09: a mean lies between the least and the largest value.
void judge_mean(const TestEvidence& test, const base::Document<VerifyText>& document, Findings& out) {
  if (!document.usable() || document.value.kind != submission::VerifyKind::test09) return;
  const auto* mean = number_named(document.value, "mean output tokens");
  const auto* least = number_named(document.value, "min output tokens");
  const auto* most = number_named(document.value, "max output tokens");
  if (mean == nullptr || least == nullptr || most == nullptr) return;
  if (*least->value <= *mean->value && *mean->value <= *most->value) return;
  const auto* other = *mean->value < *least->value ? least : most;
  report_test(out, test, kRule, "mean-outside")
      .at(document.path, mean->at)
      .found(number_or_text(mean->text))
      .expected(number_or_text(fmt::format("{}..{}", least->text, most->text)))
      .also(document.path, other->at, excerpt(other->text));
}

}  // namespace

void check_test_repeats(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round)) {
    judge_repeats(*test, test->verify_accuracy, out);
    judge_repeats(*test, test->verify_performance, out);
    judge_repeats(*test, test->verify_output_len, out);
    judge_score(*test, test->verify_accuracy, out);
    judge_mean(*test, test->verify_output_len, out);
  }
}

}  // namespace mlperf::audit
