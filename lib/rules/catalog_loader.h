// SPDX-License-Identifier: Apache-2.0
// Reads and validates catalog files, one a group, into a Catalog.
#pragma once

#include <map>
#include <string>

#include "rules/catalog.h"
#include "rules/rule_value.h"

namespace mlperf::rules {

class CatalogLoader {
 public:
  // `file` is the path for messages, `group` the name that the file must state.
  void add(const std::string& file, const std::string& group, const nlohmann::json& document);
  Catalog finish() { return std::move(catalog_); }

 private:
  void add_entry(const std::string& file, const std::string& group, const RuleValue& value);

  Catalog catalog_;
  std::map<std::string, std::string> file_of_;  // id -> file that has it
};

}  // namespace mlperf::rules
