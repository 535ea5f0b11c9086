// SPDX-License-Identifier: Apache-2.0
// What the readers of small text documents share: text given in memory, and lists that hostile files cannot
// blow up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace mlperf::submission {

inline constexpr std::uint64_t kTextLimit = std::uint64_t{64} << 20;

// As base::read_text, for text that is in memory already.
template <class T>
std::string_view take_text(std::string_view given, base::Document<T>& document) {
  document.bytes = base::FileBytes::copy_of(given);
  const std::string_view text = base::decode(document.bytes, document.issues);
  document.state = base::trim(text).empty() ? base::ReadState::empty : base::ReadState::read;
  return text;
}

// How far into the document's bytes its text begins (behind a byte order mark).
template <class T>
std::uint64_t first_byte(const base::Document<T>& document, std::string_view text) {
  return static_cast<std::uint64_t>(text.data() - document.bytes.data());
}

// Appends `item`; a full list gets it in the place of its last element. Returns false in that case.
template <class T>
bool keep(std::vector<T>& list, T item, std::size_t most) {
  if (list.size() < most) {
    list.push_back(std::move(item));
    return true;
  }
  list.back() = std::move(item);
  return false;
}

}  // namespace mlperf::submission
