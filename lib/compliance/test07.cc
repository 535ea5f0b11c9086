// SPDX-License-Identifier: Apache-2.0
#include "compliance/test07.h"

#include <fmt/format.h>

#include "compliance/length_collector.h"
#include "compliance/python_text.h"

namespace mlperf::compliance {
namespace {

Test07 test07(const Streamer& stream, const Test07Options& options) {
  Test07 facts;
  CoverageCounter coverage(options.samples);
  facts.log = stream(options.stream, [&](const mllog::AccuracyRecord& record) {
    coverage.add(record);
    if (record.data.empty()) facts.empty_output.add(record);
  });
  facts.coverage = coverage.finish();
  facts.score = options.score;
  facts.threshold = options.threshold;
  if (facts.score && facts.threshold) facts.score_check_passed = *facts.score >= *facts.threshold;
  return facts;
}

}  // namespace

std::optional<bool> Test07::passed_with_coverage() const {
  if (!score_check_passed) return std::nullopt;
  return *score_check_passed && coverage.complete();
}

Test07 test07(const std::string& disk_path, std::string path, const Test07Options& options) {
  return test07(stream_of_file(disk_path, std::move(path)), options);
}

Test07 test07_of_text(std::string_view text, std::string path, const Test07Options& options) {
  return test07(stream_of_text(text, std::move(path)), options);
}

std::string test07_text(const Test07& facts, std::string_view evaluation_output) {
  const std::string rule(80, '=');
  std::string text = fmt::format("{0}\n{1}\nTEST07 Verification Summary\n{1}\n", evaluation_output, rule);
  if (!facts.score || !facts.threshold) return text + "Error: Could not parse accuracy score\nTEST FAIL\n";
  const bool pass = facts.score_check_passed == true;
  text += fmt::format("Accuracy score: {}\nAccuracy threshold: {}\nAccuracy check pass: {}\n{}\n",
                      python_float(*facts.score), python_float(*facts.threshold), python_bool(pass),
                      pass ? "TEST PASS" : "TEST FAIL");
  return text;
}

}  // namespace mlperf::compliance
