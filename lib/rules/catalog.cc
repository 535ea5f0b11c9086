// SPDX-License-Identifier: Apache-2.0
#include "rules/catalog.h"

#include <algorithm>

namespace mlperf::rules {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

const MessageVariant* CatalogEntry::variant(std::string_view name) const {
  const auto it =
      std::find_if(messages.begin(), messages.end(), [&](const auto& m) { return m.name == name; });
  return it == messages.end() ? nullptr : &*it;
}

const CatalogEntry* Catalog::find(std::string_view id) const {
  const auto it = index_.find(id);
  return it == index_.end() ? nullptr : &entries_[it->second];
}

std::string fill_template(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string out;
  while (!text.empty()) {
    const auto open = text.find('{');
    const auto close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    const auto value = values.find(std::string(text.substr(open + 1, close - open - 1)));
    out += value != values.end() ? std::string_view(value->second) : text.substr(open, close - open + 1);
    text.remove_prefix(close + 1);
  }
  out += text;
  return out;
}

}  // namespace mlperf::rules
