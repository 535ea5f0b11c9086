// SPDX-License-Identifier: Apache-2.0
// From findings to the finished report: catalog texts, severities, verdicts, counts. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/evidence.h"
#include "audit/finding.h"
#include "audit/report.h"
#include "rules/catalog.h"

namespace mlperf::audit {

// Sets severity, message and fix of each finding from the catalog, with `values` (benchmark, scenario, ...)
// as defaults for the templates. Quoted values are made printable. A rule that the catalog lacks is a defect
// of the program: throws std::logic_error.
void complete_findings(std::vector<Finding>& findings, const rules::Catalog& catalog,
                       const std::map<std::string, std::string>& values);

// Worst first, else in the order in which the checks made them.
void sort_by_severity(std::vector<Finding>& findings);

// Of a report about a single run: 1 when a finding is an error, with `strict` also for a warning.
int exit_code_of(const std::vector<Finding>& findings, bool strict);

// With --profile trial: errors of rules that the catalog marks so become notes.
void apply_trial_profile(AuditReport& report, const rules::Catalog& catalog);

// Verdicts and counts from the findings as they stand. Claims and files are not touched.
void set_verdicts_and_counts(AuditReport& report);

}  // namespace mlperf::audit
