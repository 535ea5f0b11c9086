// SPDX-License-Identifier: Apache-2.0
// The way from PATHs to results: each PATH is checked, the root found, and one walk over the levels division,
// submitter, results, system, benchmark, scenario made for all of them.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"
#include "submission/disk.h"
#include "submission/layout.h"
#include "submission/tree.h"
#include "submission/walk.h"

namespace mlperf::submission {
namespace {

using base::printable;

// "there is no closed/Exampleorg; nearest: closed/ExampleOrg"
std::string says_absent(const std::string& path) {
  std::string folder = path;
  std::string missing;
  while (!folder.empty() && real_path(folder).empty()) {
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    const auto slash = folder.rfind('/');
    missing = folder.substr(slash == std::string::npos ? 0 : slash + 1);
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
  }
  std::vector<std::string> names;
  for (const RawEntry& entry : read_raw_folder(folder.empty() ? "." : folder, kMostEntries).entries) {
    names.push_back(entry.name);
  }
  std::string message = fmt::format("there is no {}", printable(path));
  const std::string_view near = base::nearest(missing, names);
  if (!near.empty()) message += fmt::format("; did you mean {}?", printable(join(folder, near)));
  return message;
}

struct Given {
  std::string text, real, root;
};

std::optional<std::string> check_paths(const std::vector<std::string>& paths, const rules::TreeNames& names,
                                       std::vector<Given>& given) {
  for (const std::string& path : paths) {
    const std::string real = path.find('\0') == std::string::npos ? real_path(path) : "";
    if (real.empty()) return says_absent(path);
    if (!is_folder(real))
      return fmt::format("{} is a file; give the folder of a result or one above it", printable(path));
    given.push_back({path, real, find_root(real, names)});
    if (given.back().root != given.front().root) {
      return fmt::format("{} and {} belong to different trees ({} and {}); audit them one at a time",
                         printable(given.front().text), printable(path), printable(given.front().root),
                         printable(given.back().root));
    }
  }
  return std::nullopt;
}

TreeLevel level_of(const std::string& root, const rules::TreeNames& names) {
  if (holds_divisions(root, names)) return TreeLevel::root;
  if (is_folder(root + "/results") || is_folder(root + "/systems")) return TreeLevel::submitter;
  return guess_level(root, names);
}

// The folders asked for, as names below the root; those inside another one are left out.
std::vector<std::vector<std::string>> without_overlaps(const std::vector<Given>& given, std::size_t levels) {
  std::vector<std::vector<std::string>> wanted;
  for (const Given& path : given) {
    auto parts = split_path(std::string_view(path.real).substr(path.root.size()));
    if (parts.size() > levels) parts.resize(levels);  // a run folder stands for its result
    wanted.push_back(std::move(parts));
  }
  std::sort(wanted.begin(), wanted.end());
  const auto inside = [](const auto& outer, const auto& inner) {
    return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
  };
  wanted.erase(std::unique(wanted.begin(), wanted.end(), inside), wanted.end());
  return wanted;
}

std::string says_nothing_found(const std::vector<Given>& given, const Walk& walk,
                               const rules::TreeNames& names) {
  const Given& first = given.front();
  std::string where = printable(first.text);
  if (given.size() > 1) where += fmt::format(" and {} more", given.size() - 1);
  std::string message = fmt::format("nothing below {} looks like a result", where);
  for (const RawEntry& entry : read_raw_folder(first.real, 1000).entries) {
    if (entry.kind == RawKind::folder && holds_divisions(join(first.real, entry.name), names)) {
      return fmt::format("{}; did you mean {}?", message, printable(join(first.text, entry.name)));
    }
  }
  const auto parts = split_path(std::string_view(first.real).substr(first.root.size()));
  if (walk.submitters_seen.empty()) {
    return message +
           " (expected DIVISION/SUBMITTER/results/SYSTEM/BENCHMARK/SCENARIO, or one of these folders)";
  }
  return message + (parts.empty() ? " (there is no scenario folder below any results/)"
                                  : " (results lie in DIVISION/SUBMITTER/results/SYSTEM/BENCHMARK/SCENARIO)");
}

std::string says_no_submitter(const std::string& filter, const std::vector<std::string>& seen) {
  std::string message = fmt::format("no submitter is named {}", printable(filter));
  if (const std::string_view near = base::nearest(filter, seen); !near.empty()) {
    return fmt::format("{}; did you mean {}?", message, printable(near));
  }
  if (seen.empty()) return message + " (the folders name no submitter)";
  constexpr std::size_t kShown = 10;
  message += "; there are ";
  for (std::size_t i = 0; i < std::min(seen.size(), kShown); ++i)
    message += (i == 0 ? "" : ", ") + printable(seen[i]);
  if (seen.size() > kShown) message += fmt::format(" and {} more", seen.size() - kShown);
  return message;
}

void put_in_order(Submission& submission) {
  std::vector<std::size_t> order(submission.submitters.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto& x = submission.submitters[a];
    const auto& y = submission.submitters[b];
    return std::tie(x.division, x.submitter, x.path) < std::tie(y.division, y.submitter, y.path);
  });
  std::vector<SubmitterPaths> sorted(order.size());
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    sorted[i] = std::move(submission.submitters[order[i]]);
  }
  submission.submitters = std::move(sorted);
  for (ResultPaths& result : submission.results) result.submitter_index = place[result.submitter_index];
  std::sort(submission.results.begin(), submission.results.end(),
            [](const ResultPaths& a, const ResultPaths& b) {
              return std::tie(a.division, a.submitter, a.system, a.benchmark, a.scenario, a.path) <
                     std::tie(b.division, b.submitter, b.system, b.benchmark, b.scenario, b.path);
            });
  std::stable_sort(submission.issues.begin(), submission.issues.end(),
                   [](const TreeIssue& a, const TreeIssue& b) { return a.path < b.path; });
}

}  // namespace

std::string ResultPaths::id() const {
  return division + '/' + submitter + '/' + system + '/' + benchmark + '/' + scenario;
}

Submission discover(const std::vector<std::string>& paths, const std::string& submitter_filter,
                    const rules::TreeNames& names, std::optional<DiscoverError>& error) {
  error.reset();
  std::vector<Given> given;
  if (paths.empty()) error = DiscoverError{"no path was given"};
  if (auto problem = check_paths(paths, names, given)) error = DiscoverError{std::move(*problem)};
  if (error) return {};

  const std::string root = given.front().root;
  const TreeLevel level = level_of(root, names);
  const auto levels = static_cast<std::size_t>(TreeLevel::scenario) - static_cast<std::size_t>(level);
  Walk walk(root, without_overlaps(given, levels), submitter_filter, names);
  Submission submission = walk.run(level);
  const auto& seen = walk.submitters_seen;
  const bool no_such_submitter =
      !submitter_filter.empty() && std::find(seen.begin(), seen.end(), submitter_filter) == seen.end();
  if (no_such_submitter && !submission.looks_like_results) {
    error = DiscoverError{says_no_submitter(submitter_filter, walk.submitters_seen)};
  } else if (!submission.looks_like_results) {
    error = DiscoverError{says_nothing_found(given, walk, names)};
  }
  put_in_order(submission);
  return submission;
}

}  // namespace mlperf::submission
