// SPDX-License-Identifier: Apache-2.0
#include "audit/gather.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "rules/load.h"
#include "support/temporary_tree.h"

namespace mlperf::audit {
namespace {

using base::ReadState;
using submission::TemporaryTree;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const rules::RuleSet& rule_set() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return rules;
}

std::string log_line(const std::string& key, const std::string& value) {
  return ":::MLLOG {\"key\": \"" + key + "\", \"value\": " + value +
         ", \"time_ms\": 1.000000, \"namespace\": \"mlperf::logging\", \"event_type\": \"POINT_IN_TIME\", "
         "\"metadata\": {\"is_error\": false, \"is_warning\": false, \"file\": \"a.cc\", \"line_no\": 1, "
         "\"pid\": 2, \"tid\": 3}}\n";
}

const std::string kFolder = "closed/Org/results/sys/deepseek-r1/Server";

class GatherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    file("performance/run_1/mlperf_log_detail.txt", log_line("result_validity", "\"VALID\""));
    file("performance/run_1/mlperf_log_summary.txt", "Completed samples per second : 5.5\n");
    file("accuracy/accuracy.txt",
         "{'exact_match': 81.5, 'tokens_per_sample': 3800.1, 'num-samples': 4388}\n");
    file("measurements.json", "{\"retraining\": \"no\"}");
    file("user.conf", "*.Server.target_qps = 3\n");
  }
  void file(const std::string& name, const std::string& text = "x\n") {
    tree.file(kFolder + '/' + name, text);
  }

  const rules::Round& round() const { return *rule_set().find_round("v6.0"); }
  Evidence gather(const std::string& division = "closed") {
    Evidence evidence;
    evidence.paths = {division, "Org", "sys", "deepseek-r1", "Server", kFolder, 0};
    evidence.benchmark = "deepseek-r1";
    evidence.scenario = "Server";
    gather_result(tree.root(), round(), evidence);
    return evidence;
  }
  SubmitterEvidence submitter(const std::string& division = "closed") {
    submission::SubmitterPaths paths;
    paths.division = division;
    paths.submitter = "Org";
    paths.path = "closed/Org";
    paths.whole = true;
    return gather_submitter(tree.root(), paths, round());
  }

  TemporaryTree tree;
};

TEST_F(GatherTest, DocumentsAreReadByTheirFormats) {
  const Evidence evidence = gather();
  EXPECT_TRUE(evidence.performance.detail.usable());
  EXPECT_EQ(evidence.performance.detail.path, kFolder + "/performance/run_1/mlperf_log_detail.txt");
  EXPECT_EQ(evidence.performance.detail.value.string("result_validity"), "VALID");
  EXPECT_EQ(evidence.performance.folder, kFolder + "/performance/run_1");
  EXPECT_TRUE(evidence.performance.summary.usable());
  EXPECT_FALSE(evidence.accuracy_txt.value.all("exact_match").empty());
  EXPECT_EQ(evidence.measurements.value.find("retraining")->text, "no");
  EXPECT_EQ(evidence.user_conf.value.settings.size(), 1U);
  EXPECT_TRUE(evidence.listing.has_file("user.conf"));
}

TEST_F(GatherTest, WhatIsMissingKnowsItsPath) {
  const Evidence evidence = gather();
  EXPECT_EQ(evidence.accuracy.detail.state, ReadState::absent);
  EXPECT_EQ(evidence.accuracy.detail.path, kFolder + "/accuracy/mlperf_log_detail.txt");
  EXPECT_EQ(evidence.mlperf_conf.state, ReadState::absent);
  EXPECT_EQ(evidence.mlperf_conf.path, kFolder + "/mlperf.conf");
}

TEST_F(GatherTest, FolderOrPipeInPlaceOfAFileIsUnreadable) {
  tree.folder(kFolder + "/mlperf.conf");
  ASSERT_EQ(::mkfifo(tree.path(kFolder + "/accuracy/mlperf_log_detail.txt").c_str(), 0600), 0);
  const Evidence evidence = gather();
  EXPECT_EQ(evidence.mlperf_conf.state, ReadState::unreadable);
  EXPECT_EQ(evidence.accuracy.detail.state, ReadState::unreadable);
}

