// SPDX-License-Identifier: Apache-2.0
#include "run_options.h"

#include "base/number.h"
#include "output.h"

namespace mlperf::cmd {

void RunOptions::add_to(CLI::App& command, const std::vector<std::string>& formats) {
  command.add_option("--benchmark", benchmark, "Official name or alias (default: as the path tells)")
      ->type_name("B");
  command.add_option("-s,--scenario", scenario, "Offline, Server, Interactive, SingleStream or MultiStream")
      ->type_name("S");
  command.add_option("--round", round, "Judge by this round (default: the one the logs belong to)");
  command.add_option("--rules", rules_folder, "Use the rule files in this folder")->type_name("DIR");
  command.add_option("--format", format, "Output format")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
  command.add_option("--output", output, "Write to this file (atomically) instead of standard output")
      ->type_name("FILE");
  command.add_flag("--strict", strict, "Exit 1 also for warnings and what is inconclusive");
  command.add_flag("-q,--quiet", quiet, "Only the last line");
  command.add_flag("-v,--verbose", verbose, "Also notes and every figure");
  command.add_option("--color", colour, "When to use colours")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

CLI::Validator plain_number() {
  return {[](std::string& text) {
            const auto number = base::parse_double(text);
            const bool plain = number && *number >= 0;
            return plain ? std::string() : std::string("a number from 0 up is needed");
          },
          ""};
}

report::TextOptions RunOptions::text() const {
  report::TextOptions text;
  const auto wanted = colour == "always"  ? Colour::always
                      : colour == "never" ? Colour::never
                                          : Colour::automatic;
  text.colour = colour_wanted(wanted, !output.empty());
  text.width = output.empty() ? terminal_width() : 0;
  text.quiet = quiet;
  text.verbose = verbose;
  return text;
}

}  // namespace mlperf::cmd
