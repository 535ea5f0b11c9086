// SPDX-License-Identifier: Apache-2.0
// Errors that LoadGen itself flagged in the performance run, and whether its count of them agrees.
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

struct FlaggedLines {
  std::vector<const LogEntry*> told;  // those that no check of their own speaks about
  std::uint64_t all = 0;
};

FlaggedLines flagged_lines(const mllog::DetailLog& log) {
  FlaggedLines lines;
  for (const auto& entry : log.entries()) {
    if (!entry.is_error) continue;
    ++lines.all;
    if (!is_uncommitted_changes(entry) && !is_multiple_conf(entry)) lines.told.push_back(&entry);
  }
  return lines;
}

}  // namespace

void check_loadgen_errors(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  const auto& file = evidence.performance.detail.path;
  const auto flagged = flagged_lines(*log);
  const auto* count = log->find("num_errors");
  std::optional<std::uint64_t> errors;
  if (count != nullptr) errors = count->as_u64();
  out.claim("perf-loadgen-errors", errors ? Level::cross_checked : Level::stated);
  out.claim("perf-loadgen-error-flags", errors ? Level::cross_checked : Level::stated);

  if (errors == 0U && flagged.all == log->entries().size()) {
    out.report("perf-loadgen-error-flags")
        .at(file, log->entries().front())
        .found(flagged.all)
        .expected(*errors)
        .level(Level::cross_checked)
        .with("lines", base::counted(flagged.all, "line is", "lines are"));
    return;
  }
  if (!flagged.told.empty()) {
    const auto& first = *flagged.told.front();
    auto finding = out.report("perf-loadgen-errors", errors == 0U ? "hidden" : "default").at(file, first);
    finding.found(std::string(first.text.substr(0, 300)))
        .with("key", std::string(first.key))
        .with("errors", base::counted(flagged.told.size(), "error", "errors"));
    for (std::size_t i = 1; i < flagged.told.size(); ++i) {
      finding.also(file, flagged.told[i]->at, std::string(flagged.told[i]->text.substr(0, 300)));
    }
    if (errors == 0U) finding.level(Level::cross_checked).also(file, count->at, "num_errors 0");
    return;
  }
  if (errors && *errors != flagged.all) {
    out.report("perf-loadgen-errors", flagged.all == 0 ? "no-line" : "count")
        .at(file, *count)
        .found(*errors)
        .expected(flagged.all)
        .level(Level::cross_checked)
        .with("errors", base::counted(*errors, "error", "errors"));
    return;
  }
  const auto& summary = evidence.performance.summary;
  if (summary.usable() && summary.value.errors && errors && summary.value.errors->value != *errors) {
    out.report("perf-loadgen-errors", "summary")
        .at(summary.path, summary.value.errors->at)
        .found(summary.value.errors->value)
        .expected(*errors)
        .level(Level::cross_checked)
        .also(file, count->at, fmt::format("num_errors {}", *errors));
  }
}

}  // namespace mlperf::audit
