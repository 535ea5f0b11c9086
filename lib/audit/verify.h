// SPDX-License-Identifier: Apache-2.0
// `verify` and `output-length` from end to end: opens a run, recomputes what its logs tell, judges it, and
// with an output folder writes the files that the official scripts write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "audit/audit.h"
#include "audit/verify_report.h"
#include "compliance/element.h"
#include "rules/load.h"

namespace mlperf::audit {

// What an evaluation command printed (TEST07), and how it ended.
struct Evaluation {
  std::string output;
  int exit_code = 0;
  std::vector<double> scores;  // found in the output, in order
};

struct VerifyOptions {
  std::string test;       // "TEST01"
  std::string run;        // folder or accuracy log
  std::string reference;  // of TEST01, TEST04, TEST08
  std::string round, benchmark, scenario;
  std::string audit_config;                                    // empty: beside the logs
  std::string output_folder;                                   // empty: nothing is written
  std::optional<compliance::ElementType> dtype;                // TEST01, TEST06
  std::optional<std::int64_t> eos_token_id;                    // TEST06
  std::optional<double> score, accuracy_threshold;             // TEST07, percent
  std::optional<Evaluation> evaluation;                        // TEST07
  std::optional<double> tolerance;                             // TEST08
  std::optional<double> min_output_tokens, max_output_tokens;  // TEST09
};

std::variant<VerifyReport, Failure> run_verify(const VerifyOptions& options, const rules::RuleSet& rules);

struct OutputLengthCommand {
  std::string run;  // folder or accuracy log
  std::string round, benchmark, scenario;
  std::optional<compliance::ElementType> dtype;
  std::optional<double> reference;  // tokens
  double tolerance = 0.1;           // fraction of the reference
};

std::variant<OutputLengthReport, Failure> run_output_length(const OutputLengthCommand& options,
                                                            const rules::RuleSet& rules);

}  // namespace mlperf::audit