TEST_F(GatherTest, LinksOutOfTheTreeAreNotRead) {
  TemporaryTree elsewhere;
  elsewhere.file("secret.json", "{\"secret\": 1}");
  std::filesystem::remove(tree.path(kFolder + "/measurements.json"));
  tree.link(kFolder + "/measurements.json", elsewhere.path("secret.json"));
  const Evidence evidence = gather();
  EXPECT_EQ(evidence.measurements.state, ReadState::unreadable);
  EXPECT_TRUE(evidence.measurements.value.members.empty());
  ASSERT_EQ(evidence.odd_files.size(), 1U);
  EXPECT_EQ(evidence.odd_files[0].why, OddFile::Why::link);
  EXPECT_EQ(evidence.odd_files[0].target, elsewhere.path("secret.json"));
}

TEST_F(GatherTest, LinksInsideTheTreeAreRead) {
  std::filesystem::rename(tree.path(kFolder + "/measurements.json"),
                          tree.path("closed/Org/measurements.json"));
  tree.link(kFolder + "/measurements.json", "../../../../measurements.json");
  EXPECT_TRUE(gather().measurements.usable());
}

TEST_F(GatherTest, RequiredTestsAreThereEvenWithoutAFolder) {
  const Evidence evidence = gather();
  ASSERT_NE(evidence.test("TEST06"), nullptr);
  EXPECT_FALSE(evidence.test("TEST06")->present);
  EXPECT_EQ(evidence.test("TEST06")->folder, kFolder + "/TEST06");
  EXPECT_EQ(evidence.test("TEST01"), nullptr);
  EXPECT_THAT(gather("open").tests, IsEmpty());
}

TEST_F(GatherTest, FurtherTestsAndTheOlderLayout) {
  file("compliance/TEST06/verify_accuracy.txt", "First token check pass: True\n");
  file("TEST09/verify_output_len.txt", "TEST PASS\n");
  const Evidence evidence = gather();
  EXPECT_TRUE(evidence.test("TEST06")->present);
  EXPECT_EQ(evidence.test("TEST06")->verify_accuracy.path,
            kFolder + "/compliance/TEST06/verify_accuracy.txt");
  EXPECT_TRUE(evidence.test("TEST06")->verify_accuracy.usable());
  EXPECT_TRUE(evidence.test("TEST09")->present);
  EXPECT_EQ(evidence.tests.size(), 2U);
}

TEST_F(GatherTest, LogsDirectlyInTheTestFolder) {
  file("TEST06/mlperf_log_detail.txt", log_line("effective_scenario", "\"Server\""));
  file("TEST06/mlperf_log_accuracy.json", "[\n]\n");
  const Evidence flat = gather();
  EXPECT_TRUE(flat.test("TEST06")->flat);
  EXPECT_TRUE(flat.test("TEST06")->run.detail.usable());
  EXPECT_EQ(flat.test("TEST06")->accuracy_log.path, kFolder + "/TEST06/mlperf_log_accuracy.json");

  file("TEST06/performance/run_1/mlperf_log_detail.txt", log_line("effective_scenario", "\"Server\""));
  EXPECT_FALSE(gather().test("TEST06")->flat);
}

TEST_F(GatherTest, ExtraRunWithTheSameLogs) {
  std::filesystem::copy(tree.path(kFolder + "/performance/run_1"), tree.path(kFolder + "/performance/run_2"));
  const Evidence evidence = gather();
  ASSERT_EQ(evidence.extra_runs.size(), 1U);
  EXPECT_EQ(evidence.extra_runs[0].folder, kFolder + "/performance/run_2");
  EXPECT_TRUE(evidence.extra_runs[0].same_logs);
}

TEST_F(GatherTest, ExtraRunWithOtherLogsStatesItsFigure) {
  file("performance/run_1_1/mlperf_log_summary.txt", "\nCompleted samples per second : 6.5\n");
  const Evidence evidence = gather();
  ASSERT_EQ(evidence.extra_runs.size(), 1U);
  const ExtraRun& run = evidence.extra_runs[0];
  EXPECT_FALSE(run.same_logs);
  ASSERT_TRUE(run.metric);
  EXPECT_EQ(run.metric->value, "6.5 completed samples per second");
  EXPECT_EQ(run.metric_number, "6.5");
  EXPECT_EQ(run.metric->at.line, 2U);
  EXPECT_EQ(run.metric_file, kFolder + "/performance/run_1_1/mlperf_log_summary.txt");
}

TEST_F(GatherTest, FoldersWithoutLogsAreNoRuns) {
  file("performance/power/readings.csv");
  EXPECT_THAT(gather().extra_runs, IsEmpty());
}

TEST_F(GatherTest, SourceFolder) {
  EXPECT_FALSE(submitter().has_source_folder);
  tree.folder("closed/Org/src/empty/emptier");
  tree.file("closed/Org/src/.gitkeep", "");
  EXPECT_TRUE(submitter().has_source_folder);
  EXPECT_TRUE(submitter().source_is_empty);
  tree.file("closed/Org/src/empty/main.py");
  EXPECT_FALSE(submitter().source_is_empty);
}

