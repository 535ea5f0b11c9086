// SPDX-License-Identifier: Apache-2.0
#include "audit/waive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlperf::audit {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

Finding finding_of(std::string rule, rules::Severity severity, std::string file) {
  Finding finding;
  finding.rule = std::move(rule);
  finding.severity = severity;
  finding.place.file = std::move(file);
  return finding;
}

// Result "a" with an error and a warning, result "b" with nothing, an error outside that affects both.
AuditReport report_of_two() {
  AuditReport report;
  report.results.resize(2);
  report.results[0].id = "a";
  report.results[0].findings = {finding_of("perf-seeds", rules::Severity::error, "closed/Acme/a/log.txt"),
                                finding_of("perf-odd", rules::Severity::warning, "closed/Acme/a/log.txt")};
  report.results[1].id = "b";
  report.findings = {finding_of("system-name", rules::Severity::error, "closed/Acme/systems/s.json")};
  report.findings[0].affects = {"a", "b"};
  return report;
}

Config config_with(Waiver waiver) {
  Config config;
  config.present = true;
  config.file = ".mlperf-audit.toml";
  config.waivers.push_back(std::move(waiver));
  return config;
}

TEST(Waive, AMatchingFindingIsMarkedAndCounted) {
  auto report = report_of_two();
  Findings out;
  apply_waivers(config_with({"perf-*", "closed/Acme/a", "agreed", "", {1, 0}}), "2026-12-01", report, out);
  EXPECT_TRUE(report.results[0].findings[0].waived);
  EXPECT_EQ(report.results[0].findings[0].waive_reason, "agreed");
  EXPECT_TRUE(report.results[0].findings[1].waived);
  EXPECT_FALSE(report.findings[0].waived);
  EXPECT_EQ(report.results[0].waived_errors, 1U);
  EXPECT_EQ(report.results[1].waived_errors, 0U);
  EXPECT_EQ(report.config_waived_errors, 1U);
  EXPECT_EQ(report.config_file, ".mlperf-audit.toml");
  ASSERT_THAT(report.ignored, SizeIs(1));
  EXPECT_EQ(report.ignored[0].effect, IgnoredRule::Effect::waived);
  EXPECT_EQ(report.ignored[0].findings, 2U);
  EXPECT_EQ(report.ignored[0].errors, 1U);
  EXPECT_THAT(out.list(), IsEmpty());
}

TEST(Waive, ASharedErrorCountsForEachResultItAffects) {
  auto report = report_of_two();
  Findings out;
  apply_waivers(config_with({"system-name", "**", "agreed", "", {}}), "2026-12-01", report, out);
  EXPECT_EQ(report.results[0].waived_errors, 1U);
  EXPECT_EQ(report.results[1].waived_errors, 1U);
  EXPECT_EQ(report.config_waived_errors, 1U);
}

TEST(Waive, TheLastDayStillCounts) {
  auto report = report_of_two();
  Findings out;
  apply_waivers(config_with({"perf-seeds", "**", "agreed", "2026-12-01", {}}), "2026-12-01", report, out);
  EXPECT_TRUE(report.results[0].findings[0].waived);
}

TEST(Waive, AnExpiredWaiverDoesNothingAndIsReported) {
  auto report = report_of_two();
  Findings out;
  apply_waivers(config_with({"perf-seeds", "**", "agreed", "2026-11-30", {7, 90}}), "2026-12-01", report,
                out);
  EXPECT_FALSE(report.results[0].findings[0].waived);
  EXPECT_THAT(report.ignored, IsEmpty());
  ASSERT_THAT(out.list(), SizeIs(1));
  EXPECT_EQ(out.list()[0].rule, "config-waiver-expired");
  EXPECT_EQ(out.list()[0].place.file, ".mlperf-audit.toml");
  EXPECT_EQ(out.list()[0].place.line, 7U);
  EXPECT_EQ(to_text(out.list()[0].found), "2026-11-30");
}

TEST(Waive, AWaiverThatMatchesNothingIsReported) {
  auto report = report_of_two();
  Findings out;
  apply_waivers(config_with({"perf-seeds", "open/**", "agreed", "", {7, 90}}), "2026-12-01", report, out);
  ASSERT_THAT(out.list(), SizeIs(1));
  EXPECT_EQ(out.list()[0].rule, "config-waiver-unused");
}

TEST(Waive, AFindingWithAPlaceOutsideThePathIsNotWaived) {
  auto report = report_of_two();
  report.results[0].findings[0].more.push_back({"closed/Other/log.txt", 1, 0, ""});
  Findings out;
  apply_waivers(config_with({"perf-seeds", "closed/Acme/**", "agreed", "", {}}), "2026-12-01", report, out);
  EXPECT_FALSE(report.results[0].findings[0].waived);
}

TEST(LeaveOut, IgnoredFindingsGoAndAreCounted) {
  auto report = report_of_two();
  leave_out({}, {"perf-*"}, {}, report);
  EXPECT_THAT(report.results[0].findings, IsEmpty());
  EXPECT_THAT(report.findings, SizeIs(1));
  ASSERT_THAT(report.ignored, SizeIs(1));
  EXPECT_EQ(report.ignored[0].origin, "--ignore");
  EXPECT_EQ(report.ignored[0].findings, 2U);
  EXPECT_EQ(report.ignored[0].errors, 1U);
  EXPECT_EQ(report.results[0].waived_errors, 0U);
  EXPECT_EQ(report.config_ignored_errors, 0U);
}

TEST(LeaveOut, WhatTheConfigurationFileIgnoresIsKeptAgainstIt) {
  auto report = report_of_two();
  Config config;
  config.present = true;
  config.file = ".mlperf-audit.toml";
  config.ignore.push_back({"system-*", "draft"});
  leave_out({}, {}, config, report);
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.config_ignored_errors, 1U);
  EXPECT_EQ(report.results[1].waived_errors, 1U);
  EXPECT_EQ(report.ignored[0].reason, "draft");
}

TEST(LeaveOut, SelectKeepsOnlyWhatMatches) {
  auto report = report_of_two();
  leave_out({"perf-seeds", "acc-*"}, {}, {}, report);
  EXPECT_THAT(report.results[0].findings, SizeIs(1));
  EXPECT_THAT(report.findings, IsEmpty());
  ASSERT_THAT(report.ignored, SizeIs(1));
  EXPECT_EQ(report.ignored[0].effect, IgnoredRule::Effect::not_selected);
  EXPECT_EQ(report.ignored[0].errors, 1U);
  EXPECT_THAT(report.selected, SizeIs(2));
}

TEST(LeaveOut, SelectOfBothMustMatch) {
  auto report = report_of_two();
  Config config;
  config.present = true;
  config.file = ".mlperf-audit.toml";
  config.select = {"perf-*"};
  leave_out({"system-*", "perf-odd"}, {}, config, report);
  EXPECT_THAT(report.results[0].findings, SizeIs(1));
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.config_ignored_errors, 1U);
}

}  // namespace
}  // namespace mlperf::audit
