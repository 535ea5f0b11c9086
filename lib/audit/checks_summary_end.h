// SPDX-License-Identifier: Apache-2.0
// Summaries that were cut: LoadGen ends every one with a line that counts the errors.
#pragma once

#include "audit/evidence.h"
#include "audit/finding.h"

namespace mlperf::audit {

void check_performance_summary_end(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_summary_end(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_summary_ends(const Evidence& evidence, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
