// SPDX-License-Identifier: Apache-2.0
// The checks of what LoadGen generated before the run. `check` and `schedule` report with the same functions.
#pragma once

#include "audit/evidence.h"
#include "audit/finding.h"
#include "audit/sample_order.h"
#include "audit/schedule_evidence.h"

namespace mlperf::audit {

// perf-schedule-from-seeds: query count, duration and scheduled rate. Needs regenerate() before; silent where
// that met an obstacle.
void check_schedule(const ScheduleEvidence& evidence, Findings& out);

// perf-qsl-set, as far as the seed tells: the sets of one log.
void report_other_sets(const LoadedSets& sets, const base::Document<mllog::DetailLog>& log, Findings& out);

// perf-sample-order
void report_sample_order(const SampleOrder& order, Findings& out);

}  // namespace mlperf::audit
