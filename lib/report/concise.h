// SPDX-License-Identifier: Apache-2.0
// One line a finding, in the form editors jump from: PATH:LINE: severity rule: message. A finding about a
// file as a whole points to its first line. The verdict line ends the report here too.
#pragma once

#include <string>

#include "audit/report.h"
#include "report/show.h"

namespace mlperf::report {

std::string render_concise(const audit::AuditReport& report, const TextOptions& options);

}  // namespace mlperf::report
