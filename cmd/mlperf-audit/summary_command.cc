// SPDX-License-Identifier: Apache-2.0
#include "summary_command.h"

#include <memory>

#include "audit_options.h"
#include "report/json.h"
#include "report/summary.h"

namespace mlperf::cmd {
namespace {

std::string render(const audit::AuditReport& report, const AuditOptions& options) {
  if (options.format == "json") return report::render_json(report);
  if (options.format == "csv") return report::render_summary_csv(report);
  if (options.format == "markdown") return report::render_summary_markdown(report);
  return report::render_summary_text(report, text_options(report, options));
}

int run_summary(AuditOptions& options) {
  const auto rules = load_rule_set(options.rules_folder);
  const auto report = audited(options, rules);
  if (!report) return kExitFailure;
  return write_output(render(*report, options), options.output) ? kExitGood : kExitFailure;
}

}  // namespace

void add_summary_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("summary", "Table of the results below PATH: metric, accuracy, latencies, verdict");
  auto options = std::make_shared<AuditOptions>();
  add_audit_options(*command, *options, {"text", "json", "csv", "markdown"});
  command->footer(
      "Examples:\n"
      "  mlperf-audit summary closed/ --format csv --output results.csv\n"
      "  mlperf-audit summary . --submitter Acme --format markdown    to paste into a pull request");
  command->callback([options, &exit_code] { exit_code = run_summary(*options); });
}

}  // namespace mlperf::cmd
