// SPDX-License-Identifier: Apache-2.0
// What lies beside the results: system descriptions, src/, calibration documents, model_mapping.json.
#include <algorithm>

#include "audit/confined.h"
#include "audit/gather.h"
#include "audit/odd_files.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using submission::EntryKind;
using submission::FolderEntry;
using submission::FolderListing;
using submission::join;

constexpr int kDeepestSource = 24;

bool is_hidden(const FolderEntry& entry) {
  return entry.path[entry.path.rfind('/') + 1] == '.';
}

bool has_content(const FolderListing& listing) {
  return listing.cut ||
         std::any_of(listing.entries.begin(), listing.entries.end(), [](const FolderEntry& entry) {
           return entry.kind != EntryKind::folder && !is_hidden(entry);
         });
}

void gather_source(const Confined& disk, const std::string& root, SubmitterEvidence& evidence) {
  const std::string path = join(evidence.paths.path, "src");
  if (!disk.inside(path) || !submission::is_folder(disk.disk(path))) return;
  evidence.has_source_folder = true;
  evidence.source = submission::list_folder(disk.disk(path), root, 1);
  if (has_content(evidence.source) || !evidence.source.problem.empty()) return;
  evidence.source_is_empty = !has_content(submission::list_folder(disk.disk(path), root, kDeepestSource));
}

bool names_calibration(const FolderEntry& entry) {
  const bool is_file = entry.kind == EntryKind::file || (entry.kind == EntryKind::link && !entry.to_folder);
  return is_file && base::contains(base::lower(entry.path), "calibration");
}

void gather_calibration(const Confined& disk, const std::string& root, SubmitterEvidence& evidence) {
  const auto collect = [&](const std::string& folder, int depth) {
    if (!disk.inside(folder)) return;
    for (const FolderEntry& entry : submission::list_folder(disk.disk(folder), root, depth).entries) {
      if (names_calibration(entry)) evidence.calibration_documents.push_back(join(folder, entry.path));
    }
  };
  collect(evidence.paths.path, 1);
  collect(join(evidence.paths.path, "documentation"), 4);
}

void gather_mapping(const Confined& disk, const rules::Round& round, SubmitterEvidence& evidence) {
  const std::string path = join(evidence.paths.path, "model_mapping.json");
  evidence.model_mapping.path = path;
  if (round.scenario_rules_apply(evidence.paths.division))
    return;  // its benchmarks have their official names
  evidence.model_mapping = disk.read(path, submission::read_json_document);
  for (const base::JsonMember& member : evidence.model_mapping.value.members) {
    if (member.value.kind == base::JsonKind::string) evidence.mapping[member.key] = member.value.text;
  }
}

// The folders of results are somebody else's: a scenario's files are in its Evidence, and what is hidden
// above them was seen by the discovery.
void gather_odd_files(const std::string& root, const rules::Round& round, SubmitterEvidence& evidence) {
  const auto descend = [](const FolderEntry& entry) {
    const bool of_results = entry.path.compare(0, 8, "results/") == 0;
    const auto depth = std::count(entry.path.begin(), entry.path.end(), '/');
    return entry.kind == EntryKind::folder && !(of_results && depth >= 3);
  };
  FolderListing listing =
      submission::list_folder(join(root, evidence.paths.path), root, kDeepestSource, descend);
  for (const FolderEntry& entry : listing.entries) {
    evidence.files += entry.kind == EntryKind::folder ? 0 : 1;
    evidence.bytes += entry.kind == EntryKind::file ? entry.size : 0;
  }
  const auto seen_before = [](const FolderEntry& entry) {
    return is_hidden(entry) &&
           (entry.path.compare(0, 8, "results/") == 0 || entry.path.compare(0, 8, "systems/") == 0);
  };
  auto& entries = listing.entries;
  entries.erase(std::remove_if(entries.begin(), entries.end(), seen_before), entries.end());
  evidence.odd_files = odd_files(listing, root, evidence.paths.path, round);
}

base::Document<std::string_view> read_text_document(const std::string& disk, const std::string& path) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 20;
  base::Document<std::string_view> document;
  document.path = path;
  document.value = base::read_text(disk, kLimit, document);
  return document;
}

}  // namespace

std::shared_ptr<const SystemEvidence> gather_system(const std::string& root_disk,
                                                    const submission::SubmitterPaths& submitter,
                                                    const std::string& system) {
  auto evidence = std::make_shared<SystemEvidence>();
  evidence->name = system;
  evidence->path = join(submitter.path, "systems/" + system + ".json");
  evidence->description = Confined(root_disk).read(evidence->path, submission::read_json_document);
  evidence->nameplate =
      Confined(root_disk).read(join(submitter.path, "systems/" + system + "_power.yaml"), read_text_document);
  const base::JsonValue* type = evidence->description.value.find("system_type");
  if (type != nullptr && type->kind == base::JsonKind::string) evidence->system_type = type->text;
  return evidence;
}

SubmitterEvidence gather_submitter(const std::string& root_disk, const submission::SubmitterPaths& submitter,
                                   const rules::Round& round) {
  SubmitterEvidence evidence;
  evidence.paths = submitter;
  const Confined disk(root_disk);
  gather_source(disk, root_disk, evidence);
  gather_calibration(disk, root_disk, evidence);
  gather_mapping(disk, round, evidence);
  if (submitter.whole) gather_odd_files(root_disk, round, evidence);
  return evidence;
}

}  // namespace mlperf::audit
