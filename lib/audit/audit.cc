// SPDX-License-Identifier: Apache-2.0
#include "audit/audit.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/conclude.h"
#include "audit/confined.h"
#include "audit/cross_results.h"
#include "audit/facts.h"
#include "audit/gather.h"
#include "audit/judge_result.h"
#include "audit/mask.h"
#include "audit/open_tree.h"
#include "audit/round_choice.h"
#include "audit/system_internal.h"
#include "audit/tree_findings.h"
#include "audit/waive.h"
#include "base/parallel.h"
#include "base/same_bytes.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

// One system folder of a submitter: its description and what the checks say of it.
struct SystemWork {
  std::shared_ptr<const SystemEvidence> evidence;
  Findings findings;
  std::vector<std::string> results;  // ids
};

struct SubmitterWork {
  SubmitterEvidence evidence;
  Findings findings;
  std::map<std::string, SystemWork> systems;
  std::vector<std::string> results;  // ids
};

class Audit {
 public:
  Audit(const Options& options, const rules::RuleSet& rules, submission::Submission submission, Config config)
      : options_(options), rules_(rules), submission_(std::move(submission)), config_(std::move(config)) {}

  // `fixed`: the round was asked for. Otherwise `choice` comes from some of the logs and all of them decide.
  AuditReport run(RoundChoice choice, bool fixed) {
    judge_by(*choice.round);
    if (!fixed) choice = choice_of_all_logs(choice);
    if (choice.round != round_) judge_by(*choice.round);
    judge_schedules();
    judge_systems();
    judge_submitters();
    judge_benchmarks();
    compare_results();
    judge_tree(choice);
    return conclude(choice);
  }

 private:
  void judge_by(const rules::Round& round) {
    round_ = &round;
    gather_submitters();
    judge_results();
  }

  RoundChoice choice_of_all_logs(const RoundChoice& choice) const {
    std::vector<RoundHint> hints;
    for (const auto& result : judged_) {
      if (result.seeds) hints.push_back({result.report.path, *result.seeds, ""});
    }
    const auto all = choose_round(rules_, hints, submission_.root_disk);
    return all.by_seeds ? all : choice;
  }

  void gather_submitters() {
    submitters_ = std::vector<SubmitterWork>(submission_.submitters.size());
    std::vector<std::pair<std::size_t, SystemWork*>> systems;
    std::vector<std::string> names;
    for (const auto& paths : submission_.results) {
      auto& submitter = submitters_[paths.submitter_index];
      submitter.results.push_back(paths.id());
      auto [entry, added] = submitter.systems.try_emplace(paths.system);
      entry->second.results.push_back(paths.id());
      if (!added) continue;
      systems.emplace_back(paths.submitter_index, &entry->second);
      names.push_back(paths.system);
    }
    const std::size_t count = submitters_.size();
    base::parallel_for(count + systems.size(), options_.jobs, [&](std::size_t i) {
      if (i < count) {
        submitters_[i].evidence = gather_submitter(submission_.root_disk, submission_.submitters[i], *round_);
        return;
      }
      const auto& [submitter, work] = systems[i - count];
      work->evidence =
          gather_system(submission_.root_disk, submission_.submitters[submitter], names[i - count]);
    });
  }

  void judge_results() {
    judged_ = std::vector<JudgedResult>(submission_.results.size());
    std::atomic<std::size_t> done{0};
    base::parallel_for(judged_.size(), options_.jobs, [&](std::size_t i) {
      const auto& paths = submission_.results[i];
      const auto& submitter = submitters_[paths.submitter_index];
      judged_[i] = judge_result(submission_.root_disk, paths, submitter.evidence.mapping,
                                submitter.systems.at(paths.system).evidence, *round_, rules_.catalog);
      if (options_.progress) options_.progress(++done, judged_.size());
    });
  }

  // The Server runs of a tree share their seeds, and with them the random numbers to be drawn.
  void judge_schedules() {
    std::vector<ScheduleEvidence*> schedules;
    for (auto& result : judged_) {
      if (result.schedule) schedules.push_back(&*result.schedule);
    }
    regenerate(schedules, options_.jobs);
    for (auto& result : judged_) judge_schedule(result, *round_, rules_.catalog);
  }

