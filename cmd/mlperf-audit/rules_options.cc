// SPDX-License-Identifier: Apache-2.0
#include "rules_options.h"

#include <cstdio>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "output.h"

namespace mlperf::cmd {

void RulesOptions::add_format(CLI::App& app, const std::vector<std::string>& formats) {
  app.add_option("--format", format, "text or json")->check(CLI::IsMember(formats))->type_name("F");
  app.add_option("--output", output, "Write to this file, not to stdout")
      ->check(names_a_file)
      ->type_name("FILE");
}

void RulesOptions::add_rules(CLI::App& app) {
  app.add_option("--rules", rules_folder, "Use this folder of rule files instead of the built-in ones")
      ->type_name("DIR");
}

rules::RuleSet RulesOptions::load() const {
  return rules_folder.empty() ? rules::load_embedded_rules() : rules::load_rules_from(rules_folder);
}

void RulesOptions::write(const std::string& text) const {
  if (!output.empty()) {
    const auto failure = base::write_file_atomically(output, text);
    if (!failure.empty()) throw UsageError(fmt::format("{}: {}", base::printable(output), failure));
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw UsageError("standard output: cannot be written");
  }
}

void RulesOptions::write_json(const nlohmann::ordered_json& content) const {
  nlohmann::ordered_json document;
  document["schema_version"] = "1";
  document["tool"] = {{"name", "mlperf-audit"}, {"version", base::version()}, {"commit", base::commit()}};
  for (const auto& [name, value] : content.items()) document[name] = value;
  write(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void run_command(int& exit_code, const std::function<void()>& work) {
  const auto fail = [&](const char* reason) {
    fmt::print(stderr, "mlperf-audit: {}\n", reason);
    exit_code = 2;
  };
  try {
    work();
  } catch (const UsageError& error) {
    fail(error.what());
  } catch (const rules::RuleError& error) {
    fail(error.what());
  }
}

}  // namespace mlperf::cmd
