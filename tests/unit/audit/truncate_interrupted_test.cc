// SPDX-License-Identifier: Apache-2.0
// `truncate` ended or hindered at every system call in turn: at each moment every log is whole in the tree,
// or cut with its whole kept and its hash recorded; a second run finishes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "truncate_fixture.h"

namespace mlperf::audit {
namespace {

using base::FailingCalls;
using base::Killed;
using base::sha256_hex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kTest = kScenario + "/TEST09/accuracy";

class Interrupted : public TruncateTest {
 protected:
  void set_up() {
    std::filesystem::remove_all(tree_.root());
    put(kAccuracy, first_);
    put_text(kAccuracy, "'exact_match': 83.2\n");
    put(kTest, second_);
  }

  void expect_nothing_lost(const std::string& folder, const std::string& whole) const {
    const auto now = log(folder);
    if (now == whole) return;
    EXPECT_EQ(now, cut_of(whole));
    EXPECT_EQ(backup(folder), whole);
    EXPECT_THAT(submission::hash_values(text(folder)), ElementsAre(sha256_hex(whole)));
  }

  // Whatever bears the final name is whole.
  void expect_consistent() const {
    expect_nothing_lost(kAccuracy, first_);
    expect_nothing_lost(kTest, second_);
    EXPECT_THAT(text(), testing::StartsWith("'exact_match': 83.2\n"));
    for (const auto& [folder, whole] : {std::pair(kAccuracy, first_), std::pair(kTest, second_)}) {
      if (std::filesystem::exists(backup_path(folder))) {
        EXPECT_EQ(backup(folder), whole);
      }
    }
  }

  void expect_finished() const {
    EXPECT_EQ(log(), cut_of(first_));
    EXPECT_EQ(log(kTest), cut_of(second_));
    EXPECT_EQ(text(), "'exact_match': 83.2\n\nhash=" + sha256_hex(first_) + "\n");
    EXPECT_EQ(text(kTest), "hash=" + sha256_hex(second_) + "\n");
    EXPECT_EQ(backup(), first_);
    EXPECT_EQ(backup(kTest), second_);
    EXPECT_EQ(files().size(), 6U) << "leftovers";
  }

