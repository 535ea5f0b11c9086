// SPDX-License-Identifier: Apache-2.0
#include "base/json_tree.h"

#include <gtest/gtest.h>

namespace mlperf::base {
namespace {

TEST(JsonTree, EveryValueKnowsItsLine) {
  std::vector<ReadIssue> issues;
  const auto root =
      parse_json("{\n  \"a\": 18446744073709551615,\n  \"b\": [1,\n 2.50],\n  \"c\": \"x\"\n}", issues);
  EXPECT_TRUE(issues.empty());
  ASSERT_TRUE(root.is_object());
  EXPECT_EQ(root.find("a")->text, "18446744073709551615");
  EXPECT_EQ(root.find("a")->at.line, 2U);
  EXPECT_EQ(root.find("b")->items[1].at.line, 4U);
  EXPECT_EQ(root.find("b")->items[1].text, "2.50");
  EXPECT_EQ(root.members[2].at.line, 5U);
}

TEST(JsonTree, ANumberAtTheEndOfItsLineIsOnThatLine) {
  std::vector<ReadIssue> issues;
  const auto root = parse_json("{\n  \"a\": 1\n,\n  \"b\": 2.5\n}", issues);
  EXPECT_EQ(root.find("a")->at, (Position{2, 10}));
  EXPECT_EQ(root.find("b")->at.line, 4U);
}

TEST(JsonTree, RepeatedKeysAreReportedWithBothPlaces) {
  std::vector<ReadIssue> issues;
  const auto root = parse_json("{\"status\": \"preview\",\n\"x\": 1,\n\"status\": \"available\"}", issues);
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues[0].kind, IssueKind::duplicate_key);
  EXPECT_EQ(issues[0].at.line, 3U);
  EXPECT_EQ(issues[0].related.line, 1U);
  EXPECT_EQ(root.find("status")->text, "available");
}

TEST(JsonTree, SyntaxErrorHasLineAndColumn) {
  std::vector<ReadIssue> issues;
  const auto root = parse_json("{\"a\": 1,\n }", issues);
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues[0].kind, IssueKind::syntax);
  EXPECT_EQ(issues[0].at.line, 2U);
  EXPECT_EQ(issues[0].column, 2U);
  EXPECT_EQ(root.kind, JsonKind::null);
}

TEST(JsonTree, DeepNestingIsAnIssueNotAnOverflow) {
  std::vector<ReadIssue> issues;
  parse_json(std::string(1000000, '['), issues);
  ASSERT_EQ(issues.size(), 1U);
}

TEST(JsonTree, BytesThatAreNotUtf8BecomeQuestionMarks) {
  std::vector<ReadIssue> issues;
  const auto root = parse_json("{\"a\": \"caf\xE9\"}", issues);
  ASSERT_TRUE(root.is_object());
  EXPECT_EQ(root.find("a")->text, "caf?");
}

}  // namespace
}  // namespace mlperf::base
