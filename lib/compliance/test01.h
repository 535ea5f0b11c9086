// SPDX-License-Identifier: Apache-2.0
// TEST01: the answers of a performance run against those of the accuracy run, and the speed of both. The
// official scripts compare the first element of an answer; here its whole data are compared as well.
// Source: compliance/TEST01/verify_accuracy.py, verify_performance.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compliance/element.h"
#include "compliance/fault.h"
#include "compliance/speed.h"

namespace mlperf::compliance {

struct Test01Accuracy {
  LogDocument reference, test;
  ElementType dtype = ElementType::int8;

  // The official script's figures, under its names.
  std::uint64_t num_acc_log_entries = 0, num_acc_log_duplicate_keys = 0, num_acc_log_data_mismatch = 0;
  std::uint64_t num_perf_log_entries = 0, num_perf_log_qsl_idx_match = 0, num_perf_log_data_mismatch = 0;
  std::uint64_t num_missing_qsl_idxs = 0;
  bool breaks = false;  // the script ends with an exception: a log that is no JSON, data of another size
  bool passed = false;

  // What it does not notice.
  std::uint64_t whole_data_mismatches = 0;
  Fault data_differs;       // whole data; found: first byte that differs, expected: bytes of the reference
  Fault missing;            // of `test`: qsl_idx that the accuracy run lacks
  Fault reference_differs;  // of `reference`: answers of one sample that differ among themselves
  Fault wrong_size;         // of `test`: data that is no whole number of elements; found: bytes
  bool unreadable_again = false;  // the reference changed while it was read: nothing is known
};

struct Test01Options {
  ElementType dtype = ElementType::int8;
  mllog::AccuracyStreamOptions stream;
};

// `reference` is the log of the accuracy run, `test` that of the compliance run. Paths: for opening and for
// messages alike when `reference_name`, `test_name` are empty.
Test01Accuracy test01_accuracy(const std::string& reference, const std::string& test,
                               const Test01Options& options, std::string reference_name = {},
                               std::string test_name = {});

// The text of verify_accuracy.txt, line for line.
std::string test01_accuracy_text(const Test01Accuracy& facts);

}  // namespace mlperf::compliance
