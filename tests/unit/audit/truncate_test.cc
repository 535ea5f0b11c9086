// SPDX-License-Identifier: Apache-2.0
// Accuracy logs shortened and hashed: each state a log can be in, what is done with it and what is said.
#include "audit/truncate.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "truncate_fixture.h"

namespace mlperf::audit {
namespace {

using base::sha256_hex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kOther(64, 'c');

TEST_F(TruncateTest, ALongLogIsCutHashedAndKept) {
  const auto whole = log_of(50000);
  put(kAccuracy, whole);
  put_text(kAccuracy, "'exact_match': 83.2\n");
  const auto report = run();
  EXPECT_THAT(found(report), IsEmpty());
  EXPECT_EQ(report.exit_code(), 0);
  EXPECT_EQ(log(), cut_of(whole));
  EXPECT_EQ(log().size(), 8199U);
  EXPECT_EQ(text(), "'exact_match': 83.2\n\nhash=" + sha256_hex(whole) + "\n");
  EXPECT_EQ(backup(), whole);
  ASSERT_EQ(report.entries.size(), 1U);
  EXPECT_EQ(report.entries[0].plan.hash, sha256_hex(whole));
  EXPECT_EQ(report.entries[0].size_after, 8199U);
}

TEST_F(TruncateTest, ASecondRunChangesNothing) {
  put(kAccuracy, log_of(50000));
  put(kScenario + "/TEST07/accuracy", log_of(30000, 7));
  put_text(kAccuracy, "x\n");
  run();
  const auto before = std::vector{log(), text(), backup(), log(kScenario + "/TEST07/accuracy"),
                                  text(kScenario + "/TEST07/accuracy")};
  const auto report = run();
  EXPECT_THAT(found(report), IsEmpty());
  for (const auto& entry : report.entries) {
    EXPECT_EQ(entry.plan.state, TruncateState::cut);
    EXPECT_TRUE(entry.plan.idle());
  }
  EXPECT_EQ(before, (std::vector{log(), text(), backup(), log(kScenario + "/TEST07/accuracy"),
                                 text(kScenario + "/TEST07/accuracy")}));
  EXPECT_EQ(run(TruncateMode::check).exit_code(), 0);
}

// 4096 to 8191 bytes would grow by a cut, and up to the limit there is no need for one.
TEST_F(TruncateTest, LogsUpToTheLimitStayWholeAndAreHashed) {
  for (const std::size_t size : {615, 4096, 5000, 8191, 8200, 10240}) {
    const std::string whole = "[\n" + std::string(size - 4, ' ') + "]\n";
    put(kAccuracy, whole);
    put_text(kAccuracy, "x\n");
    run();
    EXPECT_EQ(log(), whole);
    EXPECT_EQ(text(), "x\n\nhash=" + sha256_hex(whole) + "\n");
  }
  put(kAccuracy, log_of(10241));
  put_text(kAccuracy, "x\n");
  run();
  EXPECT_EQ(log().size(), 8199U);
}

TEST_F(TruncateTest, BytesAreCountedNotCharacters) {
  std::string whole = "a";
  for (int i = 0; i < 20000; ++i) whole += "\u65e5";
  put(kAccuracy, whole);
  put_text(kAccuracy, "x\n");
  run();
  EXPECT_EQ(log(), cut_of(whole));
}

TEST_F(TruncateTest, TestFoldersGetAnAccuracyTxtOfTheirOwn) {
  std::string wholes[3];
  const char* tests[] = {"TEST01", "TEST07", "TEST09"};
  for (int i = 0; i < 3; ++i)
    put(fmt::format("{}/{}/accuracy", kScenario, tests[i]), wholes[i] = log_of(20000, 10U + unsigned(i)));
  put(kScenario + "/TEST06/accuracy", log_of(20000));
  put(kScenario + "/TEST08/accuracy", log_of(20000));
  put(kAccuracy, log_of(20000));
  put_text(kAccuracy, "x\n");
  EXPECT_THAT(found(run()), IsEmpty());
  EXPECT_EQ(text(kScenario + "/TEST01/accuracy"), "\nhash=" + sha256_hex(wholes[0]) + "\n");
  EXPECT_EQ(text(kScenario + "/TEST07/accuracy"), "hash=" + sha256_hex(wholes[1]) + "\n");
  EXPECT_EQ(text(kScenario + "/TEST09/accuracy"), "hash=" + sha256_hex(wholes[2]) + "\n");
  EXPECT_EQ(log(kScenario + "/TEST09/accuracy"), cut_of(wholes[2]));
  EXPECT_EQ(log(kScenario + "/TEST06/accuracy"), log_of(20000));
  EXPECT_EQ(log(kScenario + "/TEST08/accuracy"), log_of(20000));
}

TEST_F(TruncateTest, WhatTheEvaluationWroteIntoATestFolderStays) {
  const auto whole = log_of(20000);
  put(kScenario + "/TEST07/accuracy", whole);
  put_text(kScenario + "/TEST07/accuracy", "'exact_match': 61.2\r\n");
  run();
  EXPECT_EQ(text(kScenario + "/TEST07/accuracy"),
            "'exact_match': 61.2\r\n\r\nhash=" + sha256_hex(whole) + "\r\n");
}

TEST_F(TruncateTest, OldHashesOfAWholeLogAreReplacedAndTold) {
  const auto whole = log_of(50000);
  put(kAccuracy, whole);
  put_text(kAccuracy, "x\nhash=deadbeef\ny\n\nhash=" + kOther + "\n");
  const auto report = run();
  EXPECT_EQ(text(), "x\ny\n\nhash=" + sha256_hex(whole) + "\n");
  EXPECT_THAT(report.entries.at(0).plan.replaced, ElementsAre("deadbeef", kOther));
}

TEST_F(TruncateTest, WithoutAccuracyTxtNothingIsTouchedAndTheOthersGoOn) {
  const auto whole = log_of(50000);
  const std::string other = "closed/Acme/results/s/gpt-oss-120b/Offline/accuracy";
  put(kAccuracy, whole);
  put(other, whole);
  put_text(other, "x\n");
  const auto report = run();
  EXPECT_THAT(found(report), ElementsAre("error truncate-no-accuracy-txt"));
  EXPECT_EQ(report.exit_code(), 1);
  EXPECT_EQ(log(), whole);
  EXPECT_FALSE(std::filesystem::exists(disk(kAccuracy + "/accuracy.txt")));
  EXPECT_EQ(log(other), cut_of(whole));
}

TEST_F(TruncateTest, AHashIsNotAppendedToUtf16OrALink) {
  put(kAccuracy, log_of(50000));
  put_text(kAccuracy, std::string("\xFF\xFEx\0\n\0", 6));
  EXPECT_THAT(found(run()), ElementsAre("error truncate-no-accuracy-txt not-text"));
  std::filesystem::remove(disk(kAccuracy + "/accuracy.txt"));
  tree_.file("elsewhere.txt", "x\n");
  tree_.link("tree/" + kAccuracy + "/accuracy.txt", tree_.path("elsewhere.txt"));
  EXPECT_THAT(found(run()), ElementsAre("error truncate-no-accuracy-txt link"));
  EXPECT_EQ(read_all(tree_.path("elsewhere.txt")), "x\n");
  std::filesystem::remove(disk(kAccuracy + "/accuracy.txt"));
  tree_.folder("tree/" + kAccuracy + "/accuracy.txt");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-no-accuracy-txt unreadable"));
  EXPECT_EQ(log(), log_of(50000));
}

// The official tool, run a second time, leaves the hash of the cut log in TEST07 and TEST09.
TEST_F(TruncateTest, TheHashOfTheCutLogItselfIsToldAsLost) {
  const auto whole = log_of(50000);
  put(kAccuracy, cut_of(whole));
  put_text(kAccuracy, "hash=" + sha256_hex(cut_of(whole)) + "\n");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-hash-lost own"));
  EXPECT_THAT(found(run(TruncateMode::check)), ElementsAre("error truncate-hash-lost own"));
  put_text(kAccuracy, "x\n");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-hash-lost"));
  EXPECT_EQ(text(), "x\n");
  put_text(kAccuracy, "x\nhash=" + sha256_hex(whole) + "\n");
  EXPECT_THAT(found(run()), IsEmpty());
}

TEST_F(TruncateTest, ALostHashIsFoundInTheKeptLog) {
  const auto whole = log_of(50000);
  put(kAccuracy, cut_of(whole));
  put_text(kAccuracy, "x\n\nhash=" + sha256_hex(cut_of(whole)) + "\n");
  tree_.file("tree-full-accuracy-logs/" + kAccuracy + "/mlperf_log_accuracy.json", whole);
  EXPECT_THAT(found(run(TruncateMode::check)), ElementsAre("error truncate-due hash"));
  EXPECT_THAT(found(run()), IsEmpty());
  EXPECT_EQ(text(), "x\n\nhash=" + sha256_hex(whole) + "\n");
  EXPECT_THAT(found(run(TruncateMode::check)), IsEmpty());
}

TEST_F(TruncateTest, CheckHoldsAKeptLogAgainstTheCutOne) {
  const auto whole = log_of(50000);
  put(kAccuracy, cut_of(whole));
  put_text(kAccuracy, "hash=" + sha256_hex(whole) + "\n");
  tree_.file("tree-full-accuracy-logs/" + kAccuracy + "/mlperf_log_accuracy.json", log_of(50000, 2));
  EXPECT_THAT(found(run(TruncateMode::check)), ElementsAre("warning truncate-backup foreign"));
  tree_.file("tree-full-accuracy-logs/" + kAccuracy + "/mlperf_log_accuracy.json", whole);
  EXPECT_THAT(found(run(TruncateMode::check)), IsEmpty());
  put_text(kAccuracy, "hash=" + kOther + "\n");
  EXPECT_THAT(found(run(TruncateMode::check)), ElementsAre("error truncate-hash-differs backup"));
}

TEST_F(TruncateTest, AHashThatMayBeTheWholeLogsIsNotReplaced) {
  const auto small = log_of(3000);
  put(kAccuracy, small);
  put_text(kAccuracy, "hash=" + kOther + "\n");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-hash-differs"));
  EXPECT_EQ(text(), "hash=" + kOther + "\n");

  put(kAccuracy, log_of(50000).substr(0, 30000));  // a copy that broke off
  EXPECT_THAT(found(run()), ElementsAre("error truncate-hash-differs malformed"));
  EXPECT_EQ(log().size(), 30000U);
  EXPECT_EQ(text(), "hash=" + kOther + "\n");
}

TEST_F(TruncateTest, SeveralHashesOfACutLogAreToldAndStay) {
  const auto whole = log_of(50000);
  const std::string both = "hash=" + kOther + "\nhash=" + sha256_hex(whole) + "\n";
  put(kAccuracy, cut_of(whole));
  put_text(kAccuracy, both);
  EXPECT_THAT(found(run()), ElementsAre("warning truncate-hash-lines"));
  put_text(kAccuracy, "hash=" + kOther + "\nhash=" + sha256_hex(cut_of(whole)) + "\n");
  EXPECT_THAT(found(run()), ElementsAre("warning truncate-hash-lines own"));
  put_text(kAccuracy, "hash=deadbeef\nhash=" + kOther + "\n");
  EXPECT_THAT(found(run()), IsEmpty());
  EXPECT_EQ(text(), "\nhash=" + kOther + "\n");
}

// The official pattern takes no line that ends in blanks.
TEST_F(TruncateTest, BlanksBehindAHashGo) {
  const auto whole = log_of(50000);
  put(kAccuracy, cut_of(whole));
  put_text(kAccuracy, "x\n\nhash=" + sha256_hex(whole) + " \n");
  EXPECT_THAT(found(run(TruncateMode::check)), ElementsAre("error truncate-due hash"));
  EXPECT_THAT(found(run()), IsEmpty());
  EXPECT_EQ(text(), "x\n\nhash=" + sha256_hex(whole) + "\n");
}

TEST_F(TruncateTest, ALogCutInAnotherWayIsLeftAlone) {
  std::string whole;
  for (int i = 0; i < 30000; ++i) whole += "\u00e9";
  const std::string odd = whole.substr(0, 8192) + "\n\n...\n\n" + whole.substr(whole.size() - 4096);
  put(kAccuracy, odd);  // the official tool counts characters
  put_text(kAccuracy, "hash=" + sha256_hex(whole) + "\n");
  for (const auto mode : {TruncateMode::truncate, TruncateMode::check}) {
    const auto report = run(mode);
    EXPECT_THAT(found(report), ElementsAre("error truncate-log-unusable marked"));
    EXPECT_THAT(report.entries[0].findings[0].message,
                HasSubstr("at byte 8192; the round has it at byte 4096"));
  }
  EXPECT_EQ(log(), odd);
}

TEST_F(TruncateTest, AMarkIsFoundAcrossTheBordersOfPieces) {
  for (const std::size_t at : {1048576 - 3, 1048576, 1048576 - 7, 2097152 - 6}) {
    std::string whole(3 << 20, 'x');
    whole.replace(at, 7, "\n\n...\n\n");
    put(kAccuracy, whole);
    put_text(kAccuracy, "x\n");
    EXPECT_THAT(found(run()), ElementsAre("error truncate-log-unusable marked")) << at;
  }
}

TEST_F(TruncateTest, EmptyLinkedAndProtectedLogsAreTold) {
  put(kAccuracy, "");
  put_text(kAccuracy, "x\n");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-log-unusable empty"));

  std::filesystem::remove(log_path(kAccuracy));
  tree_.file("whole.json", log_of(50000));
  tree_.link("tree/" + kAccuracy + "/mlperf_log_accuracy.json", tree_.path("whole.json"));
  EXPECT_THAT(found(run()), ElementsAre("error truncate-log-unusable link"));
  EXPECT_EQ(read_all(tree_.path("whole.json")), log_of(50000));

  std::filesystem::remove(log_path(kAccuracy));
  put(kAccuracy, log_of(50000));
  ::chmod(log_path(kAccuracy).c_str(), 0444);
  EXPECT_THAT(found(run()), ElementsAre("error truncate-log-unusable protected"));
  EXPECT_EQ(text(), "x\n");
  EXPECT_THAT(files(), ElementsAre("accuracy.txt", "mlperf_log_accuracy.json", "whole.json"));
}

TEST_F(TruncateTest, ALinkedFolderIsTheSameLog) {
  put(kAccuracy, log_of(50000));
  put_text(kAccuracy, "x\n");
  tree_.link("tree/closed/Acme/results/t", "s");
  EXPECT_THAT(found(run()), ElementsAre("note truncate-log-missing same"));
  EXPECT_EQ(log().size(), 8199U);

  tree_.file("out/accuracy/mlperf_log_accuracy.json", log_of(50000));
  tree_.folder("tree/closed/Acme/results/s/gpt-oss-120b/Offline");
  tree_.link("tree/closed/Acme/results/s/gpt-oss-120b/Offline/accuracy", tree_.path("out/accuracy"));
  EXPECT_THAT(found(run()), testing::Contains("error truncate-log-unusable linked-folder"));
  EXPECT_EQ(read_all(tree_.path("out/accuracy/mlperf_log_accuracy.json")), log_of(50000));
}

TEST_F(TruncateTest, MissingLogsAndEndpointsAreTold) {
  put_text(kAccuracy, "x\n");
  EXPECT_THAT(found(run()), ElementsAre("warning truncate-log-missing"));
  tree_.file("tree/" + kScenario + "/config.yaml", "a: 1\n");
  EXPECT_THAT(found(run()), ElementsAre("note truncate-log-missing endpoints"));
}

TEST_F(TruncateTest, AnotherKeptLogIsNeverWrittenOver) {
  put(kAccuracy, log_of(50000));
  put_text(kAccuracy, "x\n");
  tree_.file("tree-full-accuracy-logs/" + kAccuracy + "/mlperf_log_accuracy.json", "another");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-backup"));
  EXPECT_EQ(backup(), "another");
  EXPECT_EQ(log(), log_of(50000));
  EXPECT_EQ(text(), "x\n");
  std::filesystem::remove(backup_path(kAccuracy));
  tree_.link("tree-full-accuracy-logs/" + kAccuracy + "/mlperf_log_accuracy.json", "nowhere");
  EXPECT_THAT(found(run()), ElementsAre("error truncate-backup unusable"));
}

TEST_F(TruncateTest, TheBackupFolderLiesOutsideOfTheTree) {
  put(kAccuracy, log_of(50000));
  put_text(kAccuracy, "x\n");
  base::FileCalls calls;
  auto inside = options();
  for (const auto& path : {disk("backup"), disk(""), disk("closed/../b"), tree_.path("linked/b")}) {
    tree_.link("linked", "tree");
    inside.backup = path;
    const auto outcome = run_truncate(inside, rule_set(), calls);
    ASSERT_TRUE(std::holds_alternative<Failure>(outcome)) << path;
    EXPECT_THAT(std::get<Failure>(outcome).message, HasSubstr("lies inside the audited tree"));
    std::filesystem::remove(tree_.path("linked"));
  }
  // A link inside the backup folder that leads back.
  tree_.folder("back");
  tree_.link("back/closed", disk("closed"));
  inside.backup = tree_.path("back");
  EXPECT_THAT(found(run(inside, calls)), ElementsAre("error truncate-backup unusable"));
  EXPECT_EQ(log(), log_of(50000));
}

TEST_F(TruncateTest, ModesAndTimesOfTheLogStay) {
  put(kAccuracy, log_of(50000));
  put_text(kAccuracy, "x\n");
  ::chmod(log_path(kAccuracy).c_str(), 0640);
  ::chmod(disk(kAccuracy + "/accuracy.txt").c_str(), 0604);
  const timespec times[2] = {{1700000000, 5}, {1700000001, 123456789}};
  ::utimensat(AT_FDCWD, log_path(kAccuracy).c_str(), times, 0);
  run();
  for (const auto& path : {log_path(kAccuracy), backup_path(kAccuracy)}) {
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0640U);
    EXPECT_EQ(info.st_mtim.tv_sec, 1700000001);
    EXPECT_EQ(info.st_mtim.tv_nsec, 123456789);
  }
  struct stat info {};
  ASSERT_EQ(::stat(disk(kAccuracy + "/accuracy.txt").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0604U);
}

TEST_F(TruncateTest, DryRunAndCheckChangeNothing) {
  put(kAccuracy, log_of(50000));
  put_text(kAccuracy, "x\n");
  put(kScenario + "/TEST09/accuracy", log_of(3000));
  const auto before = files();
  const auto dry = run(TruncateMode::dry_run);
  EXPECT_THAT(found(dry), IsEmpty());
  EXPECT_EQ(dry.entries[0].plan.hash, sha256_hex(log_of(50000)));
  EXPECT_EQ(dry.entries[0].size_after, 8199U);
  const auto check = run(TruncateMode::check);
  EXPECT_THAT(found(check), ElementsAre("error truncate-due", "error truncate-due no-hash"));
  EXPECT_EQ(check.exit_code(), 1);
  EXPECT_EQ(files(), before);
  EXPECT_EQ(log(), log_of(50000));
  EXPECT_EQ(text(), "x\n");
}

TEST_F(TruncateTest, TheReportIsTheSameForAnyNumberOfThreads) {
  for (int i = 0; i < 20; ++i) {
    const auto folder = fmt::format("closed/Acme/results/s{}/gpt-oss-120b/Server/accuracy", i);
    put(folder, log_of(3000 * unsigned(i + 1), unsigned(i)));
    if (i % 4 != 0) put_text(folder, i % 3 == 0 ? "hash=x\n" : "x\n");
  }
  auto one = options(TruncateMode::dry_run);
  auto many = one;
  many.jobs = 7;
  base::FileCalls calls;
  const auto a = run(one, calls);
  const auto b = run(many, calls);
  EXPECT_EQ(found(a), found(b));
  ASSERT_EQ(a.entries.size(), b.entries.size());
  for (std::size_t i = 0; i < a.entries.size(); ++i)
    EXPECT_EQ(a.entries[i].plan.hash, b.entries[i].plan.hash);
}

}  // namespace
}  // namespace mlperf::audit
