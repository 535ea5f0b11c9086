// SPDX-License-Identifier: Apache-2.0
#include "audit/judge_result.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/checks_schedule.h"
#include "audit/conclude.h"
#include "audit/gather.h"
#include "audit/loadgen_origin.h"
#include "audit/metric.h"
#include "audit/performance_log.h"
#include "audit/recompute.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kEndpointsNotJudged = "made by mlcommons/endpoints, not judged by this version";

// A scenario folder that holds nothing but a README is no result.
bool is_log(const std::string& path) {
  return base::starts_with_no_case(std::string_view(path).substr(path.rfind('/') + 1), "mlperf_log_");
}

bool names_calibration(const std::string& path) {
  return path.find('/') == std::string::npos && base::contains(base::lower(path), "calibration");
}

bool lies_in(const std::string& file, const std::string& folder) {
  return file.size() > folder.size() && file.starts_with(folder) && file[folder.size()] == '/';
}

std::vector<TestOutcome> test_outcomes(const Evidence& evidence, const rules::Round& round,
                                       const std::vector<Finding>& findings) {
  std::vector<TestOutcome> outcomes;
  if (!evidence.endpoints_summary.empty()) return outcomes;
  const bool required = round.compliance_tests_apply(evidence.paths.division);
  for (const auto& name : round.tests(evidence.benchmark, evidence.scenario)) {
    TestOutcome outcome{name, required ? Outcome::passed : Outcome::not_required, Level::stated};
    const auto* test = evidence.test(name);
    if (test != nullptr && test->run.detail.usable()) outcome.level = Level::cross_checked;
    if (test != nullptr && test->recomputed.decides()) outcome.level = Level::recomputed;
    const auto folder = test != nullptr && test->present ? test->folder : evidence.file(name);
    const bool failed = std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
      return f.severity == rules::Severity::error &&
             (f.place.file == folder || lies_in(f.place.file, folder));
    });
    if (required && failed) outcome.outcome = Outcome::failed;
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

std::map<std::string, std::string> template_values(const ResultReport& report, const rules::Round& round) {
  return {{"benchmark", report.benchmark}, {"scenario", report.scenario}, {"division", report.division},
          {"submitter", report.submitter}, {"system", report.system},     {"round", round.name()}};
}

// What the evidence does not allow to recompute. Silence would read as approval.
std::vector<std::string> not_checked(const Evidence& evidence) {
  std::vector<std::string> reasons;
  if (!evidence.endpoints_summary.empty()) return {std::string(kEndpointsNotJudged)};
  if (!evidence.performance.recomputed) {
    reasons.emplace_back("no trace: latencies could not be recomputed");
  } else if (!evidence.performance.recomputed->statistics.trace_usable) {
    reasons.emplace_back("the trace is damaged or cut: latencies could not be recomputed");
  }
  if (evidence.accuracy.accuracy_log.usable() &&
      evidence.accuracy.accuracy_log.value.shape == mllog::AccuracyLogShape::cut) {
    reasons.emplace_back("the accuracy log is cut: accuracy could not be recomputed");
  }
  if (evidence.accuracy_log_unhashed) {
    reasons.emplace_back("the accuracy log is too large: its hash was not recomputed");
  }
  for (const TestEvidence& test : evidence.tests) {
    if (!test.recomputed.obstacle.empty()) reasons.push_back(test.recomputed.obstacle);
  }
  return reasons;
}

}  // namespace

