// SPDX-License-Identifier: Apache-2.0
// Benchmarks, submitters and the tree as a whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/tree_findings.h"
#include "unit/audit/result_fixture.h"

namespace mlperf::audit {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

auto rule(const std::string& id) {
  return Field(&Seen::rule, id);
}
auto severity(const std::string& name) {
  return Field(&Seen::severity, name);
}
auto file(const std::string& name) {
  return Field(&Seen::file, name);
}
auto says(const std::string& text) {
  return Field(&Seen::message, HasSubstr(text));
}

// ---- benchmarks
BenchmarkContext benchmark_with(const std::vector<std::string>& scenarios) {
  BenchmarkContext context;
  context.division = "closed";
  context.submitter = "Acme";
  context.system = "sys";
  context.benchmark_folder = context.benchmark = "deepseek-r1";
  context.path = "closed/Acme/results/sys/deepseek-r1";
  context.system_type = "datacenter";
  context.whole = true;
  for (const std::string& name : scenarios)
    context.scenarios.push_back({"closed/Acme/sys/deepseek-r1/" + name, name, name, true});
  return context;
}

Findings judge(const BenchmarkContext& context) {
  Findings findings;
  check_benchmark(context, round60(), findings);
  return findings;
}

TEST(Scenarios, CompleteSetIsSilent) {
  EXPECT_THAT(seen_in(judge(benchmark_with({"Offline", "Server"}))), IsEmpty());
  EXPECT_THAT(seen_in(judge(benchmark_with({"Offline", "Server", "Interactive"}))), IsEmpty());
}

TEST(Scenarios, MissingOneAffectsTheOthers) {
  const Findings findings = judge(benchmark_with({"Interactive", "Server"}));
  EXPECT_THAT(seen_in(findings),
              ElementsAre(AllOf(rule("structure-scenarios-complete"), severity("error"),
                                file("closed/Acme/results/sys/deepseek-r1"), says("Offline"))));
  EXPECT_THAT(findings.list().front().affects, SizeIs(2));
}

TEST(Scenarios, OneOfTwoIsRequired) {
  EXPECT_THAT(seen_in(judge(benchmark_with({"Offline"}))), ElementsAre(says("Server or Interactive")));
}

TEST(Scenarios, EmptyFolderDoesNotCount) {
  BenchmarkContext context = benchmark_with({"Offline", "Server"});
  context.scenarios[0].holds_result = false;
  EXPECT_THAT(seen_in(judge(context)), ElementsAre(says("the folder Offline holds no result file")));
}

TEST(Scenarios, NotJudgedForAPartOfABenchmarkOrInOpen) {
  BenchmarkContext part = benchmark_with({"Server"});
  part.whole = false;
  EXPECT_THAT(seen_in(judge(part)), IsEmpty());
  BenchmarkContext open = benchmark_with({"Server"});
  open.division = "open";
  EXPECT_THAT(seen_in(judge(open)), IsEmpty());
}

TEST(Scenarios, UnknownOne) {
  EXPECT_THAT(seen_in(judge(benchmark_with({"Offline", "Server", "MultiStream"}))),
              ElementsAre(AllOf(rule("structure-scenario-unknown"), severity("error"),
                                file("closed/Acme/results/sys/deepseek-r1/MultiStream"),
                                says("MultiStream is no scenario"))));
}

TEST(Benchmarks, UnknownNameOrCategory) {
  BenchmarkContext unknown = benchmark_with({"Offline", "Server"});
  unknown.benchmark.clear();
  unknown.benchmark_folder = "deepseek-large";
  EXPECT_THAT(seen_in(judge(unknown)), ElementsAre(AllOf(rule("structure-benchmark-known"), severity("error"),
                                                         says("deepseek-large"))));
  BenchmarkContext edge = benchmark_with({"Offline", "Server"});
  edge.system_type = "edge";
  EXPECT_THAT(seen_in(judge(edge)), ElementsAre(AllOf(rule("structure-benchmark-known"), says("type edge"))));
}

TEST(Benchmarks, GuessedFromAPartOfTheName) {
  BenchmarkContext guessed = benchmark_with({"SingleStream", "MultiStream", "Offline"});
  guessed.system_type = "edge";
  guessed.benchmark_folder = "resnet50-int8";
  guessed.benchmark = "resnet";
  EXPECT_THAT(seen_in(judge(guessed)),
              ElementsAre(AllOf(rule("structure-benchmark-guessed"), severity("warning"))));
  guessed.benchmark_folder = "resnet50";
  EXPECT_THAT(seen_in(judge(guessed)), IsEmpty());
}

// ---- submitters
SubmitterEvidence submitter(const std::string& division = "closed") {
  SubmitterEvidence evidence;
  evidence.paths.division = division;
  evidence.paths.submitter = "Acme";
  evidence.paths.path = division + "/Acme";
  evidence.paths.whole = true;
  evidence.has_source_folder = true;
  evidence.calibration_documents = {division + "/Acme/documentation/calibration.md"};
  return evidence;
}

std::vector<Seen> seen(const SubmitterEvidence& evidence) {
  Findings findings;
  for (const SubmitterCheck& check : submitter_checks()) check.run(evidence, round60(), findings);
  return seen_in(findings);
}

TEST(Submitter, CompleteOneIsSilent) {
  EXPECT_THAT(seen(submitter()), IsEmpty());
}

TEST(Submitter, SourceFolder) {
  SubmitterEvidence missing = submitter(), empty = submitter();
  missing.has_source_folder = false;
  empty.source_is_empty = true;
  EXPECT_THAT(seen(missing), ElementsAre(AllOf(rule("structure-src"), severity("error"),
                                               file("closed/Acme/src"), says("missing"))));
  EXPECT_THAT(seen(empty), ElementsAre(AllOf(rule("structure-src"), says("empty"))));
}

TEST(Submitter, CalibrationDocument) {
  SubmitterEvidence evidence = submitter();
  evidence.calibration_documents.clear();
  EXPECT_THAT(seen(evidence), ElementsAre(AllOf(rule("structure-calibration-doc"), severity("warning"))));
  evidence.calibration_in_results = true;
  EXPECT_THAT(seen(evidence), IsEmpty());
  SubmitterEvidence open = submitter("open");
  open.calibration_documents.clear();
  EXPECT_THAT(seen(open), IsEmpty());
}

TEST(Submitter, ModelMapping) {
  const auto with = [](const std::string& text) {
    SubmitterEvidence evidence = submitter("open");
    evidence.model_mapping = submission::parse_json_document(text, "open/Acme/model_mapping.json");
    return seen(evidence);
  };
  EXPECT_THAT(with("{\"mine\": \"llama2-70b-99\"}"), IsEmpty());
  EXPECT_THAT(with("{\n\"mine\": \"llama2-70b\"}"),
              ElementsAre(AllOf(rule("structure-model-mapping"), severity("error"), Field(&Seen::line, 2u),
                                says("llama2-70b"))));
  EXPECT_THAT(with("{\"mine\": 7}"), ElementsAre(rule("structure-model-mapping")));
  EXPECT_THAT(with("{\"mine\""), ElementsAre(rule("file-json-readable")));
}

TEST(Submitter, OddFiles) {
  SubmitterEvidence evidence = submitter();
  evidence.odd_files = {{"closed/Acme/src/model.bin", OddFile::Why::large, 60000000, ""},
                        {"closed/Acme/src/code", OddFile::Why::link, 0, "code"},
                        {"closed/Acme/src/link", OddFile::Why::link, 0, "../x"}};
  EXPECT_THAT(seen(evidence),
              ElementsAre(AllOf(rule("structure-file-size"), severity("warning"), says("60000000 bytes")),
                          AllOf(rule("structure-file-size"), severity("warning"), says("symbolic link"))));
}

// ---- the tree
TEST(TreeIssues, BecomeFindings) {
  using submission::TreeIssueKind;
  submission::Submission tree;
  tree.issues.push_back({TreeIssueKind::division_name, "Closed", "Closed", "closed", 1});
  tree.issues.push_back(
      {TreeIssueKind::scenario_name, "closed/A/results/s/b/Intractive", "Intractive", "Interactive", 1});
  tree.issues.push_back({TreeIssueKind::foreign_folder, "closed/A/results/s/b/__MACOSX", "__MACOSX", "", 1});
  tree.issues.push_back({TreeIssueKind::hidden_entry, "closed/A/results/.DS_Store", ".DS_Store", "", 1});
  tree.issues.push_back({TreeIssueKind::misplaced_result, "closed/A/results/s/b", "b", "", 1});
  Findings findings;
  report_tree_issues(tree, findings);
  EXPECT_THAT(
      seen_in(findings),
      ElementsAre(
          AllOf(rule("structure-division"), severity("error"), says("closed, in this spelling")),
          AllOf(rule("structure-scenario-name"), severity("error"), says("did you mean Interactive?")),
          AllOf(rule("structure-stray-folders"), severity("warning"), says("__MACOSX")),
          AllOf(rule("structure-stray-folders"), severity("note")),
          AllOf(rule("structure-misplaced-result"), severity("error"))));
}

submission::Submission tree_with(const std::vector<std::string>& systems,
                                 const std::vector<std::string>& files) {
  submission::Submission tree;
  submission::SubmitterPaths& acme = tree.submitters.emplace_back();
  acme.division = "closed";
  acme.submitter = "Acme";
  acme.path = "closed/Acme";
  acme.whole = true;
  acme.systems_with_results = systems;
  acme.system_files = files;
  for (const std::string& system : systems)
    tree.results.push_back({"closed", "Acme", system, "resnet", "Offline",
                            "closed/Acme/results/" + system + "/resnet/Offline", 0});
  return tree;
}

TEST(SystemFiles, FitTheResults) {
  Findings findings;
  report_system_files(tree_with({"one", "two"}, {"one", "two"}), findings);
  EXPECT_THAT(findings.list(), IsEmpty());
}

TEST(SystemFiles, MissingOneAffectsItsResults) {
  Findings findings;
  report_system_files(tree_with({"one", "two"}, {"one"}), findings);
  EXPECT_THAT(seen_in(findings),
              ElementsAre(AllOf(rule("structure-system-file"), severity("error"),
                                file("closed/Acme/systems/two.json"), says("two.json is missing"))));
  EXPECT_THAT(findings.list().front().affects, ElementsAre("closed/Acme/two/resnet/Offline"));
}

TEST(SystemFiles, OtherCaseAndUnusedOnes) {
  Findings findings;
  report_system_files(tree_with({"one"}, {"One", "spare"}), findings);
  EXPECT_THAT(seen_in(findings),
              ElementsAre(AllOf(rule("structure-system-file"), severity("error"), says("One.json")),
                          AllOf(rule("structure-system-without-results"), severity("warning"),
                                file("closed/Acme/systems/spare.json"))));
}

}  // namespace
}  // namespace mlperf::audit
