// SPDX-License-Identifier: Apache-2.0
// Results of mlcommons/endpoints: told apart from LoadGen results by what they hold, and left unjudged.
#include <gmock/gmock.h>

#include "support/variant.h"

namespace mlperf::test {
namespace {

const std::string kSummaryJson = "{\"n_samples_issued\": 8000, \"latency\": {\"total\": 1}}\n";

// deepseek-r1 Server without a LoadGen log.
void strip(Variant& v) {
  for (const auto* folder : {"performance", "accuracy", "TEST06"}) v.remove(kDeepSeekServer + folder);
  v.remove(kDeepSeekServer + "user.conf");
}

audit::AuditReport check(const Variant& v, const std::string& round = "v6.1") {
  audit::Options options;
  options.round = round;
  return v.check(kDeepSeekServer, options);
}

TEST(Endpoints, OneNoteAndInconclusive) {
  Variant v;
  strip(v);
  v.write(kDeepSeekServer + "performance/result_summary.json", kSummaryJson);
  const auto report = check(v);
  EXPECT_NOTE(report, "structure-endpoints-result", "performance/result_summary.json");
  EXPECT_EQ(report.counts.errors, 0U) << listed(report, rules::Severity::error);
  EXPECT_EQ(result(report, kDeepSeekServer).verdict, audit::Verdict::inconclusive);
}

TEST(Endpoints, WhereverTheSummaryLies) {
  Variant v;
  strip(v);
  v.write(kDeepSeekServer + "performance/run_1/results_summary.json", kSummaryJson);
  EXPECT_EQ(result(check(v), kDeepSeekServer).verdict, audit::Verdict::inconclusive);
}

TEST(Endpoints, WhatIsWrongOtherwiseStillCounts) {
  Variant v;
  strip(v);
  v.write(kDeepSeekServer + "performance/result_summary.json", kSummaryJson)
      .replace(kDeepSeekServer + "measurements.json", "\"retraining\": \"no\"", "\"retraining\": \"yes\"");
  EXPECT_EQ(result(check(v), kDeepSeekServer).verdict, audit::Verdict::invalid);
}

TEST(Endpoints, AFileBesideLoadGenLogsChangesNothing) {
  Variant v;
  v.write(kDeepSeekServer + "performance/result_summary.json", kSummaryJson)
      .write(kDeepSeekServer + "config.yaml", "type: online\n")
      .remove(kDeepSeekServer + "performance/run_1");
  const auto report = check(v);
  EXPECT_SILENT(report, "structure-endpoints-result");
  EXPECT_EQ(result(report, kDeepSeekServer).verdict, audit::Verdict::invalid);
}

TEST(Endpoints, OnlyWhereTheRoundAndTheBenchmarkHaveThem) {
  Variant v;
  strip(v);
  v.write(kDeepSeekServer + "performance/result_summary.json", kSummaryJson);
  EXPECT_SILENT(check(v, "v6.0"), "structure-endpoints-result");
  EXPECT_EQ(result(check(v, "v6.0"), kDeepSeekServer).verdict, audit::Verdict::invalid);
  v.rename(kRack + "deepseek-r1", kRack + "dlrm-v3");
  audit::Options options;
  options.round = "v6.1";
  EXPECT_SILENT(v.check(kRack + "dlrm-v3", options), "structure-endpoints-result");
}

TEST(Endpoints, ASummaryIsToldByItsContent) {
  Variant v;
  strip(v);
  v.write(kDeepSeekServer + "performance/result_summary.json", "{\"latency\": 1}\n");
  EXPECT_SILENT(check(v), "structure-endpoints-result");
  EXPECT_ERROR(check(v), "structure-required-files", kDeepSeekServer);
}

}  // namespace
}  // namespace mlperf::test
