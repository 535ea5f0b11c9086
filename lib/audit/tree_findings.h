// SPDX-License-Identifier: Apache-2.0
// Findings about the tree as a whole, from names alone: what discovery found odd, and whether systems and
// results belong together.
#pragma once

#include "audit/finding.h"
#include "submission/tree.h"

namespace mlperf::audit {

// One finding for each TreeIssue.
void report_tree_issues(const submission::Submission& submission, Findings& out);

// Results without a system description (an error that affects them) and descriptions without results (a
// warning; judged only for submitters that lie whole inside the audited path).
void report_system_files(const submission::Submission& submission, Findings& out);

}  // namespace mlperf::audit
