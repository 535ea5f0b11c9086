// SPDX-License-Identifier: Apache-2.0
#include "audit/truncate_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "base/units.h"
#include "submission/hash_lines.h"

namespace mlperf::audit {
namespace {

using base::FileState;

class Planner {
 public:
  Planner(const TruncateFacts& facts, const rules::Round& round, TruncateMode mode, Findings& out)
      : facts_(facts), rule_(round.accuracy_log()), mode_(mode), out_(out) {}

  TruncatePlan run() {
    if (!log_is_usable()) return plan_;
    plan_.state = facts_.size > rule_.max_size_bytes ? TruncateState::too_long
                  : facts_.form == LogForm::cut      ? TruncateState::cut
                  : facts_.form == LogForm::whole    ? TruncateState::whole
                                                     : TruncateState::malformed;
    if (!text_is_usable()) return plan_;
    values_ = submission::hash_values(facts_.text_bytes);
    blanks_ = submission::has_trailing_blanks(facts_.text_bytes);
    others_ = hash_of_another(facts_.text_bytes, facts_.sha256, rule_.hash_length_hex);
    has_own_ = std::any_of(values_.begin(), values_.end(),
                           [&](const std::string& value) { return base::lower(value) == facts_.sha256; });
    switch (plan_.state) {
      case TruncateState::too_long:
        plan_long();
        break;
      case TruncateState::cut:
        plan_cut();
        break;
      default:
        plan_small();
        break;
    }
    if (mode_ == TruncateMode::check && !plan_.idle()) report_due();
    return plan_;
  }

 private:
  Reported report(std::string_view rule, std::string_view variant = "default") {
    return out_.report(rule, variant).at(facts_.target.log());
  }
  Reported report_text(std::string_view rule, std::string_view variant = "default") {
    return out_.report(rule, variant).at(facts_.target.text()).with("log", facts_.target.log());
  }

  bool log_is_usable() {
    const auto& log = facts_.log;
    if (log.state == FileState::absent) {
      plan_.state = TruncateState::absent;
      report("truncate-log-missing", facts_.endpoints ? "endpoints" : "default");
    } else if (!facts_.same_as.empty()) {
      report("truncate-log-unusable", "linked-folder").with("target", facts_.same_as);
    } else if (!log.link.empty()) {
      report("truncate-log-unusable", "link").with("target", log.link);
    } else if (log.state != FileState::read) {
      report("truncate-log-unusable").with("reason", log.reason);
    } else if (facts_.form == LogForm::empty) {
      report("truncate-log-unusable", "empty").found(facts_.size);
    } else if (facts_.form == LogForm::marked) {
      report("truncate-log-unusable", "marked")
          .found(facts_.size)
          .expected(rule_.cut_size_bytes)
          .with("size", base::human_bytes(facts_.size))
          .with("at", fmt::format("{}", facts_.mark_at))
          .with("expected_at", fmt::format("{}", rule_.head_bytes))
          .with("cut_size", base::human_bytes(rule_.cut_size_bytes));
    } else {
      return true;
    }
    return false;
  }

  bool text_is_usable() {
    const auto& text = facts_.text;
    if (text.state == FileState::absent) {
      if (facts_.target.place != HashPlace::required) return true;
      report_text("truncate-no-accuracy-txt");
    } else if (!text.link.empty()) {
      report_text("truncate-no-accuracy-txt", "link").with("target", text.link);
    } else if (text.state != FileState::read) {
      report_text("truncate-no-accuracy-txt", "unreadable").with("reason", text.reason);
    } else if (facts_.text_bytes.find('\0') != std::string::npos) {
      report_text("truncate-no-accuracy-txt", "not-text");
    } else {
      return true;
    }
    return false;
  }

  // The log is whole: its own hash is the one to be recorded.
  void plan_long() {
    plan_.hash = facts_.sha256;
    if (facts_.sha256.empty()) {  // only looked at
      plan_.cut = true;
      return;
    }
    if (facts_.form == LogForm::malformed && !has_own_ && !others_.empty()) {
      report_text("truncate-hash-differs", "malformed").found(others_.front()).expected(facts_.sha256);
      plan_.hash.clear();
      return;
    }
    if (!backup_permits()) return;
    plan_.keep_copy = facts_.backup.state == FileState::absent;
    plan_.cut = true;
    record(facts_.sha256);
    if (facts_.log.write_protected) refuse(facts_.target.log());
  }

  bool backup_permits() {
    const auto& backup = facts_.backup;
    if (backup.state == FileState::absent) return true;
    if (backup.state != FileState::read) {
      report("truncate-backup", "unusable").with("reason", backup.reason);
      return false;
    }
    if (facts_.backup_sha256 == facts_.sha256) return true;
    report("truncate-backup").found(facts_.backup_sha256).expected(facts_.sha256);
    return false;
  }

