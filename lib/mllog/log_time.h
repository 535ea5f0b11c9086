// SPDX-License-Identifier: Apache-2.0
// Points in time as LoadGen prints them (loadgen/utils.cc DateTimeString, version_generator.py).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlperf::mllog {

// Milliseconds since 1970-01-01 00:00 of the zone the text is in; nothing for anything that is no such time.
// power_begin, power_end: "02-06-2026 14:36:05.123", UTC, cut (not rounded) to milliseconds.
std::optional<std::int64_t> parse_power_time(std::string_view text);
// test_datetime: "2026-02-06T14:36:05Z", the clock's zone in spite of the Z; loadgen_build_date_utc:
// "2026-01-28T17:36:05.287918". Digits behind the milliseconds are dropped.
std::optional<std::int64_t> parse_iso_time(std::string_view text);

// The inverse, for messages: "2026-02-06 14:36:05 UTC".
std::string utc_text(std::int64_t ms);

}  // namespace mlperf::mllog
