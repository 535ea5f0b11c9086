// SPDX-License-Identifier: Apache-2.0
#include "run_options.h"

#include "audit_options.h"
#include "base/number.h"
#include "output.h"

namespace mlperf::cmd {

void ReportOptions::add_to(CLI::App& command, const std::vector<std::string>& formats) {
  command.add_option("--rules", rules_folder, "Use the rule files in this folder")->type_name("DIR");
  command.add_option("--format", format, "Output format")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
  command.add_option("--output", output, "Write to this file (atomically) instead of standard output")
      ->check(names_a_file)
      ->type_name("FILE");
  command.add_flag("--strict", strict, "Exit 1 also for warnings and what is inconclusive");
  command.add_flag("-q,--quiet", quiet, "Only the last line");
  command.add_flag("-v,--verbose", verbose, "Also notes and every folded place");
  command.add_option("--color", colour, "When to use colours")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

report::TextOptions ReportOptions::text(const std::string& root) const {
  auto text = text_options(root, colour, output);
  text.quiet = quiet;
  text.verbose = verbose;
  text.ascii = output.empty() && ascii_terminal();
  return text;
}

void RunOptions::add_to(CLI::App& command, const std::vector<std::string>& formats) {
  command.add_option("--benchmark", benchmark, "Official name or alias (default: as the path tells)")
      ->type_name("B");
  command.add_option("-s,--scenario", scenario, "Offline, Server, Interactive, SingleStream or MultiStream")
      ->type_name("S");
  command.add_option("--round", round, "Judge by this round (default: the one the logs belong to)");
  ReportOptions::add_to(command, formats);
}

void add_jobs(CLI::App& command, unsigned& jobs) {
  command.add_option("-j,--jobs", jobs, "Threads (default: cores); the output is the same for any number")
      ->check(CLI::Range(1, 1024));
}

CLI::Validator plain_number() {
  return {[](std::string& text) {
            const auto number = base::parse_double(text);
            const bool plain = number && *number >= 0;
            return plain ? std::string() : std::string("a number from 0 up is needed");
          },
          ""};
}

}  // namespace mlperf::cmd
