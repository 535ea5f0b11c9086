// SPDX-License-Identifier: Apache-2.0
// Results of mlcommons/endpoints have no LoadGen log; what tells them is the summary of the run.
#include <algorithm>

#include "audit/gather.h"
#include "audit/result_reader.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::size_t kMostSummaries = 4;

std::string_view name_of(const std::string& path) {
  return std::string_view(path).substr(path.rfind('/') + 1);
}

bool is_loadgen_log(const submission::FolderEntry& entry) {
  return entry.kind != submission::EntryKind::folder &&
         base::starts_with_no_case(name_of(entry.path), "mlperf_log_");
}

// performance/result_summary.json, also a level lower or with the plural that submitters wrote.
bool may_be_summary(const submission::FolderEntry& entry) {
  if (!entry.path.starts_with("performance/")) return false;
  const auto name = name_of(entry.path);
  return name == "result_summary.json" || name == "results_summary.json";
}

bool is_summary(const submission::JsonDocument& document) {
  return document.usable() && document.value.find("n_samples_issued") != nullptr &&
         document.value.find("latency") != nullptr;
}

}  // namespace

std::string endpoints_summary(const ResultReader& reader, const rules::Round& round,
                              const Evidence& evidence) {
  const auto& known = round.endpoints_benchmarks();
  if (std::find(known.begin(), known.end(), evidence.benchmark) == known.end()) return {};
  const auto& entries = evidence.listing.entries;
  if (evidence.listing.cut || std::any_of(entries.begin(), entries.end(), is_loadgen_log)) return {};
  std::size_t tried = 0;
  for (const auto& entry : entries) {
    if (!may_be_summary(entry) || !reader.has_file(entry.path)) continue;
    if (++tried > kMostSummaries) break;
    if (is_summary(reader.json(entry.path))) return evidence.file(entry.path);
  }
  return {};
}

}  // namespace mlperf::audit
