// SPDX-License-Identifier: Apache-2.0
// The report for people: one line a result, its findings below it, what could not be checked, the verdict
// last.
#pragma once

#include <string>

#include "audit/report.h"
#include "report/show.h"
#include "rules/catalog.h"

namespace mlperf::report {

// `catalog` gives the titles for the counts by rule.
std::string render_text(const audit::AuditReport& report, const rules::Catalog& catalog,
                        const TextOptions& options);

}  // namespace mlperf::report
