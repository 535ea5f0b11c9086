// SPDX-License-Identifier: Apache-2.0
// Quantities as people read them, with enough digits that two different values look different.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace mlperf::base {

// 14531267 -> "14.531267 ms", 1500000000 -> "1.5 s", 80000001 -> "80.000001 ms". No digit is lost.
std::string human_ns(std::int64_t ns);

// 600000 -> "600 s", 120 -> "120 ms".
std::string human_ms(std::int64_t ms);

// 10241 -> "10241 bytes"; above 1 MiB with the unit: "52428800 bytes (50 MiB)".
std::string human_bytes(std::uint64_t bytes);

// Shortest text that reads back as the same double: 80.54 -> "80.54", 1e-07 -> "1e-07".
std::string shortest(double value);

// "1 error", "3 errors".
std::string counted(std::uint64_t n, const char* singular, const char* plural);

}  // namespace mlperf::base
