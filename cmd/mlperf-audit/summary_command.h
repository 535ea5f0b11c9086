// SPDX-License-Identifier: Apache-2.0
// `summary PATH...`: the table of results.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_summary_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
