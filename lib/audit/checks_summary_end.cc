// SPDX-License-Identifier: Apache-2.0
#include "audit/checks_summary_end.h"

#include <fmt/format.h>

#include "audit/compliance_tests.h"

namespace mlperf::audit {
namespace {

void report_cut(std::string_view rule, const RunEvidence& run, Findings& out) {
  out.report(rule, "summary-cut").at(run.summary.path);
  out.inconclusive(fmt::format("{} is cut", run.summary.path));
}

}  // namespace

void check_performance_summary_end(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto& run = evidence.performance;
  // Without "Result is" the summary states no result: perf-result-valid says so.
  if (run.summary_is_cut() && run.summary.value.find("Result is") != nullptr) {
    report_cut("perf-log-readable", run, out);
  }
}

void check_accuracy_summary_end(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (evidence.accuracy.summary_is_cut()) report_cut("acc-log-readable", evidence.accuracy, out);
}

void check_test_summary_ends(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round)) {
    if (!test->run.summary_is_cut()) continue;
    report_test(out, *test, "compliance-log-readable", "summary-cut").at(test->run.summary.path);
    out.inconclusive(fmt::format("{} is cut", test->run.summary.path));
  }
}

}  // namespace mlperf::audit
