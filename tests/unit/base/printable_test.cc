// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/text.h"

namespace mlperf::base {
namespace {

TEST(Printable, ControlCharactersAndBytesThatAreNotUtf8AreEscaped) {
  EXPECT_EQ(printable("a\x1b[31m\x07"), "a\\x1B[31m\\x07");
  EXPECT_EQ(printable("caf\xE9"), "caf\\xE9");
  EXPECT_EQ(printable("a\nb\tc"), "a\\nb\\tc");
}

TEST(Printable, DirectionMarksAndSeparatorsAreEscaped) {
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\xE2\\x80\\xAE"
            "b");
  EXPECT_TRUE(has_control_characters("a\xE2\x80\xA8"));
}

TEST(Printable, OrdinaryTextStays) {
  EXPECT_EQ(printable("Zürich – 東京"), "Zürich – 東京");
  EXPECT_FALSE(has_control_characters("Zürich – 東京"));
}

}  // namespace
}  // namespace mlperf::base