TEST_F(GatherTest, SourceFolderThatIsALink) {
  tree.file("closed/Org/code/main.py");
  tree.link("closed/Org/src", "code");
  EXPECT_TRUE(submitter().has_source_folder);
  EXPECT_FALSE(submitter().source_is_empty);
  std::filesystem::remove(tree.path("closed/Org/src"));
  tree.link("closed/Org/src", "/usr");
  EXPECT_FALSE(submitter().has_source_folder);
}

TEST_F(GatherTest, CalibrationDocuments) {
  EXPECT_THAT(submitter().calibration_documents, IsEmpty());
  tree.file("closed/Org/Calibration.md");
  tree.file("closed/Org/documentation/calibration.adoc");
  tree.file("closed/Org/src/calibration.py");
  EXPECT_THAT(submitter().calibration_documents,
              UnorderedElementsAre("closed/Org/Calibration.md", "closed/Org/documentation/calibration.adoc"));
}

TEST_F(GatherTest, ModelMappingBelongsToTheOpenDivision) {
  tree.file("closed/Org/model_mapping.json", "{\"mine\": \"resnet\", \"odd\": 3}");
  EXPECT_THAT(submitter().mapping, IsEmpty());
  EXPECT_THAT(submitter("open").mapping,
              ElementsAre(std::pair<const std::string, std::string>("mine", "resnet")));
}

TEST_F(GatherTest, OddFilesOutsideTheScenarioFolders) {
  tree.link("closed/Org/src/code", "code");
  tree.file("closed/Org/documentation/read me.md");
  tree.file("closed/Org/src/.env");
  tree.file("closed/Org/src/big.bin");
  std::filesystem::resize_file(tree.path("closed/Org/src/big.bin"), round().file_size_limit_bytes() + 1);
  file("a file of the result");
  tree.folder("closed/Org/results/.ipynb_checkpoints");
  std::vector<std::string> found;
  for (const OddFile& odd : submitter().odd_files) found.push_back(odd.path);
  EXPECT_THAT(found, ElementsAre("closed/Org/documentation/read me.md", "closed/Org/src/.env",
                                 "closed/Org/src/big.bin", "closed/Org/src/code"));
  EXPECT_EQ(gather().odd_files.at(0).path, kFolder + "/a file of the result");
}

TEST_F(GatherTest, SystemDescription) {
  submission::SubmitterPaths paths;
  paths.path = "closed/Org";
  EXPECT_EQ(gather_system(tree.root(), paths, "sys")->description.state, ReadState::absent);
  tree.file("closed/Org/systems/sys.json", "{\"system_type\": \"edge\"}");
  EXPECT_EQ(gather_system(tree.root(), paths, "sys")->system_type, "edge");
  EXPECT_EQ(gather_system(tree.root(), paths, "sys")->path, "closed/Org/systems/sys.json");
}

TEST_F(GatherTest, RoundHintsComeFromTheFirstLines) {
  const auto seeds = [](const char* prefix, const char* value) {
    std::string lines;
    for (const char* name : {"qsl", "sample_index", "schedule"}) {
      lines += log_line(std::string(prefix) + name + "_rng_seed", value);
    }
    return lines;
  };
  std::string filler;
  for (int i = 0; i < 300; ++i) filler += log_line("setting", "1");
  const std::string head = log_line("loadgen_version", "\"6.0.14\"") + seeds("requested_", "7");
  submission::Submission submission;
  for (const char* name : {"early", "late", "none"}) {
    submission.results.push_back({"closed", "Org", "sys", "deepseek-r1", name, std::string("x/") + name, 0});
  }
  tree.file("x/early/performance/run_1/mlperf_log_detail.txt", head + seeds("effective_", "8") + filler);
  tree.file("x/late/performance/run_1/mlperf_log_detail.txt", filler + seeds("effective_", "9") + filler);
  tree.file("x/none/performance/run_1/mlperf_log_detail.txt", "no log\n");
  const auto hints = gather_round_hints(tree.root(), submission, 2);
  ASSERT_EQ(hints.size(), 2U);
  EXPECT_EQ(hints[0].seeds.qsl, 8U);
  EXPECT_EQ(hints[0].loadgen_version, "6.0.14");
  EXPECT_EQ(hints[1].seeds.schedule, 9U);
  EXPECT_EQ(hints[1].path, "x/late/performance/run_1/mlperf_log_detail.txt");
}

}  // namespace
}  // namespace mlperf::audit
