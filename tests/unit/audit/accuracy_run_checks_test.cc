// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/audit/result_fixture.h"

namespace mlperf::audit {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kDetail = "accuracy/mlperf_log_detail.txt";
const std::string kLog = "accuracy/mlperf_log_accuracy.json";

auto rule(const std::string& id) {
  return Field(&Seen::rule, id);
}
auto error() {
  return Field(&Seen::severity, "error");
}
auto warning() {
  return Field(&Seen::severity, "warning");
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

TEST(AccuracyMode, PerformanceOnly) {
  EXPECT_THAT(seen(Result().accuracy_log_line("effective_test_mode", "\"PerformanceOnly\"")),
              ElementsAre(AllOf(rule("acc-mode"), error(), line(2), says("PerformanceOnly"))));
}

TEST(AccuracyScenario, DiffersFromThePerformanceRun) {
  EXPECT_THAT(seen(Result().accuracy_log_line("effective_scenario", "\"Server\"")),
              ElementsAre(AllOf(rule("acc-scenario-match"), error(), line(1), says("Server"))));
}

TEST(AccuracySampleCount, SettingOrSizeOfTheLibrary) {
  EXPECT_THAT(
      seen(Result().accuracy_log_line("effective_accuracy_sample_count", "100")),
      ElementsAre(AllOf(rule("acc-sample-count"), error(), line(3), says("100 samples"), says("4388"))));
  Result older;
  std::string& log = older.files.at(kDetail);
  log.replace(log.find("effective_accuracy_sample_count"), 31, "qsl_reported_total_count");
  EXPECT_THAT(seen(older), IsEmpty());
}

TEST(AccuracySeeds, OthersAreAWarning) {
  EXPECT_THAT(seen(Result().accuracy_log_line("effective_qsl_rng_seed", "0")),
              ElementsAre(AllOf(rule("acc-seeds"), warning(), line(4))));
}

TEST(AccuracyErrors, FlaggedLineAndCountWithoutLine) {
  Result flagged;
  flagged.files.at(kDetail) += log_line("error_runtime", "\"completed twice\"", true);
  EXPECT_THAT(seen(flagged),
              ElementsAre(AllOf(rule("acc-loadgen-errors"), error(), line(7), says("completed twice"))));
  Result counted;
  counted.files.at(kDetail) += log_line("num_errors", "2");
  EXPECT_THAT(seen(counted), ElementsAre(AllOf(rule("acc-loadgen-errors"), error(), line(7))));
  Result none;
  none.files.at(kDetail) += log_line("num_errors", "0");
  EXPECT_THAT(seen(none), IsEmpty());
}

TEST(AccuracyLogReadable, CutBehindTheDecidingLines) {
  Result cut;
  cut.files.at(kDetail) += ":::MLLOG {\"key\": \"power_e";
  const Findings findings = cut.judge(accuracy_checks());
  EXPECT_THAT(seen_in(findings), ElementsAre(AllOf(rule("acc-log-readable"), warning(), line(7))));
  EXPECT_EQ(findings.inconclusive_reasons().size(), 1u);
}

TEST(AccuracyLogReadable, NoLogOfLoadGen) {
  EXPECT_THAT(of_rule(seen(Result().file(kDetail, "Accuracy\n========\nhand-made\n")), "acc-log-readable"),
              ElementsAre(AllOf(error(), says("not a LoadGen detail log"))));
}

TEST(AccuracyLogReadable, DecidingLineMissing) {
  Result result;
  result.files.at(kDetail) = log_line("effective_test_mode", "\"AccuracyOnly\"");
  EXPECT_THAT(of_rule(seen(result), "acc-log-readable"),
              ElementsAre(AllOf(error(), says("effective_scenario"))));
}

TEST(AccuracyLogFile, NotTruncated) {
  EXPECT_THAT(
      seen(Result().file(kLog, std::string(10241, 'x'))),
      ElementsAre(AllOf(rule("acc-log-truncated"), error(), Field(&Seen::found, Value(std::uint64_t{10241})),
                        Field(&Seen::expected, Value(std::uint64_t{10240})))));
}

std::string entries(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i)
    text += fmt::format("{{ \"seq_id\" : {}, \"qsl_idx\" : {}, \"data\" : \"0A000000\" }},\n", i, i);
  return text;
}

TEST(AccuracyLogFile, TruncatedAsRequired) {
  const std::string text =
      "[\n" + entries(20000) + "{ \"seq_id\" : 0, \"qsl_idx\" : 0, \"data\" : \"0A000000\" }\n]\n";
  EXPECT_THAT(
      seen(Result().file(kLog, text.substr(0, 4096) + "\n\n...\n\n" + text.substr(text.size() - 4096))),
      IsEmpty());
  EXPECT_THAT(seen(Result().file(kLog, text.substr(0, 4096))),
              ElementsAre(AllOf(rule("acc-log-shape"), error())));
  EXPECT_THAT(seen(Result().file(kLog, text.substr(0, 7259))),
              ElementsAre(AllOf(rule("acc-log-shape"), error())));
}

TEST(AccuracyLogFile, EmptyList) {
  EXPECT_THAT(seen(Result().file(kLog, "[\n]\n")),
              ElementsAre(AllOf(rule("acc-log-content"), error(), says("empty list"))));
}

TEST(AccuracyTokens, DataThatIsNoListOfIds) {
  const auto with = [](const std::string& data, int count) {
    const auto log =
        fmt::format("[\n{{ \"seq_id\" : 0, \"qsl_idx\" : 7, \"data\" : \"{}\", \"token_count\" : {} }}\n]\n",
                    data, count);
    return Result().file(kLog, log).seen(accuracy_checks(), "acc-log-content");
  };
  EXPECT_THAT(with("0A0000000B000000", 2), IsEmpty());
  EXPECT_THAT(with("0A000000000000000B00000000000000", 2), IsEmpty()) << "64-bit ids";
  EXPECT_THAT(with("0A0000000B000000", 3),
              ElementsAre(AllOf(rule("acc-log-content"), warning(), line(2), says("sample 7"))));
  EXPECT_THAT(with("0A000000FFFFFFFF", 2), ElementsAre(AllOf(rule("acc-log-content"), says("no token ids"))));
  EXPECT_THAT(with("0A000000", 30000), ElementsAre(AllOf(rule("acc-log-content"), says("at most"))));
}

TEST(AccuracyTokens, OtherBenchmarksLogWhatTheyLike) {
  Result whisper;
  whisper.benchmark = "whisper";
  whisper.file(kLog,
               "[\n{ \"seq_id\" : 0, \"qsl_idx\" : 7, \"data\" : \"414243\", \"token_count\" : 2 }\n]\n");
  EXPECT_THAT(whisper.seen(accuracy_checks(), "acc-log-content"), IsEmpty());
}

}  // namespace
}  // namespace mlperf::audit
