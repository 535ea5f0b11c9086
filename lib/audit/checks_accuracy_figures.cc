// SPDX-License-Identifier: Apache-2.0
// What accuracy.txt says beside the scores: the figures that they follow from, and how many samples were
// scored.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "audit/checks_internal.h"
#include "audit/folded.h"
#include "base/number.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using submission::AccuracyText;
using submission::DatasetRow;
using submission::MetricValue;
using submission::SideFigure;

// How far a printed figure may lie from what follows from the figures beside it.
constexpr double kScoreTolerance = 0.005;       // exact_match has three decimals, the table two
constexpr double kPercentTolerance = 0.0005;    // accuracy=76.064% has three decimals
constexpr double kWordErrorTolerance = 0.0001;  // both are printed in full
constexpr double kTokensTolerance = 0.05;       // tokens_per_sample has one decimal
constexpr double kRoundOff = 1e-9;

bool differ(double a, double b, double tolerance) {
  return std::abs(a - b) > tolerance + kRoundOff;
}

std::string digits(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

double rounded(double value, int decimals) {
  const double power = std::pow(10, decimals);
  return std::round(value * power) / power;
}

// The row of a data set: the rules name it by the beginning of its name ("gpqa" of "gpqa_diamond").
const DatasetRow* row_of(const AccuracyText& text, const std::string& dataset) {
  for (const DatasetRow& row : text.datasets)
    if (base::starts_with_no_case(row.dataset, dataset)) return &row;
  return nullptr;
}

void check_rows(const Evidence& evidence, const std::vector<rules::Round::AccuracyDataset>& datasets,
                Findings& out) {
  const std::string& path = evidence.accuracy_txt.path;
  const AccuracyText& text = evidence.accuracy_txt.value;
  for (const auto& dataset : datasets) {
    const DatasetRow* row = row_of(text, dataset.name);
    if (!row) {
      out.report("acc-score-breakdown", "set-missing")
          .at(path, text.datasets.front().at)
          .found(std::uint64_t{text.datasets.size()})
          .expected(std::uint64_t{datasets.size()})
          .with("dataset", dataset.name);
      continue;
    }
    const bool repeats = row->repeats && static_cast<std::int64_t>(*row->repeats) != dataset.repeats;
    const bool total = row->total && static_cast<std::int64_t>(*row->total) != dataset.samples;
    if (!repeats && !total) continue;
    out.report("acc-score-breakdown", repeats ? "repeats" : "samples")
        .at(path, row->at)
        .found(repeats ? *row->repeats : *row->total)
        .expected(repeats ? dataset.repeats : dataset.samples)
        .with("dataset", std::string(row->dataset))
        .with("repeats", row->repeats ? fmt::format("{}", *row->repeats) : "?")
        .with("samples", row->total ? fmt::format("{}", *row->total) : "?")
        .with("right_repeats", fmt::format("{}", dataset.repeats))
        .with("right_samples", fmt::format("{}", dataset.samples));
  }
}

// Percentage that follows from the rows, if all of them are complete.
std::optional<double> score_of(const AccuracyText& text) {
  double got = 0, most = 0;
  for (const DatasetRow& row : text.datasets) {
    if (!row.correct || !row.total || !row.repeats || *row.repeats == 0) return std::nullopt;
    got += static_cast<double>(*row.correct) / static_cast<double>(*row.repeats);
    most += static_cast<double>(*row.total) / static_cast<double>(*row.repeats);
  }
  if (most <= 0) return std::nullopt;
  return 100 * got / most;
}

void check_scores(const Evidence& evidence, Findings& out) {
  const AccuracyText& text = evidence.accuracy_txt.value;
  const std::optional<double> score = score_of(text);
  if (!score) return;
  constexpr int kDecimals = 3;
  Folded folded(out, "acc-score-breakdown");
  for (const MetricValue& metric : text.metrics) {
    if (metric.metric != "exact_match" || !metric.value || !differ(*metric.value, *score, kScoreTolerance))
      continue;
    Reported* reported =
        folded.add("default", evidence.accuracy_txt.path, metric.at, std::string(metric.text));
    if (!reported) continue;
    reported->found(*metric.value)
        .expected(rounded(*score, kDecimals))
        .with("metric", metric.metric)
        .with("score", std::string(metric.text))
        .with("table_score", digits(*score, kDecimals));
  }
  const auto& printed = text.final_score_percent;
  if (!printed || !differ(printed->value, *score, kScoreTolerance)) return;
  out.report("acc-score-breakdown", "final-score")
      .at(evidence.accuracy_txt.path, printed->at)
      .found(printed->value)
      .expected(rounded(*score, kDecimals))
      .with("score", std::string(printed->text))
      .with("table_score", digits(*score, kDecimals));
}

// A figure that stands on the line of a metric. Figures are in file order.
const SideFigure* beside(const AccuracyText& text, const MetricValue& metric, std::string_view name) {
  const auto before = [](const SideFigure& figure, std::uint32_t line) { return figure.at.line < line; };
  auto figure = std::lower_bound(text.figures.begin(), text.figures.end(), metric.at.line, before);
  for (; figure != text.figures.end() && figure->at.line == metric.at.line; ++figure)
    if (figure->name == name && figure->value) return &*figure;
  return nullptr;
}

void compare_good_total(const Evidence& evidence, const MetricValue& metric, Folded& folded, Findings& out) {
  const SideFigure* good = beside(evidence.accuracy_txt.value, metric, "good");
  const SideFigure* total = beside(evidence.accuracy_txt.value, metric, "total");
  if (!good || !total || *total->value <= 0) return;
  out.claim("acc-good-total", Level::stated);
  const double percent = 100 * *good->value / *total->value;
  if (!differ(*metric.value, percent, kPercentTolerance)) return;
  Reported* reported = folded.add("default", evidence.accuracy_txt.path, metric.at, std::string(metric.text));
  if (!reported) return;
  reported->found(*metric.value)
      .expected(rounded(percent, 3))
      .with("accuracy", std::string(metric.text))
      .with("good", std::string(good->text))
      .with("total", std::string(total->text))
      .with("percent", digits(percent, 3));
}

void compare_word_errors(const Evidence& evidence, const MetricValue& metric, Folded& folded, Findings& out) {
  const SideFigure* rate = beside(evidence.accuracy_txt.value, metric, "wer");
  if (!rate) return;
  out.claim("acc-good-total", Level::stated);
  if (!differ(*metric.value + *rate->value, 100, kWordErrorTolerance)) return;
  Reported* reported =
      folded.add("word-errors", evidence.accuracy_txt.path, metric.at, std::string(metric.text));
  if (!reported) return;
  reported->found(*metric.value)
      .expected(rounded(100 - *rate->value, 6))
      .with("accuracy", std::string(metric.text))
      .with("rate", std::string(rate->text))
      .with("follows", base::shortest(rounded(100 - *rate->value, 6)));
}

}  // namespace

