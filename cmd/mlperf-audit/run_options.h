// SPDX-License-Identifier: Apache-2.0
// The options of the commands that print a report of their own: how it is judged and shown, and for those
// about a single run, which run it is.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "report/show.h"

namespace mlperf::cmd {

struct ReportOptions {
  std::string rules_folder, format = "text", output, colour = "auto";
  bool strict = false, quiet = false, verbose = false;

  void add_to(CLI::App& command, const std::vector<std::string>& formats);
  // `root`: paths in the report are relative to it.
  report::TextOptions text(const std::string& root = ".") const;
};

struct RunOptions : ReportOptions {
  std::string round, benchmark, scenario;

  void add_to(CLI::App& command, const std::vector<std::string>& formats);
};

// -j, --jobs
void add_jobs(CLI::App& command, unsigned& jobs);

// Of an option: neither negative nor infinite nor "nan", which no comparison would ever refuse.
CLI::Validator plain_number();

}  // namespace mlperf::cmd
