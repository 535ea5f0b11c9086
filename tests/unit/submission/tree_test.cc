// SPDX-License-Identifier: Apache-2.0
#include "submission/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/temporary_tree.h"

namespace mlperf::submission {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kBenchmark = "closed/Org/results/sys/deepseek-r1";

class TreeTest : public ::testing::Test {
 protected:
  // A submitter with one system, one benchmark, two scenarios.
  void SetUp() override {
    for (const char* scenario : {"Offline", "Server"}) tree.result(kBenchmark + '/' + scenario);
    tree.file("closed/Org/systems/sys.json", "{}");
    tree.file("closed/Org/src/main.py");
    tree.file("closed/Org/README.md");
  }

  Submission find(std::vector<std::string> paths = {""}, const std::string& submitter = "") {
    for (std::string& path : paths) path = tree.path(path);
    return discover(paths, submitter, usual_names(), error);
  }
  std::vector<std::string> ids(const Submission& submission) {
    std::vector<std::string> found;
    for (const ResultPaths& result : submission.results) found.push_back(result.id());
    return found;
  }
  // The only issue of the tree.
  TreeIssue issue() {
    const Submission submission = find();
    EXPECT_EQ(submission.issues.size(), 1U);
    return submission.issues.empty() ? TreeIssue{} : submission.issues.front();
  }
  std::string message() const { return error ? error->message : ""; }

