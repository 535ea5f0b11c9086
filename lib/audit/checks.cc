// SPDX-License-Identifier: Apache-2.0
#include "audit/checks.h"

namespace mlperf::audit {

std::vector<ResultCheck> all_result_checks() {
  std::vector<ResultCheck> all;
  for (const auto table : {structure_checks(), performance_checks(), loadgen_checks(), accuracy_checks(),
                           compliance_checks(), measurement_checks(), power_checks()}) {
    all.insert(all.end(), table.begin(), table.end());
  }
  return all;
}

}  // namespace mlperf::audit
