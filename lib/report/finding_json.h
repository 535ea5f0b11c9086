// SPDX-License-Identifier: Apache-2.0
// Findings in JSON, shaped the same in every command.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "audit/finding.h"
#include "report/json_writer.h"

namespace mlperf::report {

// Dotted path and reason of every figure that is null.
using Unavailable = std::vector<std::pair<std::string, std::string>>;

// The member "findings". `shared`: they belong to no single result, "affects" is written.
void write_findings(JsonWriter& json, const std::vector<audit::Finding>& findings, bool shared);

// The member "unavailable".
void write_unavailable(JsonWriter& json, const Unavailable& unavailable);

// The members "schema_version" and "tool", with which every document begins.
void write_tool(JsonWriter& json);

}  // namespace mlperf::report
