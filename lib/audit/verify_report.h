// SPDX-License-Identifier: Apache-2.0
// The finished report of `verify` and `output-length`: everything a report format may show of one run.
// Formats add nothing and judge nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "audit/finding.h"

namespace mlperf::audit {

// Figures under their dotted names in the JSON ("accuracy.matched"), in the order in which they are shown;
// those of one group stand together.
using Figure = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string>;
using Figures = std::vector<std::pair<std::string, Figure>>;

enum class Judgement : std::uint8_t { passed, failed, inconclusive };
std::string_view to_string(Judgement judgement);  // "passed", "failed", "inconclusive"

struct RunReport {
  std::string run;  // as the user gave it
  std::string round, round_reason;
  std::string benchmark, scenario;  // official names; empty when nothing tells
  Figures figures;
  std::vector<std::pair<std::string, std::string>> unavailable;  // dotted path of the JSON, reason
  std::vector<Finding> findings;                                 // worst first

  bool has(rules::Severity severity) const;
};

struct VerifyReport : RunReport {
  std::string test;            // "TEST06"
  std::optional<bool> passed;  // the official script's outcome
  Judgement judgement = Judgement::passed;
  std::vector<std::string> reasons;  // empty for `passed`
  std::vector<std::string> texts;    // what the official script writes, line for line
  std::vector<std::string> written;  // files, with an output folder

  // 1 exactly when the judgement is `failed`; with `strict` also for a warning or `inconclusive`.
  int exit_code(bool strict) const;
};

struct OutputLengthReport : RunReport {
  std::optional<double> reference, minimum, maximum;  // what the mean was held against
  int exit_code(bool strict) const;                   // 1 for an error; with `strict` also for a warning
};

}  // namespace mlperf::audit
