// SPDX-License-Identifier: Apache-2.0
// How each metric of accuracy.txt is written. Most are an entry of a printed dictionary ('rouge1': 44.5), the
// others stand in a sentence of their own (mAP=53.1%). The forms are those of the rules' group
// accuracy_lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "submission/accuracy_text.h"

namespace mlperf::submission {

enum class Blanks : std::uint8_t { any, one, some };              // between the colon and the number
enum class KeyQuotes : std::uint8_t { single, twofold, either };  // around the key

// An entry of a printed dictionary: the key in quotes, a colon, the number.
struct EntryForm {
  std::string metric;
  std::string key;
  Blanks blanks = Blanks::one;
  KeyQuotes key_quotes = KeyQuotes::single;
  bool number_in_quotes = false;  // may be
  bool whole_object = false;      // the line has to be an object, see object_is_official()
};

// The form of a metric that is an entry. A metric this program does not know is taken for an entry under its
// own name; nothing for metrics that stand in a sentence.
std::optional<EntryForm> entry_form(std::string_view metric);

struct EntryNumber {
  MetricValue metric;  // without its place
  std::size_t offset;  // of the number in the text
};

// The number of the entry whose key ends in front of `offset`. `quote` is what the key stood in, 0 for
// nothing.
std::optional<EntryNumber> read_entry(const EntryForm& form, std::string_view text, std::size_t offset,
                                      char quote);

// Is `line` an object of the kind a whole_object form asks for?
bool object_is_official(const EntryForm& form, std::string_view line);

// Appends the metrics that `line` states in a sentence.
void read_sentences(const base::Line& line, const std::vector<std::string>& metrics,
                    std::vector<MetricValue>& found);

// Likewise what a person takes for such a sentence although no pattern does: "accuracy = 10 %", "mAP: 53".
void read_loose_sentences(const base::Line& line, const std::vector<std::string>& metrics,
                          std::vector<MetricValue>& found);

}  // namespace mlperf::submission