void check_score_breakdown(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  const auto& datasets = round.accuracy_datasets(evidence.benchmark);
  if (datasets.empty()) return;
  out.claim("acc-score-breakdown", Level::stated);
  if (evidence.accuracy_txt.value.datasets.empty()) {
    out.report("acc-score-breakdown", "no-table").at(evidence.accuracy_txt.path);
    return;
  }
  if (evidence.accuracy_txt.value.datasets.size() > datasets.size()) {
    out.report("acc-score-breakdown", "sets")
        .at(evidence.accuracy_txt.path, evidence.accuracy_txt.value.datasets.back().at)
        .found(std::uint64_t{evidence.accuracy_txt.value.datasets.size()})
        .expected(std::uint64_t{datasets.size()});
  }
  check_rows(evidence, datasets, out);
  check_scores(evidence, out);
}

void check_good_total(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  Folded folded(out, "acc-good-total");
  for (const MetricValue& metric : evidence.accuracy_txt.value.metrics) {
    if (!metric.value) continue;
    if (metric.metric == "acc") compare_good_total(evidence, metric, folded, out);
    if (metric.metric == "ACCURACY") compare_word_errors(evidence, metric, folded, out);
  }
}

void check_scored_samples(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  const auto expected = round.accuracy_sample_count(evidence.benchmark, evidence.scenario);
  if (!expected) return;
  Folded folded(out, "acc-scored-samples");
  for (const SideFigure& figure : evidence.accuracy_txt.value.figures) {
    const bool counts = figure.name == "num-samples" || figure.name == "gen_num" || figure.name == "total" ||
                        figure.name == "evaluated";
    if (!counts || !figure.value) continue;
    out.claim("acc-scored-samples", Level::stated);
    if (*figure.value == static_cast<double>(*expected)) continue;
    Reported* reported =
        folded.add("default", evidence.accuracy_txt.path, figure.at, std::string(figure.text));
    if (reported) reported->found(number_or_text(figure.text)).expected(*expected).with("name", figure.name);
  }
}

void check_gen_len(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  const AccuracyText& text = evidence.accuracy_txt.value;
  Folded folded(out, "acc-gen-len");
  for (const MetricValue& metric : text.metrics) {
    if (metric.metric != "TOKENS_PER_SAMPLE" || !metric.value) continue;
    const SideFigure* tokens = beside(text, metric, "gen_tok_len");
    const SideFigure* samples = beside(text, metric, "gen_num");
    if (!tokens || !samples || *samples->value <= 0) continue;
    out.claim("acc-gen-len", Level::stated);
    const double mean = *tokens->value / *samples->value;
    if (!differ(*metric.value, mean, kTokensTolerance)) continue;
    Reported* reported =
        folded.add("default", evidence.accuracy_txt.path, metric.at, std::string(metric.text));
    if (!reported) continue;
    reported->found(*metric.value)
        .expected(rounded(mean, 2))
        .with("per_sample", std::string(metric.text))
        .with("tokens", std::string(tokens->text))
        .with("samples", std::string(samples->text))
        .with("mean", digits(mean, 2));
  }
}

}  // namespace mlperf::audit
