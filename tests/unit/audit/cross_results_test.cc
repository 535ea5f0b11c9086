// SPDX-License-Identifier: Apache-2.0
// One run must not serve two results, and what states of a run disagree across files.
#include <gmock/gmock.h>

#include "base/sha256.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kAccuracyDetail = "accuracy/mlperf_log_detail.txt";
const std::string kAccuracyText = "accuracy/accuracy.txt";
const std::string kAccuracyLog = "accuracy/mlperf_log_accuracy.json";
const std::string kTest07 = "TEST07/performance/run_1/mlperf_log_detail.txt";
const std::string kTest09 = "TEST09/performance/run_1/mlperf_log_detail.txt";

TEST(SamePerformanceLog, OfAnotherScenarioIsOneErrorAtTheWrongFolder) {
  const auto report = Variant().copy(kDeepSeekServer + kDetail, kDeepSeekInteractive + kDetail).check();
  const auto found = findings(report, "cross-same-performance-log");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->place.file, kDeepSeekInteractive + kDetail);  // its limits are those of Server
  EXPECT_THAT(found.front()->message, HasSubstr("byte for byte"));
  EXPECT_EQ(found.front()->affects.size(), 1U);
  EXPECT_EQ(result(report, kDeepSeekServer).verdict, audit::Verdict::valid);
}

TEST(SamePerformanceLog, EditedCopyIsOfTheSameRun) {
  const auto report = Variant()
                          .copy(kDeepSeekServer + kDetail, kDeepSeekInteractive + kDetail)
                          .set(kDeepSeekInteractive + kDetail, "sut_name", "\"Another\"")
                          .check();
  const auto found = findings(report, "cross-same-performance-log");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front()->message, HasSubstr("same run"));
}

TEST(SamePerformanceLog, OfAnotherSystemAffectsBoth) {
  Variant variant;
  const std::string other = kSubmitter + "results/other_x8/";
  variant.copy(kRack, other)
      .copy(kSubmitter + "systems/example_x8.json", kSubmitter + "systems/other_x8.json");
  const auto report = variant.check();
  const auto found = findings(report, "cross-same-performance-log", "deepseek-r1/Server");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front()->affects, ElementsAre(HasSubstr("example_x8"), HasSubstr("other_x8")));
  EXPECT_EQ(found.front()->more.size(), 1U);
  // The rest of the copy, too.
  EXPECT_ERROR(report, "cross-same-accuracy-log", "deepseek-r1/Server");
  EXPECT_ERROR(report, "cross-test-log-shared", "gpt-oss-120b/Server/TEST07");
  EXPECT_NOTE(report, "system-notes-duplicate", "systems/other_x8.json");
}

TEST(SamePerformanceLog, AccuracyLevelsOfOneModelAndInferredResultsMayShare) {
  Variant variant;
  variant.rename(kRack + "deepseek-r1", kRack + "llama2-70b-99");
  variant.copy(kRack + "llama2-70b-99", kRack + "llama2-70b-99.9");
  const auto report = variant.check();
  for (const auto* rule : {"cross-same-performance-log", "cross-same-accuracy-log", "cross-accuracy-hash"})
    EXPECT_SILENT(report, rule);

  // An edge system may hand in the SingleStream run as MultiStream.
  const auto inferred =
      Variant().remove(kEdge + "MultiStream").copy(kEdge + "SingleStream", kEdge + "MultiStream").check();
  EXPECT_NOTE(inferred, "perf-inferred", "MultiStream");
  EXPECT_SILENT(inferred, "cross-same-performance-log");
  EXPECT_SILENT(inferred, "cross-test-log-shared");
}

TEST(SamePerformanceLog, OfTheAccuracyRun) {
  const auto report = Variant().copy(kDeepSeekServer + kAccuracyDetail, kDeepSeekServer + kDetail).check();
  const auto found = findings(report, "cross-same-performance-log");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->variant, "accuracy-run");
}

