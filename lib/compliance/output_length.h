// SPDX-License-Identifier: Apache-2.0
// Token counts of an accuracy log: from the data (bytes / width) and from the token_count beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compliance/coverage.h"
#include "compliance/element.h"
#include "compliance/fault.h"

namespace mlperf::compliance {

// Lengths in whole tokens; the mean is the plain one over all entries.
struct LengthStatistics {
  std::uint64_t samples = 0;
  std::uint64_t token_sum = 0;
  std::uint64_t min = 0, max = 0;
  double mean = 0;
  double std_population = 0;
  std::uint64_t p50 = 0, p90 = 0, p95 = 0, p97 = 0, p99 = 0, p99_9 = 0;  // sorted[trunc(n * p)]
};

// `lengths` are sorted on the way. Nothing for no length.
std::optional<LengthStatistics> length_statistics(std::vector<std::uint64_t>& lengths);

struct OutputLength {
  LogDocument log;
  std::size_t width = 4;                    // bytes a token, as used below
  std::optional<std::size_t> found_width;   // what data and token_count say, where they say one thing
  std::optional<LengthStatistics> lengths;  // of data; nothing without entries
  std::uint64_t empty_entries = 0;          // entries without a token

  std::uint64_t entries_with_count = 0;  // that have a token_count
  std::int64_t token_count_sum = 0;      // saturating
  Fault partial_token;                   // data that is no multiple of the width; found: bytes
  Fault count_differs;  // token_count is not the length of the data; found: token_count, expected: length
  Coverage coverage;

  // Every entry has a token_count, and it is the length of its data. Nothing where no entry has one.
  std::optional<bool> token_count_agrees() const;
};

struct OutputLengthOptions {
  std::optional<ElementType> dtype;      // nothing: the width that data and token_count agree on, else int32
  std::optional<std::uint64_t> samples;  // of the whole set, for the coverage
  mllog::AccuracyStreamOptions stream;
};

OutputLength output_length(const std::string& disk_path, std::string path,
                           const OutputLengthOptions& options);
OutputLength output_length_of_text(std::string_view text, std::string path,
                                   const OutputLengthOptions& options);

}  // namespace mlperf::compliance
