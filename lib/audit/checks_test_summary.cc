// SPDX-License-Identifier: Apache-2.0
// The summary beside a test's detail log is of the same run: settings and results agree within printing
// precision. Whether the run is VALID is judged from the detail log alone, by compliance-run-valid.
#include <optional>
#include <string>

#include "audit/compliance_tests.h"
#include "audit/summary_comparison.h"

namespace mlperf::audit {
namespace {

void judge_summary(const TestEvidence& test, const mllog::DetailLog& log, Findings& out) {
  const auto& summary = test.run.summary;
  out.claim("compliance-summary-consistent", Level::cross_checked);
  std::optional<Reported> finding;
  for (const auto& [detail, line, name_only] : summary_differences(log, summary.value)) {
    if (name_only) continue;
    if (finding) {
      finding->also(summary.path, line->at, line->name + " " + excerpt(line->value));
      continue;
    }
    finding = report_test(out, test, "compliance-summary-consistent");
    finding->at(summary.path, line->at)
        .found(number_or_text(excerpt(line->value)))
        .expected(value_of(*detail))
        .level(Level::cross_checked)
        .with("name", line->name)
        .with("key", std::string(detail->key));
  }
}

}  // namespace

void check_test_summary(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round)) {
    const mllog::DetailLog* log = usable_log(test->run);
    if (log != nullptr && test->run.summary.usable()) judge_summary(*test, *log, out);
  }
}

}  // namespace mlperf::audit
