// SPDX-License-Identifier: Apache-2.0
// `rules list`, `rules show BENCHMARK`, `rules check DIR`.
#pragma once

#include <CLI/CLI.hpp>

namespace mlperf::cmd {

void add_rules_command(CLI::App& app, int& exit_code);

}  // namespace mlperf::cmd
