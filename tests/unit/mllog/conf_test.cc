// SPDX-License-Identifier: Apache-2.0
#include "mllog/conf.h"

#include <gtest/gtest.h>

namespace mlperf::mllog {
namespace {

TEST(Conf, SettingsAreSplitFromTheRight) {
  const auto document = parse_conf(
      "# comment\n"
      "*.Server.target_qps = 259.5  # tuned\r\n"
      "\n"
      "wan-2.2-t2v-a14b.Offline.min_query_count=1\n"
      "  *.*.mode =\t2\n",
      "user.conf");
  EXPECT_EQ(document.state, base::ReadState::read);
  EXPECT_TRUE(document.issues.empty());
  const auto& settings = document.value.settings;
  ASSERT_EQ(settings.size(), 3U);
  EXPECT_EQ(settings[0].model, "*");
  EXPECT_EQ(settings[0].scenario, "Server");
  EXPECT_EQ(settings[0].key, "target_qps");
  EXPECT_EQ(settings[0].value, "259.5");
  EXPECT_EQ(settings[0].at.line, 2U);
  EXPECT_EQ(settings[1].model, "wan-2.2-t2v-a14b");
  EXPECT_EQ(settings[1].scenario, "Offline");
  EXPECT_EQ(settings[1].value, "1");
  EXPECT_EQ(settings[2].scenario, "*");
}

TEST(Conf, OtherLinesAreIssues) {
  const auto document = parse_conf(
      "*.Server.target_qps = 1\ntarget_qps = 2\n*.Server.x\n.Server.y = 1\na..b = 1\n", "user.conf");
  EXPECT_EQ(document.state, base::ReadState::read);
  EXPECT_EQ(document.value.settings.size(), 1U);
  ASSERT_EQ(document.issues.size(), 4U);
  EXPECT_EQ(document.issues[0].at.line, 2U);
  EXPECT_EQ(document.issues[0].kind, base::IssueKind::foreign_line);
}

TEST(Conf, CommentsAloneAreNotEmpty) {
  EXPECT_EQ(parse_conf("# nothing set\n", "user.conf").state, base::ReadState::read);
  EXPECT_EQ(parse_conf("\n\n", "user.conf").state, base::ReadState::empty);
  EXPECT_EQ(parse_conf("loadgen/mlperf.conf", "mlperf.conf").state, base::ReadState::damaged);
}

}  // namespace
}  // namespace mlperf::mllog
