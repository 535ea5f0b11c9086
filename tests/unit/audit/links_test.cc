// SPDX-License-Identifier: Apache-2.0
// Folders of results that are reached by links, and test folders that stand twice.
#include <gmock/gmock.h>

#include <filesystem>

#include "support/temporary_tree.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

const std::string kBenchmark = kRack + "deepseek-r1/";

void link(const Variant& v, const std::string& at, const std::string& target) {
  std::filesystem::create_directory_symlink(target, v.path(at));
}

TEST(Links, AFolderOutsideTheTreeIsAnError) {
  const submission::TemporaryTree elsewhere;
  for (const std::string& at :
       {kSubmitter + "results/other", kRack + "llama2-70b-99", kBenchmark + "Interactive"}) {
    Variant v;
    std::filesystem::remove_all(v.path(at));
    link(v, at, elsewhere.root());
    const auto report = v.check();
    EXPECT_ERROR(report, "structure-misplaced-result", at);
    EXPECT_EQ(report.exit_code(), 1);
  }
}

TEST(Links, TheSameScenarioCountsOnce) {
  Variant v;
  link(v, kBenchmark + "server", "Server");
  const auto report = v.check();
  EXPECT_EQ(report.counts.results, 9U);
  EXPECT_NOTE(report, "structure-stray-folders", kBenchmark + "server");
  EXPECT_EQ(report.counts.errors, 0U) << listed(report, rules::Severity::error);
}

TEST(Links, AnotherScenarioIsAResultOfItsOwn) {
  Variant v;
  v.remove(kDeepSeekInteractive);
  link(v, kBenchmark + "Interactive", "Server");
  EXPECT_EQ(v.check().counts.results, 9U);
}

TEST(TestFolders, AnEmptyOneDoesNotHideTheCompleteOne) {
  Variant v;
  v.rename(kResnetOffline + "TEST01", kResnetOffline + "compliance/TEST01");
  std::filesystem::create_directories(v.path(kResnetOffline + "TEST01/performance/run_1"));
  const auto report = v.check();
  EXPECT_EQ(report.counts.errors, 0U) << listed(report, rules::Severity::error);
}

TEST(TestFolders, TwoEmptyOnesAreStillMissing) {
  Variant v;
  v.remove(kResnetOffline + "TEST01");
  std::filesystem::create_directories(v.path(kResnetOffline + "TEST01"));
  std::filesystem::create_directories(v.path(kResnetOffline + "compliance/TEST01"));
  EXPECT_ERROR(v.check(), "compliance-tests-present", kResnetOffline + "TEST01");
}

}  // namespace
}  // namespace mlperf::test
