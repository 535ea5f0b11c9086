// SPDX-License-Identifier: Apache-2.0
#include "audit/verify_report.h"

#include <algorithm>

#include "audit/conclude.h"

namespace mlperf::audit {

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::passed:
      return "passed";
    case Judgement::failed:
      return "failed";
    case Judgement::inconclusive:
      return "inconclusive";
  }
  return "failed";
}

bool RunReport::has(rules::Severity severity) const {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.severity == severity; });
}

int VerifyReport::exit_code(bool strict) const {
  if (judgement == Judgement::failed) return 1;
  return strict && (judgement == Judgement::inconclusive || has(rules::Severity::warning)) ? 1 : 0;
}

int OutputLengthReport::exit_code(bool strict) const {
  return exit_code_of(findings, strict);
}

}  // namespace mlperf::audit
