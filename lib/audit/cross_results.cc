// SPDX-License-Identifier: Apache-2.0
#include "audit/cross_results.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "audit/performance_log.h"

namespace mlperf::audit {
namespace {

struct Ref {
  const ResultMarks* result = nullptr;
  const RunMark* run = nullptr;
};
using Refs = std::vector<Ref>;

// Runs that may be one: of one group, and for tests of one test.
std::string sharing_group(const Ref& ref) {
  return ref.result->group + '/' + ref.run->test;
}

// Those whose folder the log fits worse than another's; all where that does not tell.
Refs to_blame(const Refs& refs) {
  const auto fits = [](const Ref& ref) { return ref.run->misfits == 0; };
  Refs misplaced;
  std::remove_copy_if(refs.begin(), refs.end(), std::back_inserter(misplaced), fits);
  return misplaced.empty() ? refs : misplaced;
}

std::vector<std::string> ids_of(const Refs& refs) {
  std::vector<std::string> ids;
  for (const Ref& ref : refs)
    if (ids.empty() || ids.back() != ref.result->id) ids.push_back(ref.result->id);
  return ids;
}

std::string name_of(const Ref& ref) {
  return ref.run->kind == RunKind::test ? ref.result->id + " " + ref.run->test : ref.result->id;
}

// The runs of all results by what they are recognised by, those alone left out, in the order of the results.
std::vector<Refs> shared_runs(const std::vector<ResultMarks>& results) {
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<Refs> groups;
  for (const ResultMarks& result : results) {
    for (const RunMark& run : result.runs) {
      const auto [at, added] = index.try_emplace(run.run, groups.size());
      if (added) groups.emplace_back();
      groups[at->second].push_back({&result, &run});
    }
  }
  std::erase_if(groups, [](const Refs& refs) { return refs.size() < 2; });
  return groups;
}

class RunComparison {
 public:
  RunComparison(const SameFile& same, Findings& out) : same_(same), out_(out) {}

  void judge(const Refs& refs) {
    const Refs performance = of_kind(refs, RunKind::performance), accuracy = of_kind(refs, RunKind::accuracy),
               tests = of_kind(refs, RunKind::test);
    judge_kind("cross-same-performance-log", performance);
    judge_kind("cross-same-accuracy-log", accuracy);
    judge_kind("cross-test-log-shared", tests);
    if (!performance.empty() && !accuracy.empty())
      report("cross-same-performance-log", "accuracy-run", performance, accuracy);
    Refs main = performance;
    main.insert(main.end(), accuracy.begin(), accuracy.end());
    if (!main.empty() && !tests.empty()) report("cross-test-log-is-main-log", "default", tests, main);
  }

 private:
  static Refs of_kind(const Refs& refs, RunKind kind) {
    Refs result;
    std::copy_if(refs.begin(), refs.end(), std::back_inserter(result),
                 [&](const Ref& ref) { return ref.run->kind == kind; });
    return result;
  }

  void judge_kind(std::string_view rule, const Refs& refs) {
    std::set<std::string> groups;
    for (const Ref& ref : refs) groups.insert(sharing_group(ref));
    if (groups.size() < 2) return;
    const Refs blamed = to_blame(refs);
    // Of those that are not to blame, and of those of another group than the first.
    Refs others;
    std::copy_if(refs.begin(), refs.end(), std::back_inserter(others),
                 [&](const Ref& ref) { return sharing_group(ref) != sharing_group(blamed.front()); });
    const bool equal = std::all_of(others.begin(), others.end(), [&](const Ref& ref) {
      return same_(blamed.front().run->file, ref.run->file);
    });
    report(rule, equal ? "default" : "same-run", blamed, others);
  }

  // At the first of `blamed`; the rest of them and `others` are further places.
  void report(std::string_view rule, std::string_view variant, const Refs& blamed, const Refs& others) {
    const Ref& first = blamed.front();
    std::vector<std::string> names;
    for (const Ref& ref : others) names.push_back(name_of(ref));
    names.erase(std::unique(names.begin(), names.end()), names.end());
    auto finding = out_.report(rule, variant).at(first.run->file, {1, 0});
    finding.found(first.run->file)
        .with("test", first.run->test)
        .with("others", listed(names, 4))
        .level(Level::cross_checked)
        .affects(ids_of(blamed));
    for (const Refs* list : {&blamed, &others}) {
      for (const Ref& ref : *list) {
        const bool is_first = ref.run == first.run;
        const bool again = list == &others && std::any_of(blamed.begin(), blamed.end(), [&](const Ref& each) {
                             return each.run == ref.run;
                           });
        if (!is_first && !again) finding.also(ref.run->file, {1, 0}, name_of(ref));
      }
    }
  }

  const SameFile& same_;
  Findings& out_;
};

}  // namespace

void compare_runs(const std::vector<ResultMarks>& results, const SameFile& same, Findings& out) {
  RunComparison comparison(same, out);
  for (const Refs& refs : shared_runs(results)) comparison.judge(refs);
}

std::size_t compare_levels(const std::vector<ResultMarks>& results, const rules::Round& round,
                           Findings& out) {
  std::set<std::string_view> compared;
  for (const Refs& refs : shared_runs(results)) {
    if (refs.front().run->kind == RunKind::test) continue;
    for (const Ref& strict : refs) {
      for (const Ref& ref : refs) {
        if (ref.result->group != strict.result->group || ref.result->benchmark == strict.result->benchmark ||
            ref.run->kind != strict.run->kind || ref.run->kind != RunKind::accuracy)
          continue;
        out.claim("measurements-99-vs-99.9", Level::cross_checked);
        compared.insert(ref.result->id);
        for (const auto& target : round.accuracy_targets(strict.result->benchmark, strict.result->scenario)) {
          const auto& scores = ref.result->scores;
          const auto score = std::find_if(scores.begin(), scores.end(), [&](const ScoreMark& mark) {
            return mark.metric == target.metric;
          });
          if (score == scores.end() || !target.minimum || score->value >= *target.minimum) continue;
          out.report("measurements-99-vs-99.9")
              .at(score->file, score->at)
              .found(score->value)
              .expected(*target.minimum)
              .with("log", "accuracy log")
              .with("metric", target.metric)
              .with("benchmark", ref.result->benchmark)
              .with("stricter", strict.result->benchmark)
              .level(Level::cross_checked)
              .also(strict.run->file, {}, strict.result->id)
              .affects({ref.result->id, strict.result->id});
          break;
        }
      }
    }
  }
  return compared.size();
}

}  // namespace mlperf::audit
