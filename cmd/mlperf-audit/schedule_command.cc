// SPDX-License-Identifier: Apache-2.0
#include "schedule_command.h"

#include <memory>
#include <string>
#include <variant>

#include "audit/run_folder.h"
#include "audit/schedule_report.h"
#include "audit_options.h"
#include "output.h"
#include "report/schedule.h"
#include "run_options.h"

namespace mlperf::cmd {
namespace {

struct ScheduleOptions : ReportOptions {
  std::string folder;
  unsigned jobs = 0;
};

std::string render(const audit::ScheduleReport& report, const ScheduleOptions& options) {
  if (options.format == "json") return report::render_schedule_json(report);
  return report::render_schedule_text(report, options.text());
}

int run_schedule(const ScheduleOptions& options) {
  const auto rules = load_rule_set(options.rules_folder);
  const auto run = audit::open_run_folder(options.folder);
  if (const auto* failure = std::get_if<audit::Failure>(&run)) return fail(failure->message);
  const auto report = audit::make_schedule_report(std::get<audit::RunFolder>(run), rules, options.jobs);
  return write_output(render(report, options), options.output) ? report.exit_code(options.strict)
                                                               : kExitFailure;
}

}  // namespace

void add_schedule_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "schedule", "Regenerate sample set, order and arrival schedule of one run from its seeds, and compare");
  auto options = std::make_shared<ScheduleOptions>();
  command->add_option("RUN_DIR", options->folder, "The folder that holds the logs of the run")->required();
  add_jobs(*command, options->jobs);
  options->add_to(*command, {"text", "json"});
  command->footer(
      "Examples:\n"
      "  mlperf-audit schedule .../Server/performance/run_1\n"
      "  mlperf-audit schedule .../Offline/accuracy --format json --output schedule.json");
  command->callback([options, &exit_code] { exit_code = run_schedule(*options); });
}

}  // namespace mlperf::cmd
