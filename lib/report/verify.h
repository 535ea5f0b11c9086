// SPDX-License-Identifier: Apache-2.0
// The reports of `verify` and `output-length`.
#pragma once

#include <string>

#include "audit/verify_report.h"
#include "report/show.h"

namespace mlperf::report {

std::string render_verify_json(const audit::VerifyReport& report);
// The judgement, what the official script writes, the findings, and the judgement again in one sentence.
std::string render_verify_text(const audit::VerifyReport& report, const TextOptions& options);

std::string render_output_length_json(const audit::OutputLengthReport& report);
std::string render_output_length_text(const audit::OutputLengthReport& report, const TextOptions& options);

}  // namespace mlperf::report
