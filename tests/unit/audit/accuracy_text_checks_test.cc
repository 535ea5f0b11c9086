// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/metric.h"
#include "unit/audit/result_fixture.h"

namespace mlperf::audit {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto rule(const std::string& id) {
  return Field(&Seen::rule, id);
}
auto error() {
  return Field(&Seen::severity, "error");
}
auto line(std::uint32_t number) {
  return Field(&Seen::line, number);
}
auto says(const std::string& text) {
  return Field(&Seen::message, HasSubstr(text));
}

std::vector<Seen> seen(const Result& result) {
  return result.seen(accuracy_checks());
}

TEST(AccuracyTarget, GoodResultIsSilent) {
  EXPECT_THAT(seen(Result()), IsEmpty());
}

TEST(AccuracyTarget, ShortByFiveThousandths) {
  EXPECT_THAT(seen(Result().score("80.54", "3737.4", "4388")),
              ElementsAre(AllOf(rule("acc-target"), error(), line(1), Field(&Seen::found, Value(80.54)),
                                Field(&Seen::expected, Value(80.544618)), says("exact_match is 80.54"))));
}

TEST(AccuracyTarget, FractionGetsAHint) {
  EXPECT_THAT(seen(Result().score("0.8175", "3737.4", "4388")),
              ElementsAre(AllOf(rule("acc-target"), says("looks like a fraction, 81.75"))));
}

TEST(AccuracyTarget, MissingMetric) {
  EXPECT_THAT(seen(Result().accuracy_text("{'exact_match': 81.7}\n")),
              ElementsAre(AllOf(rule("acc-target"), error(), says("TOKENS_PER_SAMPLE"))));
}

TEST(AccuracyTarget, AnswersTooShortAndTooLong) {
  EXPECT_THAT(seen(Result().score("81.7", "3400.0", "4388")), ElementsAre(rule("acc-target")));
  EXPECT_THAT(seen(Result().score("81.7", "4300.0", "4388")),
              ElementsAre(AllOf(rule("acc-upper-limit"), Field(&Seen::found, Value(4300.0)))));
}

TEST(AccuracyTarget, LowerIsBetterForNormalizedEntropy) {
  Result result;
  result.benchmark = "dlrm-v3";
  const std::string rest = "metric/lifetime_accuracy/rating: 0.6964\nmetric/lifetime_gauc/rating: 0.7863\n";
  EXPECT_THAT(of_rule(seen(result.accuracy_text("metric/lifetime_ne/rating: 0.86\n" + rest)), "acc-target"),
              IsEmpty());
  EXPECT_THAT(of_rule(seen(result.accuracy_text("metric/lifetime_ne/rating: 0.99\n" + rest)), "acc-target"),
              ElementsAre(says("at most")));
}

TEST(AccuracyTarget, OpenHasNoTargetsButMustReport) {
  Result result;
  result.division = "open";
  EXPECT_THAT(seen(result.score("60.0", "3737.4", "4388")), IsEmpty());
  EXPECT_THAT(seen(result.accuracy_text("{'exact_match': 60.0}\n")),
              ElementsAre(AllOf(rule("acc-open-reported"), error(), says("TOKENS_PER_SAMPLE"))));
}

TEST(AccuracyConflicts, FailedAttemptKept) {
  const std::string good = "{'exact_match': 81.7, 'tokens_per_sample': 3737.4, 'num-samples': 4388}\n";
  const std::string bad = "{'exact_match': 60.0, 'tokens_per_sample': 3737.4, 'num-samples': 4388}\n";
  EXPECT_THAT(
      seen(Result().accuracy_text(bad + good)),
      ElementsAre(AllOf(rule("acc-one-value"), error(), line(2), says("60.0 in line 1 and 81.7 in line 2"))));
  EXPECT_THAT(seen(Result().accuracy_text(good + good)), IsEmpty());
}

TEST(AccuracySpelling, DoubleQuotesNumpyExponent) {
  EXPECT_THAT(seen(Result().accuracy_text("{\"exact_match\": 81.7, \"tokens_per_sample\": 3737.4}\n")),
              ElementsAre(AllOf(rule("acc-spelling"), error(), line(1), says("double quotes"))));
  EXPECT_THAT(
      seen(Result().accuracy_text("{'exact_match': np.float64(81.7), 'tokens_per_sample': 3737.4}\n")),
      ElementsAre(AllOf(rule("acc-spelling"), says("81.7"))));
  EXPECT_THAT(seen(Result().accuracy_text("{'exact_match': 8.17e1, 'tokens_per_sample': 3737.4}\n")),
              ElementsAre(AllOf(rule("acc-spelling"), says("reads as 8.17"))));
}

TEST(AccuracyNumber, TwoPoints) {
  EXPECT_THAT(
      seen(Result().accuracy_text("{'exact_match': 83.2.1, 'tokens_per_sample': 3737.4}\n")),
      ElementsAre(AllOf(rule("acc-number"), error(), Field(&Seen::found, Value(std::string("83.2.1"))))));
}

TEST(Hash, MissingMalformedTwice) {
  const std::string text = "{'exact_match': 81.7, 'tokens_per_sample': 3737.4, 'num-samples': 4388}\n";
  const auto with = [&](const std::string& lines) {
    return seen(Result().file("accuracy/accuracy.txt", text + lines));
  };
  EXPECT_THAT(with(""), ElementsAre(AllOf(rule("acc-hash-present"), error(), line(0))));
  EXPECT_THAT(with("hash=x\n"),
              ElementsAre(AllOf(rule("acc-hash-present"), error(), line(2), says("hash is x"))));
  EXPECT_THAT(with("hash=" + kHashOfLog + "\nhash=" + std::string(64, 'b') + "\n"),
              ElementsAre(AllOf(rule("acc-hash-twice"), Field(&Seen::severity, "warning"), line(3))));
  EXPECT_THAT(with("hash=" + kHashOfLog + "\nhash=" + kHashOfLog + "\n"), IsEmpty());
  EXPECT_THAT(with("hash=" + kHashOfLog + " \n"),
              ElementsAre(AllOf(rule("acc-trailing-space"), Field(&Seen::severity, "warning"))));
}

const std::string kTable =
    "Total samples evaluated: 4395\n"
    "Dataset                    Correct    Total  Repeats      Score   Accuracy\n"
    "--------------------------------------------------------------------------------\n"
    "aime25                         195      240        8      24.38     81.25%\n"
    "gpqa_diamond                   760      990        5     152.00     76.77%\n"
    "livecodebench_v6              2689     3165        3     896.33     84.96%\n"
    "================================================================================\n"
    "FINAL SCORE: 83.61% (1072.71/1283.00)\n"
    "'exact_match': 83.609\n";

Result gpt_oss(std::string table, const std::string& from = "", const std::string& to = "") {
  Result result;
  result.benchmark = "gpt-oss-120b";
  if (!from.empty()) table.replace(table.find(from), from.size(), to);
  return result.accuracy_text(table).accuracy_log_line("effective_accuracy_sample_count", "4395");
}

TEST(ScoreBreakdown, TableAndScoreAgree) {
  EXPECT_THAT(seen(gpt_oss(kTable)), IsEmpty());
}

TEST(ScoreBreakdown, PrintedScoreIsAnother) {
  EXPECT_THAT(
      seen(gpt_oss(kTable, "'exact_match': 83.609", "'exact_match': 93.181")),
      ElementsAre(AllOf(rule("acc-score-breakdown"), error(), line(9), says("93.181"), says("83.609"))));
}

TEST(ScoreBreakdown, RepeatsAndSamplesOfADataSet) {
  EXPECT_THAT(
      of_rule(seen(gpt_oss(kTable, "      990        5", "      594        3")), "acc-score-breakdown"),
      testing::Contains(AllOf(error(), line(5), says("gpqa_diamond was run 3 times (594 samples)"))));
}

TEST(ScoreBreakdown, NoTableIsANote) {
  EXPECT_THAT(seen(gpt_oss("'exact_match': 83.2\n")),
              ElementsAre(AllOf(rule("acc-score-breakdown"), Field(&Seen::severity, "note"))));
}

TEST(ScoredSamples, PartOfTheSet) {
  EXPECT_THAT(seen(Result().score("81.7", "3737.4", "439")),
              ElementsAre(AllOf(rule("acc-scored-samples"), error(), says("num-samples is 439"))));
  EXPECT_THAT(seen(gpt_oss(kTable, "evaluated: 4395", "evaluated: 439")),
              ElementsAre(AllOf(rule("acc-scored-samples"), line(1))));
}

TEST(GoodTotal, AccuracyOfResnetAndWhisper) {
  Result resnet;
  resnet.benchmark = "resnet";
  resnet.accuracy_log_line("effective_accuracy_sample_count", "50000");
  EXPECT_THAT(seen(resnet.accuracy_text("accuracy=76.064%, good=38032, total=50000\n")), IsEmpty());
  EXPECT_THAT(seen(resnet.accuracy_text("accuracy=76.064%, good=36510, total=50000\n")),
              ElementsAre(AllOf(rule("acc-good-total"), error(), line(1), says("36510"))));
  Result whisper;
  whisper.benchmark = "whisper";
  whisper.accuracy_log_line("effective_accuracy_sample_count", "1633");
  EXPECT_THAT(
      seen(whisper.accuracy_text("Word Error Rate: 2.161272209903214%, accuracy=97.8387277900968%\n")),
      IsEmpty());
  EXPECT_THAT(seen(whisper.accuracy_text("Word Error Rate: 3.9214%, accuracy=98.0021%\n")),
              ElementsAre(rule("acc-good-total")));
}

TEST(GenLen, TokensOverSamples) {
  Result llama;
  llama.benchmark = "llama2-70b-99";
  llama.accuracy_log_line("effective_accuracy_sample_count", "24576");
  const auto with = [&](const std::string& tokens) {
    return seen(
        llama.accuracy_text("{'rouge1': 44.5361, 'rouge2': 22.132, 'rougeL': 28.9076, 'rougeLsum': 42.1023, "
                            "'gen_len': 27284189, 'gen_num': "
                            "24576, 'gen_tok_len': " +
                            tokens + ", 'tokens_per_sample': 282.9}\n"));
  };
  EXPECT_THAT(with("6953659"), IsEmpty());
  EXPECT_THAT(with("5562927"), ElementsAre(AllOf(rule("acc-gen-len"), error(), line(1), says("5562927"))));
}

TEST(AccuracyFigures, InTheOrderOfTheTargets) {
  Evidence evidence;
  evidence.paths.division = "closed";
  evidence.benchmark = "deepseek-r1";
  evidence.scenario = "Offline";
  evidence.accuracy_txt = submission::parse_accuracy_text(
      "{'exact_match': 81.7, 'tokens_per_sample': 3737.4, 'num-samples': 4388}\n", "accuracy.txt",
      {"exact_match", "TOKENS_PER_SAMPLE"});
  const auto figures = accuracy_figures(evidence, round60());
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].metric, "exact_match");
  EXPECT_EQ(figures[0].value, 81.7);
  EXPECT_EQ(figures[0].target, 80.544618);
  EXPECT_EQ(figures[1].metric, "TOKENS_PER_SAMPLE");
}

