// SPDX-License-Identifier: Apache-2.0
// What a finding found and expected: exact, in the unit of the file; a number stays a number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "mllog/detail_log.h"

namespace mlperf::audit {

using Value = std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string>;

// As text, the way the JSON report would print it but without quotes; "" for none.
std::string to_text(const Value& value);

Value value_of(const mllog::LogEntry& entry);  // number or text as logged
Value number_or_text(std::string_view text);   // "81.7" -> 81.7, "144804" -> integer, anything else -> text
Value range(double minimum, double maximum);   // "0.5..1.25"

}  // namespace mlperf::audit
