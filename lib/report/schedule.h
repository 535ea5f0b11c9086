// SPDX-License-Identifier: Apache-2.0
// The report of `schedule`: for machines (names and nesting of the golden data) and for people, the
// regenerated figures beside the logged ones.
#pragma once

#include <string>

#include "audit/schedule_report.h"
#include "report/show.h"

namespace mlperf::report {

std::string render_schedule_json(const audit::ScheduleReport& report);
std::string render_schedule_text(const audit::ScheduleReport& report, const TextOptions& options);

}  // namespace mlperf::report
