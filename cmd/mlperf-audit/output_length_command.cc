// SPDX-License-Identifier: Apache-2.0
#include "output_length_command.h"

#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/verify.h"
#include "audit_options.h"
#include "base/number.h"
#include "base/text.h"
#include "output.h"
#include "report/verify.h"
#include "rules_options.h"
#include "run_options.h"

namespace mlperf::cmd {
namespace {

struct OutputLengthOptions : RunOptions {
  audit::OutputLengthCommand command;
  std::string dtype, tolerance = "10%";
};

// "10%" or "0.1"
double fraction(std::string_view text) {
  const bool percent = text.ends_with('%');
  const auto number = base::parse_double(percent ? text.substr(0, text.size() - 1) : text);
  constexpr double kPercent = 100;
  const double value = number.value_or(-1) / (percent ? kPercent : 1);
  if (value >= 0 && value < 1) return value;
  throw UsageError(fmt::format("--tolerance {}: a share from 0% to 100% is needed", base::printable(text)));
}

int run_output_length(OutputLengthOptions& options) {
  auto& command = options.command;
  command.round = options.round;
  command.benchmark = options.benchmark;
  command.scenario = options.scenario;
  command.tolerance = fraction(options.tolerance);
  if (!options.dtype.empty()) command.dtype = compliance::element_type(options.dtype);
  const auto rules = load_rule_set(options.rules_folder);
  const auto outcome = audit::run_output_length(command, rules);
  if (const auto* failure = std::get_if<audit::Failure>(&outcome)) return fail(failure->message);
  const auto& report = std::get<audit::OutputLengthReport>(outcome);
  const auto text = options.format == "json" ? report::render_output_length_json(report)
                                             : report::render_output_length_text(report, options.text());
  if (!write_output(text, options.output)) return kExitFailure;
  return report.exit_code(options.strict);
}

}  // namespace

void add_output_length_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("output-length", "Token counts of an accuracy log");
  auto options = std::make_shared<OutputLengthOptions>();
  command->add_option("RUN_DIR", options->command.run, "The folder of a run, or its accuracy log")
      ->required();
  command
      ->add_option("--reference", options->command.reference,
                   "Hold the mean against this one (default: the benchmark's own)")
      ->type_name("MEAN")
      ->check(plain_number());
  command->add_option("--tolerance", options->tolerance, "Permitted deviation from --reference")
      ->capture_default_str();
  command
      ->add_option("-d,--dtype", options->dtype, "Type of a token (default: told by token_count, else int32)")
      ->check(CLI::IsMember({"int64", "int32", "int16", "float32"}));
  options->add_to(*command, {"text", "json"});
  command->footer(
      "Examples:\n"
      "  mlperf-audit output-length run/\n"
      "  mlperf-audit output-length run/mlperf_log_accuracy.json --reference 1000 --tolerance 5%");
  command->callback(
      [options, &exit_code] { run_command(exit_code, [&] { exit_code = run_output_length(*options); }); });
}

}  // namespace mlperf::cmd