  // The whole log is elsewhere, at best where an earlier run kept it.
  void plan_cut() {
    const bool known = facts_.backup_fits;
    const auto& whole = facts_.backup_sha256;
    if (known && std::find(others_.begin(), others_.end(), whole) != others_.end()) {
      keep(whole);
    } else if (known && others_.empty()) {
      record(whole);
    } else if (known) {
      report_text("truncate-hash-differs", "backup").found(others_.front()).expected(whole);
    } else {
      warn_of_foreign_backup();
      if (others_.empty()) {
        report_text("truncate-hash-lost", has_own_ ? "own" : "default").found(facts_.sha256);
      } else {
        keep(others_.size() == 1 ? others_.front() : "");
      }
    }
  }

  void plan_small() {
    const bool malformed = plan_.state == TruncateState::malformed;
    if (malformed)
      report("truncate-log-unusable", "malformed")
          .found(facts_.size)
          .with("size", base::human_bytes(facts_.size))
          .with("cut_size", base::human_bytes(rule_.cut_size_bytes));
    if (has_own_) {
      keep(facts_.sha256);
    } else if (others_.empty()) {
      record(facts_.sha256);
    } else if (malformed) {
      keep(others_.size() == 1 ? others_.front() : "");
    } else {
      report_text("truncate-hash-differs").found(others_.front()).expected(facts_.sha256);
    }
  }

  // `hash` stands there already (empty: which of several it is cannot be told). Lines that are no hash go,
  // and blanks behind it.
  void keep(const std::string& hash) {
    plan_.hash = hash;
    const bool several = others_.size() + (has_own_ ? 1 : 0) > 1;
    const bool rubbish =
        blanks_ || std::any_of(values_.begin(), values_.end(), [&](const std::string& value) {
          return !submission::is_hash(value, rule_.hash_length_hex);
        });
    if (several) {
      const bool own_of_cut = has_own_ && plan_.state == TruncateState::cut;
      report_text("truncate-hash-lines", own_of_cut ? "own" : "default")
          .with("count", fmt::format("{}", others_.size() + (has_own_ ? 1 : 0)));
    } else if (rubbish) {
      record(hash);
    }
  }

  void record(const std::string& hash) {
    plan_.hash = hash;
    if (values_.size() == 1 && base::lower(values_.front()) == hash && !blanks_) return;
    plan_.write_hash = true;
    for (const auto& value : values_) {
      if (base::lower(value) != hash) plan_.replaced.push_back(value);
    }
    if (facts_.text.write_protected) refuse(facts_.target.text());
  }

  // Nobody may write it: its owner said so, and putting another file in its place would disregard that.
  void refuse(const std::string& path) {
    out_.report("truncate-log-unusable", "protected").at(path);
    plan_.keep_copy = plan_.write_hash = plan_.cut = false;
    plan_.replaced.clear();
  }

  void warn_of_foreign_backup() {
    if (facts_.backup.state == FileState::read && !facts_.backup_sha256.empty())
      report("truncate-backup", "foreign").found(facts_.backup_sha256);
  }

  void report_due() {
    if (plan_.cut) {
      report("truncate-due")
          .found(facts_.size)
          .expected(rule_.max_size_bytes)
          .with("size", base::human_bytes(facts_.size))
          .with("limit", base::human_bytes(rule_.max_size_bytes));
    } else {
      report_text("truncate-due", values_.empty() ? "no-hash" : "hash").expected(plan_.hash);
    }
  }

  const TruncateFacts& facts_;
  const rules::Round::AccuracyLogRule& rule_;
  TruncateMode mode_;
  Findings& out_;
  TruncatePlan plan_;
  std::vector<std::string> values_;  // of all hash lines
  std::vector<std::string> others_;  // well-formed hashes that are not the log's own
  bool has_own_ = false;
  bool blanks_ = false;  // a hash line ends in blanks
};

}  // namespace

std::string_view to_string(TruncateMode mode) {
  switch (mode) {
    case TruncateMode::truncate:
      return "truncate";
    case TruncateMode::dry_run:
      return "dry-run";
    case TruncateMode::check:
      return "check";
  }
  return "truncate";
}

std::string_view to_string(TruncateState state) {
  switch (state) {
    case TruncateState::absent:
      return "absent";
    case TruncateState::unusable:
      return "unusable";
    case TruncateState::too_long:
      return "too long";
    case TruncateState::cut:
      return "already cut";
    case TruncateState::whole:
      return "whole";
    case TruncateState::malformed:
      return "malformed";
  }
  return "unusable";
}

TruncatePlan plan_truncation(const TruncateFacts& facts, const rules::Round& round, TruncateMode mode,
                             Findings& out) {
  return Planner(facts, round, mode, out).run();
}

}  // namespace mlperf::audit
