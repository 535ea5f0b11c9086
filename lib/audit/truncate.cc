// SPDX-License-Identifier: Apache-2.0
#include "audit/truncate.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "audit/conclude.h"
#include "audit/open_tree.h"
#include "base/parallel.h"
#include "base/text.h"
#include "submission/disk.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kBackupEnd = "-full-accuracy-logs";

// Two runs must not work on one tree: one would take the other's temporary files for leftovers. A file system
// without locks has only the names of these files, which differ.
class TreeLock {
 public:
  explicit TreeLock(const std::string& root) : fd_(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (fd_ < 0) return;
    const int error = ::flock(fd_, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    held_ = error == 0;
    busy_ = error == EWOULDBLOCK;
  }
  TreeLock(const TreeLock&) = delete;
  TreeLock& operator=(const TreeLock&) = delete;
  ~TreeLock() {
    if (fd_ >= 0) ::close(fd_);
  }
  bool held() const { return held_; }
  bool busy() const { return busy_; }

 private:
  int fd_;
  bool held_ = false, busy_ = false;
};

// Absolute, with the links of what is there resolved.
std::string settled(const std::string& path) {
  std::error_code error;
  auto settled = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  std::string text = settled.lexically_normal().generic_string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

class Truncation {
 public:
  Truncation(const TruncateOptions& options, const rules::RuleSet& rules, const rules::Round& round,
             TruncatePlaces places, base::FileCalls& calls, bool locked)
      : options_(options),
        rules_(rules),
        round_(round),
        places_(std::move(places)),
        calls_(calls),
        locked_(locked) {}

  std::vector<TruncateEntry> run(const std::vector<TruncateTarget>& targets) {
    for (const auto& target : targets) logs_.insert(target.log());
    std::vector<TruncateEntry> entries(targets.size());
    std::atomic<std::size_t> done{0};
    base::parallel_for(targets.size(), options_.jobs, [&](std::size_t i) {
      entries[i] = treat(targets[i]);
      if (options_.progress) options_.progress(++done, targets.size());
    });
    return entries;
  }

 private:
  TruncateEntry treat(const TruncateTarget& target) const {
    Findings findings;
    TruncateFacts facts =
        gather_truncate_facts(target, places_, round_, options_.mode == TruncateMode::check, calls_);
    TruncateEntry entry{target.id, target.test, target.log(), target.text(), {},
                        {},        {},          facts.size,   facts.size,    {}};
    if (logs_.contains(facts.same_as)) {
      findings.report("truncate-log-missing", "same").at(entry.log).with("target", facts.same_as);
    } else {
      entry.plan = plan_truncation(facts, round_, options_.mode, findings);
      remove_leftovers(facts, findings);
      if (options_.mode == TruncateMode::truncate)
        entry.done = execute_truncation(facts, entry.plan, places_, round_, calls_, findings);
    }
    const std::string backup = submission::join(places_.backup, entry.log);
    const bool will_cut = options_.mode == TruncateMode::dry_run && entry.plan.cut;
    if (entry.done.cut || will_cut) entry.size_after = round_.accuracy_log().cut_size_bytes;
    if (entry.done.kept_copy || will_cut || facts.backup.state == base::FileState::read)
      entry.backup = shown_path(backup);
    for (auto& finding : findings.list()) entry.findings.push_back(std::move(finding));
    complete_findings(entry.findings, rules_.catalog, {{"backup", shown_path(backup)}});
    sort_by_severity(entry.findings);
    return entry;
  }

  void remove_leftovers(const TruncateFacts& facts, Findings& findings) const {
    for (const auto& path : facts.leftovers) {
      const bool remove = options_.mode == TruncateMode::truncate && locked_;
      const int error = remove ? calls_.remove(path) : 0;
      const auto* variant = !remove || error != 0 ? "default" : "removed";
      findings.report("truncate-leftover", variant).at(facts.target.log()).with("leftover", shown_path(path));
    }
  }

  const TruncateOptions& options_;
  const rules::RuleSet& rules_;
  const rules::Round& round_;
  TruncatePlaces places_;
  base::FileCalls& calls_;
  bool locked_;
  std::set<std::string> logs_;
};

void count(TruncateReport& report) {
  for (const auto& entry : report.entries) {
    for (const auto& finding : entry.findings) {
      if (finding.severity == rules::Severity::error) ++report.errors;
      if (finding.severity == rules::Severity::warning) ++report.warnings;
      if (finding.severity == rules::Severity::note) ++report.notes;
    }
  }
}

}  // namespace

int TruncateReport::exit_code() const {
  return errors > 0 || (strict && warnings > 0) ? 1 : 0;
}

std::variant<TruncateReport, Failure> run_truncate(const TruncateOptions& options,
                                                   const rules::RuleSet& rules, base::FileCalls& calls) {
  auto opened = open_tree({options.paths, options.round, options.submitter, true, options.jobs}, rules);
  if (auto* failure = std::get_if<Failure>(&opened)) return std::move(*failure);
  const auto& tree = std::get<OpenTree>(opened);
  const std::string& root = tree.submission.root_disk;
  if (options.backup.empty() && root == "/")
    return Failure{"the tree is /, and nothing lies beside it; give --backup DIR"};
  const TruncatePlaces places{
      root, settled(options.backup.empty() ? root + std::string(kBackupEnd) : options.backup)};
  if (submission::is_below(places.backup, root)) {
    return Failure{fmt::format("the backup folder {} lies inside the audited tree; give one outside of {}",
                               base::printable(shown_path(places.backup)),
                               base::printable(shown_path(root)))};
  }
  std::optional<TreeLock> lock;
  if (options.mode == TruncateMode::truncate) {
    lock.emplace(root);
    if (lock->busy()) return Failure{fmt::format("another truncate is at work on {}", base::printable(root))};
  }
  TruncateReport report;
  report.round = tree.choice.round->name();
  report.round_reason = tree.choice.reason;
  report.root = shown_path(root);
  report.backup = shown_path(places.backup);
  report.mode = options.mode;
  report.strict = options.strict;
  Truncation truncation(options, rules, *tree.choice.round, places, calls, lock && lock->held());
  report.entries = truncation.run(truncate_targets(tree.submission, *tree.choice.round));
  count(report);
  return report;
}

}  // namespace mlperf::audit
