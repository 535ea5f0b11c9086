// SPDX-License-Identifier: Apache-2.0
// The layout of one scenario folder.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/checks.h"
#include "audit/checks_internal.h"
#include "audit/documents.h"
#include "audit/folded.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using submission::EntryKind;
using submission::FolderEntry;

void check_empty_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  out.claim("structure-empty-files", Level::stated);
  std::set<std::string> blank;  // files that hold nothing but white space
  visit_documents(evidence, [&](const auto& document) {
    if (document.state == base::ReadState::empty) blank.insert(document.path);
  });
  std::vector<std::string> paths = round.required_files();
  for (const std::string& path : round.non_empty_files())
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  for (const std::string& path : paths) {
    const FolderEntry* entry = evidence.listing.find(path);
    if (!entry) continue;
    const std::string file = evidence.file(path);
    const bool is_file =
        entry->kind == EntryKind::file || (entry->kind == EntryKind::link && !entry->to_folder);
    const bool no_bytes = is_file && entry->size == 0;
    if (!no_bytes && !blank.contains(file)) continue;
    out.report("structure-empty-files", no_bytes ? "default" : "blank")
        .at(file)
        .found(no_bytes ? Value(std::uint64_t{0}) : Value(entry->size))
        .with("name", path);
  }
}

// Where an extra run says what it measured, else one of its logs.
std::string file_of_extra_run(const ExtraRun& run) {
  if (!run.metric_file.empty()) return run.metric_file;
  return run.logs.empty() ? run.folder : run.folder + "/" + run.logs.front();
}

// A power measurement has a ranging run before the measured one.
bool belongs_to_power(const Evidence& evidence, const rules::PowerRule& power, const ExtraRun& run) {
  if (power.folder.empty() || !evidence.listing.has_folder(power.folder)) return false;
  return std::any_of(power.required_files.begin(), power.required_files.end(),
                     [&](const auto& entry) { return evidence.file(entry.first) == run.folder; });
}

void check_two_runs(const Evidence& evidence, const rules::Round& round, Findings& out) {
  out.claim("structure-two-runs", Level::cross_checked);
  if (!evidence.performance.detail.exists() && !evidence.performance.summary.exists()) return;
  for (const ExtraRun& run : evidence.extra_runs) {
    if (belongs_to_power(evidence, round.power(), run)) continue;
    Reported reported = out.report("structure-two-runs", run.same_logs ? "copy"
                                                         : run.metric  ? "default"
                                                                       : "no-metric");
    reported.at(file_of_extra_run(run), run.metric ? run.metric->at : base::Position{})
        .level(Level::cross_checked)
        .with("folder", run.folder.substr(run.folder.rfind('/') + 1))
        .with("run", evidence.performance.folder.substr(evidence.performance.folder.rfind('/') + 1));
    if (run.metric) reported.found(number_or_text(run.metric_number)).with("stated", run.metric->value);
  }
}

void check_extra_accuracy_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const auto& [folder, names] : round.extra_accuracy_files(evidence.benchmark)) {
    out.claim("structure-extra-accuracy-files", Level::stated);
    const std::string below = "accuracy/" + folder + "/";
    std::vector<std::string> missing;
    for (const std::string& name : names) {
      const FolderEntry* entry = evidence.listing.find(below + name);
      if (!entry || (entry->kind == EntryKind::file && entry->size == 0)) missing.push_back(name);
    }
    if (missing.empty() || evidence.listing.cut) continue;
    Reported reported = out.report("structure-extra-accuracy-files");
    reported.at(evidence.file(below + missing.front()))
        .with("folder", "accuracy/" + folder)
        .with("missing", fmt::format("{}", missing.size()))
        .with("all", fmt::format("{}", names.size()))
        .with("names", fmt::format("{}", fmt::join(missing, ", ")));
    for (std::size_t i = 1; i < missing.size(); ++i) reported.also(evidence.file(below + missing[i]), {});
  }
}

// Folders below the scenario folder whose contents other checks look at.
std::set<std::string> known_folders(const Evidence& evidence, const rules::Round& round) {
  std::set<std::string> folders = {"compliance"};
  const std::size_t skip = evidence.paths.path.empty() ? 0 : evidence.paths.path.size() + 1;
  const auto add = [&](const std::string& folder) {
    if (folder.size() > skip) folders.insert(folder.substr(skip));
  };
  for (const TestEvidence& test : evidence.tests) add(test.folder);
  for (const ExtraRun& run : evidence.extra_runs) add(run.folder);
  for (const auto& [folder, names] : round.extra_accuracy_files(evidence.benchmark))
    folders.insert("accuracy/" + folder);
  for (const auto& [folder, names] : round.power().required_files) folders.insert(folder);
  folders.erase(evidence.performance.folder.substr(std::min(skip, evidence.performance.folder.size())));
  return folders;
}

bool lies_in(const std::string& path, const std::set<std::string>& folders) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (folders.contains(path.substr(0, slash))) return true;
  return false;
}

void check_stray_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  out.claim("structure-stray-result-files", Level::stated);
  std::set<std::string> known;           // in lower case: another spelling is a finding of its own
  std::set<std::string> optional_names;  // LoadGen leaves the same files in every run
  for (const auto* paths : {&round.required_files(), &round.non_empty_files(), &round.optional_files()})
    for (const std::string& path : *paths) known.insert(base::lower(path));
  for (const auto& [folder, names] : round.power().required_files)
    for (const std::string& name : names) known.insert(base::lower(folder + '/' + name));
  for (const std::string& path : round.optional_files())
    optional_names.insert(path.substr(path.rfind('/') + 1));
  const std::set<std::string> folders = known_folders(evidence, round);
  const auto expected = [&](const std::string& path) {
    return known.contains(base::lower(path)) || optional_names.contains(path.substr(path.rfind('/') + 1)) ||
           lies_in(path, folders);
  };
  Folded folded(out, "structure-stray-result-files");
  std::uint64_t count = 0;
  std::string names;
  for (const FolderEntry& entry : evidence.listing.entries) {
    if (entry.kind == EntryKind::folder || expected(entry.path)) continue;
    if (++count <= 3) names += (names.empty() ? "" : ", ") + entry.path;
    folded.add("default", evidence.file(entry.path), {});
  }
  Reported* reported = folded.finding();
  if (!reported) return;
  if (count > 3) names += ", ...";
  reported->found(count).with("names", names).with("files", count == 1 ? "file" : "files");
}

constexpr std::array kChecks = {
    ResultCheck{"check_required_files", check_required_files},
    ResultCheck{"check_empty_files", check_empty_files},
    ResultCheck{"check_two_runs", check_two_runs},
    ResultCheck{"check_extra_accuracy_files", check_extra_accuracy_files},
    ResultCheck{"check_stray_files", check_stray_files},
    ResultCheck{"check_odd_result_files", check_odd_result_files},
    ResultCheck{"check_file_encoding", check_file_encoding},
    ResultCheck{"check_file_json", check_file_json},
};

}  // namespace

std::span<const ResultCheck> structure_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
