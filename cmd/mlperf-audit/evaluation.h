// SPDX-License-Identifier: Apache-2.0
// Runs the evaluation command that a user gave for TEST07 and finds the score in what it prints.
#pragma once

#include <string>
#include <vector>

#include "audit/verify.h"

namespace mlperf::cmd {

// `command` goes to the shell after each {accuracy_log} in it was replaced by the quoted path; nothing else
// in braces is touched. Output and error output are taken together, up to 64 MiB. `pattern`: a regular
// expression (ECMAScript) whose first group is the score, looked for line by line; empty: 'exact_match':
// NUMBER. Throws std::runtime_error when the shell cannot be started, UsageError for a bad pattern.
audit::Evaluation run_evaluation(const std::string& command, const std::string& accuracy_log,
                                 const std::string& pattern);

// Every score in the text, in order.
std::vector<double> scores_in(const std::string& output, const std::string& pattern);

}  // namespace mlperf::cmd
