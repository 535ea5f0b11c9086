// SPDX-License-Identifier: Apache-2.0
#include "audit/mask.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlperf::audit {
namespace {

ResultReport result_of(const std::string& submitter, const std::string& system) {
  ResultReport result;
  result.division = "closed";
  result.submitter = submitter;
  result.system = system;
  result.id = "closed/" + submitter + "/" + system + "/resnet/Offline";
  result.path = "closed/" + submitter + "/results/" + system + "/resnet/Offline";
  return result;
}

// The message after masking, in a report of one result.
std::string masked(const std::string& submitter, const std::string& system, const std::string& message) {
  AuditReport report;
  report.results.push_back(result_of(submitter, system));
  report.findings.emplace_back().message = message;
  mask_names(report);
  return report.findings[0].message;
}

TEST(Mask, ReplacesNamesEverywhere) {
  AuditReport report;
  report.results = {result_of("Beta Corp", "b1-node"), result_of("Acme", "8xH200")};
  auto& finding = report.results[1].findings.emplace_back();
  finding.place.file = report.results[1].path + "/user.conf";
  finding.more.push_back({finding.place.file, 1, 0, "Acme"});
  finding.message = "submitter is acme, not Beta_Corp";
  finding.found = std::string("Acme");
  finding.expected = std::uint64_t{8};
  finding.values["system"] = "8xH200";
  finding.affects = {report.results[1].id};
  report.systems.push_back({"closed", "Acme", "8xH200", {{"system_name", "Acme Giant"}}});
  report.ignored.push_back({"perf-*", "Acme asked", ".mlperf-audit.toml"});
  report.ignored[0].path = "closed/Acme/**";
  mask_names(report);
  EXPECT_EQ(report.results[0].id, "closed/submitter-2/system-3/resnet/Offline");
  EXPECT_EQ(report.results[1].id, "closed/submitter-1/system-1/resnet/Offline");
  EXPECT_EQ(report.results[1].submitter, "submitter-1");
  EXPECT_EQ(report.results[1].system, "system-1");
  const auto& masked = report.results[1].findings[0];
  EXPECT_EQ(masked.place.file, "closed/submitter-1/results/system-1/resnet/Offline/user.conf");
  EXPECT_EQ(masked.more[0].found, "submitter-1");
  EXPECT_EQ(masked.message, "submitter is submitter-1, not submitter-2");
  EXPECT_EQ(to_text(masked.found), "submitter-1");
  EXPECT_EQ(to_text(masked.expected), "8");
  EXPECT_EQ(masked.values.at("system"), "system-1");
  EXPECT_EQ(masked.affects[0], report.results[1].id);
  EXPECT_EQ(report.systems[0].values.at("system_name"), "system-2");
  EXPECT_EQ(report.ignored[0].path, "closed/submitter-1/**");
  EXPECT_EQ(report.ignored[0].reason, "submitter-1 asked");
}

TEST(Mask, NamesWithoutResultsAreFoundInPaths) {
  AuditReport report;
  report.findings.emplace_back().place.file = "closed/Acme/systems/orphan.json";
  report.findings[0].message = "orphan of Acme has no results";
  mask_names(report);
  EXPECT_EQ(report.findings[0].place.file, "closed/submitter-1/systems/system-1.json");
  EXPECT_EQ(report.findings[0].message, "system-1 of submitter-1 has no results");
}

TEST(Mask, TheLongerNameWins) {
  EXPECT_EQ(masked("Acme", "Acme-big", "on Acme-big of Acme"), "on system-1 of submitter-1");
}

TEST(Mask, OtherWordsStay) {
  EXPECT_EQ(masked("Acme", "test", "the latest tests of Acmex"), "the latest tests of Acmex");
  EXPECT_EQ(masked("Ab", "1", "Ab ran 1 of 1 in closed/Ab/results/1/x"),
            "Ab ran 1 of 1 in closed/submitter-1/results/system-1/x");
  EXPECT_EQ(masked("Open", "s-1", "open/x"), "open/x");
}

TEST(Mask, EqualReportsGiveEqualNames) {
  EXPECT_EQ(masked("Acme", "x-1", "x-1 by Acme"), masked("Acme", "x-1", "x-1 by Acme"));
}

TEST(Mask, NamesGluedToOtherWords) {
  EXPECT_EQ(masked("Acme", "x-1", "AcmeServer, theAcme, ACMEserver"),
            "submitter-1Server, thesubmitter-1, submitter-1server");
  EXPECT_EQ(masked("Contoso", "x-1", "contosoinference"), "submitter-1inference");
  EXPECT_EQ(masked("Acme", "test", "TEST07 of Acme"), "TEST07 of submitter-1");
}

TEST(Mask, GlobsThatSpellAPartOfAName) {
  AuditReport report;
  report.results = {result_of("Acme", "x-1")};
  report.config_file = ".mlperf-audit.toml";
  report.ignored.push_back({"perf-*", "agreed", ".mlperf-audit.toml"});
  report.ignored[0].path = "closed/Ac*/results/**";
  auto& finding = report.findings.emplace_back();
  finding.rule = "config-waiver-unused";
  finding.values["path"] = "open/[A]cm?/x";
  finding.message = "the waiver of a in open/[A]cm?/x matches nothing";
  mask_names(report);
  EXPECT_EQ(report.ignored[0].path, "closed/*/results/**");
  EXPECT_EQ(report.findings[0].message, "the waiver of a in open/*/x matches nothing");
  EXPECT_EQ(report.findings[0].values.at("path"), "open/*/x");
}

}  // namespace
}  // namespace mlperf::audit
