// SPDX-License-Identifier: Apache-2.0
#include "mllog/log_time.h"

#include <gtest/gtest.h>

namespace mlperf::mllog {
namespace {

TEST(PowerTime, IsMillisecondsSince1970) {
  EXPECT_EQ(parse_power_time("01-01-1970 00:00:00.000"), 0);
  EXPECT_EQ(parse_power_time("02-06-2026 14:36:05.123"), 1770388565123);
  EXPECT_EQ(parse_power_time("12-31-2025 23:59:59.999"),
            parse_power_time("01-01-2026 00:00:00.000").value() - 1);
}

TEST(PowerTime, NothingForAnythingElse) {
  for (const auto* text :
       {"", "now", "2026-02-06 14:36:05.123", "13-06-2026 14:36:05.123", "02-30-2026 14:36:05.123",
        "02-06-2026 24:36:05.123", "02-06-2026 14:36", "02-06-2026 14:36:05.", "02-06-2026 14:36:05.123 x",
        "02-06-99999999999999999999 14:36:05.123"})
    EXPECT_FALSE(parse_power_time(text)) << text;
}

TEST(IsoTime, WithAndWithoutFractionZoneAndTime) {
  EXPECT_EQ(parse_iso_time("2026-02-06T14:36:05Z"), 1770388565000);
  EXPECT_EQ(parse_iso_time("2026-02-06T14:36:05.123999"), 1770388565123);
  EXPECT_EQ(parse_iso_time("2026-02-06T14:36:05.1"), 1770388565100);
  EXPECT_EQ(parse_iso_time("1970-01-02"), 86400000);
  EXPECT_FALSE(parse_iso_time("2026-02-06T14:36:05+01:00"));
  EXPECT_FALSE(parse_iso_time("06-02-2026"));
}

TEST(UtcText, ReadsBack) {
  EXPECT_EQ(utc_text(1770388565123), "2026-02-06 14:36:05 UTC");
}

}  // namespace
}  // namespace mlperf::mllog
