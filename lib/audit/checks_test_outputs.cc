// SPDX-License-Identifier: Apache-2.0
// TEST01 and TEST08: answers of the test run against those of the accuracy run, where both logs are whole,
// and the texts against them.
#include <algorithm>
#include <string>

#include "audit/compliance_tests.h"
#include "audit/judge_tests.h"
#include "audit/stated_figures.h"
#include "audit/verify_inputs.h"

namespace mlperf::audit {
namespace {

using submission::VerifyKind;
using submission::VerifyText;

// TEST01 and TEST08 log a part of the answers, or with a cut log of the accuracy run nothing to compare with.
JudgedTest judged(const TestEvidence& test, const Evidence& evidence) {
  return {test.test, evidence.benchmark, true, false};
}

std::optional<std::uint64_t> sampled(const TestEvidence& test) {
  const mllog::DetailLog* log = usable_log(test.run);
  return log == nullptr ? std::nullopt : sampled_entries(*log);
}

// A text that says fail and the accuracy over both outputs beside it: that decides, not the outputs.
bool accuracy_decides(const TestEvidence& test, const VerifyText* text) {
  return text != nullptr && stated_outcome(*text) != StatedOutcome::pass && test.baseline_accuracy.usable() &&
         test.compliance_accuracy.usable();
}

void judge_log_alone(const TestEvidence& test, const Evidence& evidence, VerifyKind kind,
                     std::string_view rule, Findings& out) {
  const JudgedTest what = judged(test, evidence);
  if (!judge_log(what, *test.recomputed.log_alone, out)) return;
  if (text_of_kind(test.verify_accuracy, kind) == nullptr) return;
  judge_stated_figures(
      what, test.verify_accuracy, rule,
      {RecomputedFigure::count("num_perf_log_entries", test.recomputed.log_alone->value.entries)}, out);
}

// The script's count of differing answers depends on the type it was told; none can differ in a first
// element when all are equal as wholes.
void judge_mismatches(const JudgedTest& what, const TestEvidence& test, const VerifyText& text,
                      const compliance::Test01Accuracy& facts, Findings& out) {
  const auto* stated = number_named(text, "num_perf_log_data_mismatch");
  if (stated == nullptr || *stated->value <= 0) return;
  if (facts.whole_data_mismatches > 0 || facts.num_perf_log_data_mismatch > 0) return;
  judge_stated_figures(what, test.verify_accuracy, "compliance-test01-accuracy",
                       {RecomputedFigure::count("num_perf_log_data_mismatch", 0)}, out);
}

}  // namespace

void check_test01_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out) {
  constexpr std::string_view kRule = "compliance-test01-accuracy";
  const TestEvidence* test = present_test(evidence, round, "TEST01");
  if (test == nullptr) return;
  if (test->recomputed.log_alone)
    return judge_log_alone(*test, evidence, VerifyKind::test01_accuracy, kRule, out);
  if (!test->recomputed.test01) return;
  const VerifyText* text = text_of_kind(test->verify_accuracy, VerifyKind::test01_accuracy);
  JudgedTest what = judged(*test, evidence);
  what.outputs_may_differ = accuracy_decides(*test, text);
  const auto& facts = *test->recomputed.test01;
  judge_test01_accuracy(what, facts, sampled(*test), out);
  const auto tells = [](const compliance::LogDocument& log) {
    return compliance::readable_as_json(log) && log.value.bad_entries == 0 && log.value.entries > 0;
  };
  if (text == nullptr || facts.unreadable_again || !tells(facts.reference) || !tells(facts.test)) return;
  judge_stated_figures(
      what, test->verify_accuracy, kRule,
      {RecomputedFigure::count("num_acc_log_entries", facts.num_acc_log_entries),
       RecomputedFigure::count("num_acc_log_duplicate_keys", facts.num_acc_log_duplicate_keys),
       RecomputedFigure::count("num_perf_log_entries", facts.num_perf_log_entries),
       RecomputedFigure::count("num_perf_log_qsl_idx_match", facts.num_perf_log_qsl_idx_match),
       RecomputedFigure::count("num_missing_qsl_idxs", facts.num_missing_qsl_idxs)},
      out);
  judge_mismatches(what, *test, *text, facts, out);
}

// Two runs whose answers differ hardly ever score the same to the last digit: a file may have been copied.
void check_test01_baseline(const Evidence& evidence, const rules::Round& round, Findings& out) {
  constexpr std::string_view kRule = "compliance-test01-baseline";
  const TestEvidence* test = present_test(evidence, round, "TEST01");
  if (test == nullptr || !test->baseline_accuracy.usable() || !test->compliance_accuracy.usable()) return;
  const VerifyText* text = text_of_kind(test->verify_accuracy, VerifyKind::test01_accuracy);
  const auto* stated = text == nullptr ? nullptr : number_named(*text, "num_perf_log_data_mismatch");
  const auto& recomputed = test->recomputed.test01;
  const bool differ =
      (stated != nullptr && *stated->value > 0) || (recomputed && recomputed->whole_data_mismatches > 0);
  if (!differ) return;

  const submission::MetricValue* first = nullptr;
  const submission::MetricValue* second = nullptr;
  std::string metric;
  for (const auto& target : round.accuracy_targets(evidence.benchmark, evidence.scenario)) {
    const auto baseline = test->baseline_accuracy.value.all(target.metric);
    const auto compliance = test->compliance_accuracy.value.all(target.metric);
    if (baseline.empty() || compliance.empty()) return;
    if (first == nullptr) {
      first = baseline.back();
      second = compliance.back();
      metric = target.metric;
    }
    if (baseline.back()->text == compliance.back()->text) continue;
    out.claim(kRule, Level::cross_checked);
    return;
  }
  if (first == nullptr) return;
  out.claim(kRule, Level::cross_checked);
  report_test(out, *test, kRule)
      .at(test->compliance_accuracy.path, second->at)
      .found(number_or_text(excerpt(second->text)))
      .level(Level::cross_checked)
      .with("metric", metric)
      .with("value", excerpt(second->text))
      .with("mismatch", stated != nullptr && *stated->value > 0
                            ? excerpt(stated->text)
                            : std::to_string(recomputed->whole_data_mismatches))
      .also(test->baseline_accuracy.path, first->at, excerpt(first->text));
}

void check_test08_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out) {
  constexpr std::string_view kRule = "compliance-test08";
  const TestEvidence* test = present_test(evidence, round, "TEST08");
  if (test == nullptr) return;
  if (test->recomputed.log_alone) return judge_log_alone(*test, evidence, VerifyKind::test08, kRule, out);
  if (!test->recomputed.test08) return;
  const auto& facts = *test->recomputed.test08;
  const JudgedTest what = judged(*test, evidence);
  judge_test08(what, facts, round.thresholds("TEST08", evidence.benchmark), sampled(*test), out);
  if (facts.breaks || facts.unreadable_again || facts.entries == 0) return;
  if (text_of_kind(test->verify_accuracy, VerifyKind::test08) == nullptr) return;
  judge_stated_figures(what, test->verify_accuracy, kRule,
                       {RecomputedFigure::count("num_acc_log_entries", facts.reference_entries),
                        RecomputedFigure::count("num_perf_log_entries", facts.entries),
                        RecomputedFigure::count("num_matched", facts.matched),
                        RecomputedFigure::count("num_unmatched", facts.unmatched),
                        RecomputedFigure::count("num_ne_mismatch", facts.ne_mismatches)},
                       out);
}

}  // namespace mlperf::audit
