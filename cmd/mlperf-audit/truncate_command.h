// SPDX-License-Identifier: Apache-2.0
// `truncate PATH...`: shortens accuracy logs and records their hashes.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_truncate_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
