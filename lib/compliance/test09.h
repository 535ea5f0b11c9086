// SPDX-License-Identifier: Apache-2.0
// TEST09: the mean output length of a performance run lies within a window. The official script takes every
// four bytes for a token. Source: compliance/TEST09/run_verification.py.
#pragma once

#include <optional>
#include <string>

#include "compliance/output_length.h"

namespace mlperf::compliance {

struct Test09Options {
  std::optional<double> min_output_tokens, max_output_tokens;  // inclusive
  std::optional<std::uint64_t> samples;                        // of the whole set
  mllog::AccuracyStreamOptions stream;
};

struct Test09 {
  OutputLength length;  // in tokens of the width that the log shows
  // The official script's figures: four bytes a token, what is no hex counts as empty.
  std::optional<LengthStatistics> official;
  std::optional<double> min_output_tokens, max_output_tokens;
  bool min_check = false, max_check = false;
  bool breaks = false;                 // the script ends without a text
  std::optional<bool> passed;          // nothing without a window
  std::optional<bool> mean_in_window;  // by `length`
};

Test09 test09(const std::string& disk_path, std::string path, const Test09Options& options);
Test09 test09_of_text(std::string_view text, std::string path, const Test09Options& options);

// The text of verify_output_len.txt.
std::string test09_text(const Test09& facts);

}  // namespace mlperf::compliance
