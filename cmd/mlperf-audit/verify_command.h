// SPDX-License-Identifier: Apache-2.0
// mlperf-audit verify test01|test04|test06|test07|test08|test09.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_verify_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
