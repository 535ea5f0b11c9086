// SPDX-License-Identifier: Apache-2.0
#include "latency_command.h"

#include <memory>
#include <string>

#include "audit/latency.h"
#include "audit_options.h"
#include "output.h"
#include "report/latency.h"
#include "run_options.h"

namespace mlperf::cmd {
namespace {

struct LatencyCommand : RunOptions {
  std::string folder;
};

std::string render(const audit::LatencyReport& report, const LatencyCommand& options) {
  if (options.format == "json") return report::render_latency_json(report);
  if (options.format == "html") return report::render_latency_html(report);
  return report::render_latency_text(report, options.text());
}

int run_latency(const LatencyCommand& options) {
  const auto rules = load_rule_set(options.rules_folder);
  const auto outcome =
      audit::run_latency({options.folder, options.round, options.benchmark, options.scenario}, rules);
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
  command->add_option("RUN_DIR", options->folder, "The folder that holds the logs of the run")->required();
  options->add_to(*command, {"text", "json", "html"});
  command->footer(
      "Examples:\n"
      "  mlperf-audit latency .../Server/performance/run_1\n"
      "  mlperf-audit latency run/ --benchmark gpt-oss-120b --scenario Interactive\n"
      "  mlperf-audit latency run/ --format html --output latency.html");
  command->callback([options, &exit_code] { exit_code = run_latency(*options); });
}

}  // namespace mlperf::cmd
