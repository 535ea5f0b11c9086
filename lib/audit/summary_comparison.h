// SPDX-License-Identifier: Apache-2.0
// mlperf_log_summary.txt against mlperf_log_detail.txt of the same run: LoadGen prints the same figures and
// settings in both, so that every difference beyond printing precision means that one of them was changed or
// is of another run. The verdict lines ("Result is", "... satisfied") are not compared here.
#pragma once

#include <string_view>
#include <vector>

#include "mllog/detail_log.h"
#include "mllog/summary_log.h"

namespace mlperf::audit {

struct SummaryDifference {
  const mllog::LogEntry* detail = nullptr;
  const mllog::SummaryLine* summary = nullptr;
  bool name_only = false;  // the name of the system under test, which decides nothing
};

// In the order of the summary. Lines without a counterpart are passed over; MultiStream prints latencies per
// query in the summary, so they are compared with the detail log's per-query figures.
std::vector<SummaryDifference> summary_differences(const mllog::DetailLog& detail,
                                                   const mllog::SummaryLog& summary);

}  // namespace mlperf::audit
