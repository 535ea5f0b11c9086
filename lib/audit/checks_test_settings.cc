// SPDX-License-Identifier: Apache-2.0
// audit.config was in force: the values it sets stand in the test's own detail log.
#include <algorithm>
#include <string>
#include <vector>

#include "audit/compliance_tests.h"
#include "compliance/settings.h"

namespace mlperf::audit {
namespace {

using compliance::SettingDeviation;

// "accuracy_log_sampling_target 4096 instead of 64", each setting once.
std::string listed(const std::vector<SettingDeviation>& deviations) {
  std::string text;
  std::vector<std::string_view> seen;
  for (const SettingDeviation& deviation : deviations) {
    if (std::find(seen.begin(), seen.end(), deviation.setting()) != seen.end()) continue;
    if (!text.empty()) text += ", ";
    text += deviation.setting();
    text += " " + excerpt(deviation.entry->text) + " instead of " + deviation.expected;
    seen.push_back(deviation.setting());
  }
  return text;
}

void judge_settings(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                    Findings& out) {
  const auto& detail = test.run.detail;
  const auto settings = round.audit_settings(test.test, evidence.benchmark, evidence.scenario);
  if (settings.empty()) return;
  out.claim("compliance-audit-config-applied", Level::stated);
  const auto in_force =
      compliance::settings_in_force(detail.value, settings, test.test, round.audit_config_message());
  const bool message = in_force.message;
  const auto& wrong = in_force.deviations;
  if (wrong.empty()) {
    // A cut or damaged log may have lost the line.
    if (!message && detail.state == base::ReadState::read)
      report_test(out, test, "compliance-audit-config-applied", "no-message")
          .at(detail.path)
          .expected(std::string(round.audit_config_message()));
    return;
  }
  auto finding =
      report_test(out, test, "compliance-audit-config-applied", message ? "default" : "not-applied");
  finding.at(detail.path, *wrong.front().entry)
      .found(value_of(*wrong.front().entry))
      .expected(number_or_text(wrong.front().expected))
      .with("settings", listed(wrong));
  for (std::size_t i = 1; i < wrong.size(); ++i)
    finding.also(detail.path, wrong[i].entry->at, wrong[i].key + " " + excerpt(wrong[i].entry->text));
}

}  // namespace

void check_test_audit_config(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round))
    if (usable_log(test->run) != nullptr) judge_settings(evidence, *test, round, out);
}

}  // namespace mlperf::audit
