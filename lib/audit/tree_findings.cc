// SPDX-License-Identifier: Apache-2.0
#include "audit/tree_findings.h"

#include <map>
#include <set>

#include "base/text.h"

namespace mlperf::audit {
namespace {

using submission::TreeIssue;
using submission::TreeIssueKind;

struct Shown {
  std::string_view rule, variant;
};

Shown shown_as(const TreeIssue& issue) {
  switch (issue.kind) {
    case TreeIssueKind::division_name:
      return {"structure-division", issue.hint.empty() ? "default" : "near"};
    case TreeIssueKind::scenario_name:
      return {"structure-scenario-name", issue.hint.empty() ? "default" : "near"};
    case TreeIssueKind::hidden_entry:
      return {"structure-stray-folders", "hidden"};
    case TreeIssueKind::foreign_folder:
      return {"structure-stray-folders", "default"};
    case TreeIssueKind::side_file:
      return {"structure-stray-folders", "side-file"};
    case TreeIssueKind::dangling_link:
      return {"structure-stray-folders", "dangling-link"};
    case TreeIssueKind::looping_link:
      return {"structure-stray-folders", "looping-link"};
    case TreeIssueKind::leaving_link:
      return {"structure-stray-folders", "leaving-link"};
    case TreeIssueKind::leaving_folder:
      return {"structure-misplaced-result", "leaving-link"};
    case TreeIssueKind::repeated_scenario:
      return {"structure-stray-folders", "repeated-scenario"};
    case TreeIssueKind::misplaced_result:
      return {"structure-misplaced-result", "default"};
    case TreeIssueKind::no_results_folder:
      if (!issue.hint.empty()) return {"structure-misplaced-result", "results-folder"};
      return {"structure-stray-folders", "no-results"};
    case TreeIssueKind::unreadable_folder:
      return {"structure-stray-folders", "unreadable"};
  }
  return {"structure-stray-folders", "default"};
}

std::string system_file_path(const submission::SubmitterPaths& submitter, const std::string& system) {
  return (submitter.path.empty() ? "" : submitter.path + "/") + "systems/" + system + ".json";
}

// Names by their lower-case form.
std::map<std::string, std::string> by_lower_case(const std::vector<std::string>& names) {
  std::map<std::string, std::string> out;
  for (const std::string& name : names) out.emplace(base::lower(name), name);
  return out;
}

void report_unused(const submission::SubmitterPaths& submitter, Findings& out) {
  if (!submitter.whole) return;
  out.claim("structure-system-without-results", Level::cross_checked);
  const std::map<std::string, std::string> used = by_lower_case(submitter.systems_with_results);
  for (const std::string& system : submitter.system_files)
    if (!used.contains(base::lower(system)))
      out.report("structure-system-without-results")
          .at(system_file_path(submitter, system))
          .level(Level::cross_checked)
          .with("system", system);
}

}  // namespace

void report_tree_issues(const submission::Submission& submission, Findings& out) {
  std::map<std::string_view, std::string> ids;  // path of a scenario folder -> id
  for (const submission::ResultPaths& result : submission.results) ids.emplace(result.path, result.id());
  for (const std::string_view rule : {"structure-division", "structure-scenario-name",
                                      "structure-misplaced-result", "structure-stray-folders"}) {
    out.claim(rule, Level::stated);
  }
  for (const TreeIssue& issue : submission.issues) {
    const Shown shown = shown_as(issue);
    const std::string name = issue.path.substr(issue.path.rfind('/') + 1);
    Reported reported = out.report(shown.rule, shown.variant);
    reported.at(issue.path)
        .found(name)
        .with("name", name)
        .with("detail", issue.detail)
        .with("hint", issue.hint);
    if (!issue.hint.empty()) reported.expected(issue.hint);
    if (const auto id = ids.find(issue.path); id != ids.end()) reported.affects({id->second});
    out.list().back().count = issue.count;
  }
}

void report_system_files(const submission::Submission& submission, Findings& out) {
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>>
      results;  // submitter, system -> ids
  for (const submission::ResultPaths& result : submission.results)
    results[{result.submitter_index, result.system}].push_back(result.id());
  out.claim("structure-system-file", Level::cross_checked);
  for (std::size_t i = 0; i < submission.submitters.size(); ++i) {
    const submission::SubmitterPaths& submitter = submission.submitters[i];
    const std::set<std::string> files(submitter.system_files.begin(), submitter.system_files.end());
    const std::map<std::string, std::string> by_lower = by_lower_case(submitter.system_files);
    for (auto of = results.lower_bound({i, ""}); of != results.end() && of->first.first == i; ++of) {
      const std::string& system = of->first.second;
      if (system == "-" || files.contains(system)) continue;
      const auto near = by_lower.find(base::lower(system));
      Reported reported = out.report("structure-system-file", near == by_lower.end() ? "default" : "case");
      reported.at(system_file_path(submitter, system))
          .level(Level::cross_checked)
          .expected(system + ".json")
          .with("system", system)
          .affects(std::move(of->second));
      if (near != by_lower.end()) reported.found(near->second + ".json");
    }
    report_unused(submitter, out);
  }
}

}  // namespace mlperf::audit
