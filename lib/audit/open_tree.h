// SPDX-License-Identifier: Apache-2.0
// How every command that works on a tree begins: the paths become a submission, its configuration file is
// read, and the round is the one asked for, the one the file names or the one the logs tell.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "audit/audit.h"
#include "audit/config.h"
#include "audit/round_choice.h"
#include "rules/load.h"
#include "submission/tree.h"

namespace mlperf::audit {

struct TreeRequest {
  std::vector<std::string> paths;
  std::string round, submitter;  // empty: not asked for
  bool use_config = true;
  unsigned jobs = 0;
};

struct OpenTree {
  submission::Submission submission;
  Config config;
  RoundChoice choice;
  bool round_is_given = false;  // by the user or the configuration file
};

std::variant<OpenTree, Failure> open_tree(const TreeRequest& request, const rules::RuleSet& rules);

// A path as the user can type it: relative to the working directory.
std::string shown_path(const std::string& disk_path);

}  // namespace mlperf::audit
