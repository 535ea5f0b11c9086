// SPDX-License-Identifier: Apache-2.0
#include "audit/report.h"

namespace mlperf::audit {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::valid:
      return "valid";
    case Verdict::invalid:
      return "invalid";
    case Verdict::inconclusive:
      return "inconclusive";
  }
  return "invalid";
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return "passed";
    case Outcome::failed:
      return "failed";
    case Outcome::inconclusive:
      return "inconclusive";
    case Outcome::not_required:
      return "not_required";
  }
  return "failed";
}

bool AuditReport::strict_decided() const {
  return strict && counts.errors == 0 && (counts.warnings > 0 || counts.inconclusive > 0);
}

int AuditReport::exit_code() const {
  return counts.errors > 0 || strict_decided() ? 1 : 0;
}

}  // namespace mlperf::audit
