// SPDX-License-Identifier: Apache-2.0
// What the commands about rules share: --format, --rules, --output, and exit 2 with one line on stderr for
// whatever stops them.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "rules/load.h"

namespace mlperf::cmd {

// Why a command could not do what it was asked: becomes one line on stderr and exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct RulesOptions {
  std::string format = "text";
  std::string rules_folder;  // empty: the built-in rules
  std::string output;        // empty: stdout

  void add_format(CLI::App& app, const std::vector<std::string>& formats);
  void add_rules(CLI::App& app);

  rules::RuleSet load() const;
  void write(const std::string& text) const;
  // With schema_version and tool before `content`'s members.
  void write_json(const nlohmann::ordered_json& content) const;
};

// Runs `work`; a UsageError or RuleError is printed and sets the exit code to 2.
void run_command(int& exit_code, const std::function<void()>& work);

}  // namespace mlperf::cmd
