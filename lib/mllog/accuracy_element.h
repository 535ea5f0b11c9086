// SPDX-License-Identifier: Apache-2.0
// One element of the list that an accuracy log is, out of text that may end anywhere: strict JSON first, the
// form of an entry second, so that a log can be told from one that is no JSON and from one that is no log.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mlperf::mllog {

enum class ElementOutcome {
  read,     // JSON; `wrong` says whether it is an entry
  ran_out,  // the text ends inside
  no_json,  // `wrong` says why, `end` is where
};

enum AccuracyField : std::uint8_t {
  seq_id_field,
  qsl_idx_field,
  data_field,
  token_data_field,
  token_count_field
};
inline constexpr std::array<std::string_view, 5> kAccuracyFields = {"seq_id", "qsl_idx", "data", "token_data",
                                                                    "token_count"};

struct AccuracyElement {
  std::optional<std::uint64_t> seq_id;
  std::optional<std::uint64_t> qsl_idx;
  std::optional<std::int64_t> token_count;
  std::optional<std::string_view> data;
  std::optional<std::string_view> token_data;
  std::uint8_t fields = 0;        // bits of AccuracyField
  std::string_view wrong;         // why it is no JSON or no entry; empty for an entry
  std::string_view unknown_name;  // a field that LoadGen does not write; the entry is one all the same
  std::size_t end = 0;            // offset behind it, or of what is no JSON
};

// Reads the value at the start of `text` (no blank before it). Depth is bounded, time linear.
ElementOutcome read_accuracy_element(std::string_view text, AccuracyElement& element);

// The same for an entry exactly as LoadGen prints it, in less time; false for anything else, `element` is
// undefined then. 64 bytes behind `text` may be read.
bool read_usual_entry(std::string_view text, AccuracyElement& element);

}  // namespace mlperf::mllog
