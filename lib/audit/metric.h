// SPDX-License-Identifier: Apache-2.0
// The figure that is published for a result, and the latencies that limit it, as the logs state them.
#pragma once

#include <optional>
#include <vector>

#include "audit/evidence.h"
#include "audit/report.h"

namespace mlperf::audit {

// By `performance_metrics` of the round, from the detail log of performance/run_1; inferred results (edge
// systems) by the round's inference formulas.
PerformanceFigure performance_figure(const Evidence& evidence, const rules::Round& round);

// p99 TTFT and TPOT with the limits of the folder's scenario; nothing where the round has no such limits.
std::optional<LatencyFigures> latency_figures(const Evidence& evidence, const rules::Round& round);

// The metrics of accuracy.txt in the order of the round's targets; values that are there but have no target
// follow.
std::vector<AccuracyFigure> accuracy_figures(const Evidence& evidence, const rules::Round& round);

}  // namespace mlperf::audit
