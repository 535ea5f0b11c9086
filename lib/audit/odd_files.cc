// SPDX-License-Identifier: Apache-2.0
#include "audit/odd_files.h"

#include <algorithm>
#include <optional>

#include "submission/disk.h"

namespace mlperf::audit {
namespace {

using submission::EntryKind;
using submission::FolderEntry;

std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_link(EntryKind kind) {
  return kind == EntryKind::link || kind == EntryKind::dangling_link || kind == EntryKind::looping_link ||
         kind == EntryKind::leaving_link;
}

// A hidden file that the round allows in some folder (.gitkeep) is odd nowhere.
bool is_allowed(std::string_view name, const rules::Round& round) {
  const auto& files = round.optional_files();
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& file) { return name_of(file) == name; });
}

std::optional<OddFile::Why> oddity(const FolderEntry& entry, const rules::Round& round) {
  const std::string_view name = name_of(entry.path);
  if (is_link(entry.kind)) return OddFile::Why::link;
  if (entry.kind == EntryKind::file && entry.size > round.file_size_limit_bytes()) return OddFile::Why::large;
  if (name.find_first_of(" \t\n\r") != std::string_view::npos) return OddFile::Why::blank_in_name;
  if (name[0] == '.' && !is_allowed(name, round)) return OddFile::Why::leading_dot;
  return std::nullopt;
}

}  // namespace

std::vector<OddFile> odd_files(const submission::FolderListing& listing, const std::string& root_disk,
                               const std::string& folder, const rules::Round& round) {
  std::vector<OddFile> odd;
  for (const FolderEntry& entry : listing.entries) {
    const auto why = oddity(entry, round);
    if (!why) continue;
    if (odd.size() >= kMostOddFiles) break;
    OddFile file{submission::join(folder, entry.path), *why, entry.size, {}};
    if (*why == OddFile::Why::link)
      file.target = submission::link_text(submission::join(root_disk, file.path));
    odd.push_back(std::move(file));
  }
  return odd;
}

}  // namespace mlperf::audit
