// SPDX-License-Identifier: Apache-2.0
#include "submission/hash_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlperf::submission {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HashLines, AreFoundAtTheStartOfLinesOnly) {
  EXPECT_THAT(hash_values("a\n\nhash=12ab\n"), ElementsAre("12ab"));
  EXPECT_THAT(hash_values("hash=1\r\nx hash=2\r\nhash=3 \r\n"), ElementsAre("1", "3"));
  EXPECT_THAT(hash_values("\xEF\xBB\xBFhash=1\rhash=2"), ElementsAre("1", "2"));
  EXPECT_THAT(hash_values("hashes=1\n Hash=2\n"), IsEmpty());
  EXPECT_THAT(hash_values(""), IsEmpty());
}

TEST(HashLines, TrailingBlanksAreSeen) {
  EXPECT_TRUE(has_trailing_blanks("a\nhash=1 \n"));
  EXPECT_TRUE(has_trailing_blanks("hash=1\t"));
  EXPECT_FALSE(has_trailing_blanks("a \nhash=1\r\nb "));
}

TEST(HashLines, AHashIsHexOfTheRoundsLength) {
  EXPECT_TRUE(is_hash(std::string(64, 'a'), 64));
  EXPECT_TRUE(is_hash("0123456789abcdefABCDEF", 22));
  EXPECT_FALSE(is_hash(std::string(63, 'a'), 64));
  EXPECT_FALSE(is_hash(std::string(64, 'g'), 64));
}

// What the official tool appends: an empty line, which ends a last line without end, then the hash.
TEST(HashLines, AppendingGivesTheBytesOfTheOfficialTool) {
  EXPECT_EQ(with_hash_line("'exact_match': 83.2\n", "ff", false), "'exact_match': 83.2\n\nhash=ff\n");
  EXPECT_EQ(with_hash_line("'exact_match': 83.2", "ff", false), "'exact_match': 83.2\nhash=ff\n");
  EXPECT_EQ(with_hash_line("", "ff", false), "\nhash=ff\n");
  EXPECT_EQ(with_hash_line("", "ff", true), "hash=ff\n");
}

TEST(HashLines, LineEndsAndMarksStay) {
  EXPECT_EQ(with_hash_line("a\r\nb\r\n", "ff", false), "a\r\nb\r\n\r\nhash=ff\r\n");
  EXPECT_EQ(with_hash_line("\xEF\xBB\xBF"
                           "a\n",
                           "ff", false),
            "\xEF\xBB\xBF"
            "a\n\nhash=ff\n");
  EXPECT_EQ(with_hash_line("50%\r100%\nb\n", "ff", false), "50%\r100%\nb\n\nhash=ff\n");
}

TEST(HashLines, OldLinesGoWithTheirEmptyLine) {
  EXPECT_EQ(with_hash_line("a\n\nhash=00\n", "ff", false), "a\n\nhash=ff\n");
  EXPECT_EQ(with_hash_line("a\nhash=00\nb\n\nhash=11\n", "ff", false), "a\nb\n\nhash=ff\n");
  EXPECT_EQ(with_hash_line("a\r\n\r\nhash=00\r\n", "ff", false), "a\r\n\r\nhash=ff\r\n");
  EXPECT_EQ(with_hash_line("hash=00\n", "ff", true), "hash=ff\n");
  EXPECT_EQ(with_hash_line("\nhash=00", "ff", false), "\nhash=ff\n");
  EXPECT_EQ(with_hash_line("score\n\n\nhash=00\n", "ff", true), "score\n\n\nhash=ff\n");
}

TEST(HashLines, DoingItTwiceChangesNothing) {
  for (const char* text : {"", "a\n", "a\r\n", "\n", "hash=00\n", "a\n\nhash=00\nb\n", "\xEF\xBB\xBF"}) {
    for (const bool alone : {false, true}) {
      const std::string once = with_hash_line(text, "ff", alone);
      EXPECT_EQ(with_hash_line(once, "ff", alone), once) << text;
      EXPECT_THAT(hash_values(once), ElementsAre("ff")) << text;
    }
  }
}

}  // namespace
}  // namespace mlperf::submission
