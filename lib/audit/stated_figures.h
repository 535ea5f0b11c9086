// SPDX-License-Identifier: Apache-2.0
// Figures of a verify text beside what the test's accuracy log gives for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/compliance_tests.h"
#include "audit/judge_tests.h"

namespace mlperf::audit {

struct RecomputedFigure {
  std::string_view name;  // as VerifyFigure has it
  double value = 0;
  std::string text;  // as the official script prints it

  static RecomputedFigure count(std::string_view name, std::uint64_t value) {
    return {name, static_cast<double>(value), std::to_string(value)};
  }
};

// One finding of `rule`, variant "text-against-log", for all figures of the text that say something else
// beyond print precision. Figures that the text lacks are passed over.
void judge_stated_figures(const JudgedTest& test, const base::Document<submission::VerifyText>& document,
                          std::string_view rule, const std::vector<RecomputedFigure>& figures, Findings& out);

}  // namespace mlperf::audit
