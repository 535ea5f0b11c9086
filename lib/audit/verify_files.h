// SPDX-License-Identifier: Apache-2.0
// The files and folders that the official scripts leave: TESTnn/verify_*.txt, accuracy/, performance/run_1/.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "audit/audit.h"
#include "audit/verify_inputs.h"

namespace mlperf::audit {

struct VerifyOutput {
  std::vector<std::pair<std::string, std::string>> texts;  // name in the test's folder, content
  bool accuracy_log = true;                                // copied to accuracy/
  bool performance_logs = true;  // summary and detail log, where they are there, to performance/run_1/
};

// Writes below FOLDER/TEST; `written` gets the paths. A copy that lies there already is left alone when it is
// the source itself.
std::optional<Failure> write_verify_files(const std::string& folder, const std::string& test,
                                          const RunFiles& files, const VerifyOutput& output,
                                          std::vector<std::string>& written);

}  // namespace mlperf::audit
