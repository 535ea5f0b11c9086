// SPDX-License-Identifier: Apache-2.0
// What the performance run was asked to do: scenario, mode, and the settings that would make it another kind
// of run.
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

// Settings of audit.config that no performance run has; at their defaults they are false or 0.
constexpr std::string_view kAuditSettings[] = {
    "effective_performance_issue_same",       "effective_performance_issue_unique",
    "effective_accuracy_log_sampling_target", "effective_accuracy_log_rng_seed",
    "effective_accuracy_log_probability",
};

bool at_default(const LogEntry& entry) {
  if (const auto flag = entry.as_bool()) return !*flag;
  return entry.as_double() == 0.0;
}

// equal_issue of the round: LoadGen versions before this one lack the entry for the benchmark in their
// mlperf.conf.
std::string equal_issue_since(const rules::Round& round, const std::string& benchmark) {
  const auto& values = round.group("equal_issue");
  const auto since = values.find("loadgen_sets_it_since");
  if (since == values.end() || !since->contains(benchmark)) return {};
  return since->at(benchmark).get<std::string>();
}

}  // namespace

void check_scenario_match(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || evidence.scenario.empty()) return;
  const auto* entry = log->find("effective_scenario");
  if (entry == nullptr) return;
  out.claim("perf-scenario-match", Level::cross_checked);
  switch (scenario_fit(evidence, round)) {
    case ScenarioFit::fits:
      return;
    case ScenarioFit::inferred:
      out.claim("perf-inferred", Level::cross_checked);
      out.report("perf-inferred")
          .at(log_file(evidence), *entry)
          .found(value_of(*entry))
          .expected(std::string(round.loadgen_scenario(evidence.scenario)))
          .with("system_type", evidence.system->system_type)
          .level(Level::cross_checked);
      return;
    case ScenarioFit::differs:
    case ScenarioFit::unknown:
      out.report("perf-scenario-match")
          .at(log_file(evidence), *entry)
          .found(value_of(*entry))
          .expected(std::string(round.loadgen_scenario(evidence.scenario)))
          .level(Level::cross_checked);
  }
}

void check_test_mode(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  const auto* entry = log->find("effective_test_mode");
  if (entry == nullptr) return;
  out.claim("perf-test-mode", Level::stated);
  if (entry->text == "PerformanceOnly" || entry->text == "SubmissionRun") return;
  out.report("perf-test-mode")
      .at(log_file(evidence), *entry)
      .found(value_of(*entry))
      .expected("PerformanceOnly");
}

void check_no_audit_config(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  out.claim("perf-no-audit-config", Level::stated);
  const LogEntry* message = nullptr;
  for (const auto* key : {"warning_generic_message", "generic_message"}) {
    for (const auto* entry : log->all(key)) {
      if (message == nullptr && entry->text == round.audit_config_message()) message = entry;
    }
  }
  std::vector<const LogEntry*> odd;
  std::vector<std::string> settings;
  for (const auto key : kAuditSettings) {
    const auto* entry = log->find(key);
    if (entry == nullptr || at_default(*entry)) continue;
    odd.push_back(entry);
    settings.push_back(fmt::format("{} {}", key, entry->text.substr(0, 40)));
  }
  if (message == nullptr && odd.empty()) return;
  auto finding = out.report("perf-no-audit-config", message == nullptr ? "settings"
                                                    : odd.empty()      ? "message"
                                                                       : "default");
  const auto& place = odd.empty() ? *message : *odd.front();
  finding.at(log_file(evidence), place).found(value_of(place)).with("settings", listed(settings));
  if (!odd.empty()) finding.expected(odd.front()->as_bool() ? Value("false") : Value(std::int64_t{0}));
  for (std::size_t i = 1; i < odd.size(); ++i) finding.also(log_file(evidence), odd[i]->at, settings[i]);
  if (message != nullptr && !odd.empty()) {
    finding.also(log_file(evidence), message->at, std::string(message->text.substr(0, 120)))
        .with("message_line", fmt::format("{}", message->at.line));
  }
}

void check_equal_issue(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !round.equal_issue_required(evidence.benchmark)) return;
  const auto* entry = log->find("effective_sample_concatenate_permutation");
  if (entry == nullptr) return;
  out.claim("perf-equal-issue", Level::stated);
  if (entry->as_bool() == true) return;
  const std::string since = equal_issue_since(round, evidence.benchmark);
  const auto logged = version_parts(log->string("loadgen_version").value_or(""));
  const bool before = !since.empty() && !logged.empty() && logged < version_parts(since);
  auto finding =
      out.report("perf-equal-issue", before ? "old-loadgen" : "default").at(log_file(evidence), *entry);
  finding.found(value_of(*entry)).expected("true").with("since", since);
  if (before || !evidence.closed_rules()) finding.severity(rules::Severity::warning);
}

void check_max_async(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !runs_as(evidence, round, "Server")) return;
  const auto* entry = log->find("effective_max_async_queries");
  if (entry == nullptr) return;
  out.claim("perf-max-async", Level::stated);
  if (entry->as_u64() == 0U) return;
  out.report("perf-max-async")
      .at(log_file(evidence), *entry)
      .found(value_of(*entry))
      .expected(std::int64_t{0});
}

void check_coalesce(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !runs_as(evidence, round, "Server")) return;
  const auto* entry = log->find("requested_server_coalesce_queries");
  if (entry == nullptr) return;
  out.claim("perf-coalesce", Level::stated);
  if (entry->as_bool() == false) return;
  auto finding = out.report("perf-coalesce").at(log_file(evidence), *entry);
  finding.found(value_of(*entry)).expected("false");
  if (!evidence.closed_rules()) finding.severity(rules::Severity::warning);
}

void check_network_sut_name(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || evidence.paths.division != "network") return;
  const auto& values = round.group("system_description");
  const auto part = values.find("network_sut_name_substring");
  const auto* entry = log->find("sut_name");
  if (part == values.end() || !part->is_string() || entry == nullptr) return;
  out.claim("perf-network-sut-name", Level::stated);
  const auto expected = part->get<std::string>();
  if (base::contains(entry->text, expected)) return;
  out.report("perf-network-sut-name")
      .at(log_file(evidence), *entry)
      .found(value_of(*entry))
      .expected(expected);
}

}  // namespace mlperf::audit
