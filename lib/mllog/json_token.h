// SPDX-License-Identifier: Apache-2.0
// The grammar of single JSON tokens, for what simdjson On-Demand leaves unchecked.
#pragma once

#include <string_view>

#include "mllog/detail_log.h"

namespace mlperf::mllog {

// A number as JSON has them; `integer` tells those without fraction and exponent.
bool is_json_number(std::string_view text, bool& integer);

// A quoted token ("..." with correct escapes): its content goes to `content`.
bool is_json_string(std::string_view token, std::string_view& content);

// Kind and text of a value that is neither list nor object, or false if it is no value.
bool classify_scalar(std::string_view token, ValueKind& kind, std::string_view& text);

// What stands between '[' and ']' of a list as LoadGen prints it: integers with commas (a blank behind a
// comma passes).
bool is_plain_list(std::string_view inner);

// Is there a control character in the JSON string `text`, as a byte or escaped?
bool string_has_control_characters(std::string_view text);

}  // namespace mlperf::mllog
