// SPDX-License-Identifier: Apache-2.0
#include "explain_command.h"

#include <memory>

#include <fmt/format.h>

#include "base/table.h"
#include "base/text.h"
#include "report/rule_reference.h"
#include "rules_options.h"

namespace mlperf::cmd {
namespace {

struct Options : RulesOptions {
  std::string finding;
};

void explain(const Options& options) {
  const auto rules = options.load();
  const auto entries = report::find_entries(rules.catalog, options.finding);
  if (entries.empty()) {
    const auto near = report::nearest_ids(rules.catalog, options.finding);
    throw UsageError(fmt::format("no finding \"{}\"; {}", base::printable(options.finding),
                                 near.empty() ? "`mlperf-audit rules list` lists them"
                                              : fmt::format("nearest: {}", fmt::join(near, ", "))));
  }
  if (options.format == "json") {
    options.write_json({{"findings", report::entries_json(entries)}});
  } else {
    options.write(report::entries_text(entries, base::output_width()));
  }
}

}  // namespace

void add_explain_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("explain", "One finding in full: what it says, why, and what to do");
  auto options = std::make_shared<Options>();
  command->add_option("finding", options->finding, "Id of a finding, or the beginning of one")->required();
  options->add_format(*command, {"text", "json"});
  options->add_rules(*command);
  command->callback([options, &exit_code] { run_command(exit_code, [&] { explain(*options); }); });
}

}  // namespace mlperf::cmd