JudgedResult judge_result(const std::string& root_disk, const submission::ResultPaths& paths,
                          const std::map<std::string, std::string>& model_mapping,
                          const std::shared_ptr<const SystemEvidence>& system, const rules::Round& round,
                          const rules::Catalog& catalog) {
  Evidence evidence;
  evidence.paths = paths;
  evidence.match = round.match_benchmark(paths.benchmark, model_mapping);
  evidence.benchmark = evidence.match.benchmark;
  evidence.scenario = round.scenario_of_folder(paths.scenario).value_or("");
  evidence.system = system;
  gather_result(root_disk, round, evidence);

  static const std::vector<ResultCheck> kChecks = all_result_checks();
  static const std::vector<ResultCheck> kEndpointsChecks = endpoints_result_checks();
  const bool endpoints = !evidence.endpoints_summary.empty();
  Findings findings;
  for (const auto& check : endpoints ? kEndpointsChecks : kChecks) check.run(evidence, round, findings);

  JudgedResult judged;
  judged.marks = marks_of(evidence, round, findings);
  judged.benchmark = evidence.benchmark;
  judged.scenario = evidence.scenario;
  for (const auto& [rule, level] : findings.claims()) {
    ++judged.claims[static_cast<std::size_t>(level)];
    judged.claimed.push_back(rule);
  }
  judged.schedule = evidence.schedule;
  if (evidence.performance.detail.usable()) judged.seeds = seeds_of(evidence.performance.detail.value);
  judged.holds_result = endpoints;
  judged.has_power = evidence.listing.has_folder("performance/power");
  for (const auto& entry : evidence.listing.entries) {
    if (entry.kind != submission::EntryKind::file) continue;
    ++judged.files;
    judged.bytes += entry.size;
    judged.holds_result = judged.holds_result || is_log(entry.path);
    judged.has_calibration = judged.has_calibration || names_calibration(entry.path);
  }

  ResultReport& report = judged.report;
  report.id = paths.id();
  report.division = paths.division;
  report.submitter = paths.submitter;
  report.system = paths.system;
  report.category = system != nullptr ? system->system_type : "";
  report.benchmark = evidence.benchmark.empty() ? paths.benchmark : evidence.benchmark;
  report.scenario = evidence.scenario.empty() ? paths.scenario : evidence.scenario;
  report.path = paths.path;
  report.findings.assign(findings.list().begin(), findings.list().end());
  complete_findings(report.findings, catalog, template_values(report, round));
  report.inconclusive_reasons = findings.inconclusive_reasons();
  report.inconclusive_evidence = !report.inconclusive_reasons.empty();
  report.performance = performance_figure(evidence, round);
  if (endpoints) report.performance.unavailable = std::string(kEndpointsNotJudged);
  report.accuracy = accuracy_figures(evidence, round);
  report.latency = latency_figures(evidence, round);
  report.compliance = test_outcomes(evidence, round, report.findings);
  report.not_checked = not_checked(evidence);
  if (evidence.performance.detail.usable())
    report.loadgen = loadgen_origin(evidence.performance.detail.value, round);
  report.has_power = judged.has_power;
  report.inferred = std::any_of(report.findings.begin(), report.findings.end(),
                                [](const Finding& finding) { return finding.rule == "perf-inferred"; });
  if (report.inferred) judged.inferred_from = judged_scenario(evidence, round);
  if (const auto* types = evidence.measurements.value.find("weight_data_types")) {
    report.weight_data_types = types->display();
  }
  return judged;
}

void judge_schedule(JudgedResult& judged, const rules::Round& round, const rules::Catalog& catalog) {
  if (!judged.schedule) return;
  auto& report = judged.report;
  if (!judged.schedule->obstacle.empty()) {
    report.not_checked.push_back("the schedule could not be regenerated: " + judged.schedule->obstacle);
    return;
  }
  Findings findings;
  check_schedule(*judged.schedule, findings);
  for (const auto& [rule, level] : findings.claims()) {
    ++judged.claims[static_cast<std::size_t>(level)];
    judged.claimed.push_back(rule);
  }
  std::vector<Finding> list(findings.list().begin(), findings.list().end());
  complete_findings(list, catalog, template_values(report, round));
  std::move(list.begin(), list.end(), std::back_inserter(report.findings));
}

}  // namespace mlperf::audit
