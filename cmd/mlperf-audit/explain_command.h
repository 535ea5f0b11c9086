// SPDX-License-Identifier: Apache-2.0
// `explain FINDING`: one finding in full.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_explain_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
