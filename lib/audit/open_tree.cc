// SPDX-License-Identifier: Apache-2.0
#include "audit/open_tree.h"

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "audit/gather.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

std::string known_rounds(const rules::RuleSet& rules) {
  std::string names;
  for (const auto& round : rules.rounds) names += (names.empty() ? "" : ", ") + round.name();
  return names;
}

}  // namespace

std::variant<OpenTree, Failure> open_tree(const TreeRequest& request, const rules::RuleSet& rules) {
  OpenTree tree;
  const auto give_round = [&](const std::string& name, const std::string& origin) {
    tree.choice = {rules.find_round(name), fmt::format("given by {}", origin), false, false};
    tree.round_is_given = true;
    return tree.choice.round != nullptr;
  };
  const auto unknown_round = [&](const std::string& name) {
    return Failure{
        fmt::format("unknown round '{}'; known rounds: {}", base::printable(name), known_rounds(rules))};
  };
  if (!request.round.empty() && !give_round(request.round, "--round")) return unknown_round(request.round);

  std::optional<submission::DiscoverError> error;
  tree.submission = submission::discover(request.paths, request.submitter, rules.tree_names(), error);
  if (error) return Failure{error->message};

  const std::string& root = tree.submission.root_disk;
  if (request.use_config) {
    tree.config = read_config(root + '/' + std::string(kConfigName), std::string(kConfigName));
    if (!tree.config.problems.empty()) return Failure{tree.config.problems.front()};
    if (request.round.empty() && !tree.config.round.empty() &&
        !give_round(tree.config.round, std::string(kConfigName))) {
      return unknown_round(tree.config.round);
    }
  }
  if (!tree.round_is_given)
    tree.choice = choose_round(rules, gather_round_hints(root, tree.submission, request.jobs), root);
  return tree;
}

std::string shown_path(const std::string& disk_path) {
  std::error_code error;
  const auto shown = std::filesystem::relative(disk_path, error);
  return error || shown.empty() ? disk_path : shown.generic_string();
}

}  // namespace mlperf::audit
