// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/version.h"
#include "check_command.h"
#include "explain_command.h"
#include "latency_command.h"
#include "output.h"
#include "output_length_command.h"
#include "rules/load.h"
#include "rules_command.h"
#include "schedule_command.h"
#include "summary_command.h"
#include "truncate_command.h"
#include "verify_command.h"

namespace {

constexpr auto kExamples =
    "Examples:\n"
    "  mlperf-audit check results/                  audit a submission from inside the submitter's folder\n"
    "  mlperf-audit check closed/Acme --format json the same for machines\n"
    "  mlperf-audit summary closed/ --format csv    table of results\n"
    "  mlperf-audit schedule run_1/                 does the run follow from its seeds?\n"
    "  mlperf-audit latency run_1/                  latencies of one run from its trace\n"
    "  mlperf-audit verify test06 run/ -s Server    a compliance test, as the official script or stricter\n"
    "  mlperf-audit explain perf-tpot-p99-limit     what a finding means\n"
    "  mlperf-audit rules show gpt-oss-120b         the figures a benchmark is judged by\n"
    "\n"
    "Exit codes: 0 no error, 1 the audit found an error, 2 it could not be done.";

std::string version_text() {
  std::string rounds;
  for (const auto& round : mlperf::rules::load_embedded_rules().rounds) rounds += " " + round.name();
  return fmt::format("mlperf-audit {} ({}), rounds:{}", mlperf::base::version(), mlperf::base::commit(),
                     rounds);
}

int run(int argc, char** argv) {
  int exit_code = 0;
  CLI::App app("Audits MLPerf Inference submissions: recomputes what it can, cross-checks the rest.",
               "mlperf-audit");
  app.footer(kExamples);
  app.set_version_flag("--version", version_text);
  app.require_subcommand(1);
  mlperf::cmd::add_check_command(app, exit_code);
  mlperf::cmd::add_summary_command(app, exit_code);
  mlperf::cmd::add_schedule_command(app, exit_code);
  mlperf::cmd::add_truncate_command(app, exit_code);
  mlperf::cmd::add_latency_command(app, exit_code);
  mlperf::cmd::add_verify_command(app, exit_code);
  mlperf::cmd::add_output_length_command(app, exit_code);
  mlperf::cmd::add_rules_command(app, exit_code);
  mlperf::cmd::add_explain_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return mlperf::cmd::fail(fmt::format("{} (see --help)", error.what()));
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    return mlperf::cmd::fail(error.what());
  }
}
