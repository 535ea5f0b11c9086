// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_latency_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
