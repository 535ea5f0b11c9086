// SPDX-License-Identifier: Apache-2.0
// Verification texts from the field (shared acceptance data) in the place of those of healthy results.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/compliance_builder.h"

namespace mlperf::test {
namespace {

using testing::ElementsAre;

std::filesystem::path inputs_of(const std::string& id) {
  const char* given = std::getenv("MLPERF_AUDIT_SHARED");
  const std::filesystem::path shared = given != nullptr ? given : MLPERF_SOURCE_DIR "/../shared";
  return shared / "cases" / "inputs" / id;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class FieldCases : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(inputs_of("F15")))
      GTEST_SKIP() << "no " << inputs_of("F15").string() << " (set MLPERF_AUDIT_SHARED)";
  }
};

TEST_F(FieldCases, F15NothingCompared) {
  ResultCase result = resnet_offline();
  result.test("TEST01").texts["verify_accuracy.txt"] = read(inputs_of("F15") / "verify_accuracy.txt");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test01-accuracy/no-samples"));
}

TEST_F(FieldCases, F16AccuracyWithinOnePercentPasses) {
  ResultCase result = resnet_offline();
  TestFolder& test = result.test("TEST01").replace("verify_accuracy.txt", "TEST PASS", "TEST FAIL");
  test.texts["accuracy/accuracy.txt"] = "hash=" + std::string(64, 'a') + "\n";
  for (const std::string name : {"baseline_accuracy.txt", "compliance_accuracy.txt"})
    test.texts["accuracy/" + name] = read(inputs_of("F16") / name);
  EXPECT_THAT(fired(result), ElementsAre("note compliance-test01-accuracy/accuracy-decided"));
  EXPECT_EQ(judge(result).list().front().values.at("delta"), "0.948");
}

TEST_F(FieldCases, F20AccuracyDecidesForWhisper) {
  ResultCase result = whisper_offline();
  TestFolder& test = result.test("TEST01");
  test.texts["verify_accuracy.txt"] = read(inputs_of("F20") / "verify_accuracy.txt");
  for (const std::string name : {"baseline_accuracy.txt", "compliance_accuracy.txt"})
    test.texts["accuracy/" + name] = read(inputs_of("F20") / name);
  EXPECT_THAT(fired(result), ElementsAre("note compliance-test01-accuracy/accuracy-decided"));
  EXPECT_EQ(judge(result).list().front().values.at("delta"), "0.102");
}

TEST_F(FieldCases, G24NothingMatched) {
  ResultCase result = dlrm_offline();
  result.test("TEST08").texts["verify_accuracy.txt"] = read(inputs_of("G24") / "verify_accuracy.txt");
  EXPECT_THAT(fired(result), ElementsAre("error compliance-test08/matched"));
}

}  // namespace
}  // namespace mlperf::test
