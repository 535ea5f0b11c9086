// SPDX-License-Identifier: Apache-2.0
// TEST06, TEST07 and TEST09 by the accuracy logs of their runs, and their texts against it.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "audit/judge_tests.h"
#include "audit/stated_figures.h"

namespace mlperf::audit {
namespace {

using submission::VerifyFigure;
using submission::VerifyKind;
using submission::VerifyText;

JudgedTest judged(const TestEvidence& test, const Evidence& evidence) {
  return {test.test, evidence.benchmark, test.test != "TEST06", false};
}

// The line of the text that says the opposite of what a finding about the log says.
struct OppositeLine {
  std::string_view variant, check;
};
constexpr std::array<OppositeLine, 7> kOppositeLines{{
    {"log-first-token", "first token check pass"},
    {"log-no-first-token", "first token check pass"},
    {"log-trailing-eos", "eos check pass"},
    {"log-count", "sample length check pass"},
    {"log-no-count", "sample length check pass"},
    {"log-partial", "sample length check pass"},
    {"log-no-tokens", "sample length check pass"},
}};

void add_opposite_line(Finding& finding, const std::string& path, const VerifyText& text) {
  if (finding.rule == "compliance-test06-log") {
    if (stated_outcome(text) == StatedOutcome::pass)
      Reported(finding).also(path, verdict_place(text), verdict_words(text));
    return;
  }
  const auto line =
      std::find_if(kOppositeLines.begin(), kOppositeLines.end(), [&](const OppositeLine& known) {
        return finding.rule == "compliance-test06" && known.variant == finding.variant;
      });
  if (line == kOppositeLines.end()) return;
  const VerifyFigure* check = text.find_last(line->check);
  if (check != nullptr && check->text == "True")
    Reported(finding).also(path, check->at, fmt::format("{}: {}", check->name, check->text));
}

// What the round's audit settings ask of the samples.
CoverageDemand coverage_demand(const Evidence& evidence, const rules::Round& round,
                               const TestEvidence& test) {
  const mllog::DetailLog* log = usable_log(test.run);
  CoverageDemand demand;
  demand.each_once = wants_unique_samples(evidence, round, test.test) ||
                     (log != nullptr && log->boolean("effective_performance_issue_unique") == true);
  demand.complete = demand.each_once || round.loadgen_scenario(evidence.scenario) == "Offline";
  return demand;
}

}  // namespace

void check_test06_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST06");
  if (test == nullptr || !test->recomputed.test06) return;
  const auto target = round.thresholds("TEST06", evidence.benchmark).samples_logged_target;
  const auto required =
      target && *target > 0 ? std::optional(static_cast<std::uint64_t>(*target)) : std::nullopt;
  const std::size_t before = out.list().size();
  judge_test06(judged(*test, evidence), *test->recomputed.test06, required, out);
  const VerifyText* text = text_of_kind(test->verify_accuracy, VerifyKind::test06);
  if (text == nullptr) return;
  for (std::size_t i = before; i < out.list().size(); ++i)
    add_opposite_line(out.list()[i], test->verify_accuracy.path, *text);
}

void check_test06_accuracy_run(const Evidence& evidence, const rules::Round& round, Findings& out) {
  constexpr std::string_view kRule = "compliance-test06-accuracy-run";
  constexpr std::uint64_t kFewestCommon = 3;  // fewer show no pattern
  const TestEvidence* test = present_test(evidence, round, "TEST06");
  if (test == nullptr || !test->recomputed.accuracy_run) return;
  const AnswersBeside& answers = *test->recomputed.accuracy_run;
  if (answers.common < kFewestCommon) return;
  out.claim(kRule, Level::recomputed);
  const auto& differs = answers.first_token_differs;
  if (2 * differs.count <= answers.common) return;
  report_recomputed(out, judged(*test, evidence), kRule)
      .at(test->accuracy_log.path, differs.first.at)
      .found(differs.found)
      .expected(differs.expected)
      .with("count", std::to_string(differs.count))
      .with("common", std::to_string(answers.common))
      .with("sample", std::to_string(differs.first.qsl_idx))
      .also(evidence.accuracy.accuracy_log.path, {});
}

void check_test07_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST07");
  if (test == nullptr || !test->recomputed.test07) return;
  const auto& facts = *test->recomputed.test07;
  const JudgedTest what = judged(*test, evidence);
  if (!judge_log(what, facts.log, out)) return;
  judge_coverage(what, facts.log.path, facts.coverage, coverage_demand(evidence, round, *test), out);
  const VerifyText* text = text_of_kind(test->verify_accuracy, VerifyKind::test07);
  const auto* evaluated = text == nullptr ? nullptr : text->evaluation.figure("evaluated");
  if (evaluated == nullptr || !evaluated->value ||
      *evaluated->value == static_cast<double>(facts.coverage.entries))
    return;
  report_recomputed(out, what, "compliance-test07-samples", "text-against-log")
      .at(test->verify_accuracy.path, evaluated->at)
      .found(*evaluated->value)
      .expected(facts.coverage.entries);
}

void check_test09_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST09");
  if (test == nullptr || !test->recomputed.test09) return;
  const auto& facts = *test->recomputed.test09;
  const auto& log = facts.length.log;
  const JudgedTest what = judged(*test, evidence);
  judge_test09(what, facts, out);
  if (log.value.cut || log.value.entries == 0) return;
  judge_coverage(what, log.path, facts.length.coverage, coverage_demand(evidence, round, *test), out);
  if (text_of_kind(test->verify_output_len, VerifyKind::test09) == nullptr || !facts.official) return;
  const auto& lengths = *facts.official;
  const auto two_digits = [](std::string_view name, double value) {
    return RecomputedFigure{name, value, fmt::format("{:.2f}", value)};
  };
  judge_stated_figures(what, test->verify_output_len, "compliance-test09",
                       {two_digits("mean output tokens", lengths.mean),
                        RecomputedFigure::count("total samples", lengths.samples),
                        RecomputedFigure::count("min output tokens", lengths.min),
                        RecomputedFigure::count("max output tokens", lengths.max),
                        two_digits("std deviation", lengths.std_population)},
                       out);
}

}  // namespace mlperf::audit
