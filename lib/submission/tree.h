// SPDX-License-Identifier: Apache-2.0
// Finds submitters, systems and results below a path, by folder names alone. Nothing is read but folders and,
// where a name does not tell, the size of files. Links that leave the tree or lead back into it are not
// followed. What looks odd is kept as a TreeIssue; the auditor makes findings of them. Layout:
// docs/formats/tree.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/round.h"

namespace mlperf::submission {

enum class EntryKind : std::uint8_t {
  file,
  folder,
  link,
  dangling_link,
  looping_link,
  leaving_link,
  special
};

struct FolderEntry {
  std::string path;  // relative to the listed folder, '/' between names
  EntryKind kind = EntryKind::file;
  std::uint64_t size = 0;  // of files and of what a link leads to
  bool to_folder = false;  // a link that leads to a folder (its contents are listed below it)
};

// A folder's contents, all levels, sorted by path. At most kMostEntries; `cut` says that there were more.
// Links that stay in the tree count as what they lead to.
struct FolderListing {
  std::vector<FolderEntry> entries;
  bool cut = false;
  std::string problem;  // why the folder itself could not be read, else empty

  const FolderEntry* find(std::string_view path) const;          // exact, O(log n)
  const FolderEntry* find_no_case(std::string_view path) const;  // first that differs in case only
  bool has_file(std::string_view path) const;
  bool has_folder(std::string_view path) const;
  // Names of the direct children of `folder` ("" for the listed folder itself).
  std::vector<const FolderEntry*> children(std::string_view folder) const;
};
inline constexpr std::size_t kMostEntries = 200000;

// `descend`: which folders (and links to folders) to go into; all when empty.
FolderListing list_folder(const std::string& disk_path, const std::string& root_disk_path, int max_depth,
                          const std::function<bool(const FolderEntry&)>& descend = {});

enum class TreeIssueKind : std::uint8_t {
  division_name,     // a folder that holds results under a name that is no division ("Closed")
  hidden_entry,      // .ipynb_checkpoints, .DS_Store and the like
  foreign_folder,    // __MACOSX, or an unknown empty folder among systems, benchmarks, scenarios
  side_file,         // x.json:Zone.Identifier, checker output, other files where folders are expected
  scenario_name,     // a folder with results whose name is no scenario; `hint` has the nearest one
  misplaced_result,  // a folder with a result's files a level too high or too low
  dangling_link,
  looping_link,
  leaving_link,
  leaving_folder,     // a link to a folder outside the tree where a result's folder is expected: not audited
  repeated_scenario,  // a link to the folder of the same scenario beside it: counts once
  no_results_folder,  // submitter without results/
  unreadable_folder,  // `detail`: why
};

inline constexpr std::size_t kTreeIssueKinds = 13;

struct TreeIssue {
  TreeIssueKind kind;
  std::string path;    // relative to the root
  std::string detail;  // the name found, or what the link points to
  std::string hint;    // the name it should have, if that can be told
  std::uint64_t count =
      1;  // above 1: stands for that many entries of the kind in one folder, `path` being the first
};

// One scenario folder.
struct ResultPaths {
  std::string division, submitter, system, benchmark,
      scenario;                     // as the folders are spelled; "-" where unknown
  std::string path;                 // of the scenario folder, relative to the root
  std::size_t submitter_index = 0;  // into Submission::submitters

  std::string id() const;  // division/submitter/system/benchmark/scenario
};

// One division/submitter folder.
struct SubmitterPaths {
  std::string division, submitter;
  std::string path;  // relative to the root; "" when the root itself is the submitter
  std::vector<std::string> systems_with_results;  // folder names under results/
  std::vector<std::string> system_files;          // names under systems/ that end in .json, without ending
  // Benchmark folders lie whole inside PATH (so that missing scenarios can be judged): "system/benchmark".
  std::vector<std::string> whole_benchmarks;
  bool whole = false;  // the submitter folder lies inside PATH (so that unused system files can be judged)
};

struct Submission {
  std::string root_disk;                   // the root as a path that can be opened: absolute, without links
  std::vector<SubmitterPaths> submitters;  // sorted by division, submitter
  std::vector<ResultPaths> results;        // sorted by id
  std::vector<TreeIssue> issues;           // sorted by path
  bool looks_like_results = false;  // something below PATH is a result, or holds results under a wrong name
};

struct DiscoverError {
  std::string message;  // one line: why nothing could be audited (exit 2)
};

// The root of `path`: the folder that holds closed/, open/ or network/, found upward from path; else the
// nearest folder with results/ or systems/; else path itself.
std::string find_root(const std::string& path, const rules::TreeNames& names);

// Everything below `paths`. All must share a root; overlapping ones count once. `submitter_filter`: only that
// one (empty: all). On failure `error` is set.
Submission discover(const std::vector<std::string>& paths, const std::string& submitter_filter,
                    const rules::TreeNames& names, std::optional<DiscoverError>& error);

}  // namespace mlperf::submission
