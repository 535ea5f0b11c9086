// SPDX-License-Identifier: Apache-2.0
// TEST06: the outputs of a language model are counted as they were produced: first token, end of text,
// length. Source: compliance/TEST06/run_verification.py, whose end-of-text check never finds an id that was
// given as an option, and whose first-token check passes an empty first token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compliance/element.h"
#include "compliance/fault.h"

namespace mlperf::compliance {

struct Test06Options {
  std::optional<ElementType> dtype;  // nothing: by the width that data and token_count agree on, else int32
  std::vector<std::int64_t> eos_token_ids{2};
  bool first_token_check = true;  // not in Offline
  mllog::AccuracyStreamOptions stream;
};

struct Test06 {
  LogDocument log;
  ElementType dtype = ElementType::int32;  // as used
  std::optional<std::size_t> found_width;  // bytes a token by data and token_count, where they say one thing
  std::vector<std::int64_t> eos_token_ids;
  bool first_token_check_wanted = true;

  // The official script's figures and outcome.
  std::uint64_t entries = 0;
  std::uint64_t ending_with_two_or_more_eos = 0;  // samples; position 0 is not looked at
  std::uint64_t token_count_mismatches = 0;
  std::uint64_t first_token_mismatches = 0;
  bool eos_check = false, first_token_check = false, sample_length_check = false;
  bool breaks = false;  // the script ends with an exception and writes nothing
  bool passed = false;

  // What it does not notice.
  Fault trailing_eos;  // found: how many at the end
  Fault eos_inside;    // an end-of-text token before the tail; found: its position, expected: tokens
  Fault eos_second;    // ... as the second token, with tokens behind it
  std::uint64_t longer_than_two = 0;  // samples in which a second token has tokens behind it
  Fault first_token_differs;          // found: token of token_data, expected: that of data
  Fault first_token_empty;            // token_data without a token
  Fault first_token_missing;          // no token_data
  Fault count_differs;                // found: token_count, expected: tokens of data
  Fault count_missing;                // no token_count
  Fault partial_element;              // data that is no whole number of elements; found: bytes
  Fault no_tokens;                    // an output without a token

  // The known habit of one harness: an end-of-text token second in every sample, and nowhere else inside.
  bool eos_second_throughout() const {
    return eos_second && eos_second.count == longer_than_two && eos_inside.count == 0;
  }
};

Test06 test06(const std::string& disk_path, std::string path, const Test06Options& options);
Test06 test06_of_text(std::string_view text, std::string path, const Test06Options& options);

// The text of verify_accuracy.txt: the script's lines, with its two blind spots seen.
std::string test06_text(const Test06& facts);

}  // namespace mlperf::compliance
