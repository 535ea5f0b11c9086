// SPDX-License-Identifier: Apache-2.0
// mlperf-audit output-length.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_output_length_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
