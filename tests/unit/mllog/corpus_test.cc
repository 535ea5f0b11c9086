// SPDX-License-Identifier: Apache-2.0
// All published logs below the folder that MLPERF_AUDIT_CORPUS names are read without anything to complain
// about but the few oddities that are known.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mllog/accuracy_log.h"
#include "mllog/accuracy_stream.h"
#include "mllog/conf.h"
#include "mllog/detail_log.h"
#include "mllog/summary_log.h"
#include "mllog/trace.h"

namespace mlperf::mllog {
namespace {

std::vector<std::string> files_named(std::string_view name) {
  std::vector<std::string> found;
  const char* folder = std::getenv("MLPERF_AUDIT_CORPUS");
  if (folder == nullptr) return found;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; it != end; it.increment(error)) {
    if (it->path().filename() == name) found.push_back(it->path());
  }
  return found;
}

class CorpusTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("MLPERF_AUDIT_CORPUS") == nullptr) {
      GTEST_SKIP() << "set MLPERF_AUDIT_CORPUS to an unpacked results repository";
    }
  }
};

template <class T>
void expect_no_issues(const base::Document<T>& document) {
  EXPECT_EQ(document.state, base::ReadState::read) << document.path;
  for (const auto& issue : document.issues) {
    ADD_FAILURE() << document.path << ":" << issue.at.line << ":" << issue.column << " kind "
                  << static_cast<int>(issue.kind) << " " << issue.detail;
  }
}

TEST_F(CorpusTest, EveryDetailLogIsReadWithoutIssues) {
  std::size_t logs = 0;
  std::size_t sets = 0;
  for (const auto& file : files_named("mlperf_log_detail.txt")) {
    const auto document = read_detail_log(file, file);
    expect_no_issues(document);
    EXPECT_EQ(document.value.entries().size(), document.value.lines()) << file;
    EXPECT_TRUE(document.value.has("effective_sample_index_rng_seed")) << file;
    for (const auto* set : document.value.all("loaded_qsl_set")) {
      ++sets;
      EXPECT_TRUE(parse_index_list(set->text)) << file;
    }
    ++logs;
  }
  EXPECT_GT(logs, 0U);
  RecordProperty("logs", static_cast<int>(logs));
  RecordProperty("sets", static_cast<int>(sets));
}

TEST_F(CorpusTest, EverySummaryIsReadWithoutIssues) {
  std::size_t summaries = 0;
  for (const auto& file : files_named("mlperf_log_summary.txt")) {
    const auto document = read_summary_log(file, file);
    expect_no_issues(document);
    EXPECT_TRUE(document.value.errors) << file;
    EXPECT_TRUE(document.value.warnings) << file;
    if (document.value.banner) {
      EXPECT_NE(document.value.find_in(SummaryBlock::parameters, "qsl_rng_seed"), nullptr) << file;
    }
    ++summaries;
  }
  EXPECT_GT(summaries, 0U);
}

// One published log has a comma behind its last entry, one was cut by its tool before LoadGen had finished
// it.
TEST_F(CorpusTest, EveryAccuracyLogHasAShape) {
  std::map<AccuracyLogShape, int> shapes;
  std::vector<std::string> odd;
  for (const auto& file : files_named("mlperf_log_accuracy.json")) {
    const auto document = read_accuracy_log_facts(file, file, CutFormat{});
    if (document.state == base::ReadState::empty) continue;
    ++shapes[document.value.shape];
    if (document.value.malformed) odd.push_back(file);
    for (const auto& issue : document.issues) {
      std::cout << file << ":" << issue.at.line << " " << issue.detail << "\n";
    }
  }
  for (const auto& [shape, count] : shapes) std::cout << static_cast<int>(shape) << " " << count << "\n";
  EXPECT_THAT(
      odd, testing::UnorderedElementsAre(
               testing::HasSubstr("RedHat/results/2xL40S_RHEL9/whisper/Offline/accuracy/"),
               testing::HasSubstr("Lambda_SIT/results/B200-SXM-180GBx8_TRT/gpt-oss-120b/Server/accuracy/")));
}

TEST_F(CorpusTest, EveryAccuracyLogIsStreamed) {
  std::vector<std::string> odd;
  std::map<std::string, std::size_t> forms;
  for (const auto& file : files_named("mlperf_log_accuracy.json")) {
    std::uint64_t taken = 0;
    const auto log = stream_accuracy_log(file, file, {}, [&](const AccuracyRecord&) { ++taken; });
    EXPECT_EQ(taken, log.value.entries);
    if (!log.issues.empty()) odd.push_back(file + " " + log.issues[0].detail);
    if (!log.value.cut) {
      EXPECT_EQ(log.state == base::ReadState::read, log.value.valid_json) << file;
    }
    ++forms[log.value.cut ? "cut" : !log.value.valid_json ? "damaged" : taken == 0 ? "empty list" : "whole"];
  }
  for (const auto& [form, count] : forms) std::cout << form << " " << count << "\n";
  for (const auto& what : odd) std::cout << what << "\n";
  EXPECT_THAT(odd, testing::SizeIs(2));
}

TEST_F(CorpusTest, EveryTraceIsReadWithoutIssues) {
  std::map<base::ReadState, std::size_t> states;
  for (const auto& file : files_named("mlperf_log_trace.json")) {
    const auto document = read_trace(file, file);
    EXPECT_THAT(document.issues, testing::IsEmpty()) << file;
    ++states[document.state];
    std::cout << file << " " << document.value.facts.samples << " samples\n";
  }
  EXPECT_EQ(states[base::ReadState::read], 1U);
  EXPECT_EQ(states.size(), 2U) << "read or empty";
}

TEST_F(CorpusTest, EveryConfIsReadWithoutIssues) {
  for (const auto* name : {"user.conf", "mlperf.conf", "audit.config"}) {
    for (const auto& file : files_named(name)) {
      const auto document = read_conf(file, file);
      // A link that a checkout wrote as a file with the name of its target.
      if (file.ends_with("Lattix/measurements/DynamoNPU/rgat/offline/mlperf.conf")) continue;
      if (document.state != base::ReadState::empty) expect_no_issues(document);
    }
  }
}

}  // namespace
}  // namespace mlperf::mllog
