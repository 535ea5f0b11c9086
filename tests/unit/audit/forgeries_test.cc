// SPDX-License-Identifier: Apache-2.0
// Forgeries that rely on only one of several statements being read: each must be found, whichever that is.
#include <gmock/gmock.h>

#include "base/number.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

const std::string kTest07Text = kGptOssServer + "TEST07/verify_accuracy.txt";
const std::string kTest09Text = kGptOssServer + "TEST09/verify_output_len.txt";
const std::string kTest01Text = kResnetOffline + "TEST01/verify_accuracy.txt";

TEST(KeyConflict, CountsInAccuracyAndTestLogsToo) {
  const std::string accuracy = kGptOssServer + "accuracy/mlperf_log_detail.txt";
  EXPECT_ERROR(Variant().repeat(accuracy, "effective_test_mode", "\"PerformanceOnly\"").check(),
               "perf-key-conflict", accuracy);
  const std::string test = kResnetOffline + "TEST04/performance/run_1/mlperf_log_detail.txt";
  EXPECT_ERROR(Variant().repeat(test, "effective_performance_issue_same", "false").check(),
               "perf-key-conflict", test);
}

TEST(KeyConflict, SilentForChunksOfAnAccuracyRun) {
  EXPECT_SILENT(Variant().check(kResnetOffline), "perf-key-conflict");
}

TEST(Summary, EveryResultLineCounts) {
  const auto report =
      Variant().append(kGptOssServer + kSummary, "Result is : INVALID\n").check(kGptOssServer);
  EXPECT_ERROR(report, "perf-result-valid", kSummary);
}

TEST(Summary, EveryConditionCounts) {
  const auto report =
      Variant().append(kGptOssServer + kSummary, "  Min duration satisfied : NO\n").check(kGptOssServer);
  EXPECT_ERROR(report, "perf-result-valid", kSummary);
}

TEST(VerifyText, TwoValuesOfADecidingFigureAreAnError) {
  const auto scores = Variant()
                          .replace(kTest07Text, "Accuracy score", "Accuracy score: 10.0\nAccuracy score")
                          .check(kGptOssServer);
  EXPECT_ERROR(scores, "compliance-verify-self-consistent", kTest07Text);
  const auto window =
      Variant().replace(kTest09Text, "Min threshold", "Min threshold: 1\nMin threshold").check(kGptOssServer);
  EXPECT_ERROR(window, "compliance-verify-self-consistent", kTest09Text);
}

TEST(VerifyText, FiguresOfOneTextMustFit) {
  const auto score =
      Variant().replace(kTest07Text, "'exact_match': 61.313", "'exact_match': 10").check(kGptOssServer);
  EXPECT_ERROR(score, "compliance-verify-self-consistent", kTest07Text);
  const auto mean =
      Variant().replace(kTest09Text, "Max output tokens: 3120", "Max output tokens: 10").check(kGptOssServer);
  EXPECT_ERROR(mean, "compliance-verify-self-consistent", kTest09Text);
}

TEST(VerifyText, TwoVerdictsAreAnError) {
  const auto report =
      Variant().replace(kTest01Text, "TEST PASS", "TEST FAIL\nTEST PASS").check(kResnetOffline);
  EXPECT_ERROR(report, "compliance-verify-self-consistent", kTest01Text);
}

TEST(VerifyText, AFailedTest06AboveAGoodOneIsAnError) {
  const std::string file = kDeepSeekServer + "TEST06/verify_accuracy.txt";
  const auto report =
      Variant()
          .edit(file, [](const std::string& text) { return "EOS check pass: False\n" + text; })
          .check(kDeepSeekServer);
  EXPECT_ERROR(report, "compliance-test06", file);
}

TEST(Accuracy, NoPercentageIsAboveHundred) {
  const std::string file = kResnetOffline + "accuracy/accuracy.txt";
  EXPECT_ERROR(Variant()
                   .replace(file, "accuracy=76.206%, good=38103", "accuracy=176.206%, good=88103")
                   .check(kResnetOffline),
               "acc-number", file);
  EXPECT_SILENT(Variant().check(kResnetOffline), "acc-number");
}

TEST(Flood, WhatIsNotReadToItsEndIsAnError) {
  const auto flood = [](const std::string& line, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += line;
    return text;
  };
  const std::string accuracy = kResnetOffline + "accuracy/accuracy.txt";
  EXPECT_ERROR(Variant()
                   .append(accuracy, flood("accuracy=76.206%, good=38103, total=50000\n", 10001))
                   .check(kResnetOffline),
               "file-too-much", accuracy);
  const std::string conf = kResnetOffline + "user.conf";
  EXPECT_ERROR(Variant().append(conf, flood("*.Offline.foo = 1\n", 8193)).check(kResnetOffline),
               "file-too-much", conf);
  const std::string summary = kResnetOffline + kSummary;
  EXPECT_ERROR(Variant().append(summary, flood("foo : 1\n", 4097)).check(kResnetOffline), "file-too-much",
               summary);
  EXPECT_SILENT(Variant().check(kResnetOffline), "file-too-much");
}

TEST(HiddenLine, ADamagedLineThatWouldDecideIsAnError) {
  const std::string line = ":::MLLOG {\"key\": \"result_validity\", \"value\": \"INVALID\"}\n";
  EXPECT_ERROR(Variant().append(kGptOssServer + kDetail, "\xEF\xBB\xBF" + line).check(kGptOssServer),
               "perf-log-readable", kDetail);
  const auto harmless = Variant().append(kGptOssServer + kDetail, "[rank0] bye\n").check(kGptOssServer);
  EXPECT_SILENT(harmless, "perf-log-readable");
}

TEST(Retraining, AYesIsNoDenialWhateverFollows) {
  const std::string file = kDeepSeekServer + "measurements.json";
  EXPECT_ERROR(
      Variant()
          .replace(file, "\"retraining\": \"no\"", "\"retraining\": \"Yes, retrained; no accuracy loss\"")
          .check(kDeepSeekServer),
      "measurements-retraining", file);
}

TEST(Numbers, AnExponentCannotWidenATolerance) {
  EXPECT_EQ(base::half_unit_of_last_digit("0.0e-2147483648"), 0.0);
  EXPECT_FALSE(base::same_when_printed("0.0e2147483647", "1150.38"));
  EXPECT_FALSE(base::same_when_printed("0.0e99999999999999999999", "1150.38"));
}

TEST(HiddenLine, ANameInEscapesIsAnError) {
  for (const auto& [from, to] : {std::pair{"\"value\": \"VALID\"", "\"v\\u0061lue\": \"INVALID\""},
                                 std::pair{"\"result_validity\"", "\"result_v\\u0061lidity\""}}) {
    Variant variant;
    const std::string text = variant.text(kGptOssServer + kDetail);
    const auto begin = text.rfind('\n', text.find("\"result_validity\"")) + 1;
    std::string line = text.substr(begin, text.find('\n', begin) + 1 - begin);
    line.replace(line.find(from), std::string_view(from).size(), to);
    EXPECT_ERROR(variant.append(kGptOssServer + kDetail, line).check(kGptOssServer), "perf-log-readable",
                 kDetail);
  }
}

}  // namespace
}  // namespace mlperf::test
