// SPDX-License-Identifier: Apache-2.0
// Numbers from text: whole text or nothing, overflow is nothing, NaN and infinity are not numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlperf::base {

std::optional<std::uint64_t> parse_u64(std::string_view text);  // digits only
std::optional<std::int64_t> parse_i64(std::string_view text);   // optional minus
std::optional<double> parse_double(std::string_view text);      // finite, decimal, optional exponent and sign

// Two printed renderings of the same quantity: do they agree within half a unit of the last printed digit of
// each? "63.897" and "63.90" do. Either may carry an exponent.
bool same_when_printed(std::string_view a, std::string_view b);

// Half a unit of the last digit of a decimal rendering: "63.90" -> 0.005, "1e+06" -> 0.5 (as %g prints 6
// digits).
double half_unit_of_last_digit(std::string_view text);

}  // namespace mlperf::base
