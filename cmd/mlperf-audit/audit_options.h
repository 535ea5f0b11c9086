// SPDX-License-Identifier: Apache-2.0
// The options that `check` and `summary` share, and the audit they ask for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "audit/audit.h"
#include "output.h"
#include "report/show.h"
#include "rules/load.h"

namespace mlperf::cmd {

struct AuditOptions {
  audit::Options audit;
  std::string rules_folder;
  std::string format = "text";
  std::string output;
  std::string colour = "auto";
};

void add_audit_options(CLI::App& command, AuditOptions& options, const std::vector<std::string>& formats);

rules::RuleSet load_rule_set(const std::string& folder);  // empty: the embedded rules

// Runs the audit with a progress bar. Nothing and a reason on stderr when it could not be done.
std::optional<audit::AuditReport> audited(AuditOptions& options, const rules::RuleSet& rules);

// Colour, width and paths for what people read: `root` as shown by the report, `output` empty for stdout.
report::TextOptions text_options(const std::string& root, const std::string& when_coloured,
                                 const std::string& output);
// The same for the report of `check` and `summary`.
report::TextOptions text_options(const audit::AuditReport& report, const AuditOptions& options);

}  // namespace mlperf::cmd
