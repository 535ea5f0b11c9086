// SPDX-License-Identifier: Apache-2.0
// A folder with everything below it, level by level, so that a huge folder deep down cannot crowd out what
// lies higher up.
#include <algorithm>
#include <deque>

#include "base/text.h"
#include "submission/disk.h"
#include "submission/tree.h"

namespace mlperf::submission {
namespace {

constexpr std::size_t kMostEntriesOfAFolder = 50000;
constexpr int kDeepest = 64;
constexpr std::size_t kMostLinksInARow = 3;

class Lister {
 public:
  Lister(std::string disk_path, const std::string& root_disk_path, int max_depth,
         const std::function<bool(const FolderEntry&)>& descend)
      : descend_(descend),
        disk_path_(std::move(disk_path)),
        root_(root_disk_path),
        max_depth_(std::min(max_depth, kDeepest)) {}

  FolderListing run() {
    waiting_.push_back({"", 1, {}});
    while (!waiting_.empty()) {
      const Waiting next = std::move(waiting_.front());
      waiting_.pop_front();
      list(next);
    }
    std::sort(listing_.entries.begin(), listing_.entries.end(),
              [](const FolderEntry& a, const FolderEntry& b) { return a.path < b.path; });
    return std::move(listing_);
  }

 private:
  struct Waiting {
    std::string path;
    int depth = 1;                      // of its entries
    std::vector<std::string> followed;  // real paths of the linked folders on the way here
  };

  void list(const Waiting& folder) {
    const std::size_t left = kMostEntries - listing_.entries.size();
    RawFolder raw =
        read_raw_folder(join(disk_path_, folder.path), std::min(left, kMostEntriesOfAFolder), Sizes::read);
    if (folder.path.empty()) listing_.problem = std::move(raw.problem);
    listing_.cut = listing_.cut || raw.cut;
    for (const RawEntry& entry : raw.entries) add(entry, folder);
  }

  void add(const RawEntry& raw, const Waiting& folder) {
    FolderEntry entry{join(folder.path, raw.name), EntryKind::file, raw.size, false};
    Waiting below{entry.path, folder.depth + 1, folder.followed};
    switch (raw.kind) {
      case RawKind::file:
        break;
      case RawKind::folder:
        entry.kind = EntryKind::folder;
        break;
      case RawKind::special:
        entry.kind = EntryKind::special;
        break;
      case RawKind::link:
        follow(entry, below.followed);
        break;
    }
    const bool descend =
        entry.kind == EntryKind::folder || (entry.to_folder && entry.kind == EntryKind::link);
    if (descend && folder.depth < max_depth_ && (!descend_ || descend_(entry)))
      waiting_.push_back(std::move(below));
    listing_.entries.push_back(std::move(entry));
  }

  void follow(FolderEntry& entry, std::vector<std::string>& followed) {
    if (root_real_.empty()) root_real_ = real_path(root_);
    LinkTarget target = resolve_link(join(disk_path_, entry.path), root_real_);
    entry.kind = target.kind;
    entry.size = target.size;
    if (target.kind != EntryKind::link) return;
    if (target.target == RawKind::special) entry.kind = EntryKind::special;
    if (target.target != RawKind::folder) return;
    entry.to_folder = true;
    const bool again = std::find(followed.begin(), followed.end(), target.real) != followed.end();
    if (again || followed.size() >= kMostLinksInARow) entry.kind = EntryKind::looping_link;
    followed.push_back(std::move(target.real));
  }

  const std::function<bool(const FolderEntry&)>& descend_;
  std::string disk_path_, root_, root_real_;
  int max_depth_;
  FolderListing listing_;
  std::deque<Waiting> waiting_;
};

}  // namespace

FolderListing list_folder(const std::string& disk_path, const std::string& root_disk_path, int max_depth,
                          const std::function<bool(const FolderEntry&)>& descend) {
  return Lister(disk_path, root_disk_path, max_depth, descend).run();
}

const FolderEntry* FolderListing::find(std::string_view path) const {
  const auto at = std::lower_bound(entries.begin(), entries.end(), path,
                                   [](const FolderEntry& e, std::string_view p) { return e.path < p; });
  return at != entries.end() && at->path == path ? &*at : nullptr;
}

const FolderEntry* FolderListing::find_no_case(std::string_view path) const {
  for (const FolderEntry& entry : entries) {
    if (entry.path != path && base::equal_no_case(entry.path, path)) return &entry;
  }
  return nullptr;
}

bool FolderListing::has_file(std::string_view path) const {
  const FolderEntry* entry = find(path);
  return entry != nullptr &&
         (entry->kind == EntryKind::file || (entry->kind == EntryKind::link && !entry->to_folder));
}

bool FolderListing::has_folder(std::string_view path) const {
  const FolderEntry* entry = find(path);
  return entry != nullptr &&
         (entry->kind == EntryKind::folder || (entry->kind == EntryKind::link && entry->to_folder));
}

std::vector<const FolderEntry*> FolderListing::children(std::string_view folder) const {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + '/';
  std::vector<const FolderEntry*> found;
  auto at = std::lower_bound(entries.begin(), entries.end(), prefix,
                             [](const FolderEntry& e, const std::string& p) { return e.path < p; });
  for (; at != entries.end() && at->path.compare(0, prefix.size(), prefix) == 0; ++at) {
    if (at->path.find('/', prefix.size()) == std::string::npos) found.push_back(&*at);
  }
  return found;
}

}  // namespace mlperf::submission
