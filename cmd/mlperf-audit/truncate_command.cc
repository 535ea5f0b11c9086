// SPDX-License-Identifier: Apache-2.0
#include "truncate_command.h"

#include <memory>
#include <variant>

#include "audit/truncate.h"
#include "audit_options.h"
#include "base/file_calls.h"
#include "progress.h"
#include "report/truncate.h"
#include "run_options.h"

namespace mlperf::cmd {
namespace {

struct TruncateCommand : ReportOptions {
  audit::TruncateOptions truncate;
  bool check = false, dry_run = false;
};

int run_truncate(TruncateCommand& command) {
  auto& options = command.truncate;
  if (options.paths.empty()) options.paths.emplace_back(".");
  if (command.check) options.mode = audit::TruncateMode::check;
  if (command.dry_run) options.mode = audit::TruncateMode::dry_run;
  options.strict = command.strict;
  const auto rules = load_rule_set(command.rules_folder);
  base::FileCalls calls;
  std::variant<audit::TruncateReport, audit::Failure> outcome;
  {
    ProgressBar bar(command.check ? "looking" : "truncating");
    options.progress = [&bar](std::size_t done, std::size_t total) { bar.update(done, total); };
    outcome = audit::run_truncate(options, rules, calls);
  }
  if (const auto* failure = std::get_if<audit::Failure>(&outcome)) return fail(failure->message);
  const auto& report = std::get<audit::TruncateReport>(outcome);
  const auto text = command.format == "json"
                        ? report::render_truncate_json(report)
                        : report::render_truncate_text(report, command.text(report.root));
  return write_output(text, command.output) ? report.exit_code() : kExitFailure;
}

}  // namespace

void add_truncate_command(CLI::App& app, int& exit_code) {
  auto* sub =
      app.add_subcommand("truncate", "Shorten accuracy logs as the round requires and record their hashes");
  auto command = std::make_shared<TruncateCommand>();
  auto& options = command->truncate;
  sub->add_option(
         "PATH", options.paths,
         "A results repository, division, submitter, results/, system, benchmark, scenario or run folder")
      ->default_str(".");
  auto* check =
      sub->add_flag("--check", command->check, "Only look: exit 1 when something is still to be done");
  sub->add_flag("--dry-run", command->dry_run, "Say what would be done, change nothing")->excludes(check);
  sub->add_option("--backup", options.backup,
                  "Keep the whole logs here (default: beside the root, NAME-full-accuracy-logs)")
      ->type_name("DIR");
  sub->add_option("--submitter", options.submitter, "Only this submitter")->type_name("NAME");
  sub->add_option("--round", options.round,
                  "The round whose rules hold (default: the one the logs belong to)");
  add_jobs(*sub, options.jobs);
  command->add_to(*sub, {"text", "json"});
  sub->footer(
      "Each log is kept whole in the backup folder before it is shortened; a run that was ended can be "
      "repeated.\n"
      "Examples:\n"
      "  mlperf-audit truncate . --submitter Acme --dry-run    what would happen\n"
      "  mlperf-audit truncate results/ --backup ~/full-logs   from inside the submitter's folder\n"
      "  mlperf-audit truncate --check .                       for a hook: exit 1 when a log is still whole");
  sub->callback([command, &exit_code] { exit_code = run_truncate(*command); });
}

}  // namespace mlperf::cmd
