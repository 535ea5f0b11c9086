// SPDX-License-Identifier: Apache-2.0
// Results that stand on the run of another scenario: that run must be the one handed in beside them.
#include <gmock/gmock.h>

#include "support/variant.h"

namespace mlperf::test {
namespace {

const std::string kRun = "performance/run_1";
const std::string kBenchmark = kSubmitter + "results/example_edge/resnet/";

// MultiStream stands on the SingleStream run, performance and accuracy.
void infer(Variant& v) {
  for (const auto& folder : {kRun, std::string("accuracy")}) {
    v.copy(kResnetSingleStream + folder, kResnetMultiStream + folder);
  }
}

std::vector<std::string> variants(const audit::AuditReport& report) {
  std::vector<std::string> out;
  for (const auto* finding : findings(report, "perf-inferred")) out.push_back(finding->variant);
  return out;
}

TEST(Inferred, ACopyOfTheBaseIsANote) {
  Variant v;
  infer(v);
  const auto report = v.check(kBenchmark);
  EXPECT_THAT(variants(report), testing::ElementsAre("default"));
  EXPECT_SILENT(report, "acc-scenario-match");
}

TEST(Inferred, AnotherRunThanTheBaseIsAnError) {
  Variant v;
  infer(v);
  v.set(kResnetMultiStream + kDetail, "sut_name", "\"Example suT\"");
  const auto report = v.check(kBenchmark);
  EXPECT_ERROR(report, "perf-inferred", kResnetMultiStream + kDetail);
  EXPECT_EQ(result(report, kResnetMultiStream).verdict, audit::Verdict::invalid);
  EXPECT_EQ(variants(v.check(kResnetMultiStream)).size(), 2U) << "the base lies outside PATH but is there";
}

TEST(Inferred, ABaseThatIsNotThereIsOneError) {
  Variant v;
  infer(v);
  v.remove(kResnetSingleStream);
  const auto missing = v.check(kBenchmark);
  EXPECT_ERROR(missing, "structure-scenarios-complete", "");
  EXPECT_THAT(variants(missing), testing::ElementsAre("default"));
  v.rename("closed", "open");
  EXPECT_THAT(variants(v.check("open")), testing::UnorderedElementsAre("default", "no-base"));
}

TEST(Inferred, TheAccuracyRunIsOfTheScenarioOfTheLogToo) {
  Variant v;
  infer(v);
  v.set(kResnetMultiStream + "accuracy/mlperf_log_detail.txt", "effective_scenario", "\"MultiStream\"");
  EXPECT_ERROR(v.check(kBenchmark), "acc-scenario-match", kResnetMultiStream + "accuracy");
}

}  // namespace
}  // namespace mlperf::test
