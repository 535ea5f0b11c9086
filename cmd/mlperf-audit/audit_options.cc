// SPDX-License-Identifier: Apache-2.0
#include "audit_options.h"

#include <filesystem>
#include <utility>

#include "output.h"
#include "progress.h"
#include "run_options.h"

namespace mlperf::cmd {

void add_audit_options(CLI::App& command, AuditOptions& options, const std::vector<std::string>& formats) {
  auto& audit = options.audit;
  command
      .add_option(
          "PATH", audit.paths,
          "A results repository, division, submitter, results/, system, benchmark, scenario or run folder")
      ->default_str(".");
  command.add_option("--round", audit.round, "Judge by this round (default: the one the logs belong to)");
  command.add_option("--rules", options.rules_folder, "Use the rule files in this folder")->type_name("DIR");
  command.add_option("--format", options.format, "Output format")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
  command
      .add_option("--output", options.output, "Write to this file (atomically) instead of standard output")
      ->check(names_a_file)
      ->type_name("FILE");
  add_jobs(command, audit.jobs);
  command.add_option("--submitter", audit.submitter, "Only this submitter")->type_name("NAME");
  command.add_option("--select", audit.select, "Only rules whose id matches; repeatable")
      ->type_name("GLOB")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--ignore", audit.ignore, "Leave out rules whose id matches; repeatable")
      ->type_name("GLOB")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--profile", audit.profile,
                  "trial: duration, query-count and early-stopping errors become notes")
      ->check(CLI::IsMember({"trial"}));
  command.add_flag("--strict", audit.strict, "Exit 1 also for warnings and inconclusive results");
  command.add_flag("--mask-names", audit.mask_names, "Replace submitter and system names by placeholders");
  command.add_flag("!--no-config", audit.use_config, "Disregard .mlperf-audit.toml");
  command.add_option("--color", options.colour, "When to use colours")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

rules::RuleSet load_rule_set(const std::string& folder) {
  return folder.empty() ? rules::load_embedded_rules() : rules::load_rules_from(folder);
}

std::optional<audit::AuditReport> audited(AuditOptions& options, const rules::RuleSet& rules) {
  if (options.audit.paths.empty()) options.audit.paths.emplace_back(".");
  ProgressBar bar("auditing");
  options.audit.progress = [&bar](std::size_t done, std::size_t total) { bar.update(done, total); };
  auto outcome = audit::run_audit(options.audit, rules);
  if (const auto* failure = std::get_if<audit::Failure>(&outcome)) {
    fail(failure->message);
    return std::nullopt;
  }
  return std::get<audit::AuditReport>(std::move(outcome));
}

report::TextOptions text_options(const std::string& root, const std::string& when_coloured,
                                 const std::string& output) {
  report::TextOptions text;
  const auto colour = when_coloured == "always"  ? Colour::always
                      : when_coloured == "never" ? Colour::never
                                                 : Colour::automatic;
  text.colour = colour_wanted(colour, !output.empty());
  text.width = output.empty() ? terminal_width() : 0;
  std::error_code error;
  const auto here = std::filesystem::weakly_canonical(std::filesystem::current_path(error), error);
  const auto root_folder = std::filesystem::weakly_canonical(root, error);
  const auto below = here.lexically_relative(root_folder);
  if (!below.empty() && *below.begin() != ".." && below != ".") {
    text.cwd_below_root = below.generic_string();
  } else if (root != ".") {
    text.cwd_prefix = root;
  }
  return text;
}

report::TextOptions text_options(const audit::AuditReport& report, const AuditOptions& options) {
  auto text = text_options(report.root, options.colour, options.output);
  // The way to the root could show the names.
  if (options.audit.mask_names) text.cwd_below_root = text.cwd_prefix = "";
  return text;
}

}  // namespace mlperf::cmd
