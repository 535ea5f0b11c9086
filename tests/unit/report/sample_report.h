// SPDX-License-Identifier: Apache-2.0
// Reports made by hand, as the audit would make them.
#pragma once

#include <string>
#include <utility>

#include "audit/report.h"

namespace mlperf::report {

inline audit::Finding sample_finding(std::string rule, rules::Severity severity, std::string file,
                                     std::uint32_t line) {
  audit::Finding finding;
  finding.rule = std::move(rule);
  finding.severity = severity;
  finding.place = {std::move(file), line, 1000, {}};
  finding.message = "something is wrong";
  finding.fix = "Do it again.";
  return finding;
}

inline audit::ResultReport sample_result(const std::string& system, const std::string& scenario) {
  audit::ResultReport result;
  result.id = "closed/Acme/" + system + "/gpt-oss-120b/" + scenario;
  result.path = "closed/Acme/results/" + system + "/gpt-oss-120b/" + scenario;
  result.division = "closed";
  result.submitter = "Acme";
  result.system = system;
  result.category = "datacenter";
  result.benchmark = "gpt-oss-120b";
  result.scenario = scenario;
  result.performance = {16167.4, "Tokens/s", "result_completed_tokens_per_second", audit::Level::stated, ""};
  result.accuracy.push_back({"exact_match", 83.1, 82.2987, audit::Level::stated});
  return result;
}

// One invalid result with an error and a note, one valid one, one finding about a system description.
inline audit::AuditReport sample_report() {
  audit::AuditReport report;
  report.round = "v6.0";
  report.round_reason = "the seeds of 2 of 2 detail logs";
  report.root = ".";

  auto bad = sample_result("sys", "Server");
  bad.verdict = audit::Verdict::invalid;
  bad.latency = audit::LatencyFigures{1900000000, 2000000000, 16200000, 15000000, audit::Level::stated};
  bad.compliance.push_back({"TEST07", audit::Outcome::passed, audit::Level::cross_checked});
  bad.not_checked.push_back("the accuracy log is cut: accuracy could not be recomputed");
  auto error = sample_finding("perf-tpot-p99-limit", rules::Severity::error,
                              bad.path + "/performance/run_1/mlperf_log_detail.txt", 57);
  error.message = "p99 TPOT is 16.2 ms; the limit for gpt-oss-120b Server is 15 ms";
  error.fix = "Lower target_qps until p99 TPOT is at most 15 ms.";
  error.found = std::uint64_t{16200000};
  error.expected = std::uint64_t{15000000};
  bad.findings.push_back(error);
  bad.findings.push_back(sample_finding("config-note", rules::Severity::note, bad.path + "/user.conf", 3));
  report.results.push_back(bad);

  auto good = sample_result("sys", "Offline");
  good.not_checked = bad.not_checked;
  report.results.push_back(good);

  auto shared = sample_finding("system-memory", rules::Severity::warning, "closed/Acme/systems/sys.json", 4);
  shared.affects = {bad.id, good.id};
  report.findings.push_back(shared);

  report.counts.results = 2;
  report.counts.valid = 1;
  report.counts.invalid = 1;
  report.counts.errors = 1;
  report.counts.warnings = 1;
  report.counts.notes = 1;
  report.counts.claims = {100, 20, 3};
  report.counts.files = 40;
  report.counts.bytes = 123456;
  return report;
}

inline audit::AuditReport one_valid_result() {
  audit::AuditReport report;
  report.round = "v6.0";
  report.results.push_back(sample_result("sys", "Offline"));
  report.counts.results = report.counts.valid = 1;
  return report;
}

}  // namespace mlperf::report
