// SPDX-License-Identifier: Apache-2.0
#include "check_command.h"

#include <filesystem>
#include <memory>

#include "audit_options.h"
#include "report/concise.h"
#include "report/json.h"
#include "report/text.h"

namespace mlperf::cmd {
namespace {

struct CheckOptions : AuditOptions {
  bool quiet = false, verbose = false, concise = false, statistics = false;
};

std::string render(const audit::AuditReport& report, const rules::RuleSet& rules,
                   const CheckOptions& options) {
  if (options.format == "json") return report::render_json(report);
  const auto text = text_options(report, options);
  report::TextOptions shown = text;
  shown.verbose = options.verbose;
  shown.quiet = options.quiet;
  shown.statistics = options.statistics;
  return options.concise ? report::render_concise(report, shown)
                         : report::render_text(report, rules.catalog, shown);
}

int run_check(CheckOptions& options) {
  const auto rules = load_rule_set(options.rules_folder);
  const auto report = audited(options, rules);
  if (!report) return kExitFailure;
  if (!write_output(render(*report, rules, options), options.output)) return kExitFailure;
  return report->exit_code();
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("check", "Audit everything below PATH");
  auto options = std::make_shared<CheckOptions>();
  add_audit_options(*command, *options, {"text", "json"});
  command->add_flag("-q,--quiet", options->quiet, "Only the verdict line");
  command->add_flag("-v,--verbose", options->verbose, "Also notes and every folded place");
  command->add_flag("--concise", options->concise, "One line a finding: PATH:LINE: severity rule: message");
  command->add_flag("--statistics", options->statistics, "Counts by rule");
  command->footer(
      "Examples:\n"
      "  mlperf-audit check results/                       from inside the submitter's folder\n"
      "  mlperf-audit check . --submitter Acme --strict    one submitter of a repository of results\n"
      "  mlperf-audit check closed/ --ignore 'conf-*' --format json --output report.json");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace mlperf::cmd
