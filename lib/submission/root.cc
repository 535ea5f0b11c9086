// SPDX-License-Identifier: Apache-2.0
// Where a tree begins. A folder called "open" may lie above anybody's work, so a division folder found upward
// counts only where a submitter with results/ or systems/ stands at the right depth below it.
#include <algorithm>

#include "base/text.h"
#include "submission/disk.h"
#include "submission/layout.h"
#include "submission/tree.h"

namespace mlperf::submission {
namespace {

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool holds_submitter_folders(const std::string& folder) {
  return is_folder(folder + "/results") || is_folder(folder + "/systems");
}

// `real` is the division folder below `folder`, or lies in one.
bool stands_in_division(const std::string& real, const std::string& folder, const rules::TreeNames& names) {
  const auto parts = split_path(real.substr(folder == "/" ? 1 : folder.size() + 1));
  if (parts.empty() || !is_division_in_any_case(parts[0], names)) return false;
  return parts.size() == 1 || holds_submitter_folders(join(folder, parts[0] + '/' + parts[1]));
}

bool stands_in_submitter(const std::string& real, const std::string& folder) {
  static const std::vector<std::string> parts_of_a_submitter = {"results", "systems", "src", "documentation"};
  if (!holds_submitter_folders(folder)) return false;
  if (real == folder) return true;
  const auto parts = split_path(real.substr(folder == "/" ? 1 : folder.size() + 1));
  return std::find(parts_of_a_submitter.begin(), parts_of_a_submitter.end(), parts[0]) !=
         parts_of_a_submitter.end();
}

}  // namespace

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const auto slash = path.find('/');
    if (slash != 0) parts.emplace_back(path.substr(0, slash));
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return parts;
}

bool is_division(std::string_view name, const rules::TreeNames& names) {
  return std::find(names.divisions.begin(), names.divisions.end(), name) != names.divisions.end();
}

bool is_division_in_any_case(std::string_view name, const rules::TreeNames& names) {
  return is_division(base::lower(name), names);
}

bool holds_divisions(const std::string& folder, const rules::TreeNames& names) {
  const RawFolder raw = read_raw_folder(folder, kMostEntries);
  return std::any_of(raw.entries.begin(), raw.entries.end(), [&](const RawEntry& entry) {
    return (entry.kind == RawKind::folder || entry.kind == RawKind::link) &&
           is_division_in_any_case(entry.name, names) && is_folder(join(folder, entry.name));
  });
}

std::string find_root(const std::string& path, const rules::TreeNames& names) {
  const std::string real = real_path(path);
  if (real.empty()) return path;
  if (holds_divisions(real, names)) return real;
  for (std::string folder = real; folder != "/";) {
    const std::string child = name_of(folder);
    folder = parent_of(folder);
    if (is_division_in_any_case(child, names) && stands_in_division(real, folder, names)) return folder;
  }
  for (std::string folder = real; folder != "/"; folder = parent_of(folder)) {
    if (stands_in_submitter(real, folder)) return folder;
  }
  // A submitter without results/ and systems/.
  if (is_division_in_any_case(name_of(parent_of(real)), names)) return parent_of(parent_of(real));
  return real;
}

}  // namespace mlperf::submission
