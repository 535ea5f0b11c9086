// SPDX-License-Identifier: Apache-2.0
// A result with the logs of a run, for tests of the performance, LoadGen and power checks, and what they
// report.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/load.h"
#include "support/log_builder.h"

namespace mlperf::test {

struct PerformanceResult {
  std::string benchmark = "deepseek-r1", scenario = "Interactive", division = "closed",
              system_type = "datacenter";
  RunLogs run = server_run();
  std::string detail = {}, summary = {};  // texts to use in place of the run's
  std::string accuracy_detail = {};       // "" for none
  std::vector<std::string> files = {};    // of the scenario folder
  std::string round = "v6.0";
};

inline const rules::RuleSet& embedded_rules() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return rules;
}

inline audit::Evidence evidence_of(const PerformanceResult& result) {
  audit::Evidence evidence;
  evidence.paths.division = result.division;
  evidence.paths.path = "result";
  evidence.benchmark = result.benchmark;
  evidence.scenario = result.scenario;
  auto system = std::make_shared<audit::SystemEvidence>();
  system->system_type = result.system_type;
  evidence.system = std::move(system);
  const std::string detail = result.detail.empty() ? result.run.detail() : result.detail;
  const std::string summary = result.summary.empty() ? result.run.summary() : result.summary;
  evidence.performance.detail = mllog::parse_detail_log(detail, "detail");
  evidence.performance.summary = mllog::parse_summary_log(summary, "summary");
  if (!result.accuracy_detail.empty()) {
    evidence.accuracy.detail = mllog::parse_detail_log(result.accuracy_detail, "accuracy");
  }
  for (const auto& file : result.files) {
    for (auto slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
      const auto folder = file.substr(0, slash);
      if (!evidence.listing.has_folder(folder)) {
        evidence.listing.entries.push_back({folder, submission::EntryKind::folder, 0});
      }
    }
    evidence.listing.entries.push_back({file, submission::EntryKind::file, 1});
    std::sort(evidence.listing.entries.begin(), evidence.listing.entries.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
  }
  return evidence;
}

inline audit::Findings judge(const audit::Evidence& evidence, const std::string& round = "v6.0") {
  audit::Findings out;
  for (const auto table : {audit::performance_checks(), audit::loadgen_checks(), audit::power_checks()}) {
    for (const auto& check : table) check.run(evidence, *embedded_rules().find_round(round), out);
  }
  return out;
}
inline audit::Findings judge(const PerformanceResult& result) {
  return judge(evidence_of(result), result.round);
}

// What a reader of the report sees of a finding: severity, rule, place and sentence.
inline std::string shown(const audit::Finding& finding, const PerformanceResult& result) {
  const auto* entry = embedded_rules().catalog.find(finding.rule);
  const auto* variant = entry != nullptr ? entry->variant(finding.variant) : nullptr;
  if (variant == nullptr) return fmt::format("{} [{}] is not in the catalog", finding.rule, finding.variant);
  auto severity = variant->severity.value_or(entry->severity);
  if (finding.severity_override) severity = *finding.severity_override;
  auto values = finding.values;
  values["found"] = audit::to_text(finding.found);
  values["expected"] = audit::to_text(finding.expected);
  values["benchmark"] = result.benchmark;
  values["scenario"] = result.scenario;
  values["round"] = result.round;
  values["file"] = finding.place.file;
  const auto message = rules::fill_template(variant->text, values);
  const auto fix = rules::fill_template(variant->fix.empty() ? entry->fix : variant->fix, values);
  if (fix.find('{') != std::string::npos)
    return fmt::format("the fix of {} has an open place: {}", finding.rule, fix);
  return fmt::format("{} {} {}:{} {}", rules::to_string(severity), finding.rule, finding.place.file,
                     finding.place.line, message);
}

inline std::vector<std::string> reported(const PerformanceResult& result) {
  std::vector<std::string> lines;
  const audit::Findings findings = judge(result);
  for (const auto& finding : findings.list()) lines.push_back(shown(finding, result));
  return lines;
}

}  // namespace mlperf::test
