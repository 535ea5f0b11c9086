// SPDX-License-Identifier: Apache-2.0
// The catalog of findings for people and programs: the list, one finding in full, the reference in
// docs/rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/catalog.h"

namespace mlperf::report {

using CatalogEntries = std::vector<const rules::CatalogEntry*>;

// The entry of that id without regard to case, else all entries whose id continues it after a dash
// ("perf-result-valid" finds "perf-result-valid-summary"), else all that begin with it.
CatalogEntries find_entries(const rules::Catalog& catalog, std::string_view id);

// Up to `most` ids that look like `id`, nearest first.
std::vector<std::string> nearest_ids(const rules::Catalog& catalog, std::string_view id,
                                     std::size_t most = 3);

std::string rule_list_text(const rules::Catalog& catalog, std::size_t width);
std::string rule_reference_markdown(const rules::Catalog& catalog);
std::string entries_text(const CatalogEntries& entries, std::size_t width);
nlohmann::ordered_json entries_json(const CatalogEntries& entries);
CatalogEntries all_entries(const rules::Catalog& catalog);

}  // namespace mlperf::report
