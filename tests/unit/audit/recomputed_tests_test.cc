// SPDX-License-Identifier: Apache-2.0
// What `check` makes of the accuracy logs of compliance tests, and of the texts beside them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/token_log.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

const std::string kLog = "accuracy/mlperf_log_accuracy.json";
const std::string kTest06 = kDeepSeekServer + "TEST06/";
const std::string kTest06Text = kTest06 + "verify_accuracy.txt";
const std::string kTest01 = kResnetOffline + "TEST01/";
const std::string kTest07 = kGptOssServer + "TEST07/";
const std::string kTest09 = kGptOssServer + "TEST09/";
constexpr std::int64_t kEndOfText = 1;  // of deepseek-r1
constexpr std::uint64_t kTest06Samples = 100, kTest07Samples = 990;

audit::AuditReport with_test06(const std::vector<TokenEntry>& entries, std::size_t width = 4) {
  return Variant().write(kTest06 + kLog, token_log(entries, width)).check(kDeepSeekServer);
}

audit::Level level_of(const audit::AuditReport& report, const std::string& test) {
  for (const auto& outcome : report.results.front().compliance)
    if (outcome.test == test) return outcome.level;
  return audit::Level::stated;
}

// Places beside the finding's own, "verify_accuracy.txt:2".
std::vector<std::string> further_places(const audit::Finding& finding) {
  std::vector<std::string> places;
  for (const auto& place : finding.more)
    places.push_back(place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line));
  return places;
}

// ---- TEST06

TEST(CheckTest06, IsRecomputedFromItsLog) {
  const auto report = with_test06(answers(kTest06Samples, 5));
  EXPECT_SILENT(report, "compliance-test06");
  EXPECT_SILENT(report, "compliance-test06-log");
  EXPECT_SILENT(report, "compliance-test06-width");
  EXPECT_SILENT(report, "compliance-test06-eos");
  EXPECT_EQ(level_of(report, "TEST06"), audit::Level::recomputed);
}

TEST(CheckTest06, AListWithoutSamplesContradictsAPass) {
  const auto report = Variant().write(kTest06 + kLog, "[\n]\n").check(kDeepSeekServer);
  EXPECT_ERROR(report, "compliance-test06-log", kTest06 + kLog);
  const auto found = findings(report, "compliance-test06-log");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(further_places(*found.front()), testing::ElementsAre("verify_accuracy.txt:4"));
}

TEST(CheckTest06, HundredSamplesAreNeededMoreAreFine) {
  EXPECT_ERROR(with_test06(answers(kTest06Samples - 1, 5)), "compliance-test06-log", kLog);
  EXPECT_SILENT(with_test06(answers(kTest06Samples + 5, 5)), "compliance-test06-log");
}

TEST(CheckTest06, ALogThatBreaksOffIsAnErrorAtTheByte) {
  const auto whole = token_log(answers(kTest06Samples, 5));
  const auto report =
      Variant().write(kTest06 + kLog, whole.substr(0, whole.size() - 40)).check(kDeepSeekServer);
  EXPECT_ERROR(report, "compliance-test06-log", kLog);
}

TEST(CheckTest06, AFirstTokenThatIsNotTheOutputsContradictsTheText) {
  auto entries = answers(kTest06Samples, 5);
  entries[3].first = {7};
  const auto report = with_test06(entries);
  EXPECT_ERROR(report, "compliance-test06", kLog);
  const auto found = findings(report, "compliance-test06");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(further_places(*found.front()), testing::ElementsAre("verify_accuracy.txt:1"));
}

TEST(CheckTest06, PaddingAtTheEndAndWrongCountsAreErrors) {
  auto entries = answers(kTest06Samples, 5);
  entries[9].tokens.insert(entries[9].tokens.end(), 3, kEndOfText);
  EXPECT_ERROR(with_test06(entries), "compliance-test06", kLog);

  entries = answers(kTest06Samples, 5);
  entries[0].count = 6;
  EXPECT_ERROR(with_test06(entries), "compliance-test06", kLog);
}

TEST(CheckTest06, AnEndOfTextInsideIsAnErrorButSecondInAllAWarning) {
  auto entries = answers(kTest06Samples, 5);
  entries[2].tokens[1] = kEndOfText;
  EXPECT_ERROR(with_test06(entries), "compliance-test06-eos", kLog);

  for (auto& entry : entries) entry.tokens[1] = kEndOfText;
  EXPECT_WARNING(with_test06(entries), "compliance-test06-eos", kLog);

  entries[2].tokens[2] = kEndOfText;
  EXPECT_ERROR(with_test06(entries), "compliance-test06-eos", kLog);
}

TEST(CheckTest06, EightBytesATokenAreKnownOthersAreNot) {
  EXPECT_NOTE(with_test06(answers(kTest06Samples, 5), 8), "compliance-test06-width", kLog);
  EXPECT_SILENT(with_test06(answers(kTest06Samples, 5), 8), "compliance-test06");
  EXPECT_ERROR(with_test06(answers(kTest06Samples, 5), 2), "compliance-test06-width", kLog);
}

TEST(CheckTest06, AFailThatTheLogDoesNotShowStaysAnError) {
  const auto report = Variant()
                          .write(kTest06 + kLog, token_log(answers(kTest06Samples, 5)))
                          .replace(kTest06Text, "EOS check pass: True", "EOS check pass: False")
                          .check(kDeepSeekServer);
  const auto found = findings(report, "compliance-test06");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->variant, "default-against-log");
}

