// SPDX-License-Identifier: Apache-2.0
// The audit from end to end on the sample submission: what the driver itself decides.
#include <gmock/gmock.h>

#include "audit/round_choice.h"
#include "rules/load.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

TEST(SampleSubmission, IsValidWithoutWarnings) {
  const auto report = Variant().check();
  EXPECT_EQ(report.counts.results, 9U);
  EXPECT_EQ(report.counts.valid, 9U);
  EXPECT_EQ(report.counts.errors, 0U) << listed(report, rules::Severity::error);
  EXPECT_EQ(report.counts.warnings, 0U) << listed(report, rules::Severity::warning);
  EXPECT_EQ(report.exit_code(), 0);
  EXPECT_GT(report.counts.claims[static_cast<std::size_t>(audit::Level::cross_checked)], 100U);
}

TEST(SampleSubmission, OneBrokenResultLeavesTheOthersAlone) {
  const auto report = Variant().set(kDeepSeekServer + kDetail, "result_validity", "\"INVALID\"").check();
  EXPECT_ERROR(report, "perf-result-valid", kDeepSeekServer + kDetail);
  EXPECT_EQ(report.counts.invalid, 1U);
  EXPECT_EQ(result(report, kDeepSeekServer).verdict, audit::Verdict::invalid);
  EXPECT_EQ(result(report, kDeepSeekOffline).verdict, audit::Verdict::valid);
}

TEST(SharedFinding, StandsOnceAndMakesItsResultsInvalid) {
  const auto report =
      Variant().replace(kSubmitter + "systems/example_x8.json", "\"available\"", "\"soon\"").check();
  const auto found = findings(report, "system-status");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->affects.size(), 6U);
  EXPECT_EQ(report.counts.invalid, 6U);
}

TEST(MissingScenario, IsOneFindingForTheBenchmark) {
  const auto report = Variant().remove(kDeepSeekOffline).check();
  const auto found = findings(report, "structure-scenarios-complete");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->affects.size(), 2U);
  EXPECT_SILENT(Variant().check(kDeepSeekServer), "structure-scenarios-complete");
}

TEST(RoundDetected, SaysHowTheRoundWasFound) {
  const auto report = Variant().check();
  EXPECT_EQ(report.round, "v6.0");
  EXPECT_NOTE(report, "round-detected", ".");
}

TEST(RoundDetected, OneLogWithOtherSeedsDoesNotMoveIt) {
  Variant variant;
  for (const auto* key : {"requested_qsl_rng_seed", "effective_qsl_rng_seed"}) {
    variant.set(kDeepSeekServer + kDetail, key, "2085463073848966840");
  }
  const auto report = variant.check();
  EXPECT_EQ(report.round, "v6.0");
  EXPECT_ERROR(report, "perf-seeds", kDeepSeekServer + kDetail);
}

TEST(RoundDetected, AllSeedsOfAnotherRoundGiveOneHint) {
  audit::Options options;
  options.round = "v6.1";
  const auto report = Variant().check(".", options);
  std::size_t hints = 0;
  for (const auto* finding : findings(report, "round-detected"))
    hints += finding->variant == "other-round" ? 1 : 0;
  EXPECT_EQ(hints, 1U);
}

TEST(RoundDetected, NoHintForTheRightRound) {
  const auto report = Variant().check();
  for (const auto* finding : findings(report, "round-detected")) EXPECT_EQ(finding->variant, "default");
}

// structure-path has no finding: the audit cannot be done, exit 2.
TEST(StructurePath, NothingThatLooksLikeAResultIsAFailureWithItsReason) {
  Variant variant;
  variant.remove("closed").write("notes/readme.txt", "nothing here\n");
  EXPECT_THROW(variant.check(), std::runtime_error);
  EXPECT_THROW(variant.check("no/such/folder"), std::runtime_error);
}

TEST(StructurePath, AMisnamedDivisionIsAFindingInstead) {
  const auto report = Variant().rename("closed", "Closed").check();
  EXPECT_ERROR(report, "structure-division", "Closed");
  EXPECT_EQ(report.exit_code(), 1);
}

TEST(ChooseRound, VersionsDecideWhereNoSeedsDo) {
  const auto rules = rules::load_embedded_rules();
  const auto choice = audit::choose_round(rules, {{"log", {0, 0, 0}, "6.0.16 @ NA"}}, "tree");
  EXPECT_EQ(choice.round->name(), "v6.1");
  EXPECT_FALSE(choice.assumed);
}

TEST(ChooseRound, TheFolderNameThenTheNewest) {
  const auto rules = rules::load_embedded_rules();
  EXPECT_EQ(audit::choose_round(rules, {}, "/data/inference_results_v6.0").round->name(), "v6.0");
  const auto choice = audit::choose_round(rules, {}, "/data/results");
  EXPECT_EQ(choice.round->name(), rules.newest().name());
  EXPECT_TRUE(choice.assumed);
}

TEST(Threads, SameReportForAnyNumber) {
  Variant variant;
  variant.set(kDeepSeekServer + kDetail, "result_validity", "\"INVALID\"");
  audit::Options one;
  one.jobs = 1;
  audit::Options four;
  four.jobs = 4;
  const auto a = variant.check(".", one);
  const auto b = variant.check(".", four);
  ASSERT_EQ(a.results.size(), b.results.size());
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    EXPECT_EQ(a.results[i].id, b.results[i].id);
    EXPECT_EQ(a.results[i].findings.size(), b.results[i].findings.size());
  }
}

}  // namespace
}  // namespace mlperf::test
