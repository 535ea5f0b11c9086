// SPDX-License-Identifier: Apache-2.0
// Accuracy logs and their hashes in several places.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "audit/cross_results.h"
#include "audit/performance_log.h"

namespace mlperf::audit {
namespace {

struct Ref {
  const ResultMarks* result = nullptr;
  const OutputMark* log = nullptr;
  const HashMark* hash = nullptr;  // the one that brought them together
};
using Refs = std::vector<Ref>;

std::string sharing_group(const Ref& ref) {
  return ref.result->group + '/' + ref.log->test;
}

std::string name_of(const Ref& ref) {
  return ref.log->kind == RunKind::test ? ref.result->id + " " + ref.log->test : ref.result->id;
}

std::vector<std::string> names_of(const Refs& refs, const Ref& but) {
  std::vector<std::string> names;
  for (const Ref& ref : refs)
    if (sharing_group(ref) != sharing_group(but)) names.push_back(name_of(ref));
  // Accuracy levels of one model that state one hash for two logs.
  if (names.empty()) {
    for (const Ref& ref : refs)
      if (ref.log != but.log) names.push_back(name_of(ref));
  }
  return names;
}

std::vector<std::string> ids_of(const Refs& refs) {
  std::vector<std::string> ids;
  for (const Ref& ref : refs)
    if (ids.empty() || ids.back() != ref.result->id) ids.push_back(ref.result->id);
  return ids;
}

std::set<std::string> hashes_of(const Ref& ref) {
  std::set<std::string> hashes;
  for (const HashMark& mark : ref.log->hashes) hashes.insert(mark.hash);
  return hashes;
}

// Groups in order of first appearance, those alone left out.
template <class Key>
class Groups {
 public:
  void add(Key key, const Ref& ref) {
    const auto [at, added] = index_.try_emplace(std::move(key), groups_.size());
    if (added) groups_.emplace_back();
    groups_[at->second].push_back(ref);
  }
  std::vector<Refs> take() {
    std::erase_if(groups_, [](const Refs& refs) { return refs.size() < 2; });
    return std::move(groups_);
  }

 private:
  std::unordered_map<Key, std::size_t> index_;
  std::vector<Refs> groups_;
};

class OutputComparison {
 public:
  OutputComparison(const SameFile& same, Findings& out) : same_(same), out_(out) {
    for (const Finding& finding : out.list()) {
      reported_.insert(finding.place.file);
      for (const Place& place : finding.more) reported_.insert(place.file);
    }
  }

  // Accuracy logs of results that state a common hash.
  void judge_hash(const Refs& refs) {
    const auto classes = classes_of(refs);
    for (const Refs& equal : classes) same_output("cross-same-accuracy-log", equal);
    if (classes.size() < 2) return;
    // Each cause once, however many hashes are shared.
    std::string members;
    for (const Ref& ref : refs) members += ref.log->file + '\n';
    if (!seen_.insert(members).second) return;
    const auto first = hashes_of(refs.front());
    Refs equal;
    std::copy_if(refs.begin(), refs.end(), std::back_inserter(equal),
                 [&](const Ref& ref) { return hashes_of(ref) == first; });
    const bool all_lines = classes_of(equal).size() > 1;
    report("cross-accuracy-hash", all_lines ? "default" : "one-of-several", all_lines ? equal : refs, true);
  }

  // Logs of tests that look alike.
  void judge_tests(const Refs& refs) {
    for (const Refs& equal : classes_of(refs)) same_output("cross-test-log-shared", equal);
  }

 private:
  // Equal logs. Somebody's many files that look alike must not take quadratic time: beyond some kinds each
  // counts as its own.
  std::vector<Refs> classes_of(const Refs& refs) const {
    constexpr std::size_t kMostKinds = 8;
    std::vector<Refs> classes;
    for (const Ref& ref : refs) {
      const std::size_t looked_at = std::min(classes.size(), kMostKinds);
      const auto end = classes.begin() + static_cast<std::ptrdiff_t>(looked_at);
      const auto same = std::find_if(classes.begin(), end, [&](const Refs& each) {
        const OutputMark& log = *each.front().log;
        return log.size == ref.log->size && log.fingerprint == ref.log->fingerprint &&
               same_(log.file, ref.log->file);
      });
      if (same == end) {
        classes.push_back({ref});
      } else {
        same->push_back(ref);
      }
    }
    return classes;
  }

  void same_output(std::string_view rule, const Refs& equal) {
    std::set<std::string> groups;
    for (const Ref& ref : equal) groups.insert(sharing_group(ref));
    if (groups.size() < 2) return;
    // Where the runs are the same, their outputs need no finding of their own.
    const bool known = std::any_of(equal.begin(), equal.end(), [&](const Ref& ref) {
      return std::any_of(ref.result->runs.begin(), ref.result->runs.end(), [&](const RunMark& run) {
        return run.kind == ref.log->kind && run.test == ref.log->test && reported_.contains(run.file);
      });
    });
    if (!known && seen_.insert(std::string(rule) + equal.front().log->file).second)
      report(rule, "same-output", equal, false);
  }

  void report(std::string_view rule, std::string_view variant, const Refs& refs, bool at_hash) {
    const Ref& first = refs.front();
    const auto file_of = [&](const Ref& ref) { return at_hash ? ref.log->hash_file : ref.log->file; };
    const auto place_of = [&](const Ref& ref) { return at_hash ? ref.hash->at : base::Position{1, 0}; };
    auto finding = out_.report(rule, variant).at(file_of(first), place_of(first));
    finding.found(at_hash ? first.hash->hash : first.log->file)
        .with("test", first.log->test)
        .with("others", listed(names_of(refs, first), 4))
        .level(Level::cross_checked)
        .affects(ids_of(refs));
    for (const Ref& ref : refs)
      if (ref.log != first.log) finding.also(file_of(ref), place_of(ref), name_of(ref));
  }

  const SameFile& same_;
  Findings& out_;
  std::set<std::string> reported_, seen_;
};

}  // namespace

void compare_outputs(const std::vector<ResultMarks>& results, const SameFile& same, Findings& out) {
  Groups<std::string> by_hash, by_look;
  for (const ResultMarks& result : results) {
    for (const OutputMark& log : result.outputs) {
      if (log.kind == RunKind::accuracy && !log.hash_proven) {
        for (const HashMark& hash : log.hashes) by_hash.add(hash.hash, {&result, &log, &hash});
      }
      if (log.kind != RunKind::test) continue;
      // A cut log shows too little of itself: its hash has to be the same as well, but for the tests of one
      // result, which ask for different samples.
      const std::string hash = !log.cut || log.hashes.empty() ? "" : log.hashes.front().hash;
      if (!log.cut || !hash.empty())
        by_look.add(fmt::format("{}/{}/{}", log.size, log.fingerprint, hash), {&result, &log, nullptr});
      if (log.cut)
        by_look.add(fmt::format("{}/{}/in {}", log.size, log.fingerprint, result.id),
                    {&result, &log, nullptr});
    }
  }
  OutputComparison comparison(same, out);
  for (const Refs& refs : by_hash.take()) comparison.judge_hash(refs);
  for (const Refs& refs : by_look.take()) comparison.judge_tests(refs);
}

}  // namespace mlperf::audit
