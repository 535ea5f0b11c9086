// SPDX-License-Identifier: Apache-2.0
#include "mllog/summary_log.h"

#include <gtest/gtest.h>

#include "unit/mllog/log_text.h"

namespace mlperf::mllog {
namespace {

base::Document<SummaryLog> parse(std::string_view text) {
  return parse_summary_log(text, "summary");
}

TEST(SummaryLog, NamesAreNormalisedAndKnowTheirBlock) {
  const auto document = parse(small_summary());
  EXPECT_EQ(document.state, base::ReadState::read);
  EXPECT_TRUE(document.issues.empty());
  const SummaryLog& log = document.value;
  EXPECT_TRUE(log.banner);
  EXPECT_EQ(log.find("SUT name")->value, "Py: SUT");
  EXPECT_EQ(log.find("Mode")->value, "PerformanceOnly");
  EXPECT_EQ(log.find("Result is")->value, "INVALID");
  EXPECT_EQ(log.find("Result is")->at.line, 9U);
  EXPECT_EQ(log.find("Performance constraints satisfied")->value, "NO");
  EXPECT_EQ(log.find("Early stopping satisfied")->value, "Yes");
  EXPECT_EQ(log.find("Min latency (ns)")->value, "119473486");
  EXPECT_EQ(log.find("ttft_latency (ns)")->value, "450000000");
  const auto* first = log.find("Completed tokens per second");
  const auto* second = log.find_in(SummaryBlock::additional_stats, "Completed tokens per second");
  EXPECT_EQ(first->block, SummaryBlock::results);
  ASSERT_NE(second, nullptr);
  EXPECT_NE(first, second);
  EXPECT_EQ(log.find_in(SummaryBlock::parameters, "target_qps")->value, "259");
  EXPECT_EQ(log.find_in(SummaryBlock::results, "target_qps"), nullptr);
}

TEST(SummaryLog, TextForPeopleIsNoSetting) {
  const auto document = parse(small_summary());
  for (const auto& line : document.value.lines) {
    EXPECT_NE(line.name, "WARNING");
    EXPECT_EQ(line.name.find('*'), std::string::npos) << line.name;
    EXPECT_EQ(line.name.find("Recommendations"), std::string::npos);
  }
}

TEST(SummaryLog, CountsOfErrorsAndWarnings) {
  const auto counted = parse(small_summary());
  EXPECT_EQ(counted.value.warnings->value, 2U);
  EXPECT_EQ(counted.value.errors->value, 0U);
  EXPECT_EQ(counted.value.errors->text, "No errors encountered during test.");

  const auto accuracy =
      parse("\n1 warning encountered. See detailed log.\n\n12 ERRORS encountered. See detailed log.\n");
  EXPECT_EQ(accuracy.state, base::ReadState::read);
  EXPECT_FALSE(accuracy.value.banner);
  EXPECT_EQ(accuracy.value.warnings->value, 1U);
  EXPECT_EQ(accuracy.value.errors->value, 12U);
  EXPECT_EQ(accuracy.value.errors->at.line, 4U);
  EXPECT_EQ(parse("\n1 ERROR encountered. See detailed log.\n").value.errors->value, 1U);
}

TEST(SummaryLog, HalfALineIsNoValue) {
  const auto document = parse("min_query_count : 144");
  EXPECT_EQ(document.state, base::ReadState::damaged);
  EXPECT_EQ(document.issues[0].kind, base::IssueKind::cut_line);
  EXPECT_TRUE(document.value.lines.empty());
  EXPECT_FALSE(document.value.errors);
}

TEST(SummaryLog, CarriageReturnsPassSilently) {
  std::string text;
  for (const char c : small_summary()) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto document = parse(text);
  EXPECT_TRUE(document.issues.empty());
  EXPECT_EQ(document.value.lines.size(), parse(small_summary()).value.lines.size());
  EXPECT_EQ(document.value.find("Result is")->value, "INVALID");
}

TEST(SummaryLog, ForeignLinesAndFilesOfAnotherKindAreReported) {
  const auto noisy = parse("rank0 warming up\n" + small_summary());
  ASSERT_EQ(noisy.issues.size(), 1U);
  EXPECT_EQ(noisy.issues[0].kind, base::IssueKind::foreign_line);
  EXPECT_EQ(noisy.state, base::ReadState::read);
  EXPECT_EQ(parse("hello\nworld\n").state, base::ReadState::damaged);
  EXPECT_EQ(parse("\n").state, base::ReadState::empty);
}

}  // namespace
}  // namespace mlperf::mllog
