// SPDX-License-Identifier: Apache-2.0
#include "audit/config.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace mlperf::audit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Config parsed(std::string_view text) {
  return parse_config(text, ".mlperf-audit.toml");
}

TEST(Config, ReadsEverything) {
  const auto config = parsed(R"(# agreed
round = "v6.0"
select = ["perf-*", "acc-*"]
ignore = [{rule = "system-*", reason = "draft"}]

[[waive]]
rule = "perf-seeds"
path = "closed/Acme/results/sys/**"
reason = "agreed in the group"
until = 2026-12-31

[[waive]]
rule = "acc-*"
path = "**"
reason = "no end"
)");
  EXPECT_THAT(config.problems, IsEmpty());
  EXPECT_TRUE(config.present);
  EXPECT_EQ(config.round, "v6.0");
  EXPECT_THAT(config.select, ElementsAre("perf-*", "acc-*"));
  ASSERT_EQ(config.ignore.size(), 1U);
  EXPECT_EQ(config.ignore[0].reason, "draft");
  ASSERT_EQ(config.waivers.size(), 2U);
  EXPECT_EQ(config.waivers[0].until, "2026-12-31");
  EXPECT_EQ(config.waivers[0].at.line, 6U);
  EXPECT_EQ(config.waivers[0].at.byte, 103U);
  EXPECT_EQ(config.waivers[1].until, "");
}

TEST(Config, AnEmptyFileChangesNothing) {
  EXPECT_THAT(parsed("").problems, IsEmpty());
  EXPECT_THAT(parsed("# nothing\n").waivers, IsEmpty());
}

TEST(Config, AbsentIsNotAProblem) {
  const auto config = read_config("/does/not/exist", "x");
  EXPECT_FALSE(config.present);
  EXPECT_THAT(config.problems, IsEmpty());
}

TEST(Config, AFolderOfThatNameIsAProblem) {
  EXPECT_THAT(read_config(std::filesystem::temp_directory_path().string(), "x").problems,
              ElementsAre(HasSubstr("x: ")));
}

TEST(Config, ProblemsHaveTheirLine) {
  EXPECT_THAT(parsed("round = \"v6.0\"\nround = \"v6.1\"\n").problems,
              ElementsAre(HasSubstr(".mlperf-audit.toml:2: ")));
  EXPECT_THAT(parsed("\nignroe = []\n").problems,
              ElementsAre(HasSubstr(":2: unknown key ignroe; known are")));
  EXPECT_THAT(parsed("round = 6\n").problems, ElementsAre(HasSubstr(":1: round must be a text")));
  EXPECT_THAT(parsed("select = \"a\"\n").problems, ElementsAre(HasSubstr(":1: select must be a list")));
  EXPECT_THAT(parsed("select = [\n1]\n").problems,
              ElementsAre(HasSubstr(":2: an entry of select must be a text")));
  EXPECT_THAT(parsed("waive = 3\n").problems, ElementsAre(HasSubstr(":1: waive must be")));
  EXPECT_THAT(parsed("[[waive]]\nrule = \"a\"\npath = \"b\"\nreason = \"c\"\nuntil = \"soon\"\n").problems,
              ElementsAre(HasSubstr(":5: until must be a day")));
  EXPECT_THAT(parsed("[[waive]]\nrule = \"a\"\npath = \"b\"\nreason = \"c\"\nwhen = 1\n").problems,
              ElementsAre(HasSubstr(":5: unknown key when in a waiver")));
}

TEST(Config, AReasonIsRequired) {
  EXPECT_THAT(parsed("ignore = [\"perf-*\"]\n").problems, ElementsAre(HasSubstr("needs a reason")));
  EXPECT_THAT(parsed("ignore = [{rule = \"a\"}]\n").problems, ElementsAre(HasSubstr("needs reason")));
  EXPECT_THAT(parsed("ignore = [{rule = \"a\", reason = \" \"}]\n").problems,
              ElementsAre(HasSubstr("reason must be")));
  EXPECT_THAT(parsed("[[waive]]\nrule = \"a\"\npath = \"b\"\n").problems,
              ElementsAre(HasSubstr("a waiver needs reason")));
}

TEST(Config, HostileFilesAreProblemsNotCrashes) {
  const std::string deep_lists = fmt::format("a={:[>50000}", "");
  const std::string deep_tables = fmt::format("a={}", std::string(50000, '{'));
  const std::vector<std::string> texts = {std::string(3, '\0'), "\xFF\xFE",  std::string(50000, '['),
                                          deep_lists,           deep_tables, "a.b.c."};
  for (const auto& text : texts) EXPECT_THAT(parsed(text).problems, testing::Not(IsEmpty()));
  std::string many = "ignore = [";
  for (int i = 0; i < 1000; ++i) many += "{rule=\"a\",reason=\"b\"},";
  EXPECT_THAT(parsed(many + "]").problems, ElementsAre(HasSubstr("at most")));
}

TEST(Config, ControlCharactersDoNotReachTheMessage) {
  EXPECT_THAT(parsed("\"\\u001b[2J\" = 1\n").problems, ElementsAre(HasSubstr("unknown key \\x1B[2J;")));
}

TEST(Config, WindowsLineEndsAndByteOrderMark) {
  const auto path = std::filesystem::temp_directory_path() / "mlperf_audit_config_test.toml";
  std::ofstream(path, std::ios::binary) << "\xEF\xBB\xBFround = \"v6.1\"\r\nselect = [\"a\"]\r\n";
  const auto config = read_config(path.string(), "x");
  std::filesystem::remove(path);
  EXPECT_THAT(config.problems, IsEmpty());
  EXPECT_EQ(config.round, "v6.1");
}

TEST(Config, UntilIsADayOfTheCalendar) {
  const auto problems = [](const std::string& until) {
    return parsed("[[waive]]\nrule = \"a\"\npath = \"b\"\nreason = \"c\"\nuntil = " + until + "\n").problems;
  };
  EXPECT_THAT(problems("\"2028-02-29\""), IsEmpty());
  EXPECT_THAT(problems("2026-12-31"), IsEmpty());
  for (const char* wrong :
       {"\"2026-02-31\"", "\"2026-02-29\"", "\"2026-13-01\"", "\"2026-00-10\"", "2026-02-31"})
    EXPECT_THAT(problems(wrong), testing::Not(IsEmpty())) << wrong;
}

}  // namespace
}  // namespace mlperf::audit
