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

namespace mlperf::cmd {
namespace {

struct ScheduleOptions {
  std::string folder, rules_folder, format = "text", output, colour = "auto";
  bool strict = false, quiet = false, verbose = false;
  unsigned jobs = 0;
};

std::string render(const audit::ScheduleReport& report, const ScheduleOptions& options) {
  if (options.format == "json") return report::render_schedule_json(report);
  auto text = text_options(".", options.colour, options.output);
  text.quiet = options.quiet;
  text.verbose = options.verbose;
  return report::render_schedule_text(report, text);
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
  command->add_option("--rules", options->rules_folder, "Use the rule files in this folder")
      ->type_name("DIR");
  command->add_option("--format", options->format, "Output format")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command
      ->add_option("--output", options->output, "Write to this file (atomically) instead of standard output")
      ->check(names_a_file)
      ->type_name("FILE");
  command
      ->add_option("-j,--jobs", options->jobs,
                   "Threads (default: cores); the output is the same for any number")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--strict", options->strict, "Exit 1 also for warnings");
  command->add_flag("-q,--quiet", options->quiet, "Only the last line");
  command->add_flag("-v,--verbose", options->verbose, "Also notes and every folded place");
  command->add_option("--color", options->colour, "When to use colours")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->footer(
      "Examples:\n"
      "  mlperf-audit schedule .../Server/performance/run_1\n"
      "  mlperf-audit schedule .../Offline/accuracy --format json --output schedule.json");
  command->callback([options, &exit_code] { exit_code = run_schedule(*options); });
}

}  // namespace mlperf::cmd
