// SPDX-License-Identifier: Apache-2.0
// audit.config was in force: the values it sets stand in the test's own detail log.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "audit/compliance_tests.h"

namespace mlperf::audit {
namespace {

using mllog::DetailLog;
using mllog::LogEntry;

// Keys of audit.config that LoadGen reads and logs. The mode is judged by compliance-right-benchmark; the
// remaining keys are limits for the verification scripts.
constexpr std::array<std::string_view, 8> kLoggedKeys{
    "accuracy_log_rng_seed",  "accuracy_log_sampling_target",  "performance_issue_unique",
    "performance_issue_same", "performance_issue_same_index",  "min_query_count",
    "min_duration_ms",        "sample_concatenate_permutation"};

struct Deviation {
  const LogEntry* entry;
  std::string key, expected;
};

bool is_logged(const std::string& test, std::string_view key) {
  // TEST04 sets the query count under model names, which LoadGen does not look up in audit.config.
  if (test == "TEST04" && key == "min_query_count") return false;
  return std::find(kLoggedKeys.begin(), kLoggedKeys.end(), key) != kLoggedKeys.end();
}

std::string expected_text(const LogEntry& entry, const nlohmann::json& value) {
  if (entry.kind != mllog::ValueKind::boolean) return value.dump();
  const bool on = value.is_boolean() ? value.get<bool>() : value.is_number() && value.get<double>() != 0;
  return on ? "true" : "false";
}

// Offline runs one query, whatever the settings asked for: the effective count is 1.
bool effective_follows(const DetailLog& log, std::string_view key) {
  return key != "min_query_count" || log.string("effective_scenario") != "Offline";
}

std::vector<Deviation> deviations(const DetailLog& log, const std::vector<rules::AuditSetting>& settings,
                                  const std::string& test) {
  std::vector<Deviation> found;
  for (const rules::AuditSetting& setting : settings) {
    if (!is_logged(test, setting.key)) continue;
    for (const std::string_view prefix : {"effective_", "requested_"}) {
      if (prefix == "effective_" && !effective_follows(log, setting.key)) continue;
      const std::string key = std::string(prefix) + setting.key;
      const LogEntry* entry = log.find(key);
      if (entry == nullptr) continue;
      std::string expected = expected_text(*entry, setting.value);
      if (entry->text != expected) found.push_back({entry, key, std::move(expected)});
    }
  }
  return found;
}

// "accuracy_log_sampling_target 4096 instead of 64", each setting once.
std::string listed(const std::vector<Deviation>& deviations) {
  std::string text;
  std::vector<std::string> seen;
  for (const Deviation& deviation : deviations) {
    std::string name = deviation.key.substr(deviation.key.find('_') + 1);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
    if (!text.empty()) text += ", ";
    text += name + " " + excerpt(deviation.entry->text) + " instead of " + deviation.expected;
    seen.push_back(std::move(name));
  }
  return text;
}

bool says_audit_config(const DetailLog& log, std::string_view message) {
  const auto warnings = log.all("warning_generic_message");
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const LogEntry* entry) { return entry->text == message; });
}

void judge_settings(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                    Findings& out) {
  const auto& detail = test.run.detail;
  const auto settings = round.audit_settings(test.test, evidence.benchmark, evidence.scenario);
  if (settings.empty()) return;
  out.claim("compliance-audit-config-applied", Level::stated);
  const bool message = says_audit_config(detail.value, round.audit_config_message());
  const auto wrong = deviations(detail.value, settings, test.test);
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
