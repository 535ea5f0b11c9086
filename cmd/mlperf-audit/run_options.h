// SPDX-License-Identifier: Apache-2.0
// The options that the commands about a single run share.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "report/show.h"

namespace mlperf::cmd {

struct RunOptions {
  std::string round, benchmark, scenario, rules_folder;
  std::string format = "text", output, colour = "auto";
  bool strict = false, quiet = false, verbose = false;

  void add_to(CLI::App& command, const std::vector<std::string>& formats);
  report::TextOptions text() const;
};

// Of an option: neither negative nor infinite nor "nan", which no comparison would ever refuse.
CLI::Validator plain_number();

}  // namespace mlperf::cmd
