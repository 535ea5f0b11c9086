// SPDX-License-Identifier: Apache-2.0
#include "submission/layout.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "submission/disk.h"

namespace mlperf::submission {
namespace {

// How many folders are opened to find out what an unknown root is.
constexpr std::size_t kMostProbes = 5000;

bool is_test_folder(std::string_view name) {
  return name.size() == 6 && name.substr(0, 4) == "TEST" && name[4] >= '0' && name[4] <= '9' &&
         name[5] >= '0' && name[5] <= '9';
}

std::vector<std::string> folders_of(const std::string& folder, std::size_t most) {
  std::vector<std::string> folders;
  for (const RawEntry& entry : read_raw_folder(folder, most).entries) {
    if (entry.kind == RawKind::folder && entry.name[0] != '.') folders.push_back(join(folder, entry.name));
  }
  return folders;
}

std::string common_prefix_match(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongEnough = 4;
  for (const std::string& candidate : candidates) {
    if (base::starts_with_no_case(name, std::string_view(candidate).substr(0, kLongEnough))) return candidate;
  }
  return {};
}

}  // namespace

bool is_scenario(std::string_view name, const rules::TreeNames& names) {
  return names.scenario_by_alias.contains(base::lower(name));
}

std::string nearest_scenario(std::string_view name, const rules::TreeNames& names) {
  std::set<std::string> unique;
  for (const auto& [alias, scenario] : names.scenario_by_alias) unique.insert(scenario);
  const std::vector<std::string> scenarios(unique.begin(), unique.end());
  const std::string_view near = base::nearest(name, scenarios);
  return near.empty() ? common_prefix_match(name, scenarios) : std::string(near);
}

bool belongs_to_result(const RawEntry& entry) {
  static const std::set<std::string, std::less<>> folders = {"performance", "accuracy"};
  static const std::set<std::string, std::less<>> files = {
      "measurements.json", "mlperf_log_detail.txt", "mlperf_log_summary.txt", "mlperf_log_accuracy.json"};
  if (entry.kind == RawKind::file) return files.contains(entry.name);
  return folders.contains(entry.name) || is_test_folder(entry.name);
}

bool holds_result_files(const std::string& folder) {
  const RawFolder raw = read_raw_folder(folder, kMostEntries);
  return std::any_of(raw.entries.begin(), raw.entries.end(), belongs_to_result);
}

bool holds_scenarios(const std::string& folder, const rules::TreeNames& names) {
  const std::vector<std::string> children = folders_of(folder, kMostProbes);
  return std::any_of(children.begin(), children.end(), [&](const std::string& child) {
    return is_scenario(child.substr(child.rfind('/') + 1), names) && holds_result_files(child);
  });
}

TreeLevel guess_level(const std::string& folder, const rules::TreeNames& names) {
  if (holds_result_files(folder)) return TreeLevel::scenario;
  std::vector<std::string> level = folders_of(folder, kMostProbes);
  std::size_t probes = 0;
  const auto any = [&](const auto& test) {
    return std::any_of(level.begin(), level.end(),
                       [&](const std::string& f) { return probes++ < kMostProbes && test(f); });
  };
  const auto has_results_folder = [](const std::string& f) { return is_folder(f + "/results"); };
  if (any(has_results_folder)) return TreeLevel::division;
  const TreeLevel levels[] = {TreeLevel::benchmark, TreeLevel::system, TreeLevel::results};
  for (const TreeLevel candidate : levels) {
    if (any([&](const std::string& f) {
          return is_scenario(f.substr(f.rfind('/') + 1), names) || holds_result_files(f);
        })) {
      return candidate;
    }
    std::vector<std::string> below;
    for (const std::string& f : level) {
      if (probes++ >= kMostProbes) break;
      for (std::string& child : folders_of(f, kMostProbes)) below.push_back(std::move(child));
    }
    level.swap(below);
    if (candidate == TreeLevel::benchmark && any(has_results_folder)) return TreeLevel::root;
  }
  return TreeLevel::root;
}

}  // namespace mlperf::submission
