// SPDX-License-Identifier: Apache-2.0
// TEST07: the accuracy of a performance run over a whole data set: the score against a threshold, and which
// samples it speaks about. The score comes from outside. Source: compliance/TEST07/run_verification.py.
#pragma once

#include <optional>
#include <string>

#include "compliance/coverage.h"
#include "compliance/fault.h"

namespace mlperf::compliance {

struct Test07Options {
  std::optional<double> score;           // percent
  std::optional<double> threshold;       // percent, inclusive
  std::optional<std::uint64_t> samples;  // of the whole set
  mllog::AccuracyStreamOptions stream;
};

struct Test07 {
  LogDocument log;
  Coverage coverage;
  Fault empty_output;  // entries without data
  std::optional<double> score, threshold;
  std::optional<bool> score_check_passed;  // nothing without a score or threshold

  std::optional<bool> passed_official() const { return score_check_passed; }
  std::optional<bool> passed_with_coverage() const;
};

Test07 test07(const std::string& disk_path, std::string path, const Test07Options& options);
Test07 test07_of_text(std::string_view text, std::string path, const Test07Options& options);

// The text of verify_accuracy.txt behind the output of the evaluation.
std::string test07_text(const Test07& facts, std::string_view evaluation_output);

}  // namespace mlperf::compliance
