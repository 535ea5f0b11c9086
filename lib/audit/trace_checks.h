// SPDX-License-Identifier: Apache-2.0
// The checks that hold a run's logs against the figures recomputed from its trace. Silent without a trace, as
// nearly all published results are.
#pragma once

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

// Of performance_checks()
void check_trace_readable(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_trace_agrees(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_trace_conditions(const Evidence& evidence, const rules::Round& round, Findings& out);

// Of compliance_checks(): the runs of the tests
void check_test_traces(const Evidence& evidence, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
