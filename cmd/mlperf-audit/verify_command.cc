// SPDX-License-Identifier: Apache-2.0
#include "verify_command.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "audit/verify.h"
#include "audit_options.h"
#include "evaluation.h"
#include "output.h"
#include "report/verify.h"
#include "rules_options.h"
#include "run_options.h"

namespace mlperf::cmd {
namespace {

struct VerifyCommand : RunOptions {
  audit::VerifyOptions verify;
  std::string dtype, accuracy_script, score_pattern;
  bool official_flag = false;  // accepted for the scripts' sake, without effect
};

int run_verify(VerifyCommand& options) {
  auto& verify = options.verify;
  if (verify.run.empty())
    return fail(fmt::format("{} needs the folder of its run (see --help)", verify.test));
  verify.round = options.round;
  verify.benchmark = options.benchmark;
  verify.scenario = options.scenario;
  if (!options.dtype.empty()) verify.dtype = compliance::element_type(options.dtype);
  if (!options.accuracy_script.empty()) {
    const std::string log =
        std::filesystem::is_directory(verify.run) ? verify.run + "/mlperf_log_accuracy.json" : verify.run;
    verify.evaluation = run_evaluation(options.accuracy_script, log, options.score_pattern);
  }
  const auto rules = load_rule_set(options.rules_folder);
  const auto outcome = audit::run_verify(verify, rules);
  if (const auto* failure = std::get_if<audit::Failure>(&outcome)) return fail(failure->message);
  const auto& report = std::get<audit::VerifyReport>(outcome);
  const auto text = options.format == "json" ? report::render_verify_json(report)
                                             : report::render_verify_text(report, options.text());
  if (!write_output(text, options.output)) return kExitFailure;
  return report.exit_code(options.strict);
}

// The scripts' spelling with an underscore beside ours, and the run itself as an argument or as their option.
void add_run(CLI::App& command, VerifyCommand& options) {
  command.add_option("RUN_DIR,-c,--compliance-dir,--compliance_dir", options.verify.run,
                     "The folder with the logs of the test run, or its accuracy log");
}

void add_reference(CLI::App& command, VerifyCommand& options, const char* names, const char* description) {
  command.add_option(names, options.verify.reference, description)->type_name("DIR");
}

void add_output_folder(CLI::App& command, VerifyCommand& options) {
  command
      .add_option("-o,--output-dir,--output_dir", options.verify.output_folder,
                  "Write the files of the official script to DIR/TESTnn")
      ->type_name("DIR");
}

void add_audit_config(CLI::App& command, VerifyCommand& options) {
  command
      .add_option("--audit-config,--audit_config", options.verify.audit_config,
                  "The audit.config of the run (default: beside the logs)")
      ->type_name("FILE");
}

void add_dtype(CLI::App& command, VerifyCommand& options, const char* names,
               const std::vector<std::string>& types) {
  command.add_option(names, options.dtype, "Type of the logged elements")->check(CLI::IsMember(types));
}

void add_test01(CLI::App& command, VerifyCommand& options) {
  add_reference(command, options, "-r,--results-dir,--results_dir",
                "The result to compare with: the folder that holds performance/ and accuracy/");
  add_dtype(command, options, "--dtype", {"byte", "uint8", "int8", "float32", "int32", "int64"});
  command.add_flag("--unixmode,--fastmode", options.official_flag,
                   "Accepted; whole data are compared always");
}

void add_test04(CLI::App& command, VerifyCommand& options) {
  add_reference(command, options, "-r,--results-dir,--results_dir",
                "The result to compare with: the folder that holds performance/, or its run folder");
}

void add_test06(CLI::App& command, VerifyCommand& options) {
  command.add_option("-e,--eos-token-id,--eos_token_id", options.verify.eos_token_id,
                     "End-of-text token (default: the benchmark's, else 2)");
  add_dtype(command, options, "-d,--dtype", {"int64", "int32", "int16", "float32"});
}

void add_test07(CLI::App& command, VerifyCommand& options) {
  command.add_option("--score", options.verify.score, "Accuracy in percent, from an evaluation of the log")
      ->check(plain_number());
  command
      .add_option("--accuracy-script,--accuracy_script", options.accuracy_script,
                  "Run this command for the score; {accuracy_log} in it stands for the log")
      ->type_name("COMMAND");
  command
      .add_option("--accuracy-threshold,--accuracy_threshold", options.verify.accuracy_threshold,
                  "Least score (default: audit.config, else the round)")
      ->check(plain_number());
  command
      .add_option("--score-pattern,--score_pattern", options.score_pattern,
                  "Regular expression whose first group is the score (default: 'exact_match': NUMBER)")
      ->type_name("REGEX");
}

void add_test08(CLI::App& command, VerifyCommand& options) {
  add_reference(command, options, "-r,--reference-accuracy,--reference_accuracy",
                "The accuracy run to compare with: its log, its folder or the result's folder");
  command
      .add_option("-t,--test-accuracy,--test_accuracy", options.verify.run,
                  "The accuracy log of the test run")
      ->type_name("LOG");
  command.add_option("--tolerance", options.verify.tolerance, "Relative tolerance (default: the round's)")
      ->check(plain_number());
}

void add_test09(CLI::App& command, VerifyCommand& options) {
  command
      .add_option("--min-output-tokens,--min_output_tokens", options.verify.min_output_tokens,
                  "Least mean output length (default: audit.config, else the round)")
      ->check(plain_number());
  command
      .add_option("--max-output-tokens,--max_output_tokens", options.verify.max_output_tokens,
                  "Largest mean output length (default: audit.config, else the round)")
      ->check(plain_number());
}

struct TestCommand {
  const char* name;
  const char* test;
  const char* description;
  void (*add)(CLI::App&, VerifyCommand&);
  const char* example;
};

constexpr TestCommand kTests[] = {
    {"test01", "TEST01", "Answers and speed of a test run against a result's accuracy and performance runs",
     add_test01, "  mlperf-audit verify test01 run/ -r closed/Acme/results/sys/resnet/Offline --dtype byte"},
    {"test04", "TEST04", "Speed of a run that repeats one sample: no caching", add_test04,
     "  mlperf-audit verify test04 run/ -r closed/Acme/results/sys/resnet/Offline -o out/"},
    {"test06", "TEST06", "First token, end of text and length of a language model's outputs", add_test06,
     "  mlperf-audit verify test06 run/ --scenario Server --benchmark llama2-70b-99"},
    {"test07", "TEST07", "Accuracy under load over a whole data set", add_test07,
     "  mlperf-audit verify test07 run/ --benchmark gpt-oss-120b --score 62.7"},
    {"test08", "TEST08", "Predictions under load against those of the accuracy run (dlrm-v3)", add_test08,
     "  mlperf-audit verify test08 run/ -r closed/Acme/results/sys/dlrm-v3/Offline"},
    {"test09", "TEST09", "Mean output length within its window", add_test09,
     "  mlperf-audit verify test09 run/ --benchmark gpt-oss-120b -o out/"}};

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  auto* verify = app.add_subcommand(
      "verify", "Verify the run of a compliance test, with the options of the official scripts");
  verify->require_subcommand(1);
  for (const TestCommand& test : kTests) {
    auto* command = verify->add_subcommand(test.name, test.description);
    auto options = std::make_shared<VerifyCommand>();
    options->verify.test = test.test;
    add_run(*command, *options);
    test.add(*command, *options);
    add_output_folder(*command, *options);
    add_audit_config(*command, *options);
    options->add_to(*command, {"text", "json"});
    command->footer(fmt::format("Example:\n{}", test.example));
    command->callback(
        [options, &exit_code] { run_command(exit_code, [&] { exit_code = run_verify(*options); }); });
  }
}

}  // namespace mlperf::cmd