TEST(SameAccuracyLog, WholeRunIsAnErrorOutputsAloneAWarning) {
  const auto run = Variant()
                       .remove(kDeepSeekServer + "accuracy")
                       .copy(kDeepSeekOffline + "accuracy", kDeepSeekServer + "accuracy")
                       .check();
  EXPECT_ERROR(run, "cross-same-accuracy-log", kDeepSeekServer + kAccuracyDetail);
  EXPECT_SILENT(run, "cross-accuracy-hash");

  const auto outputs = Variant()
                           .copy(kDeepSeekOffline + kAccuracyText, kDeepSeekServer + kAccuracyText)
                           .copy(kDeepSeekOffline + kAccuracyLog, kDeepSeekServer + kAccuracyLog)
                           .check();
  EXPECT_WARNING(outputs, "cross-same-accuracy-log", kAccuracyLog);
}

TEST(AccuracyHash, OfAnotherLogIsAnErrorOneOfSeveralAWarning) {
  Variant variant;
  variant.copy(kDeepSeekOffline + kAccuracyText, kDeepSeekServer + kAccuracyText);
  auto report = variant.check();
  const auto found = findings(report, "cross-accuracy-hash");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->affects.size(), 2U);
  EXPECT_GT(found.front()->place.line, 0U);

  variant.append(kDeepSeekServer + kAccuracyText, "hash=" + std::string(64, 'b') + "\n");
  report = variant.check();
  EXPECT_WARNING(report, "cross-accuracy-hash", kAccuracyText);
  EXPECT_SILENT(Variant().check(), "cross-accuracy-hash");
}

TEST(TestLog, OfTheMainRunAndOfAnotherTest) {
  const auto main = Variant().copy(kGptOssServer + kDetail, kGptOssServer + kTest09).check();
  EXPECT_ERROR(main, "cross-test-log-is-main-log", kTest09);

  const auto other = Variant().copy(kGptOssServer + kTest07, kGptOssServer + kTest09).check();
  EXPECT_ERROR(other, "cross-test-log-shared", "gpt-oss-120b/Server/TEST0");
  EXPECT_SILENT(Variant().check(), "cross-test-log-shared");
}

// TEST07 and TEST09 ask for different samples: a cut log of one is not the other's, whatever hash stands
// beside it.
TEST(TestLog, CutOutputsOfAnotherTestOfTheResult) {
  const auto report =
      Variant()
          .copy(kGptOssOffline + "TEST07/" + kAccuracyLog, kGptOssOffline + "TEST09/" + kAccuracyLog)
          .check();
  EXPECT_WARNING(report, "cross-test-log-shared", "gpt-oss-120b/Offline/TEST0");
}

TEST(AccuracyLevels, SharedLogsBelowTheHigherTargetAreANote) {
  Variant variant;
  variant.rename(kRack + "deepseek-r1", kRack + "llama2-70b-99");
  const std::string low = kRack + "llama2-70b-99/Offline/";
  const std::string score =
      "{'rouge1': 44.0, 'rouge2': 21.9, 'rougeL': 28.5, 'tokens_per_sample': 290.0}\nhash=" +
      std::string(64, 'a') + "\n";
  variant.write(low + kAccuracyText, score);
  variant.copy(kRack + "llama2-70b-99", kRack + "llama2-70b-99.9");
  EXPECT_NOTE(variant.check(), "measurements-99-vs-99.9", low + kAccuracyText);
  const std::string good =
      "{'rouge1': 45.0, 'rouge2': 23.0, 'rougeL': 29.5, 'tokens_per_sample': 290.0}\nhash=" +
      std::string(64, 'a') + "\n";
  variant.write(low + kAccuracyText, good);
  variant.write(kRack + "llama2-70b-99.9/Offline/" + kAccuracyText, good);
  EXPECT_SILENT(variant.check(), "measurements-99-vs-99.9");
}

TEST(WholeLog, HashIsRecomputed) {
  const std::string log =
      "[\n{ \"seq_id\" : 0, \"qsl_idx\" : 0, \"data\" : \"0A000000\", \"token_count\" : 1 }\n]\n";
  Variant variant;
  const std::string old_hash = "hash=";
  variant.write(kDeepSeekOffline + kAccuracyLog, log);
  const auto wrong = variant.check();
  const auto found = findings(wrong, "acc-hash-matches");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->expected, audit::Value(base::sha256_hex(log)));

  variant.append(kDeepSeekOffline + kAccuracyText, "\nhash=" + base::sha256_hex(log) + "\n");
  const auto right = variant.check();
  EXPECT_SILENT(right, "acc-hash-matches");
  EXPECT_GT(right.counts.claims[static_cast<std::size_t>(audit::Level::recomputed)],
            Variant().check().counts.claims[static_cast<std::size_t>(audit::Level::recomputed)]);
}

