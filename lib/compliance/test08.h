// SPDX-License-Identifier: Apache-2.0
// TEST08 (DLRMv3): the normalised entropy of each answer of a performance run against that of the accuracy
// run, matched by time stamp and query. Data are float32: the accuracy run logs [ts, query, predictions,
// labels, weights, n], the performance run [ts, query, predictions]. Source:
// compliance/TEST08/run_verification.py.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "compliance/fault.h"

namespace mlperf::compliance {

// Cross entropy over baseline entropy, in float32 as the script computes it (sums in numpy's order). One
// prediction counts for every label.
float normalized_entropy(std::span<const float> predictions, std::span<const float> labels,
                         std::span<const float> weights);

struct Test08Mismatch {
  EntryPlace place;
  double ts = 0, query = 0;
  float reference = 0, test = 0;  // normalised entropies
  double relative_difference = 0;
};

struct Test08 {
  LogDocument reference, test;
  double tolerance = 0;

  // The official script's figures.
  std::uint64_t reference_entries = 0, entries = 0;
  std::uint64_t matched = 0, unmatched = 0, ne_mismatches = 0;
  std::optional<double> largest_relative_difference;
  bool breaks = false;  // the script ends with an exception
  bool passed = false;

  std::vector<Test08Mismatch> mismatches;  // the first kMismatchesKept
  Fault not_matched;                       // of `test`: no such key in the accuracy run
  Fault other_length;             // of `test`: another number of predictions than of labels; found, expected
  Fault bad_reference, bad_test;  // data that is not of the layout; found: bytes
  Fault not_finite;               // of `test`: a prediction that is no number or infinite
  std::uint64_t reference_repeats = 0;  // keys that stood before in the accuracy run (the last one counts)
  bool unreadable_again = false;        // the reference changed while it was read

  static constexpr std::size_t kMismatchesKept = 1000;
};

struct Test08Options {
  double tolerance = 0;
  mllog::AccuracyStreamOptions stream;
};

Test08 test08(const std::string& reference, const std::string& test, const Test08Options& options,
              std::string reference_name = {}, std::string test_name = {});

// What the script prints.
std::string test08_text(const Test08& facts);

}  // namespace mlperf::compliance
