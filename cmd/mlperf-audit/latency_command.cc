// SPDX-License-Identifier: Apache-2.0
#include "latency_command.h"

#include <memory>
#include <string>

#include "audit/latency.h"
#include "audit_options.h"
#include "output.h"
#include "report/latency.h"

namespace mlperf::cmd {
namespace {

struct LatencyCommand {
  audit::LatencyOptions latency;
  std::string rules_folder, format = "text", output, colour = "auto";
  bool strict = false, quiet = false, verbose = false;
};

std::string render(const audit::LatencyReport& report, const LatencyCommand& options) {
  if (options.format == "json") return report::render_latency_json(report);
  if (options.format == "html") return report::render_latency_html(report);
  auto text = text_options(".", options.colour, options.output);
  text.quiet = options.quiet;
  text.verbose = options.verbose;
  text.ascii = options.output.empty() && ascii_terminal();
  return report::render_latency_text(report, text);
}

int run_latency(const LatencyCommand& options) {
  const auto rules = load_rule_set(options.rules_folder);
  const auto outcome = audit::run_latency(options.latency, rules);
  if (const auto* failure = std::get_if<audit::Failure>(&outcome)) return fail(failure->message);
  const auto& report = std::get<audit::LatencyReport>(outcome);
  if (!write_output(render(report, options), options.output)) return kExitFailure;
  return report.exit_code(options.strict);
}

}  // namespace

void add_latency_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "latency", "Recompute latency, TTFT, TPOT, throughput and early stopping of one run from its trace");
  auto options = std::make_shared<LatencyCommand>();
  command->add_option("RUN_DIR", options->latency.folder, "The folder that holds the logs of the run")
      ->required();
  command->add_option("--benchmark", options->latency.benchmark, "Hold it to the limits of this benchmark")
      ->type_name("B");
  command
      ->add_option("--scenario", options->latency.scenario,
                   "Hold it to the limits of this scenario (Interactive, Server, ...)")
      ->type_name("S");
  command->add_option("--round", options->latency.round,
                      "Judge by this round (default: the one the log's seeds belong to)");
  command->add_option("--rules", options->rules_folder, "Use the rule files in this folder")
      ->type_name("DIR");
  command->add_option("--format", options->format, "Output format")
      ->check(CLI::IsMember({"text", "json", "html"}))
      ->capture_default_str();
  command
      ->add_option("--output", options->output, "Write to this file (atomically) instead of standard output")
      ->check(names_a_file)
      ->type_name("FILE");
  command->add_flag("-q,--quiet", options->quiet, "Only the verdict line");
  command->add_flag("-v,--verbose", options->verbose, "Also notes and every folded place");
  command->add_flag("--strict", options->strict, "Exit 1 also for warnings");
  command->add_option("--color", options->colour, "When to use colours")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->footer(
      "Examples:\n"
      "  mlperf-audit latency .../Server/performance/run_1\n"
      "  mlperf-audit latency run/ --benchmark gpt-oss-120b --scenario Interactive\n"
      "  mlperf-audit latency run/ --format html --output latency.html");
  command->callback([options, &exit_code] { exit_code = run_latency(*options); });
}

}  // namespace mlperf::cmd