TEST(UnreadFigure, BesideTheOneThatCountsIsAWarning) {
  const std::string good = "{'exact_match': 81.7, 'tokens_per_sample': 3737.4, 'num-samples': 4388}\n";
  const auto second = [&](const std::string& line) { return seen(Result().accuracy_text(line + good)); };
  EXPECT_THAT(
      second("exact_match: 10.0\n"),
      ElementsAre(AllOf(rule("acc-one-value"), Field(&Seen::severity, "warning"), line(1), says("10.0"))));
  EXPECT_THAT(second("exact_match = 10.0\n"), ElementsAre(rule("acc-one-value")));
  EXPECT_THAT(second("exact_match: 81.70\n"), IsEmpty());
  EXPECT_THAT(second("the exact_match of this run\n"), IsEmpty());
}

TEST(UnreadFigure, OfMetricsThatStandInASentence) {
  Result whisper;
  whisper.benchmark = "whisper";
  whisper.accuracy_log_line("effective_accuracy_sample_count", "1633");
  const std::string good = "Word Error Rate: 2.161272209903214%, accuracy=97.8387277900968%\n";
  EXPECT_THAT(seen(whisper.accuracy_text(good + "accuracy = 10 %\n")),
              ElementsAre(AllOf(rule("acc-one-value"), Field(&Seen::severity, "warning"), line(2))));
}

}  // namespace
}  // namespace mlperf::audit
