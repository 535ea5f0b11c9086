// SPDX-License-Identifier: Apache-2.0
// All published logs below the folder that MLPERF_AUDIT_CORPUS names are read without anything to complain
// about but the few oddities that are known.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mllog/detail_log.h"
#include "mllog/summary_log.h"

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

}  // namespace
}  // namespace mlperf::mllog
