// SPDX-License-Identifier: Apache-2.0
#include "submission/verify_text.h"

#include <chrono>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace mlperf::submission {
namespace {

using base::ReadState;

base::Document<VerifyText> parse(std::string_view text) {
  return parse_verify_text(text, "verify_accuracy.txt");
}

constexpr std::string_view kTest01 =
    "Verifying accuracy. This might take a while...\n"
    "Reading accuracy mode results...\n"
    "num_acc_log_entries = 1633\n"
    "num_acc_log_duplicate_keys = 0\n"
    "num_perf_log_entries = 4033\n"
    "num_perf_log_data_mismatch = 55\n"
    "TEST FAIL\n\n";

constexpr std::string_view kTest07 =
    "\rEvaluating gpqa_diamond:   0%|          | 0/990 [00:00<?, ?entry/s]\r"
    "Evaluating gpqa_diamond: 100%|##########| 990/990 [00:00<00:00, 9.1entry/s]\n"
    "2026-02-19 12:50:46,132 - INFO - Evaluation complete!\n"
    "Total samples evaluated: 990\n"
    "Overall raw accuracy: 62.53% (619/990)\n"
    "Dataset                    Correct    Total  Repeats      Score   Accuracy\n"
    "gpqa_diamond                   619      990        5     123.80     62.53%\n"
    "================================================================================\n"
    "Score:   = 619/5\n"
    "FINAL SCORE: 62.53% (123.80/198.00)\n"
    "'exact_match': 62.525\n"
    "================================================================================\n"
    "TEST07 Verification Summary\n"
    "Accuracy score: 62.525\n"
    "Accuracy threshold: 60.698\n"
    "Accuracy check pass: True\n"
    "TEST PASS\n";

TEST(VerifyText, Test01Counts) {
  const auto document = parse(kTest01);
  EXPECT_EQ(document.value.kind, VerifyKind::test01_accuracy);
  ASSERT_NE(document.value.find("num_perf_log_data_mismatch"), nullptr);
  EXPECT_EQ(document.value.find("num_perf_log_data_mismatch")->value, 55.0);
  EXPECT_EQ(document.value.find("num_perf_log_data_mismatch")->at.line, 6U);
  ASSERT_NE(document.value.verdict(), nullptr);
  EXPECT_FALSE(document.value.verdict()->pass);
  EXPECT_TRUE(document.value.verdict()->whole_line);
}

TEST(VerifyText, BothSpellingsOfTheScoresHaveOneName) {
  for (const std::string_view text :
       {"Verifying performance.\nReference score = 758.23\nTest score = 700.114\nTEST PASS\n",
        "Verifying performance.\nreference score = 758.23\ntest score = 700.114\nTEST PASS\n"}) {
    const auto document = parse(text);
    EXPECT_EQ(document.value.kind, VerifyKind::performance);
    EXPECT_EQ(document.value.find("reference score")->text, "758.23");
    EXPECT_EQ(document.value.find("test score")->value, 700.114);
    EXPECT_EQ(document.value.find("test score")->at.line, 3U);
  }
}

TEST(VerifyText, AFailureWithItsReasonIsAVerdictWithinALine) {
  const auto document = parse("Verifying performance.\nTEST FAIL: Test score invalid\n");
  EXPECT_EQ(document.value.kind, VerifyKind::performance);
  ASSERT_NE(document.value.verdict(), nullptr);
  EXPECT_FALSE(document.value.verdict()->pass);
  EXPECT_FALSE(document.value.verdict()->whole_line);
  EXPECT_EQ(document.value.verdict()->text, "TEST FAIL: Test score invalid");
}

TEST(VerifyText, Test06ChecksAndClosingLine) {
  const auto document = parse(
      "First token check pass: Skipped\nEOS check pass: True\nSample length check pass: False\n"
      "TEST06 verification failed\n");
  EXPECT_EQ(document.value.kind, VerifyKind::test06);
  EXPECT_EQ(document.value.find("first token check pass")->text, "Skipped");
  EXPECT_EQ(document.value.find("sample length check pass")->text, "False");
  EXPECT_FALSE(document.value.find("eos check pass")->value.has_value());
  ASSERT_EQ(document.value.verdicts.size(), 1U);
  EXPECT_FALSE(document.value.verdict()->pass);
  EXPECT_TRUE(document.value.verdict()->whole_line);
  EXPECT_TRUE(parse("TEST06 verification complete\n").value.verdict()->pass);
}

TEST(VerifyText, Test07WithTheWholeEvaluation) {
  const auto document = parse(kTest07);
  EXPECT_EQ(document.value.kind, VerifyKind::test07);
  EXPECT_EQ(document.value.find("accuracy score")->value, 62.525);
  EXPECT_EQ(document.value.find("accuracy threshold")->value, 60.698);
  EXPECT_EQ(document.value.find("accuracy check pass")->text, "True");
  EXPECT_EQ(document.value.find("accuracy check pass")->at.line, 15U);
  const auto& evaluation = document.value.evaluation;
  EXPECT_EQ(evaluation.figure("evaluated")->value, 990.0);
  ASSERT_EQ(evaluation.all("exact_match").size(), 1U);
  EXPECT_EQ(evaluation.all("exact_match")[0]->text, "62.525");
  ASSERT_EQ(evaluation.datasets.size(), 1U);
  EXPECT_EQ(evaluation.datasets[0].dataset, "gpqa_diamond");
  EXPECT_EQ(evaluation.final_maximum->value, 198.0);
  EXPECT_EQ(document.value.verdicts.size(), 1U);
  EXPECT_EQ(document.value.last_line.line, 16U);
}

TEST(VerifyText, Test08CountsAndTolerance) {
  const auto document = parse(
      "num_acc_log_entries = 349823\nnum_perf_log_entries = 4039\nnum_matched = 4039\nnum_unmatched = 0\n"
      "num_ne_mismatch = 0\ntolerance = 0.10%\n\nTEST PASS\nTEST08 verification complete\n");
  EXPECT_EQ(document.value.kind, VerifyKind::test08);
  EXPECT_EQ(document.value.find("tolerance")->text, "0.10%");
  EXPECT_EQ(document.value.find("tolerance")->value, 0.10);
  EXPECT_EQ(document.value.verdicts.size(), 1U);
}

TEST(VerifyText, Test09MeanIsPrintedTwice) {
  const auto document = parse(
      "TEST09: Verify Output Token Length in Performance Mode\nTotal samples: 6396\nMean output tokens: "
      "1375.86\n"
      "Std deviation: 280.67\nMean output tokens: 400.00\nMin threshold: 1150.38\nMax threshold: 1406.02\n"
      "Min check pass: True\nMax check pass: True\n\nTEST PASS\n");
  EXPECT_EQ(document.value.kind, VerifyKind::test09);
  EXPECT_EQ(document.value.all("mean output tokens").size(), 2U);
  EXPECT_EQ(document.value.find("mean output tokens")->value, 1375.86);
  EXPECT_EQ(document.value.find_last("mean output tokens")->value, 400.0);
  EXPECT_EQ(document.value.find("total samples")->at.line, 2U);
}

TEST(VerifyText, TheLastVerdictCounts) {
  const auto document = parse("previous run: TEST PASS\nAccuracy score: 40.0\nTEST FAIL\n");
  ASSERT_EQ(document.value.verdicts.size(), 2U);
  EXPECT_TRUE(document.value.verdicts[0].pass);
  EXPECT_FALSE(document.value.verdicts[0].whole_line);
  EXPECT_FALSE(document.value.verdict()->pass);
  EXPECT_EQ(document.value.verdict()->at.line, 3U);
}

TEST(VerifyText, BothWordsInOneLineAreNoPass) {
  EXPECT_FALSE(parse("TEST PASS or TEST FAIL?\n").value.verdict()->pass);
}

TEST(VerifyText, TwoWordsAloneHaveNoFigures) {
  const auto document = parse("TEST PASS");
  EXPECT_EQ(document.value.kind, VerifyKind::unknown);
  EXPECT_TRUE(document.value.figures.empty());
  EXPECT_TRUE(document.value.verdict()->whole_line);
}

TEST(VerifyText, ConsoleLinesAreNoFigures) {
  const auto document = parse(
      "Evaluating x:  45%\n0%|          | 0/990\n2026-02-19 12:50:46,132 - INFO - Total entries: 990\n"
      "= 123.80\nModel: gpt-oss\nAccuracy score: about 62\n: 3\n");
  ASSERT_EQ(document.value.figures.size(), 1U);
  EXPECT_EQ(document.value.figures[0].name, "evaluating x");
}

TEST(VerifyText, AFigureThatIsNoNumberKeepsItsText) {
  const auto document =
      parse("Accuracy score: 62.5.1\nMean output tokens: nan\nAccuracy threshold: np.float64(60.698)\n");
  EXPECT_EQ(document.value.find("accuracy score")->text, "62.5.1");
  EXPECT_FALSE(document.value.find("accuracy score")->value.has_value());
  EXPECT_FALSE(document.value.find("mean output tokens")->value.has_value());
  EXPECT_EQ(document.value.find("accuracy threshold")->value, 60.698);
}

TEST(VerifyText, TheTextOfAnotherTestIsToldByItsFigures) {
  EXPECT_EQ(parse("TEST09: \nAccuracy score: 1\nAccuracy threshold: 1\nTEST PASS\n").value.kind,
            VerifyKind::test07);
}

TEST(VerifyText, States) {
  EXPECT_EQ(read_verify_text("/no/such/file", "v").state, ReadState::absent);
  EXPECT_EQ(read_verify_text("/", "v").state, ReadState::unreadable);
  EXPECT_EQ(parse("\n").state, ReadState::empty);
  EXPECT_EQ(parse(kTest01).state, ReadState::read);
  std::string many;
  for (std::size_t i = 0; i < kMostKept + 3; ++i) many += "TEST PASS\n";
  many += "TEST FAIL\n";
  const auto document = parse(many);
  EXPECT_EQ(document.state, ReadState::damaged);
  EXPECT_EQ(document.value.verdicts.size(), kMostKept);
  EXPECT_FALSE(document.value.verdict()->pass);
}

TEST(VerifyText, ProgressBarsOfSeveralMegabytesAreReadAtOnce) {
  std::string text;
  while (text.size() < 8000000)
    text += "Evaluating gpqa_diamond:  12%|##        | 12/990 [00:01<02:03, 7.9entry/s]\r";
  text += kTest07;
  const auto started = std::chrono::steady_clock::now();
  const auto document = parse(text);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
  EXPECT_EQ(document.value.kind, VerifyKind::test07);
  EXPECT_EQ(document.value.find("accuracy score")->value, 62.525);
}

TEST(VerifyText, DamagedTextNeverStopsTheReader) {
  const std::string good = std::string(kTest07) + std::string(kTest01);
  for (std::size_t cut = 0; cut <= good.size(); ++cut) parse(good.substr(0, cut));
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (int change = 0; change < 4; ++change)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    const auto document = parse(text);
    EXPECT_LE(document.value.last_line.byte, text.size());
  }
}

}  // namespace
}  // namespace mlperf::submission