TEST(TestScores, OfOtherRunsAreAWarning) {
  Variant variant;
  const std::string text = kResnetOffline + "TEST01/verify_performance.txt";
  EXPECT_SILENT(variant.check(), "compliance-reference-score");
  variant.edit(text, [](std::string all) { return all.insert(all.find("score = ") + 8, "1"); });
  EXPECT_WARNING(variant.check(), "compliance-reference-score", text);
}

TEST(TestLoad, MuchLowerOrFewerSamplesIsAWarning) {
  EXPECT_SILENT(Variant().check(), "cross-settings-main-vs-test");
  EXPECT_WARNING(Variant().set(kGptOssServer + kTest07, "effective_target_qps", "0.5").check(),
                 "cross-settings-main-vs-test", kTest07);
  EXPECT_WARNING(Variant().set(kGptOssServer + kTest09, "effective_performance_sample_count", "4395").check(),
                 "cross-settings-main-vs-test", kTest09);
}

TEST(Test09Log, TextAndLogDisagree) {
  EXPECT_SILENT(Variant().check(), "compliance-test09-log");
  const auto report = Variant().set(kGptOssOffline + kTest09, "result_tokens_per_second", "1000").check();
  EXPECT_ERROR(report, "compliance-test09-log", "TEST09/verify_output_len.txt");

  // A text that its own run contradicts says nothing about the performance run.
  const std::string text = kGptOssOffline + "TEST09/verify_output_len.txt";
  const auto forged =
      Variant()
          .edit(text,
                [](std::string all) {
                  for (auto at = all.find("1285.40"); at != std::string::npos; at = all.find("1285.40"))
                    all.replace(at, 7, "1160.00");
                  return all;
                })
          .check();
  EXPECT_ERROR(forged, "compliance-test09-log", text);
  EXPECT_SILENT(forged, "perf-mean-output-tokens");
}

TEST(Dates, OutOfOrderAreNotes) {
  EXPECT_SILENT(Variant().check(), "cross-date-order");
  for (const auto* date : {"\"01-02-2020 08:30:00.000\"", "\"12-24-2026 08:30:00.000\""})
    EXPECT_NOTE(Variant().set(kDeepSeekServer + kAccuracyDetail, "power_begin", date).check(),
                "cross-date-order", kAccuracyDetail);
  EXPECT_NOTE(Variant().drop(kDeepSeekServer + kAccuracyDetail, "test_datetime").check(), "cross-date-order",
              kAccuracyDetail);
}

TEST(AccuracySettings, OtherThanThePerformanceRunsAreANote) {
  EXPECT_SILENT(Variant().check(), "cross-settings-acc-vs-perf");
  EXPECT_NOTE(Variant().set(kDeepSeekServer + kAccuracyDetail, "qsl_name", "\"Other\"").check(),
              "cross-settings-acc-vs-perf", kAccuracyDetail);
}

TEST(OutputPath, OfAnotherResultIsANote) {
  const std::string text = "TEST07/verify_accuracy.txt";
  const std::string own = "/logs/results/example_x8/gpt-oss-120b/Server/TEST07/mlperf_log_accuracy.json\n";
  EXPECT_SILENT(Variant().append(kGptOssServer + text, own).check(), "cross-output-path-foreign");
  for (const auto* path :
       {"/logs/results/example_x9/gpt-oss-120b/Server/x", "/logs/example_x8/gpt-oss-120b/Offline/x",
        "read '/logs/results/example_x8/llama3.1-405b/Server/x'"})
    EXPECT_NOTE(Variant().append(kGptOssServer + text, std::string(path) + "\n").check(),
                "cross-output-path-foreign", text);
}

}  // namespace
}  // namespace mlperf::test
