// SPDX-License-Identifier: Apache-2.0
// Where a command's report goes: stdout, or a file that is replaced as a whole.
#pragma once

#include <string>
#include <string_view>

namespace mlperf::cmd {

inline constexpr int kExitGood = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitFailure = 2;

// Writes `text` to `file`, or to stdout when it is empty. False (with the reason on stderr) when that fails.
bool write_output(std::string_view text, const std::string& file);

// "mlperf-audit: REASON" on stderr; returns kExitFailure.
int fail(std::string_view reason);

enum class Colour { automatic, always, never };

bool colour_wanted(Colour colour, bool to_file);  // looks at the terminal and at NO_COLOR
bool ascii_terminal();                            // stdout is a terminal whose locale is not UTF-8
std::size_t terminal_width();                     // columns of stdout, 0 when it is no terminal

// For options that take the name of a file: what is wrong with it, or "".
std::string names_a_file(const std::string& name);

}  // namespace mlperf::cmd