TEST(CheckTest06, IsHeldAgainstTheAccuracyRun) {
  const auto entries = answers(kTest06Samples, 5);
  auto others = entries;
  for (auto& entry : others) entry.tokens.front() += 1;
  const auto check = [&](const std::vector<TokenEntry>& accuracy) {
    return Variant()
        .write(kTest06 + kLog, token_log(entries))
        .write(kDeepSeekServer + kLog, token_log(accuracy))
        .check(kDeepSeekServer);
  };
  EXPECT_SILENT(check(entries), "compliance-test06-accuracy-run");
  EXPECT_WARNING(check(others), "compliance-test06-accuracy-run", kTest06 + kLog);

  others.resize(kTest06Samples / 2);  // no more than half of them
  others.insert(others.end(), entries.begin() + kTest06Samples / 2, entries.end());
  EXPECT_SILENT(check(others), "compliance-test06-accuracy-run");
}

// ---- TEST07

TEST(CheckTest07, TheWholeLogIsCounted) {
  const auto report =
      Variant().write(kTest07 + kLog, token_log(answers(kTest07Samples, 2))).check(kGptOssServer);
  EXPECT_SILENT(report, "compliance-log");
  EXPECT_SILENT(report, "compliance-test07-samples");
  EXPECT_TRUE(findings(report, "compliance-unique-samples", "TEST07").empty());
  EXPECT_EQ(level_of(report, "TEST07"), audit::Level::cross_checked) << "the score is not recomputed";
}

TEST(CheckTest07, FewerEntriesThanTheTextSaysAreErrors) {
  const auto report = Variant().write(kTest07 + kLog, token_log(answers(900, 2))).check(kGptOssServer);
  EXPECT_ERROR(report, "compliance-test07-samples", kTest07 + kLog);
  EXPECT_ERROR(report, "compliance-test07-samples", kTest07 + "verify_accuracy.txt");
}

TEST(CheckTest07, RepeatedSamplesAreANoteInARoundThatDrawsWithReplacement) {
  auto entries = answers(kTest07Samples, 2);
  entries[5].qsl_idx = 4;
  const auto report = Variant().write(kTest07 + kLog, token_log(entries)).check(kGptOssServer);
  EXPECT_EQ(findings(report, "compliance-unique-samples", "TEST07").size(), 1U);
}

TEST(CheckTest07, ADamagedLogIsAnError) {
  const auto report = Variant().write(kTest07 + kLog, "[\n{ \"seq_id\" : 0, \"qs").check(kGptOssServer);
  EXPECT_ERROR(report, "compliance-log", kTest07 + kLog);
}

TEST(CheckTest07, OfACutLogTheReportSaysSo) {
  const auto report = Variant().check(kGptOssServer);
  EXPECT_SILENT(report, "compliance-log");
  EXPECT_THAT(
      report.results.front().not_checked,
      testing::Contains("the accuracy log of TEST07 is cut to the permitted size: its text could only "
                        "be cross-checked"));
}

// ---- TEST09

TEST(CheckTest09, ATextThatItsLogContradictsIsAnError) {
  const auto report = Variant().write(kTest09 + kLog, token_log(answers(10, 20))).check(kGptOssServer);
  EXPECT_ERROR(report, "compliance-test09", kTest09 + "verify_output_len.txt");
  EXPECT_ERROR(report, "compliance-test09", kTest09 + kLog);  // a mean of 20
  EXPECT_ERROR(report, "compliance-test09-samples", kTest09 + kLog);
  EXPECT_EQ(level_of(report, "TEST09"), audit::Level::recomputed);
}

// ---- TEST01

const std::string kAnswersOfOneByte =
    "[\n{ \"seq_id\" : 0, \"qsl_idx\" : 7, \"data\" : \"0A000000\" },\n"
    "{ \"seq_id\" : 1, \"qsl_idx\" : 8, \"data\" : \"0B000000\" }\n]\n";

TEST(CheckTest01, WholeAnswersAreCompared) {
  Variant variant;
  variant.write(kResnetOffline + kLog, kAnswersOfOneByte).write(kTest01 + kLog, kAnswersOfOneByte);
  const auto same = variant.check(kResnetOffline);
  for (const auto* finding : findings(same, "compliance-test01-accuracy"))
    EXPECT_NE(finding->variant, "log-data") << finding->message;
  EXPECT_EQ(level_of(same, "TEST01"), audit::Level::recomputed);

  variant.replace(kTest01 + kLog, "0B000000", "0B000001");  // not in the first element
  EXPECT_ERROR(variant.check(kResnetOffline), "compliance-test01-accuracy", kTest01 + kLog);
}

TEST(CheckTest01, CountsThatTheLogContradictsAreAnError) {
  const auto report = Variant().write(kTest01 + kLog, kAnswersOfOneByte).check(kResnetOffline);
  EXPECT_ERROR(report, "compliance-test01-accuracy", kTest01 + "verify_accuracy.txt");
}

// ---- damage

TEST(CheckOfDamagedLogs, NeverEndsTheAudit) {
  const auto whole = token_log(answers(kTest06Samples, 5));
  for (std::size_t cut = 0; cut < whole.size(); cut += whole.size() / 11) {
    auto flipped = whole;
    flipped[cut] = static_cast<char>(flipped[cut] ^ 0x41);
    EXPECT_EQ(Variant().write(kTest06 + kLog, flipped).check(kDeepSeekServer).results.size(), 1U) << cut;
    EXPECT_EQ(Variant().write(kTest06 + kLog, whole.substr(0, cut)).check(kDeepSeekServer).exit_code(), 1)
        << cut;
  }
}

}  // namespace
}  // namespace mlperf::test
