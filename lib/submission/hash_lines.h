// SPDX-License-Identifier: Apache-2.0
// The hash lines of accuracy.txt as bytes: what they say, and the text with one that is right. Everything
// else of the text, its line ends included, stays as it is. Format: docs/formats/accuracy_txt.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mlperf::submission {

// What stands behind "hash=" at the start of a line, blanks at the end removed, in file order.
std::vector<std::string> hash_values(std::string_view text);

// Does a hash line have blanks at its end? The official tools then do not recognise it.
bool has_trailing_blanks(std::string_view text);

// `digits` hexadecimal digits, in upper or lower case.
bool is_hash(std::string_view value, std::size_t digits);

// `text` without its hash lines and with one for `hash` at the end. The line is set off by an empty one, as
// the official tool does; `alone`: not where it is all that the text holds.
std::string with_hash_line(std::string_view text, std::string_view hash, bool alone);

}  // namespace mlperf::submission
