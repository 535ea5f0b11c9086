// SPDX-License-Identifier: Apache-2.0
// What each finding means: rules/catalog/*.json. A finding is made in code from an id, a message variant and
// named values; every sentence a person reads stands in the catalog.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlperf::rules {

enum class Severity : std::uint8_t { error, warning, note };
std::string_view to_string(Severity severity);  // "error", "warning", "note"

struct MessageVariant {
  std::string name;  // "default" or what the check calls it
  std::string text;  // with {name} for named values, {found} and {expected} for the two values
  std::optional<Severity> severity;  // where it differs from the entry's
  std::string fix;                   // with the same names; empty: the entry's
};

struct CatalogEntry {
  std::string id;     // "perf-tpot-p99-limit"
  std::string group;  // name of the catalog file: "performance"
  Severity severity = Severity::error;
  std::string title;           // one line
  std::string why;             // why the rule exists, what goes wrong otherwise
  std::string fix;             // what to do, one sentence, with {names}
  std::string source;          // the rule, file or section it comes from
  bool note_in_trial = false;  // "trial": "note": with --profile trial an error of this rule is a note
  std::vector<MessageVariant> messages;  // at least "default"

  const MessageVariant* variant(std::string_view name) const;
};

class Catalog {
 public:
  const std::vector<CatalogEntry>& entries() const { return entries_; }  // by group, then file order
  const CatalogEntry* find(std::string_view id) const;

 private:
  friend class CatalogLoader;
  std::vector<CatalogEntry> entries_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

// Replaces {name} in `text` by values.at(name); an unknown name stays as it is written.
std::string fill_template(std::string_view text, const std::map<std::string, std::string>& values);

}  // namespace mlperf::rules
