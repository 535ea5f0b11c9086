// SPDX-License-Identifier: Apache-2.0
#include "base/table.h"

#include <gtest/gtest.h>

namespace mlperf::base {
namespace {

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("p99"), 3U);
  EXPECT_EQ(display_width("\u00fcber"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("\u5bcc\u58eb\u901a"), 6U);
  EXPECT_EQ(display_width("\xff\xc3"), 2U);
}

TEST(Wrap, BreaksAtSpacesAndIndentsWhatFollows) {
  EXPECT_EQ(wrap("one two three four", 12, 4), "one two\n    three\n    four");
  EXPECT_EQ(wrap("one two", 80, 4), "one two");
  EXPECT_EQ(wrap("", 80, 4), "");
}

TEST(Wrap, NoLinePassesTheWidth) {
  const auto text = wrap("aaaa bbbb cccc dddd", 10, 0);
  EXPECT_EQ(text, "aaaa bbbb\ncccc dddd");
}

TEST(Wrap, KeepsLineEndsAndLongWords) {
  EXPECT_EQ(wrap("a\nb", 80, 2), "a\n  b");
  EXPECT_EQ(wrap("see results/system/benchmark/Server now", 10, 0),
            "see\nresults/system/benchmark/Server\nnow");
}

TEST(Table, AlignsColumns) {
  Table table({{"name", Align::left}, {"samples", Align::right}, {"", Align::left}});
  table.add({"resnet", "1024", "x"});
  table.add({"bert-99", "10833"});
  EXPECT_EQ(table.text(),
            "name     samples\n"
            "resnet      1024  x\n"
            "bert-99    10833\n");
}

TEST(Table, WrapsTheLastColumn) {
  Table table({{}, {}});
  table.add({"seeds", "every seed of the round is set"});
  EXPECT_EQ(table.text(27, 2), "  seeds  every seed of the\n         round is set\n");
}

}  // namespace
}  // namespace mlperf::base
