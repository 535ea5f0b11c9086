// SPDX-License-Identifier: Apache-2.0
// TEST07: the score of the compliance data set against the round's threshold, and the text against its own
// figures.
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "base/number.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "compliance-test07";
constexpr std::string_view kConsistent = "compliance-verify-self-consistent";
using submission::DatasetRow;
using submission::VerifyFigure;
using submission::VerifyText;

const VerifyText* text_of(const TestEvidence& test) {
  return text_of_kind(test.verify_accuracy, submission::VerifyKind::test07);
}

// The score that the table's counts give, in percent: each row counts once a repeat.
std::optional<double> score_of_table(const VerifyText& text) {
  double correct = 0, total = 0;
  for (const DatasetRow& row : text.evaluation.datasets) {
    if (!row.correct || !row.total || !row.repeats || *row.repeats == 0) return std::nullopt;
    correct += static_cast<double>(*row.correct) / static_cast<double>(*row.repeats);
    total += static_cast<double>(*row.total) / static_cast<double>(*row.repeats);
  }
  if (total <= 0) return std::nullopt;
  return correct / total * 100;
}

bool agrees(double table, std::string_view stated, double value) {
  constexpr double kRounding = 1e-9;
  return std::abs(table - value) <= base::half_unit_of_last_digit(stated) + kRounding;
}

void judge_consistency(const TestEvidence& test, const VerifyText& text, const VerifyFigure& score,
                       double limit, Findings& out) {
  const std::string& path = test.verify_accuracy.path;
  out.claim(kConsistent, Level::stated);
  if (const auto table = score_of_table(text); table && !agrees(*table, score.text, *score.value)) {
    const auto shown = fmt::format("{:.3f}", *table);
    auto finding = report_test(out, test, kConsistent, "test07-table");
    finding.at(path, score.at)
        .found(number_or_text(score.text))
        .expected(number_or_text(shown))
        .with("score", std::string(score.text))
        .with("table", shown);
    for (const DatasetRow& row : text.evaluation.datasets) finding.also(path, row.at, excerpt(row.dataset));
    return;
  }
  const bool enough = *score.value >= limit;
  if (enough && stated_outcome(text) == StatedOutcome::fail) {
    report_test(out, test, kConsistent, "fail-against-score")
        .at(path, verdict_place(text))
        .found(verdict_words(text))
        .with("score", std::string(score.text))
        .with("limit", base::shortest(limit));
    return;
  }
  const VerifyFigure* check = text.find_last("accuracy check pass");
  if (check != nullptr && !base::equal_no_case(check->text, "True") && enough) {
    report_test(out, test, kConsistent, "check-against-score")
        .at(path, check->at)
        .found(std::string(check->text))
        .expected(std::string("True"))
        .with("check", "Accuracy check pass")
        .with("score", std::string(score.text))
        .with("limit", base::shortest(limit));
  }
}

}  // namespace

void check_test07(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST07");
  if (test == nullptr) return;
  const VerifyText* text = text_of(*test);
  const auto limit = round.thresholds("TEST07", evidence.benchmark).accuracy_min_percent;
  if (text == nullptr || !limit) return;
  const std::string& path = test->verify_accuracy.path;
  out.claim(kRule, Level::stated);

  const VerifyFigure* score = number_named(*text, "accuracy score");
  if (score == nullptr) {
    report_test(out, *test, kRule, "no-score")
        .at(path, verdict_place(*text))
        .found(verdict_words(*text))
        .expected(*limit)
        .with("limit", base::shortest(*limit))
        .with("verdict", verdict_words(*text));
    return;
  }
  const VerifyFigure* threshold = number_named(*text, "accuracy threshold");
  if (threshold != nullptr &&
      std::abs(*threshold->value - *limit) > base::half_unit_of_last_digit(threshold->text)) {
    report_test(out, *test, kRule, "threshold")
        .at(path, threshold->at)
        .found(number_or_text(threshold->text))
        .expected(*limit)
        .with("threshold", std::string(threshold->text))
        .with("limit", base::shortest(*limit));
  }
  if (*score->value < *limit) {
    report_test(out, *test, kRule)
        .at(path, score->at)
        .found(number_or_text(score->text))
        .expected(*limit)
        .with("score", std::string(score->text))
        .with("limit", base::shortest(*limit))
        .with("verdict", verdict_words(*text));
  } else if (stated_outcome(*text) == StatedOutcome::none) {
    report_test(out, *test, kRule, "no-verdict")
        .at(path, verdict_place(*text))
        .found(verdict_words(*text))
        .expected(std::string("TEST PASS"));
  }
  judge_consistency(*test, *text, *score, *limit, out);
}

void check_test07_dataset(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST07");
  if (test == nullptr) return;
  const VerifyText* text = text_of(*test);
  const auto samples = round.thresholds("TEST07", evidence.benchmark).samples;
  if (text == nullptr || !samples || text->evaluation.datasets.empty()) return;
  std::string subset;
  for (const auto& data_set : round.accuracy_datasets(evidence.benchmark))
    if (data_set.samples == *samples) subset = data_set.name;
  if (subset.empty()) return;

  out.claim("compliance-test07-dataset", Level::stated);
  std::optional<Reported> finding;
  for (const DatasetRow& row : text->evaluation.datasets) {
    if (base::starts_with_no_case(row.dataset, subset)) continue;
    if (finding) {
      finding->also(test->verify_accuracy.path, row.at, excerpt(row.dataset));
      continue;
    }
    finding = report_test(out, *test, "compliance-test07-dataset");
    finding->at(test->verify_accuracy.path, row.at).found(excerpt(row.dataset)).expected(subset);
  }
}

}  // namespace mlperf::audit
