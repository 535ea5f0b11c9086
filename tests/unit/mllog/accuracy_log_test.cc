// SPDX-License-Identifier: Apache-2.0
#include "mllog/accuracy_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/mllog/log_text.h"

namespace mlperf::mllog {
namespace {

const CutFormat kCut;

AccuracyLogDocument parse(std::string_view text) {
  return parse_accuracy_log_facts(text, "log", kCut);
}

std::string cut_by_tool(const std::string& log) {
  return log.substr(0, kCut.head_bytes) + kCut.separator + log.substr(log.size() - kCut.tail_bytes);
}

TEST(AccuracyLog, EmptyFileAndEmptyListDiffer) {
  EXPECT_EQ(parse("").state, base::ReadState::empty);
  const auto list = parse("[\n]\n");
  EXPECT_EQ(list.state, base::ReadState::read);
  EXPECT_EQ(list.value.shape, AccuracyLogShape::empty_list);
  EXPECT_EQ(list.value.size, 4U);
}

TEST(AccuracyLog, WholeLogGivesItsEntries) {
  const auto document =
      parse("[\n" + accuracy_entry(5, "0A00FF") + ",\n" + accuracy_entry(7, "", false) + "\n]\n");
  EXPECT_EQ(document.value.shape, AccuracyLogShape::whole);
  ASSERT_EQ(document.value.visible.size(), 2U);
  const AccuracyEntry& entry = document.value.visible[0];
  EXPECT_EQ(entry.seq_id, 5U);
  EXPECT_EQ(entry.qsl_idx, 1005U);
  EXPECT_EQ(entry.data, "0A00FF");
  EXPECT_EQ(entry.token_data, "0A");
  EXPECT_EQ(entry.token_count, 3);
  EXPECT_EQ(entry.at.line, 2U);
  EXPECT_EQ(document.value.visible[1].at.line, 3U);
  EXPECT_EQ(document.value.visible[1].token_count, std::nullopt);
}

TEST(AccuracyLog, OneLineAndOtherSpacingAreWhole) {
  const auto document =
      parse(R"([{"seq_id":1,"qsl_idx":2,"data":"0a"},{"qsl_idx":4,"seq_id":3,"token_count":-1,"data":""}])");
  EXPECT_EQ(document.value.shape, AccuracyLogShape::whole);
  EXPECT_EQ(document.value.visible.size(), 2U);
  EXPECT_EQ(document.value.visible[1].token_count, -1);
}

TEST(AccuracyLog, CutLogShowsWholeEntriesOfBothEnds) {
  const auto document = parse(cut_by_tool(accuracy_log(1000)));
  EXPECT_EQ(document.state, base::ReadState::read);
  EXPECT_EQ(document.value.shape, AccuracyLogShape::cut);
  EXPECT_EQ(document.value.size, 8199U);
  EXPECT_FALSE(document.value.malformed);
  EXPECT_EQ(document.value.visible.front().seq_id, 0U);
  EXPECT_EQ(document.value.visible.back().seq_id, 999U);
  EXPECT_GT(document.value.visible.back().at.line, 10U);
}

TEST(AccuracyLog, EntriesLongerThanTheCutLeaveNothingVisibleAndNothingWrong) {
  const std::string data(20000, 'A');
  const auto document =
      parse(cut_by_tool("[\n" + accuracy_entry(1, data) + ",\n" + accuracy_entry(2, data) + "\n]\n"));
  EXPECT_EQ(document.value.shape, AccuracyLogShape::cut);
  EXPECT_TRUE(document.value.visible.empty());
  EXPECT_FALSE(document.value.malformed);
}

TEST(AccuracyLog, ToolOnAVeryShortLogRepeatsItsMiddle) {
  for (unsigned entries = 42; entries < 60; ++entries) {
    const auto log = accuracy_log(entries);
    if (log.size() < 4096) continue;
    const auto document = parse(cut_by_tool(log));
    EXPECT_EQ(document.value.shape, AccuracyLogShape::cut) << entries;
    EXPECT_FALSE(document.value.malformed) << entries;
  }
  std::string exact = accuracy_log(40);
  exact.insert(1, 4096 - exact.size(), ' ');
  EXPECT_FALSE(parse(cut_by_tool(exact)).value.malformed);
}

TEST(AccuracyLog, CutElsewhereIsDamaged) {
  const auto log = accuracy_log(1000);
  const auto document = parse(log.substr(0, 5000) + kCut.separator + log.substr(log.size() - 5000));
  EXPECT_EQ(document.value.shape, AccuracyLogShape::damaged);
  EXPECT_EQ(document.state, base::ReadState::damaged);
  EXPECT_THAT(document.issues[0].detail, testing::HasSubstr("stands at byte 5000 of 10007"));
  const auto head_only = parse(log.substr(0, 4096));
  EXPECT_EQ(head_only.value.shape, AccuracyLogShape::damaged);
  EXPECT_EQ(head_only.issues[0].detail, "the log ends without ']'");
}

TEST(AccuracyLog, CommaBehindTheLastEntryIsDamage) {
  const auto document = parse("[\n" + accuracy_entry(1) + ",\n]\n");
  EXPECT_EQ(document.value.shape, AccuracyLogShape::damaged);
  EXPECT_EQ(document.value.malformed->line, 3U);
  EXPECT_EQ(document.value.visible.size(), 1U);
}

TEST(AccuracyLog, DamageInsideACutLogHasAPlace) {
  const std::string good = cut_by_tool(accuracy_log(1000));
  for (const char* what : {"qsl_idx", "data", "0A00FF", "token_count", ", \"token", " : ", "},\n{"}) {
    for (const std::size_t from : {std::size_t{100}, std::size_t{4300}}) {
      auto text = good;
      const auto at = text.find(what, from);
      text[at + 1] = '#';
      const auto document = parse(text);
      EXPECT_EQ(document.value.shape, AccuracyLogShape::cut) << what;
      ASSERT_TRUE(document.value.malformed) << what << " " << from;
      EXPECT_GE(document.value.malformed->byte + 40, at) << what;
      EXPECT_LE(document.value.malformed->byte, at + 80) << what;
      EXPECT_GT(document.value.visible.size(), 60U) << "entries behind the damage count";
    }
  }
}

TEST(AccuracyLog, LongLogsAreJudgedByTheirEnds) {
  const auto log = accuracy_log(5000);
  ASSERT_GT(log.size(), 300000U);
  const auto document = parse(log);
  EXPECT_EQ(document.value.shape, AccuracyLogShape::long_whole);
  EXPECT_EQ(document.state, base::ReadState::read);
  EXPECT_EQ(document.value.visible.back().seq_id, 4999U);
  EXPECT_EQ(document.value.visible.back().at.line, 0U);
  EXPECT_EQ(log.substr(document.value.visible.back().at.byte, 12), "{ \"seq_id\" :");
  EXPECT_EQ(parse(log.substr(0, log.size() - 5)).value.shape, AccuracyLogShape::damaged);
}

TEST(AccuracyLog, FieldsMustBeThereOnceAndFit) {
  for (const char* entry :
       {R"({ "seq_id" : 1, "data" : "" })", R"({ "seq_id" : 1, "seq_id" : 2, "qsl_idx" : 1, "data" : "" })",
        R"({ "seq_id" : 1, "qsl_idx" : 1, "data" : "0" })",
        R"({ "seq_id" : 1, "qsl_idx" : "1", "data" : "" })",
        R"({ "seq_id" : 99999999999999999999, "qsl_idx" : 1, "data" : "" })",
        R"({ "seq_id" : 1, "qsl_idx" : 1, "data" : "", "score" : 1 })", "{}", "1"}) {
    EXPECT_EQ(parse(std::string("[\n") + entry + "\n]\n").value.shape, AccuracyLogShape::damaged) << entry;
  }
}

}  // namespace
}  // namespace mlperf::mllog
