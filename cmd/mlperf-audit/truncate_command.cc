// SPDX-License-Identifier: Apache-2.0
#include "truncate_command.h"

#include <memory>
#include <variant>

#include "audit/truncate.h"
#include "audit_options.h"
#include "base/file_calls.h"
#include "progress.h"
#include "report/truncate.h"

namespace mlperf::cmd {
namespace {

struct TruncateCommand {
  audit::TruncateOptions truncate;
  std::string rules_folder, output;
  std::string format = "text";
  std::string colour = "auto";
  bool check = false, dry_run = false, quiet = false, verbose = false;
};

int run_truncate(TruncateCommand& command) {
  auto& options = command.truncate;
  if (options.paths.empty()) options.paths.emplace_back(".");
  if (command.check) options.mode = audit::TruncateMode::check;
  if (command.dry_run) options.mode = audit::TruncateMode::dry_run;
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
  std::string text;
  if (command.format == "json") {
    text = report::render_truncate_json(report);
  } else {
    auto shown = text_options(report.root, command.colour, command.output);
    shown.quiet = command.quiet;
    shown.verbose = command.verbose;
    text = report::render_truncate_text(report, shown);
  }
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
  sub->add_option("--rules", command->rules_folder, "Use the rule files in this folder")->type_name("DIR");
  sub->add_option("--format", command->format, "Output format")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  sub->add_option("--output", command->output, "Write to this file (atomically) instead of standard output")
      ->type_name("FILE");
  sub->add_option("-j,--jobs", options.jobs,
                  "Threads (default: cores); the output is the same for any number")
      ->check(CLI::Range(1, 1024));
  sub->add_flag("--strict", options.strict, "Exit 1 also for warnings");
  sub->add_flag("-q,--quiet", command->quiet, "Only the last line");
  sub->add_flag("-v,--verbose", command->verbose, "Also notes and where the whole logs are kept");
  sub->add_option("--color", command->colour, "When to use colours")
      ->check(CLI::IsMember({"auto", "always", "never"}));
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
