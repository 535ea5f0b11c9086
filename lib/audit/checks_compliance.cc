// SPDX-License-Identifier: Apache-2.0
// The table of the compliance checks: first whether the tests are there, then the runs, then what each test
// says.
#include <array>

#include "audit/checks.h"
#include "audit/checks_summary_end.h"
#include "audit/compliance_tests.h"
#include "audit/trace_checks.h"

namespace mlperf::audit {

std::span<const ResultCheck> compliance_checks() {
  static constexpr std::array kChecks{
      ResultCheck{"check_tests_present", check_tests_present},
      ResultCheck{"check_test_files", check_test_files},
      ResultCheck{"check_test_log_readable", check_test_log_readable},
      ResultCheck{"check_test_summary_ends", check_test_summary_ends},
      ResultCheck{"check_test_right_benchmark", check_test_right_benchmark},
      ResultCheck{"check_test_audit_config", check_test_audit_config},
      ResultCheck{"check_test_seeds", check_test_seeds},
      ResultCheck{"check_test_loadgen_errors", check_test_loadgen_errors},
      ResultCheck{"check_test_run_valid", check_test_run_valid},
      ResultCheck{"check_test_summary", check_test_summary},
      ResultCheck{"check_test_traces", check_test_traces},
      ResultCheck{"check_test_texts", check_test_texts},
      ResultCheck{"check_test_repeats", check_test_repeats},
      ResultCheck{"check_test01_performance", check_test01_performance},
      ResultCheck{"check_test01_accuracy", check_test01_accuracy},
      ResultCheck{"check_test01_recomputed", check_test01_recomputed},
      ResultCheck{"check_test01_baseline", check_test01_baseline},
      ResultCheck{"check_test04_performance", check_test04_performance},
      ResultCheck{"check_test06", check_test06},
      ResultCheck{"check_test06_recomputed", check_test06_recomputed},
      ResultCheck{"check_test06_accuracy_run", check_test06_accuracy_run},
      ResultCheck{"check_test07", check_test07},
      ResultCheck{"check_test07_dataset", check_test07_dataset},
      ResultCheck{"check_test07_samples", check_test07_samples},
      ResultCheck{"check_test07_recomputed", check_test07_recomputed},
      ResultCheck{"check_test08", check_test08},
      ResultCheck{"check_test08_recomputed", check_test08_recomputed},
      ResultCheck{"check_test09", check_test09},
      ResultCheck{"check_test09_samples", check_test09_samples},
      ResultCheck{"check_test09_log", check_test09_log},
      ResultCheck{"check_test_scores", check_test_scores},
      ResultCheck{"check_test_load", check_test_load},
      ResultCheck{"check_test_paths", check_test_paths},
      ResultCheck{"check_test09_max_output", check_test09_max_output},
      ResultCheck{"check_test09_recomputed", check_test09_recomputed},
      ResultCheck{"check_test_unique_samples", check_test_unique_samples},
  };
  return kChecks;
}

}  // namespace mlperf::audit
