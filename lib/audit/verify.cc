// SPDX-License-Identifier: Apache-2.0
#include "audit/verify.h"

#include <array>
#include <map>

#include <fmt/format.h>

#include "audit/conclude.h"
#include "audit/verify_run.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

struct TestCommand {
  std::string_view test;
  std::optional<Failure> (*verify)(VerifyRun&);
};

constexpr std::array<TestCommand, 6> kTests = {TestCommand{"TEST01", verify_test01},
                                               {"TEST04", verify_test04},
                                               {"TEST06", verify_test06},
                                               {"TEST07", verify_test07},
                                               {"TEST08", verify_test08},
                                               {"TEST09", verify_test09}};

void conclude(VerifyReport& report, Findings& out, const rules::Catalog& catalog) {
  report.findings.assign(out.list().begin(), out.list().end());
  const auto complete = [&] {
    complete_findings(report.findings, catalog,
                      {{"test", report.test},
                       {"round", report.round},
                       {"benchmark", report.benchmark.empty() ? "the benchmark" : report.benchmark},
                       {"scenario", report.scenario.empty() ? "this scenario" : report.scenario}});
  };
  complete();
  if (report.passed == false && !report.has(rules::Severity::error)) {
    out.report("compliance-official-outcome").at(report.run).level(Level::recomputed);
    report.findings.assign(out.list().begin(), out.list().end());
    complete();
  }
  sort_by_severity(report.findings);
  const bool failed = report.has(rules::Severity::error);
  if (failed) {
    report.judgement = Judgement::failed;
  } else if (!out.inconclusive_reasons().empty()) {
    report.judgement = Judgement::inconclusive;
  } else {
    return;
  }
  const auto decides = failed ? rules::Severity::error : rules::Severity::warning;
  for (const Finding& finding : report.findings)
    if (finding.severity == decides) report.reasons.push_back(finding.message);
}

}  // namespace

std::variant<VerifyReport, Failure> run_verify(const VerifyOptions& options, const rules::RuleSet& rules) {
  auto opened = open_run_files(options.run, options.audit_config);
  if (const auto* failure = std::get_if<Failure>(&opened)) return *failure;
  const auto& files = std::get<RunFiles>(opened);
  auto identified =
      identify_run(files.path, files.log(), {options.round, options.benchmark, options.scenario}, rules);
  if (const auto* failure = std::get_if<Failure>(&identified)) return *failure;
  const auto& identity = std::get<RunIdentity>(identified);

  VerifyReport report;
  report.run = files.path;
  report.test = options.test;
  report.round = identity.round->name();
  report.round_reason = identity.round_reason;
  report.benchmark = identity.benchmark;
  report.scenario = identity.scenario;
  Findings out;
  VerifyOutput output;
  VerifyRun run{options,
                files,
                identity,
                demanded_settings(files, identity, options.test),
                given_settings(files, identity),
                report,
                out,
                output};
  for (const TestCommand& command : kTests) {
    if (command.test != options.test) continue;
    if (auto failure = command.verify(run)) return *failure;
  }
  judge_run_settings(run);
  conclude(report, out, rules.catalog);
  if (!options.output_folder.empty() && !output.texts.empty()) {
    if (auto failure = write_verify_files(options.output_folder, options.test, files, output, report.written))
      return *failure;
  }
  return report;
}

}  // namespace mlperf::audit