  void judge_systems() {
    std::set<std::string> with_power;
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      if (judged_[i].has_power) with_power.insert(system_path(submission_.results[i]));
    }
    for (std::size_t s = 0; s < submitters_.size(); ++s) {
      const auto& paths = submission_.submitters[s];
      std::vector<const SystemEvidence*> descriptions;
      for (auto& [name, work] : submitters_[s].systems) {
        descriptions.push_back(work.evidence.get());
        const SystemContext context{paths.division, paths.submitter,
                                    with_power.contains(paths.path + '/' + name)};
        for (const auto& check : system_checks()) check.run(*work.evidence, context, *round_, work.findings);
        add_shared(work.findings, work.results,
                   {{"division", paths.division}, {"submitter", paths.submitter}, {"system", name}});
        report_.systems.push_back(system_facts(*work.evidence, paths.division, paths.submitter));
      }
      Findings alike;
      report_same_descriptions(descriptions, alike);
      add_shared(alike, submitters_[s].results,
                 {{"division", paths.division}, {"submitter", paths.submitter}});
    }
  }

  void judge_submitters() {
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      if (!judged_[i].has_calibration) continue;
      submitters_[submission_.results[i].submitter_index].evidence.calibration_in_results = true;
    }
    for (std::size_t s = 0; s < submitters_.size(); ++s) {
      auto& work = submitters_[s];
      for (const auto& check : submitter_checks()) check.run(work.evidence, *round_, work.findings);
      const auto& paths = submission_.submitters[s];
      add_shared(work.findings, work.results, {{"division", paths.division}, {"submitter", paths.submitter}});
      report_.counts.files += work.evidence.files;
      report_.counts.bytes += work.evidence.bytes;
    }
  }

  void judge_benchmarks() {
    std::map<std::string, BenchmarkContext> benchmarks;
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      const auto& paths = submission_.results[i];
      const auto folder = paths.path.substr(0, paths.path.rfind('/'));
      auto [entry, added] = benchmarks.try_emplace(folder);
      auto& context = entry->second;
      if (added) {
        const auto& whole = submission_.submitters[paths.submitter_index].whole_benchmarks;
        context = {paths.division,
                   paths.submitter,
                   paths.system,
                   paths.benchmark,
                   folder,
                   judged_[i].benchmark,
                   submitters_[paths.submitter_index].systems.at(paths.system).evidence->system_type,
                   std::find(whole.begin(), whole.end(), paths.system + '/' + paths.benchmark) != whole.end(),
                   {}};
      }
      context.scenarios.push_back({paths.id(), paths.scenario, judged_[i].scenario, judged_[i].holds_result,
                                   judged_[i].inferred_from});
    }
    for (auto& [folder, context] : benchmarks) {
      gather_inferences(submission_.root_disk, *round_, context);
      Findings findings;
      check_benchmark(context, *round_, findings);
      std::vector<std::string> ids;
      for (const auto& scenario : context.scenarios) ids.push_back(scenario.id);
      add_shared(findings, ids,
                 {{"division", context.division},
                  {"submitter", context.submitter},
                  {"system", context.system},
                  {"benchmark", context.benchmark.empty() ? context.benchmark_folder : context.benchmark}});
    }
  }

  // What concerns several results: the same log or hash in two of them.
  void compare_results() {
    std::vector<ResultMarks> marks;
    for (auto& result : judged_) marks.push_back(std::move(result.marks));
    const Confined disk(submission_.root_disk);
    const SameFile same = [&](const std::string& one, const std::string& other) {
      return disk.inside(one) && disk.inside(other) && base::same_bytes(disk.disk(one), disk.disk(other));
    };
    Findings findings;
    compare_runs(marks, same, findings);
    compare_outputs(marks, same, findings);
    const std::size_t levels = compare_levels(marks, *round_, findings);
    add_shared(findings, {}, {}, levels);
  }

  void judge_tree(const RoundChoice& choice) {
    Findings findings;
    report_tree_issues(submission_, findings);
    report_system_files(submission_, findings);
    auto detected = findings.report("round-detected");
    detected.at(".").found(round_->name()).with("reason", choice.reason);
    report_other_round(findings);
    add_shared(findings, {}, {}, judged_.size());
  }

  // All seeds of another round: one hint instead of a riddle a result.
  void report_other_round(Findings& findings) {
    std::map<std::string, std::size_t> others;
    std::size_t logs = 0;
    for (const auto& result : judged_) {
      if (!result.seeds) continue;
      ++logs;
      const auto* other = round_of_seeds(rules_, *result.seeds);
      if (other != nullptr && other != round_) ++others[other->name()];
    }
    for (const auto& [name, count] : others) {
      if (count != logs) continue;
      findings.report("round-detected", "other-round")
          .at(".")
          .found(name)
          .expected(round_->name())
          .with("other", name);
    }
  }

  // Findings that belong to no single result. `ids`: the results they touch, unless a finding names its own.
  void add_shared(Findings& findings, const std::vector<std::string>& ids,
                  std::map<std::string, std::string> values) {
    add_shared(findings, ids, std::move(values), ids.size());
  }
  // The claims count for `judged_results` results.
  void add_shared(Findings& findings, const std::vector<std::string>& ids,
                  std::map<std::string, std::string> values, std::size_t judged_results) {
    values["round"] = round_->name();
    std::vector<Finding> list(findings.list().begin(), findings.list().end());
    for (auto& finding : list) {
      if (finding.affects.empty()) finding.affects = ids;
    }
    complete_findings(list, rules_.catalog, values);
    std::move(list.begin(), list.end(), std::back_inserter(report_.findings));
    for (const auto& [rule, level] : findings.claims()) {
      report_.counts.claims[static_cast<std::size_t>(level)] += judged_results;
      report_.claims_by_rule[rule] += judged_results;
    }
  }

  static std::string system_path(const submission::ResultPaths& paths) {
    const auto results = paths.path.find("/results/");
    return (results == std::string::npos ? std::string() : paths.path.substr(0, results)) + '/' +
           paths.system;
  }

  AuditReport conclude(const RoundChoice& choice) {
    AuditReport& report = report_;
    report.round = round_->name();
    report.round_reason = choice.reason;
    report.root = shown_path(submission_.root_disk);
    report.strict = options_.strict;
    for (auto& judged : judged_) {
      report.counts.files += judged.files;
      report.counts.bytes += judged.bytes;
      for (std::size_t level = 0; level < judged.claims.size(); ++level) {
        report.counts.claims[level] += judged.claims[level];
      }
      for (const auto rule : judged.claimed) ++report.claims_by_rule[rule];
      report.results.push_back(std::move(judged.report));
      sort_by_severity(report.results.back().findings);
    }
    if (options_.profile == "trial") apply_trial_profile(report, rules_.catalog);
    Findings about_config;
    apply_waivers(config_, today(), report, about_config);
    add_shared(about_config, {}, {});
    sort_by_severity(report.findings);
    leave_out(options_.select, options_.ignore, config_, report);
    set_verdicts_and_counts(report);
    if (options_.mask_names) mask_names(report);
    return std::move(report);
  }

  const Options& options_;
  const rules::RuleSet& rules_;
  submission::Submission submission_;
  Config config_;
  const rules::Round* round_ = nullptr;
  std::vector<SubmitterWork> submitters_;
  std::vector<JudgedResult> judged_;
  AuditReport report_;
};

}  // namespace

std::variant<AuditReport, Failure> run_audit(const Options& options, const rules::RuleSet& rules) {
  auto opened =
      open_tree({options.paths, options.round, options.submitter, options.use_config, options.jobs}, rules);
  if (auto* failure = std::get_if<Failure>(&opened)) return std::move(*failure);
  auto& tree = std::get<OpenTree>(opened);
  Audit audit(options, rules, std::move(tree.submission), std::move(tree.config));
  return audit.run(tree.choice, tree.round_is_given);
}

}  // namespace mlperf::audit
