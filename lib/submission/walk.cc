// SPDX-License-Identifier: Apache-2.0
#include "submission/walk.h"

#include <algorithm>

#include "base/text.h"

namespace mlperf::submission {
namespace {

constexpr std::size_t kMostEntriesRead = 5000000;  // over all folders
constexpr std::size_t kMostLinksFollowed = 10000;
constexpr std::size_t kMostChildrenProbed = 4096;
constexpr std::size_t kSingly = 20;         // issues of one kind in one folder
constexpr std::size_t kMostIssues = 20000;  // of kinds that concern no result

bool concerns_results(TreeIssueKind kind) {
  return kind == TreeIssueKind::division_name || kind == TreeIssueKind::scenario_name ||
         kind == TreeIssueKind::misplaced_result || kind == TreeIssueKind::no_results_folder ||
         kind == TreeIssueKind::leaving_folder;
}

bool is_usual_file(std::string_view name) {
  return base::starts_with_no_case(name, "readme") || base::starts_with_no_case(name, "license");
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string last_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// A link that was not followed; `path` is the link itself.
TreeIssueKind issue_of_link(EntryKind kind, const std::string& path) {
  if (kind == EntryKind::looping_link) return TreeIssueKind::looping_link;
  if (kind != EntryKind::leaving_link) return TreeIssueKind::dangling_link;
  return is_folder(path) ? TreeIssueKind::leaving_folder : TreeIssueKind::leaving_link;
}

bool has_scenario(const std::vector<RawEntry>& entries, const rules::TreeNames& names) {
  return std::any_of(entries.begin(), entries.end(), [&](const RawEntry& entry) {
    return entry.kind != RawKind::file && is_scenario(entry.name, names);
  });
}

}  // namespace

Walk::Walk(std::string root, std::vector<std::vector<std::string>> wanted, std::string submitter_filter,
           const rules::TreeNames& names)
    : root_(std::move(root)),
      filter_(std::move(submitter_filter)),
      wanted_(std::move(wanted)),
      names_(names),
      entries_left_(kMostEntriesRead),
      links_left_(kMostLinksFollowed) {
  out_.root_disk = root_;
}

Submission Walk::run(TreeLevel level) {
  Spot root;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    root.inside = root.inside || wanted_[i].empty();
    root.asked.push_back(i);
  }
  switch (level) {
    case TreeLevel::root:
      visit_root(root);
      break;
    case TreeLevel::division:
      visit_division(root, {});
      break;
    case TreeLevel::submitter:
      visit_submitter(root, {});
      break;
    default:
      visit_lone_part(root, level);
      break;
  }
  out_.looks_like_results = out_.looks_like_results || !out_.results.empty();
  return std::move(out_);
}

void Walk::visit_root(const Spot& root) {
  Tally tally;
  for (const RawEntry& entry : entries_of(root)) {
    if (entry.name[0] == '.' || entry.kind == RawKind::file || entry.kind == RawKind::special) continue;
    const Spot child = child_of(root, entry.name);
    if (is_division(entry.name, names_)) {
      Above above;
      above.division = entry.name;
      if (is_open_folder(child, entry, tally)) visit_division(child, above);
    } else if (entry.kind == RawKind::folder && holds_submitters(disk(child.path))) {
      std::string hint(base::nearest(entry.name, names_.divisions));
      note(tally, TreeIssueKind::division_name, child.path, entry.name, std::move(hint));
      out_.looks_like_results = true;
    }
  }
}

void Walk::visit_division(const Spot& spot, Above above) {
  Tally tally;
  for (const RawEntry& entry : entries_of(spot)) {
    const Spot child = child_of(spot, entry.name);
    if (!filter_.empty() && entry.name != filter_) {
      if (is_folder(disk(join(child.path, "results")))) submitters_seen.push_back(entry.name);
    } else if (is_open_folder(child, entry, tally)) {
      above.submitter = entry.name;
      visit_submitter(child, above);
    }
  }
}

void Walk::visit_submitter(const Spot& spot, Above above) {
  if (!filter_.empty() && above.submitter != filter_) return;
  const RawEntry results = raw_entry(disk(spot.path), "results");
  if (results.kind == RawKind::special || results.kind == RawKind::file) {
    report_no_results(spot, above.submitter);
    return;
  }
  submitters_seen.push_back(above.submitter);
  SubmitterPaths submitter;
  submitter.division = above.division;
  submitter.submitter = above.submitter;
  submitter.path = spot.path;
  submitter.whole = spot.inside;
  read_systems(submitter);
  Tally tally;
  const Spot below = child_of(spot, results.name);
  if ((below.inside || !below.asked.empty()) && is_open_folder(below, results, tally)) {
    visit_results(below, above, submitter);
  }
  out_.submitters.push_back(std::move(submitter));
}

bool Walk::visit_results(const Spot& spot, const Above& above, SubmitterPaths& submitter) {
  bool found = false;
  Tally tally;
  for (const RawEntry& entry : entries_of(spot)) {
    const Spot child = child_of(spot, entry.name);
    if (!is_open_folder(child, entry, tally)) continue;
    submitter.systems_with_results.push_back(entry.name);
    Above here = above;
    here.system = entry.name;
    const std::size_t issues_before = out_.issues.size();
    if (visit_system(child, here, submitter)) {
      found = true;
    } else {
      drop_foreign_folders(issues_before);
      note(tally, TreeIssueKind::foreign_folder, child.path, entry.name);
    }
  }
  return found;
}

bool Walk::visit_system(const Spot& spot, Above above, SubmitterPaths& submitter) {
  const std::vector<RawEntry> entries = entries_of(spot);
  if (std::any_of(entries.begin(), entries.end(), belongs_to_result) && !holds_benchmarks(disk(spot.path))) {
    Tally alone;
    note(alone, TreeIssueKind::misplaced_result, spot.path, last_name(spot.path));
    return true;
  }
  bool found = false;
  Tally tally;
  for (const RawEntry& entry : entries) {
    const Spot child = child_of(spot, entry.name);
    if (!is_open_folder(child, entry, tally)) continue;
    above.benchmark = entry.name;
    const std::size_t issues_before = out_.issues.size();
    if (visit_benchmark(child, above, submitter)) {
      found = true;
    } else {
      drop_foreign_folders(issues_before);
      note(tally, TreeIssueKind::foreign_folder, child.path, entry.name);
    }
  }
  return found;
}

bool Walk::visit_benchmark(const Spot& spot, Above above, SubmitterPaths& submitter) {
  const std::vector<RawEntry> entries = entries_of(spot);
  Tally tally;
  if (std::any_of(entries.begin(), entries.end(), belongs_to_result) && !has_scenario(entries, names_)) {
    note(tally, TreeIssueKind::misplaced_result, spot.path, last_name(spot.path));
    return true;
  }
  bool found = false;
  bool has_result = false;
  for (const RawEntry& entry : entries) {
    const Spot child = child_of(spot, entry.name);
    if (!is_open_folder(child, entry, tally)) continue;
    if (is_scenario(entry.name, names_)) {
      has_result = true;
      if (entry.kind == RawKind::link && repeats_scenario(spot, entry, entries)) {
        note(tally, TreeIssueKind::repeated_scenario, child.path, link_text(disk(child.path)));
      } else {
        add_result(child, above, entry.name);
      }
    } else if (visit_unknown_scenario(child, entry.name, tally)) {
      found = true;
    }
  }
  if (has_result && spot.inside) submitter.whole_benchmarks.push_back(above.system + '/' + above.benchmark);
  return found || has_result;
}

// Does the link lead to the folder of the same scenario among `entries`, which counts by itself?
bool Walk::repeats_scenario(const Spot& spot, const RawEntry& link,
                            const std::vector<RawEntry>& entries) const {
  const auto scenario = names_.scenario_by_alias.find(base::lower(link.name));
  const std::string real = real_path(disk(join(spot.path, link.name)));
  return std::any_of(entries.begin(), entries.end(), [&](const RawEntry& entry) {
    if (entry.kind != RawKind::folder) return false;
    const auto other = names_.scenario_by_alias.find(base::lower(entry.name));
    return other != names_.scenario_by_alias.end() && other->second == scenario->second &&
           real_path(disk(join(spot.path, entry.name))) == real;
  });
}

bool Walk::visit_unknown_scenario(const Spot& spot, const std::string& name, Tally& tally) {
  if (holds_result_files(disk(spot.path))) {
    note(tally, TreeIssueKind::scenario_name, spot.path, name, nearest_scenario(name, names_));
    return true;
  }
  if (holds_scenarios(disk(spot.path), names_)) {
    note(tally, TreeIssueKind::misplaced_result, spot.path, name);
    return true;
  }
  note(tally, TreeIssueKind::foreign_folder, spot.path, name);
  return false;
}

// One finding for a folder that holds nothing, not one for each folder in it.
void Walk::drop_foreign_folders(std::size_t from) {
  const auto first = out_.issues.begin() + static_cast<std::ptrdiff_t>(from);
  out_.issues.erase(
      std::remove_if(first, out_.issues.end(),
                     [](const TreeIssue& i) { return i.kind == TreeIssueKind::foreign_folder; }),
      out_.issues.end());
}

// The root is a part of a submission without the folders above it; what these would tell is "-".
void Walk::visit_lone_part(const Spot& spot, TreeLevel level) {
  if (!filter_.empty()) return;
  Above above;
  SubmitterPaths submitter;
  submitter.division = above.division;
  submitter.submitter = above.submitter;
  const std::string name = last_name(root_);
  if (level == TreeLevel::results) {
    visit_results(spot, above, submitter);
  } else if (level == TreeLevel::system) {
    above.system = name;
    visit_system(spot, above, submitter);
  } else if (level == TreeLevel::benchmark) {
    above.benchmark = name;
    visit_benchmark(spot, above, submitter);
  } else if (is_scenario(name, names_)) {
    const std::string parent = last_name(root_.substr(0, root_.rfind('/')));
    const auto& known = names_.benchmark_names;
    if (std::find(known.begin(), known.end(), parent) != known.end()) above.benchmark = parent;
    add_result(spot, above, name);
  } else {
    Tally tally;
    visit_unknown_scenario(spot, name, tally);
  }
  out_.submitters.push_back(std::move(submitter));
}

void Walk::read_systems(SubmitterPaths& submitter) {
  const std::string path = join(submitter.path, "systems");
  if (!is_folder(disk(path)) || !is_below(real_path(disk(path)), root_)) return;
  Tally tally;
  for (const RawEntry& entry : read_raw_folder(disk(path), kMostEntries).entries) {
    if (entry.name[0] == '.') {
      if (submitter.whole) note(tally, TreeIssueKind::hidden_entry, join(path, entry.name), entry.name);
    } else if (entry.name.find(':') != std::string::npos) {
      if (submitter.whole) note(tally, TreeIssueKind::side_file, join(path, entry.name), entry.name);
    } else if (ends_with(entry.name, ".json") &&
               (entry.kind == RawKind::file || entry.kind == RawKind::link)) {
      submitter.system_files.push_back(entry.name.substr(0, entry.name.size() - 5));
    }
  }
}

void Walk::report_no_results(const Spot& spot, const std::string& name) {
  Tally tally;
  const RawFolder raw = read_raw_folder(disk(spot.path), kMostEntries);
  if (raw.entries.empty()) {
    note(tally, TreeIssueKind::foreign_folder, spot.path, name);
    return;
  }
  for (const RawEntry& entry : raw.entries) {
    if (entry.kind == RawKind::folder && base::equal_no_case(entry.name, "results")) {
      note(tally, TreeIssueKind::no_results_folder, spot.path, entry.name, "results");
      out_.looks_like_results = true;
      submitters_seen.push_back(name);
      return;
    }
  }
  note(tally, TreeIssueKind::no_results_folder, spot.path, name);
}

void Walk::add_result(const Spot& spot, const Above& above, std::string scenario) {
  ResultPaths result;
  result.division = above.division;
  result.submitter = above.submitter;
  result.system = above.system;
  result.benchmark = above.benchmark;
  result.scenario = std::move(scenario);
  result.path = spot.path;
  result.submitter_index = out_.submitters.size();  // the submitter is added when its results are
  out_.results.push_back(std::move(result));
}

std::vector<RawEntry> Walk::entries_of(const Spot& spot) {
  if (!spot.inside) {
    std::vector<RawEntry> entries;
    for (const std::size_t i : spot.asked) {
      const std::string& name = wanted_[i][spot.depth];
      if (entries.empty() || entries.back().name != name) entries.push_back(raw_entry(disk(spot.path), name));
    }
    return entries;
  }
  RawFolder raw = read_raw_folder(disk(spot.path), std::min(kMostEntries, entries_left_));
  entries_left_ -= raw.entries.size();
  Tally alone;
  if (!raw.problem.empty()) note(alone, TreeIssueKind::unreadable_folder, spot.path, raw.problem);
  if (raw.cut)
    note(alone, TreeIssueKind::unreadable_folder, spot.path, "it has more entries than are looked at");
  return std::move(raw.entries);
}

Walk::Spot Walk::child_of(const Spot& spot, const std::string& name) const {
  Spot child{join(spot.path, name), spot.inside, {}, spot.depth + 1};
  if (spot.inside) return child;
  for (const std::size_t i : spot.asked) {
    if (wanted_[i][spot.depth] != name) continue;
    if (wanted_[i].size() == child.depth) {
      child.inside = true;
      child.asked.clear();
      return child;
    }
    child.asked.push_back(i);
  }
  return child;
}

// Is the entry a folder to go on with? If not, what it is has been noted.
bool Walk::is_open_folder(const Spot& spot, const RawEntry& entry, Tally& tally) {
  if (entry.name[0] == '.') {
    note(tally, TreeIssueKind::hidden_entry, spot.path, entry.name);
    return false;
  }
  if (entry.name == "__MACOSX") {
    note(tally, TreeIssueKind::foreign_folder, spot.path, entry.name);
    return false;
  }
  RawKind kind = entry.kind;
  if (kind == RawKind::link) {
    if (links_left_ == 0) {
      note(tally, TreeIssueKind::unreadable_folder, spot.path, "the tree has more links than are followed");
      return false;
    }
    --links_left_;
    const LinkTarget target = resolve_link(disk(spot.path), root_);
    if (target.kind != EntryKind::link) {
      note(tally, issue_of_link(target.kind, disk(spot.path)), spot.path, link_text(disk(spot.path)));
      return false;
    }
    kind = target.target;
  }
  if (kind == RawKind::folder) return true;
  if (!is_usual_file(entry.name)) note(tally, TreeIssueKind::side_file, spot.path, entry.name);
  return false;
}

void Walk::note(Tally& tally, TreeIssueKind kind, std::string path, std::string detail, std::string hint) {
  Tally::OfKind& so_far = tally.of_kind[static_cast<std::size_t>(kind)];
  const bool result_is_lost = concerns_results(kind);
  if (result_is_lost && kind != TreeIssueKind::no_results_folder) out_.looks_like_results = true;
  if (so_far.count++ >= kSingly && !result_is_lost) {
    ++out_.issues[so_far.last].count;
    return;
  }
  if (out_.issues.size() >= kMostIssues && !result_is_lost) {
    so_far.count = 0;
    return;
  }
  so_far.last = out_.issues.size();
  out_.issues.push_back({kind, std::move(path), std::move(detail), std::move(hint), 1});
}

// A folder of submitters, or (without a division) a submitter.
bool Walk::holds_submitters(const std::string& folder) const {
  if (filter_.empty() && is_folder(folder + "/results")) return true;
  if (!filter_.empty()) return is_folder(join(folder, filter_) + "/results");
  const RawFolder raw = read_raw_folder(folder, kMostChildrenProbed);
  return std::any_of(raw.entries.begin(), raw.entries.end(), [&](const RawEntry& entry) {
    return entry.kind == RawKind::folder && is_folder(join(folder, entry.name) + "/results");
  });
}

bool Walk::holds_benchmarks(const std::string& folder) const {
  const RawFolder raw = read_raw_folder(folder, kMostChildrenProbed);
  return std::any_of(raw.entries.begin(), raw.entries.end(), [&](const RawEntry& entry) {
    return entry.kind == RawKind::folder &&
           has_scenario(read_raw_folder(join(folder, entry.name), kMostEntries).entries, names_);
  });
}

}  // namespace mlperf::submission
