// SPDX-License-Identifier: Apache-2.0
// A broken variant of the sample submission in one line of a test:
//
//   const auto report = Variant().set(kInteractive + "performance/run_1/mlperf_log_detail.txt",
//                                     "result_validity", "\"INVALID\"").check();
//   EXPECT_ERROR(report, "perf-result-valid", "performance/run_1/mlperf_log_detail.txt");
//
// The files are hard links to the sample until a test changes them; the folder goes away with the Variant.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/audit.h"
#include "audit/report.h"

namespace mlperf::test {

// Scenario folders of the sample, relative to its root, with a slash at the end.
inline const std::string kSubmitter = "closed/ExampleCorp/";
inline const std::string kRack = kSubmitter + "results/example_x8/";
inline const std::string kDeepSeekInteractive = kRack + "deepseek-r1/Interactive/";
inline const std::string kDeepSeekServer = kRack + "deepseek-r1/Server/";
inline const std::string kDeepSeekOffline = kRack + "deepseek-r1/Offline/";
inline const std::string kGptOssInteractive = kRack + "gpt-oss-120b/Interactive/";
inline const std::string kGptOssServer = kRack + "gpt-oss-120b/Server/";
inline const std::string kGptOssOffline = kRack + "gpt-oss-120b/Offline/";
inline const std::string kEdge = kSubmitter + "results/example_edge/resnet/";
inline const std::string kResnetSingleStream = kEdge + "SingleStream/";
inline const std::string kResnetMultiStream = kEdge + "MultiStream/";
inline const std::string kResnetOffline = kEdge + "Offline/";
inline const std::string kDetail = "performance/run_1/mlperf_log_detail.txt";
inline const std::string kSummary = "performance/run_1/mlperf_log_summary.txt";

class Variant {
 public:
  Variant();
  Variant(const Variant&) = delete;
  Variant& operator=(const Variant&) = delete;
  ~Variant();

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path path(const std::string& file) const { return root_ / file; }
  std::string text(const std::string& file) const;

  // Detail log: the value (as it is printed) of the first line with that key.
  Variant& set(const std::string& file, std::string_view key, std::string_view value);
  // Detail log: takes out every line with that key.
  Variant& drop(const std::string& file, std::string_view key);
  // Detail log: a copy of the first line with `key` at the end of the file, with another value.
  Variant& repeat(const std::string& file, std::string_view key, std::string_view value);
  // Replaces the first occurrence; the test fails when there is none.
  Variant& replace(const std::string& file, std::string_view from, std::string_view to);
  Variant& append(const std::string& file, std::string_view text);
  Variant& write(const std::string& file, std::string_view text);  // makes folders as needed
  Variant& remove(const std::string& path);                        // a file or a folder
  Variant& rename(const std::string& from, const std::string& to);
  Variant& copy(const std::string& from, const std::string& to);  // a file or a folder
  Variant& edit(const std::string& file, const std::function<std::string(std::string)>& change);

  // Audits `path` (relative to the root).
  audit::AuditReport check(const std::string& path = ".", audit::Options options = {}) const;

 private:
  std::filesystem::path root_;
};

// Findings of that rule anywhere in the report; `file` (if any) is a part of the path.
std::vector<const audit::Finding*> findings(const audit::AuditReport& report, std::string_view rule,
                                            std::string_view file = {});
// All unwaived findings of that severity as "rule file:line message" lines, for test messages.
std::string listed(const audit::AuditReport& report, rules::Severity severity);
const audit::ResultReport& result(const audit::AuditReport& report, std::string_view path_part);

bool has(const audit::AuditReport& report, rules::Severity severity, std::string_view rule,
         std::string_view file);

#define EXPECT_ERROR(report, rule, file)                                                 \
  EXPECT_TRUE(::mlperf::test::has(report, ::mlperf::rules::Severity::error, rule, file)) \
      << ::mlperf::test::listed(report, ::mlperf::rules::Severity::error)
#define EXPECT_WARNING(report, rule, file)                                                 \
  EXPECT_TRUE(::mlperf::test::has(report, ::mlperf::rules::Severity::warning, rule, file)) \
      << ::mlperf::test::listed(report, ::mlperf::rules::Severity::warning)
#define EXPECT_NOTE(report, rule, file)                                                 \
  EXPECT_TRUE(::mlperf::test::has(report, ::mlperf::rules::Severity::note, rule, file)) \
      << ::mlperf::test::listed(report, ::mlperf::rules::Severity::note)
#define EXPECT_SILENT(report, rule) EXPECT_TRUE(::mlperf::test::findings(report, rule).empty())

}  // namespace mlperf::test
