// SPDX-License-Identifier: Apache-2.0
// The verify_*.txt files that the official compliance scripts print: a verdict line and the figures behind
// it. One reader for all tests; which figures a test needs is the auditor's business. Format:
// docs/formats/verify_txt.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"
#include "submission/accuracy_text.h"

namespace mlperf::submission {

enum class VerifyKind : std::uint8_t {
  unknown,
  test01_accuracy,  // num_acc_log_entries = ..., num_perf_log_data_mismatch = ...
  performance,      // TEST01, TEST04: reference score, test score
  test06,           // First token check pass: True
  test07,           // Accuracy score / threshold
  test08,           // num_matched, num_ne_mismatch, tolerance
  test09,           // Mean output tokens, thresholds
};

struct VerifyFigure {
  std::string name;  // as printed without the sign behind it, blanks at the ends removed, lower case:
                     // "num_perf_log_entries", "reference score", "mean output tokens", "accuracy threshold"
  std::string_view text;        // "4039", "0.10%", "True"
  std::optional<double> value;  // of numbers; a percent sign is dropped
  base::Position at;
};

struct VerdictLine {
  bool pass = false;
  bool whole_line = false;  // the line is just the words "TEST PASS" / "TEST FAIL" (blanks allowed)
  std::string_view text;
  base::Position at;
};

struct VerifyText {
  VerifyKind kind = VerifyKind::unknown;
  std::vector<VerifyFigure>
      figures;  // every "name = number", "name: number", "name: True|False|Skipped" line
  std::vector<VerdictLine>
      verdicts;             // every line with TEST PASS, TEST FAIL, "TEST06 verification complete|failed"
  AccuracyText evaluation;  // table, scores, samples evaluated, as an accuracy.txt has them
  base::Position last_line;

  const VerifyFigure* find(std::string_view name) const;  // first of that name
  const VerifyFigure* find_last(std::string_view name) const;
  std::vector<const VerifyFigure*> all(std::string_view name) const;
  const VerdictLine* verdict() const {
    return verdicts.empty() ? nullptr : &verdicts.back();
  }  // the last one counts
};

base::Document<VerifyText> read_verify_text(const std::string& disk_path, std::string path);
base::Document<VerifyText> parse_verify_text(std::string_view text, std::string path);

}  // namespace mlperf::submission
