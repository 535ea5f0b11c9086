// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "audit/compliance_tests.h"
#include "audit/judge_tests.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using base::IssueKind;
using compliance::LogDocument;

const base::ReadIssue* first_issue(const LogDocument& log, IssueKind kind) {
  const auto at = std::find_if(log.issues.begin(), log.issues.end(),
                               [&](const base::ReadIssue& issue) { return issue.kind == kind; });
  return at == log.issues.end() ? nullptr : &*at;
}

std::string_view rule_of(const JudgedTest& test) {
  return test.test == "TEST06" ? "compliance-test06-log" : "compliance-log";
}

// The truncation tool's dots stand where the log breaks off.
bool shows_dots(const base::ReadIssue& issue) {
  return base::contains(issue.detail, "...\\n");
}

void judge_content(const JudgedTest& test, const LogDocument& log, Findings& out) {
  const auto rule = rule_of(test);
  const auto entries = std::to_string(log.value.entries);
  const auto* broken = first_issue(log, IssueKind::syntax);
  if (log.value.cut || (broken != nullptr && shows_dots(*broken))) {
    auto finding = report_recomputed(out, test, rule, "truncated");
    finding.at(log.path, broken == nullptr ? base::Position{} : broken->at)
        .found(log.value.size)
        .with("bytes", base::human_bytes(log.value.size))
        .with("entries", entries);
  } else if (broken != nullptr || !log.value.valid_json) {
    auto finding = report_recomputed(out, test, rule, "broken");
    finding.at(log.path, broken == nullptr ? base::Position{} : broken->at)
        .with("what", broken == nullptr ? std::string("not a JSON list") : broken->detail)
        .with("byte", std::to_string(broken == nullptr ? 0 : broken->at.byte))
        .with("entries", entries);
  }
  if (log.value.bad_entries > 0) {
    const auto* wrong = first_issue(log, IssueKind::wrong_type);
    report_recomputed(out, test, rule, "entry")
        .at(log.path, wrong == nullptr ? base::Position{} : wrong->at)
        .found(log.value.bad_entries)
        .with("what", wrong == nullptr ? std::string() : wrong->detail);
  }
  if (log.value.repeated_seq_ids > 0) {
    const auto* repeated = first_issue(log, IssueKind::duplicate_key);
    report_recomputed(out, test, rule, "repeated")
        .at(log.path, repeated == nullptr ? base::Position{} : repeated->at)
        .found(log.value.repeated_seq_ids)
        .with("what", repeated == nullptr ? std::string() : repeated->detail);
  }
}

}  // namespace

Reported report_recomputed(Findings& out, const JudgedTest& test, std::string_view rule,
                           std::string_view variant) {
  return out.report(rule, variant).level(Level::recomputed).with("test", test.test);
}

bool judge_log(const JudgedTest& test, const compliance::LogDocument& log, Findings& out) {
  if (log.value.cut && test.cut_permitted) return false;
  const auto rule = rule_of(test);
  out.claim(rule, Level::recomputed);
  if (log.state == base::ReadState::absent || log.state == base::ReadState::unreadable) {
    const bool absent = log.state == base::ReadState::absent;
    report_recomputed(out, test, rule, absent ? "absent" : "unreadable")
        .at(log.path)
        .with("reason", log.reason);
    return false;
  }
  if (log.state != base::ReadState::empty) judge_content(test, log, out);
  if (log.value.entries > 0) return true;
  if (log.value.bad_entries == 0 && (log.state == base::ReadState::empty || log.value.valid_json))
    report_recomputed(out, test, rule, "empty").at(log.path, {1, 0}).found(std::uint64_t{0});
  return false;
}

}  // namespace mlperf::audit
