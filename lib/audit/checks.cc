// SPDX-License-Identifier: Apache-2.0
#include "audit/checks.h"

#include "audit/checks_internal.h"

namespace mlperf::audit {

std::vector<ResultCheck> all_result_checks() {
  std::vector<ResultCheck> all;
  for (const auto table : {structure_checks(), performance_checks(), loadgen_checks(), accuracy_checks(),
                           compliance_checks(), measurement_checks(), power_checks(), cross_checks()}) {
    all.insert(all.end(), table.begin(), table.end());
  }
  return all;
}

namespace {

void check_endpoints_result(const Evidence& evidence, const rules::Round&, Findings& out) {
  out.claim("structure-endpoints-result", Level::stated);
  out.report("structure-endpoints-result").at(evidence.endpoints_summary);
  out.inconclusive("made by mlcommons/endpoints, whose results this version does not judge");
}

}  // namespace

std::vector<ResultCheck> endpoints_result_checks() {
  std::vector<ResultCheck> checks = {{"check_endpoints_result", check_endpoints_result},
                                     {"check_odd_result_files", check_odd_result_files},
                                     {"check_file_encoding", check_file_encoding},
                                     {"check_file_json", check_file_json}};
  const auto measurements = measurement_checks();
  checks.insert(checks.end(), measurements.begin(), measurements.end());
  return checks;
}

}  // namespace mlperf::audit
