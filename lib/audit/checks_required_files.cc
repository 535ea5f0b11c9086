// SPDX-License-Identifier: Apache-2.0
// structure-required-files and what is said in its place when the cause is known: a run folder that is
// missing, a name in another spelling.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/checks_internal.h"
#include "audit/documents.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using submission::EntryKind;
using submission::FolderEntry;

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::string name_of(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

std::string join(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

// Why an entry that is there is no file that can be read; empty for files and links to files.
std::string_view unusable(const FolderEntry& entry) {
  if (entry.to_folder) return "is a link to a folder";
  switch (entry.kind) {
    case EntryKind::folder:
      return "is a folder";
    case EntryKind::dangling_link:
      return "is a link to nothing";
    case EntryKind::looping_link:
      return "is a link that leads back to itself";
    case EntryKind::leaving_link:
      return "is a link to a place outside the submission";
    case EntryKind::special:
      return "is neither file nor folder";
    case EntryKind::file:
    case EntryKind::link:
      return {};
  }
  return {};
}

// Required files of one folder, in the order of the rules.
struct Group {
  std::string folder;
  std::vector<std::string> names;
};

std::vector<Group> groups_of(const std::vector<std::string>& required) {
  std::vector<Group> groups;
  for (const std::string& path : required) {
    const std::string folder = folder_of(path);
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.folder == folder; });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{folder, {}});
    group->names.push_back(name_of(path));
  }
  return groups;
}

class RequiredFiles {
 public:
  RequiredFiles(const Evidence& evidence, Findings& out) : evidence_(evidence), out_(out) {
    visit_documents(evidence, [&](const auto& document) {
      if (document.state == base::ReadState::unreadable) reasons_.emplace(document.path, document.reason);
    });
  }

  void check(const Group& group) {
    if (report_run_folder(group) || report_folder(group)) return;
    for (const std::string& name : group.names) check_file(join(group.folder, name));
  }

 private:
  bool there(const std::string& folder, const std::string& name) const {
    return evidence_.listing.find_no_case(join(folder, name)) != nullptr ||
           evidence_.listing.find(join(folder, name)) != nullptr;
  }
  bool any_there(const std::string& folder, const Group& group) const {
    return std::any_of(group.names.begin(), group.names.end(),
                       [&](const std::string& name) { return there(folder, name); });
  }

  // The logs lie in performance/ itself, or in a run folder of another name.
  bool report_run_folder(const Group& group) {
    const std::string parent = folder_of(group.folder);
    if (parent.empty() || any_there(group.folder, group)) return false;
    if (any_there(parent, group)) {
      std::vector<std::string> names;
      for (const std::string& name : group.names)
        if (there(parent, name)) names.push_back(name);
      out_.report("structure-run-folder")
          .at(evidence_.file(parent))
          .expected(group.folder)
          .with("folder", parent)
          .with("files", fmt::format("{}", fmt::join(names, ", ")));
      return true;
    }
    for (const FolderEntry* child : evidence_.listing.children(parent)) {
      const bool holds = std::any_of(group.names.begin(), group.names.end(), [&](const std::string& name) {
        return evidence_.listing.has_file(join(child->path, name));
      });
      if (child->kind != EntryKind::folder || !holds) continue;
      out_.report("structure-run-folder", "misnamed")
          .at(evidence_.file(child->path))
          .found(child->path)
          .expected(group.folder);
      return true;
    }
    return false;
  }

  bool report_folder(const Group& group) {
    const auto& listing = evidence_.listing;
    if (group.folder.empty() || listing.cut || listing.find(group.folder) ||
        listing.find_no_case(group.folder))
      return false;
    out_.report("structure-required-files", "folder")
        .at(evidence_.file(group.folder))
        .expected(group.folder)
        .with("folder", group.folder)
        .with("files", fmt::format("{}", fmt::join(group.names, ", ")));
    return true;
  }

  void check_file(const std::string& path) {
    if (const FolderEntry* entry = evidence_.listing.find(path)) {
      std::string reason(unusable(*entry));
      if (const auto known = reasons_.find(evidence_.file(path)); known != reasons_.end())
        reason = known->second;
      if (!reason.empty())
        out_.report("structure-required-files", "unreadable")
            .at(evidence_.file(path))
            .expected(path)
            .with("name", path)
            .with("reason", reason);
      return;
    }
    if (const FolderEntry* other = evidence_.listing.find_no_case(path))
      return report_case(path, other->path);
    if (evidence_.listing.cut) return out_.inconclusive("the folder holds more files than an audit lists");
    out_.report("structure-required-files").at(evidence_.file(path)).expected(path).with("name", path);
  }

  // `found` differs from `wanted` in case only; a folder in another spelling is said once for all files in
  // it.
  void report_case(const std::string& wanted, const std::string& found) {
    std::size_t end = 0;
    do {
      end = std::min(wanted.find('/', end + 1), wanted.size());
    } while (wanted.compare(0, end, found, 0, end) == 0);
    const std::string wrong = found.substr(0, end), right = wanted.substr(0, end);
    if (!said_.insert(wrong).second) return;
    out_.report("structure-file-case")
        .at(evidence_.file(wrong))
        .found(name_of(wrong))
        .expected(name_of(right));
  }

  const Evidence& evidence_;
  Findings& out_;
  std::map<std::string, std::string> reasons_;  // of documents that could not be read
  std::set<std::string> said_;
};

}  // namespace

void check_required_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const std::string_view rule :
       {"structure-required-files", "structure-file-case", "structure-run-folder"}) {
    out.claim(rule, Level::stated);
  }
  RequiredFiles required(evidence, out);
  for (const Group& group : groups_of(round.required_files())) required.check(group);
}

}  // namespace mlperf::audit