  TemporaryTree tree;
  std::optional<DiscoverError> error;
  const std::string offline = "closed/Org/sys/deepseek-r1/Offline",
                    server = "closed/Org/sys/deepseek-r1/Server";
};

TEST_F(TreeTest, RepositoryDivisionAndSubmitterGiveTheSameIds) {
  for (const char* path : {"", "closed", "closed/Org", "closed/Org/results", "closed/Org/results/sys",
                           "closed/Org/results/sys/deepseek-r1"}) {
    const Submission submission = find({path});
    EXPECT_THAT(ids(submission), ElementsAre(offline, server)) << path;
    EXPECT_EQ(submission.root_disk, tree.root()) << path;
    EXPECT_THAT(submission.issues, IsEmpty()) << path;
    EXPECT_FALSE(error) << path;
    EXPECT_TRUE(submission.looks_like_results) << path;
  }
}

TEST_F(TreeTest, ScenarioAndWhatLiesInItStandForOneResult) {
  tree.folder(kBenchmark + "/Server/TEST06/accuracy");
  for (const char* path :
       {"/Server", "/Server/performance/run_1", "/Server/accuracy", "/Server/TEST06/accuracy"}) {
    const Submission submission = find({kBenchmark + path});
    EXPECT_THAT(ids(submission), ElementsAre(server)) << path;
    EXPECT_EQ(submission.results[0].path, kBenchmark + "/Server");
    EXPECT_EQ(submission.root_disk, tree.root());
  }
}

TEST_F(TreeTest, RelativePathFromInsideTheSubmitter) {
  const std::string before = std::filesystem::current_path();
  std::filesystem::current_path(tree.path("closed/Org"));
  const Submission submission = discover({"results/"}, "", usual_names(), error);
  std::filesystem::current_path(before);
  EXPECT_THAT(ids(submission), ElementsAre(offline, server));
}

TEST_F(TreeTest, WholeSaysWhatLiesInsideThePath) {
  EXPECT_TRUE(find({"closed/Org"}).submitters[0].whole);
  EXPECT_THAT(find({"closed/Org"}).submitters[0].whole_benchmarks, ElementsAre("sys/deepseek-r1"));
  EXPECT_FALSE(find({"closed/Org/results/sys"}).submitters[0].whole);
  EXPECT_THAT(find({"closed/Org/results/sys"}).submitters[0].whole_benchmarks,
              ElementsAre("sys/deepseek-r1"));
  const SubmitterPaths above_scenario = find({kBenchmark + "/Offline"}).submitters[0];
  EXPECT_FALSE(above_scenario.whole);
  EXPECT_THAT(above_scenario.whole_benchmarks, IsEmpty());
  EXPECT_THAT(above_scenario.system_files, ElementsAre("sys"));
  EXPECT_EQ(above_scenario.path, "closed/Org");
}

TEST_F(TreeTest, SeveralPathsAndOverlappingOnes) {
  tree.result("open/Other/results/sys/resnet/Offline");
  EXPECT_EQ(find({"closed", "open"}).results.size(), 3U);
  EXPECT_THAT(ids(find({kBenchmark + "/Offline", "closed/Org", kBenchmark})), ElementsAre(offline, server));
  EXPECT_THAT(ids(find({kBenchmark + "/Offline", kBenchmark + "/Offline/accuracy"})), ElementsAre(offline));
}

TEST_F(TreeTest, PathsOfDifferentTreesAreRefused) {
  TemporaryTree other;
  other.result("closed/Org/results/sys/resnet/Offline");
  discover({tree.root(), other.root()}, "", usual_names(), error);
  EXPECT_THAT(message(), HasSubstr("different trees"));
}

TEST_F(TreeTest, SubmitterAloneHasNoDivision) {
  std::filesystem::rename(tree.path("closed/Org"), tree.path("Org"));
  std::filesystem::remove(tree.path("closed"));
  const Submission submission = find({"Org"});
  EXPECT_EQ(submission.root_disk, tree.path("Org"));
  EXPECT_THAT(ids(submission), ElementsAre("-/-/sys/deepseek-r1/Offline", "-/-/sys/deepseek-r1/Server"));
  EXPECT_EQ(submission.submitters[0].path, "");
  EXPECT_EQ(submission.results[0].path, "results/sys/deepseek-r1/Offline");
  EXPECT_THAT(ids(find({"Org/results/sys/deepseek-r1/Server"})), ElementsAre("-/-/sys/deepseek-r1/Server"));
  EXPECT_THAT(ids(find({"Org/results"})).size(), 2U);
}

TEST_F(TreeTest, PartsWithNothingAboveThem) {
  std::filesystem::rename(tree.path("closed/Org/results"), tree.path("taken-out"));
  std::filesystem::remove_all(tree.path("closed"));
  EXPECT_THAT(ids(find({"taken-out"})),
              ElementsAre("-/-/sys/deepseek-r1/Offline", "-/-/sys/deepseek-r1/Server"));
  EXPECT_EQ(find({"taken-out/sys"}).results[0].id(), "-/-/sys/deepseek-r1/Offline");
  EXPECT_EQ(find({"taken-out/sys/deepseek-r1"}).results[0].id(), "-/-/-/deepseek-r1/Offline");
  EXPECT_EQ(find({"taken-out/sys/deepseek-r1/Server"}).results[0].id(), "-/-/-/deepseek-r1/Server");
  EXPECT_EQ(find({"taken-out/sys/deepseek-r1/Server"}).results[0].path, "");
}

TEST_F(TreeTest, AFolderCalledOpenAboveIsNoDivision) {
  tree.result("open/projects/mine/results/sys/resnet/Offline");
  EXPECT_EQ(find_root(tree.path("open/projects/mine"), usual_names()), tree.path("open/projects/mine"));
}

TEST_F(TreeTest, LowerCaseScenario) {
  std::filesystem::rename(tree.path(kBenchmark + "/Server"), tree.path(kBenchmark + "/server"));
  const Submission submission = find();
  EXPECT_THAT(ids(submission), ElementsAre(offline, "closed/Org/sys/deepseek-r1/server"));
  EXPECT_THAT(submission.issues, IsEmpty());
}

TEST_F(TreeTest, MisspeltScenarioIsAnIssueAndTheOthersStay) {
  tree.result(kBenchmark + "/Intractive");
  EXPECT_THAT(ids(find()), ElementsAre(offline, server));
  EXPECT_EQ(issue().kind, TreeIssueKind::scenario_name);
  EXPECT_EQ(issue().path, kBenchmark + "/Intractive");
  EXPECT_EQ(issue().hint, "Interactive");
}

TEST_F(TreeTest, OtherWordOfTheSameStemIsHinted) {
  tree.result(kBenchmark + "/Serving");
  EXPECT_EQ(issue().hint, "Server");
}

TEST_F(TreeTest, DivisionInCapitals) {
  std::filesystem::rename(tree.path("closed"), tree.path("Closed"));
  const Submission submission = find();
  EXPECT_THAT(submission.results, IsEmpty());
  EXPECT_TRUE(submission.looks_like_results);
  EXPECT_FALSE(error);
  EXPECT_EQ(issue().kind, TreeIssueKind::division_name);
  EXPECT_EQ(issue().path, "Closed");
  EXPECT_EQ(issue().hint, "closed");
  EXPECT_EQ(find({"Closed/Org"}).issues[0].kind, TreeIssueKind::division_name);
  EXPECT_FALSE(find({""}, "Org").issues.empty());
}

TEST_F(TreeTest, MisnamedDivisionBesideAGoodOne) {
  tree.result("clsoed/Org/results/sys/resnet/Offline");
  EXPECT_EQ(issue().kind, TreeIssueKind::division_name);
  EXPECT_EQ(issue().hint, "closed");
}

TEST_F(TreeTest, StrayFoldersAreNoResults) {
  tree.folder(kBenchmark + "/__MACOSX");
  EXPECT_EQ(issue().kind, TreeIssueKind::foreign_folder);
  EXPECT_EQ(issue().path, kBenchmark + "/__MACOSX");
  std::filesystem::remove(tree.path(kBenchmark + "/__MACOSX"));

  tree.folder("closed/Org/results/old/backup/1");
  EXPECT_EQ(issue().kind, TreeIssueKind::foreign_folder);
  EXPECT_EQ(issue().path, "closed/Org/results/old");
}

TEST_F(TreeTest, HiddenFolders) {
  tree.result(kBenchmark + "/.ipynb_checkpoints");
  EXPECT_EQ(issue().kind, TreeIssueKind::hidden_entry);
  EXPECT_EQ(find().results.size(), 2U);
}

TEST_F(TreeTest, SideFilesAndReadmes) {
  tree.file("closed/Org/results/README.md");
  tree.file("closed/Org/results/sys/README.md");
  tree.file(kBenchmark + "/README.md");
  EXPECT_THAT(find().issues, IsEmpty());
  tree.file("closed/Org/results/submission_checker_log.txt");
  EXPECT_EQ(issue().kind, TreeIssueKind::side_file);
  EXPECT_EQ(issue().detail, "submission_checker_log.txt");
}

TEST_F(TreeTest, ZoneIdentifierBesideASystemFile) {
  tree.file("closed/Org/systems/sys.json:Zone.Identifier");
  EXPECT_EQ(issue().kind, TreeIssueKind::side_file);
  EXPECT_THAT(find().submitters[0].system_files, ElementsAre("sys"));
}

TEST_F(TreeTest, ResultALevelTooHighOrTooLow) {
  tree.result("closed/Org/results/sys2/Offline");
  EXPECT_EQ(issue().kind, TreeIssueKind::misplaced_result);
  EXPECT_EQ(issue().path, "closed/Org/results/sys2/Offline");
  std::filesystem::remove_all(tree.path("closed/Org/results/sys2"));
  tree.result("closed/Org/results/sys/deepseek-r1/v2/Offline");
  EXPECT_EQ(issue().kind, TreeIssueKind::misplaced_result);
  EXPECT_EQ(issue().path, kBenchmark + "/v2");
}

TEST_F(TreeTest, SubmitterWithoutResults) {
  tree.file("closed/Empty/systems/sys.json");
  EXPECT_EQ(issue().kind, TreeIssueKind::no_results_folder);
  EXPECT_EQ(issue().path, "closed/Empty");
  std::filesystem::rename(tree.path("closed/Empty/systems"), tree.path("closed/Empty/Results"));
  EXPECT_EQ(issue().hint, "results");
}

TEST_F(TreeTest, LinksThatMustNotBeFollowed) {
  tree.link(kBenchmark + "/Interactive", "nowhere");
  EXPECT_EQ(issue().kind, TreeIssueKind::dangling_link);
  EXPECT_EQ(issue().detail, "nowhere");
  std::filesystem::remove(tree.path(kBenchmark + "/Interactive"));

  tree.link(kBenchmark + "/Interactive", "Interactive");
  EXPECT_EQ(issue().kind, TreeIssueKind::looping_link);
  std::filesystem::remove(tree.path(kBenchmark + "/Interactive"));

  tree.link(kBenchmark + "/Interactive", "../..");
  EXPECT_EQ(issue().kind, TreeIssueKind::looping_link);
  std::filesystem::remove(tree.path(kBenchmark + "/Interactive"));

  TemporaryTree elsewhere;
  elsewhere.result("Interactive");
  tree.link(kBenchmark + "/Interactive", elsewhere.path("Interactive"));
  EXPECT_EQ(issue().kind, TreeIssueKind::leaving_folder);
  EXPECT_EQ(find().results.size(), 2U);
}

TEST_F(TreeTest, LinkInsideTheTreeIsAResult) {
  tree.link("closed/Org/results/sys/gpt-oss-120b/Offline", "../deepseek-r1/Offline");
  const Submission submission = find();
  EXPECT_THAT(submission.issues, IsEmpty());
  EXPECT_THAT(ids(submission), ElementsAre(offline, server, "closed/Org/sys/gpt-oss-120b/Offline"));
}

TEST_F(TreeTest, HostileNames) {
  tree.result(
      "closed/Org/results/sys\n\x1b[31m/deep\xff"
      "seek/Offline");
  const Submission submission = find();
  EXPECT_EQ(submission.results.size(), 3U);
  find({"no\nsuch\x1b[31m"});
  EXPECT_THAT(message(), HasSubstr("no\\nsuch\\x1B[31m"));
  EXPECT_EQ(message().find('\n'), std::string::npos);
}

TEST_F(TreeTest, PipesAndFilesWhereFoldersAreExpected) {
  ASSERT_EQ(::mkfifo(tree.path(kBenchmark + "/Interactive").c_str(), 0600), 0);
  EXPECT_EQ(issue().kind, TreeIssueKind::side_file);
  std::filesystem::remove_all(tree.path("closed/Org/results"));
  tree.file("closed/Org/results");
  find();
  EXPECT_THAT(message(), HasSubstr("nothing"));
}

TEST_F(TreeTest, ManyStrayFilesAreCountedNotListed) {
  for (int i = 0; i < 300; ++i) tree.file(kBenchmark + "/stray" + std::to_string(i));
  const Submission submission = find();
  EXPECT_LT(submission.issues.size(), 30U);
  std::uint64_t total = 0;
  for (const TreeIssue& one : submission.issues) total += one.count;
  EXPECT_EQ(total, 300U);
}

TEST_F(TreeTest, UnreadableFolder) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every folder";
  tree.folder("closed/Org/results/locked");
  ASSERT_EQ(::chmod(tree.path("closed/Org/results/locked").c_str(), 0), 0);
  const auto kind = find().issues.at(0).kind;
  ::chmod(tree.path("closed/Org/results/locked").c_str(), 0700);
  EXPECT_EQ(kind, TreeIssueKind::unreadable_folder);
}

