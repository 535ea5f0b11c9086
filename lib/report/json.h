// SPDX-License-Identifier: Apache-2.0
// The JSON of `check` and `summary`, as packaging/schema/check.schema.json describes it. Equal reports give
// equal bytes.
#pragma once

#include <string>

#include "audit/report.h"

namespace mlperf::report {

std::string render_json(const audit::AuditReport& report);

}  // namespace mlperf::report
