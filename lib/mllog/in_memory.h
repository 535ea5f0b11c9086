// SPDX-License-Identifier: Apache-2.0
// The counterpart of base::read_text() for text that is in memory already.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/document.h"
#include "base/text.h"

namespace mlperf::mllog {

// Copies and decodes `text` into `document` and returns what was decoded.
template <class T>
std::string_view take_text(std::string_view text, std::string path, base::Document<T>& document) {
  document.path = std::move(path);
  document.bytes = base::FileBytes::copy_of(text);
  document.state = base::ReadState::read;
  const std::string_view decoded = base::decode(document.bytes, document.issues);
  if (base::trim(decoded).empty()) document.state = base::ReadState::empty;
  return decoded;
}

}  // namespace mlperf::mllog
