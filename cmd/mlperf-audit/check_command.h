// SPDX-License-Identifier: Apache-2.0
// `check PATH...`: audits everything below the paths.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_check_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
