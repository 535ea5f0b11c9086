// SPDX-License-Identifier: Apache-2.0
// `schedule RUN_DIR`: sample set, order and arrival schedule of one run from its seeds.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_schedule_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