  const std::string first_ = log_of(1100000), second_ = log_of(30000, 9);
};

TEST_F(Interrupted, KilledAtAnyCallASecondRunFinishes) {
  std::size_t number = 0;
  for (bool struck = true; struck; ++number) {
    SCOPED_TRACE(number);
    set_up();
    FailingCalls calls(number, FailingCalls::Way::kill);
    try {
      run(options(), calls);
    } catch (const Killed&) {
    }
    struck = calls.struck();
    expect_consistent();
    const auto report = run();
    for (const auto& line : found(report)) EXPECT_EQ(line, "note truncate-leftover removed");
    expect_finished();
    if (HasFailure()) return;
  }
  EXPECT_GT(number, 50U);
}

TEST_F(Interrupted, KilledTwiceAThirdRunFinishes) {
  for (std::size_t first = 3; first < 60; first += 7) {
    for (std::size_t second = 2; second < 60; second += 13) {
      SCOPED_TRACE(fmt::format("{} {}", first, second));
      set_up();
      for (const auto number : {first, second}) {
        FailingCalls calls(number, FailingCalls::Way::kill);
        try {
          run(options(), calls);
        } catch (const Killed&) {
        }
        expect_consistent();
      }
      run();
      expect_finished();
      if (HasFailure()) return;
    }
  }
}

TEST_F(Interrupted, AFullDiskAtAnyCallIsToldAndASecondRunFinishes) {
  std::size_t told = 0;
  for (std::size_t number = 0;; ++number) {
    SCOPED_TRACE(number);
    set_up();
    FailingCalls calls(number, FailingCalls::Way::error);
    const auto report = run(options(), calls);
    expect_consistent();
    if (!calls.struck()) break;
    told += report.errors > 0 ? 1 : 0;
    // Only the attributes of a file may fail without a word.
    if (report.errors == 0) expect_finished();
    run();
    expect_finished();
    if (HasFailure()) return;
  }
  EXPECT_GT(told, 40U);
}

TEST_F(Interrupted, AFullDiskLeavesNoHalfFiles) {
  set_up();
  std::size_t number = 0;
  for (;; ++number) {
    set_up();
    FailingCalls calls(number, FailingCalls::Way::error);
    const auto report = run(options(), calls);
    ASSERT_TRUE(calls.struck());
    if (found(report) == std::vector<std::string>{"error truncate-failed"} &&
        report.entries[0].findings.size() == 1 &&
        report.entries[0].findings[0].message.find("copy cannot be written") != std::string::npos) {
      EXPECT_THAT(report.entries[0].findings[0].message,
                  HasSubstr("No space left on device; nothing was changed"));
      EXPECT_EQ(log(), first_);
      EXPECT_EQ(text(), "'exact_match': 83.2\n");
      EXPECT_EQ(log(kTest), cut_of(second_));  // the other one went on
      EXPECT_EQ(files().size(), 5U);
      return;
    }
  }
}

TEST_F(Interrupted, EachFileIsSyncedBeforeItsNameAndInOrder) {
  put(kAccuracy, log_of(30000));
  put_text(kAccuracy, "x\n");
  tree_.folder("tree-full-accuracy-logs/" + kAccuracy);
  FailingCalls calls;
  run(options(), calls);
  const std::string log = "mlperf_log_accuracy.json";
  EXPECT_THAT(calls.done(),
              ElementsAre("create " + log + " beside", "write " + log + " beside", "sync " + log + " beside",
                          "rename new " + log, "sync folder accuracy",  //
                          "create accuracy.txt beside", "write accuracy.txt beside",
                          "sync accuracy.txt beside", "rename over accuracy.txt", "sync folder accuracy",  //
                          "create " + log + " beside", "write " + log + " beside", "sync " + log + " beside",
                          "rename over " + log, "sync folder accuracy"));
}

TEST_F(Interrupted, LeftoversAreToldAndRemoved) {
  set_up();
  run();
  tree_.file("tree/" + kAccuracy + "/mlperf_log_accuracy.json.123.truncate-new", "half");
  tree_.file("tree/" + kAccuracy + "/accuracy.txt.77.truncate-new", "half");
  tree_.file("tree/" + kAccuracy + "/mine.123.truncate-new", "mine");
  EXPECT_THAT(found(run(TruncateMode::check)),
              ElementsAre("warning truncate-leftover", "warning truncate-leftover"));
  EXPECT_THAT(found(run()), ElementsAre("note truncate-leftover removed", "note truncate-leftover removed"));
  EXPECT_THAT(found(run()), IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(disk(kAccuracy + "/mine.123.truncate-new")));
}

// Somebody writes while we work.
class Meddling final : public base::FileCalls {
 public:
  explicit Meddling(std::string path, std::string after) : path_(std::move(path)), after_(std::move(after)) {}
  int rename_new(const std::string& from, const std::string& to) override {
    const int error = FileCalls::rename_new(from, to);
    std::ofstream(path_, std::ios::app) << after_;
    return error;
  }

 private:
  std::string path_, after_;
};

TEST_F(Interrupted, ALogOrTextThatChangesMeanwhileStays) {
  for (const std::string name : {"mlperf_log_accuracy.json", "accuracy.txt"}) {
    std::filesystem::remove_all(tree_.root());
    put(kAccuracy, first_);
    put_text(kAccuracy, "x\n");
    Meddling calls(disk(kAccuracy + "/" + name), "more\n");
    const auto report = run(options(), calls);
    EXPECT_EQ(report.exit_code(), 1);
    EXPECT_THAT(found(report), testing::Each(HasSubstr("error truncate-failed")));
    EXPECT_THAT(log(), HasSubstr(first_));
    EXPECT_THAT(name == "accuracy.txt" ? text() : log(), testing::EndsWith("more\n"));
  }
}

}  // namespace
}  // namespace mlperf::audit
