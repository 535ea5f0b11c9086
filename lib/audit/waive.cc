// SPDX-License-Identifier: Apache-2.0
#include "audit/waive.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/glob.h"

namespace mlperf::audit {
namespace {

using Effect = IgnoredRule::Effect;

bool is_error(const Finding& finding) {
  return finding.severity == rules::Severity::error;
}

bool covers(const Waiver& waiver, const Finding& finding) {
  if (!base::glob_match(waiver.rule, finding.rule)) return false;
  if (!base::glob_match_path(waiver.path, finding.place.file)) return false;
  return std::all_of(finding.more.begin(), finding.more.end(), [&](const Place& place) {
    return place.file == finding.place.file || base::glob_match_path(waiver.path, place.file);
  });
}

// Adds to the results what the configuration file took from them.
class TakenErrors {
 public:
  explicit TakenErrors(AuditReport& report) {
    for (auto& result : report.results) by_id_.emplace(result.id, &result);
  }
  void add(const Finding& finding, ResultReport* owner) {
    if (!is_error(finding)) return;
    if (owner != nullptr) ++owner->waived_errors;
    for (const auto& id : finding.affects)
      if (const auto found = by_id_.find(id); found != by_id_.end()) ++found->second->waived_errors;
  }

 private:
  std::unordered_map<std::string_view, ResultReport*> by_id_;
};

// Which of several lists of globs takes a finding; each rule id is looked up once.
class Sieve {
 public:
  Sieve(AuditReport& report, const std::vector<std::string>& select, const Config& config)
      : ignored_(report.ignored), select_(select), config_(config) {}

  // Index of the row of report.ignored that takes it, or npos.
  std::size_t taken_by(const std::string& rule) {
    const auto [position, added] = known_.try_emplace(rule, npos);
    if (added) position->second = look_up(rule);
    return position->second;
  }
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  std::size_t first = 0;  // of the rows for ignored rules
  std::size_t select_row = npos, config_select_row = npos;

 private:
  static bool any(const std::vector<std::string>& globs, const std::string& rule) {
    return std::any_of(globs.begin(), globs.end(),
                       [&](const auto& glob) { return base::glob_match(glob, rule); });
  }
  std::size_t look_up(const std::string& rule) const {
    if (select_row != npos && !any(select_, rule)) return select_row;
    if (config_select_row != npos && !any(config_.select, rule)) return config_select_row;
    for (std::size_t i = first; i < ignored_.size(); ++i)
      if (ignored_[i].effect == Effect::ignored && base::glob_match(ignored_[i].glob, rule)) return i;
    return npos;
  }

  const std::vector<IgnoredRule>& ignored_;
  const std::vector<std::string>& select_;
  const Config& config_;
  std::map<std::string, std::size_t> known_;
};

IgnoredRule row_of(std::string glob, std::string reason, std::string origin, Effect effect) {
  IgnoredRule row;
  row.glob = std::move(glob);
  row.reason = std::move(reason);
  row.origin = std::move(origin);
  row.effect = effect;
  return row;
}

std::string joined(const std::vector<std::string>& globs) {
  return fmt::format("{}", fmt::join(globs, " "));
}

}  // namespace

void apply_waivers(const Config& config, std::string_view today, AuditReport& report, Findings& out) {
  if (!config.present) return;
  report.config_file = config.file;
  std::vector<const Waiver*> active;
  for (const auto& waiver : config.waivers) {
    if (waiver.until.empty() || today <= waiver.until) {
      active.push_back(&waiver);
    } else {
      out.report("config-waiver-expired")
          .at(config.file, waiver.at)
          .found(waiver.until)
          .with("rule", waiver.rule)
          .with("path", waiver.path);
    }
  }
  std::vector<IgnoredRule> rows;
  for (const auto* waiver : active) {
    auto& row = rows.emplace_back(row_of(waiver->rule, waiver->reason, config.file, Effect::waived));
    row.path = waiver->path;
    row.until = waiver->until;
  }
  TakenErrors taken(report);
  const auto judge = [&](std::vector<Finding>& findings, ResultReport* owner) {
    for (auto& finding : findings) {
      const auto match =
          std::find_if(active.begin(), active.end(), [&](const auto* w) { return covers(*w, finding); });
      if (match == active.end()) continue;
      finding.waived = true;
      finding.waive_reason = (*match)->reason;
      auto& row = rows[static_cast<std::size_t>(match - active.begin())];
      ++row.findings;
      if (!is_error(finding)) continue;
      ++row.errors;
      ++report.config_waived_errors;
      taken.add(finding, owner);
    }
  };
  for (auto& result : report.results) judge(result.findings, &result);
  judge(report.findings, nullptr);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].findings == 0)
      out.report("config-waiver-unused")
          .at(config.file, active[i]->at)
          .with("rule", active[i]->rule)
          .with("path", active[i]->path);
  report.ignored.insert(report.ignored.end(), rows.begin(), rows.end());
}

void leave_out(const std::vector<std::string>& select, const std::vector<std::string>& ignore,
               const Config& config, AuditReport& report) {
  report.selected = select;
  if (config.present) report.config_file = config.file;
  Sieve sieve(report, select, config);
  sieve.first = report.ignored.size();
  const auto add_row = [&](IgnoredRule row) {
    report.ignored.push_back(std::move(row));
    return report.ignored.size() - 1;
  };
  if (!select.empty())
    sieve.select_row = add_row(row_of(joined(select), "", "--select", Effect::not_selected));
  if (!config.select.empty())
    sieve.config_select_row = add_row(row_of(joined(config.select), "", config.file, Effect::not_selected));
  for (const auto& glob : ignore) add_row(row_of(glob, "", "--ignore", Effect::ignored));
  for (const auto& entry : config.ignore)
    add_row(row_of(entry.rule, entry.reason, config.file, Effect::ignored));
  if (sieve.first == report.ignored.size()) return;

  TakenErrors taken(report);
  const auto sift = [&](std::vector<Finding>& findings, ResultReport* owner) {
    std::erase_if(findings, [&](const Finding& finding) {
      const std::size_t index = sieve.taken_by(finding.rule);
      if (index == Sieve::npos) return false;
      auto& row = report.ignored[index];
      ++row.findings;
      if (!is_error(finding)) return true;
      ++row.errors;
      if (row.origin != config.file || finding.waived) return true;  // a waived one is counted as such
      ++report.config_ignored_errors;
      taken.add(finding, owner);
      return true;
    });
  };
  for (auto& result : report.results) sift(result.findings, &result);
  sift(report.findings, nullptr);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

}  // namespace mlperf::audit
