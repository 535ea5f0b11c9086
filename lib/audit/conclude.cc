// SPDX-License-Identifier: Apache-2.0
#include "audit/conclude.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::size_t kLongestQuote = 300;

void complete(Finding& finding, const rules::Catalog& catalog,
              const std::map<std::string, std::string>& values) {
  const auto* entry = catalog.find(finding.rule);
  const auto* variant = entry == nullptr ? nullptr : entry->variant(finding.variant);
  if (variant == nullptr) {
    throw std::logic_error(fmt::format("the rule catalog lacks {} ({})", finding.rule, finding.variant));
  }
  auto names = finding.values;
  names.insert(values.begin(), values.end());
  names.try_emplace("found", to_text(finding.found));
  names.try_emplace("expected", to_text(finding.expected));
  names.try_emplace("file", finding.place.file);
  for (auto& [name, text] : names) text = base::printable(text, kLongestQuote);
  finding.severity = finding.severity_override.value_or(variant->severity.value_or(entry->severity));
  finding.message = rules::fill_template(variant->text, names);
  finding.fix = rules::fill_template(variant->fix.empty() ? entry->fix : variant->fix, names);
}

void count(const Finding& finding, Counts& counts) {
  if (finding.waived) {
    ++counts.waived;
    return;
  }
  switch (finding.severity) {
    case rules::Severity::error:
      ++counts.errors;
      break;
    case rules::Severity::warning:
      ++counts.warnings;
      break;
    case rules::Severity::note:
      ++counts.notes;
      break;
  }
}

bool counts_as_error(const Finding& finding) {
  return finding.severity == rules::Severity::error && !finding.waived;
}

}  // namespace

void complete_findings(std::vector<Finding>& findings, const rules::Catalog& catalog,
                       const std::map<std::string, std::string>& values) {
  for (auto& finding : findings) complete(finding, catalog, values);
}

void sort_by_severity(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
}

int exit_code_of(const std::vector<Finding>& findings, bool strict) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.severity == rules::Severity::error ||
           (strict && finding.severity == rules::Severity::warning);
  });
}

void apply_trial_profile(AuditReport& report, const rules::Catalog& catalog) {
  report.profile = "trial";
  const auto soften = [&](std::vector<Finding>& findings) {
    for (auto& finding : findings) {
      const auto* entry = catalog.find(finding.rule);
      if (entry != nullptr && entry->note_in_trial) finding.severity = rules::Severity::note;
    }
    sort_by_severity(findings);
  };
  soften(report.findings);
  for (auto& result : report.results) soften(result.findings);
}

void set_verdicts_and_counts(AuditReport& report) {
  std::set<std::string, std::less<>> touched;  // ids of results that a shared error affects
  Counts& counts = report.counts;
  counts.results = report.results.size();
  counts.valid = counts.invalid = counts.inconclusive = 0;
  counts.errors = counts.warnings = counts.notes = counts.waived = 0;
  for (const auto& finding : report.findings) {
    count(finding, counts);
    if (counts_as_error(finding)) touched.insert(finding.affects.begin(), finding.affects.end());
  }
  for (auto& result : report.results) {
    for (const auto& finding : result.findings) count(finding, counts);
    const bool error = touched.contains(result.id) ||
                       std::any_of(result.findings.begin(), result.findings.end(), counts_as_error);
    result.verdict = error                          ? Verdict::invalid
                     : result.inconclusive_evidence ? Verdict::inconclusive
                                                    : Verdict::valid;
    switch (result.verdict) {
      case Verdict::valid:
        ++counts.valid;
        break;
      case Verdict::invalid:
        ++counts.invalid;
        break;
      case Verdict::inconclusive:
        ++counts.inconclusive;
        break;
    }
  }
}

}  // namespace mlperf::audit