TEST_F(TreeTest, NothingToAuditHasAReason) {
  find({"closed/Og"});
  EXPECT_THAT(message(), HasSubstr("did you mean"));
  EXPECT_THAT(message(), HasSubstr("closed/Org"));
  find({"closed/Org/README.md"});
  EXPECT_THAT(message(), HasSubstr("is a file"));
  find({"closed/Org/src"});
  EXPECT_THAT(message(), HasSubstr("looks like a result"));
  find({""}, "Ogr");
  EXPECT_THAT(message(), HasSubstr("did you mean Org?"));
  find({""}, "Somebody");
  EXPECT_THAT(message(), HasSubstr("there are Org"));
  TemporaryTree empty;
  discover({empty.root()}, "", usual_names(), error);
  EXPECT_THAT(message(), HasSubstr("looks like a result"));
}

TEST_F(TreeTest, SubmitterFilter) {
  tree.result("closed/Other/results/sys/resnet/Offline");
  tree.folder("closed/__MACOSX");
  EXPECT_EQ(find({""}, "Other").results.size(), 1U);
  EXPECT_THAT(find({""}, "Other").issues, IsEmpty());
}

TEST_F(TreeTest, ListingHasEveryLevelSorted) {
  tree.link(kBenchmark + "/Offline/linked", "../Server/accuracy");
  tree.link(kBenchmark + "/Offline/loop", "loop");
  tree.link(kBenchmark + "/Offline/up", "..");
  tree.link(kBenchmark + "/Offline/out", "/etc/passwd");
  tree.link(kBenchmark + "/Offline/file", "measurements.json");
  const FolderListing listing = list_folder(tree.path(kBenchmark + "/Offline"), tree.root(), 8);
  EXPECT_TRUE(listing.has_file("performance/run_1/mlperf_log_detail.txt"));
  EXPECT_EQ(listing.find("performance/run_1/mlperf_log_detail.txt")->size, 2U);
  EXPECT_TRUE(listing.has_folder("performance"));
  EXPECT_FALSE(listing.has_file("performance"));
  EXPECT_TRUE(listing.has_folder("linked"));
  EXPECT_TRUE(listing.has_file("linked/accuracy.txt"));
  EXPECT_TRUE(listing.has_file("file"));
  EXPECT_EQ(listing.find("loop")->kind, EntryKind::looping_link);
  EXPECT_EQ(listing.find("up")->kind, EntryKind::looping_link);
  EXPECT_EQ(listing.find("out")->kind, EntryKind::leaving_link);
  EXPECT_FALSE(listing.has_file("out"));
  EXPECT_EQ(listing.children("performance").size(), 1U);
  EXPECT_EQ(listing.children("performance")[0]->path, "performance/run_1");
  EXPECT_TRUE(std::is_sorted(listing.entries.begin(), listing.entries.end(),
                             [](const auto& a, const auto& b) { return a.path < b.path; }));
  EXPECT_EQ(listing.find_no_case("ACCURACY/accuracy.TXT")->path, "accuracy/accuracy.txt");
  EXPECT_EQ(listing.find_no_case("accuracy/accuracy.txt"), nullptr);
}

TEST_F(TreeTest, ListingIsBounded) {
  std::string deep = kBenchmark + "/Offline/deep";
  for (int i = 0; i < 100; ++i) deep += "/d";
  tree.folder(deep);
  tree.link(kBenchmark + "/Offline/a/to_b", "../b");
  tree.link(kBenchmark + "/Offline/b/to_a", "../a");
  const FolderListing listing = list_folder(tree.path(kBenchmark + "/Offline"), tree.root(), 1000);
  EXPECT_LT(listing.entries.size(), 200U);
  EXPECT_FALSE(list_folder(tree.path("none"), tree.root(), 3).problem.empty());
}

}  // namespace
}  // namespace mlperf::submission
