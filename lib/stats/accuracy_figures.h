// SPDX-License-Identifier: Apache-2.0
// The figures of an accuracy log as a whole: how many entries, samples, tokens and bytes, and hashes by which
// two logs can be compared. Memory grows with the number of entries, not with the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/document.h"

namespace mlperf::stats {

struct SampleTokens {
  std::uint64_t seq_id = 0;
  std::optional<std::int64_t> tokens;  // token_count as the system reported it
};

template <class T>
struct SumAndRange {
  T sum{}, min{}, max{};
};

struct AccuracyFigures {
  std::uint64_t entries = 0;  // complete ones
  std::uint64_t distinct_seq = 0, distinct_qsl_idx = 0;
  bool valid_json = false;  // the file as a whole
  bool in_seq_order = true;
  std::vector<std::string> keys;  // names of fields in the entries
  SumAndRange<std::uint64_t> data_bytes;
  std::uint64_t empty_data_entries = 0;
  std::optional<SumAndRange<std::int64_t>> token_counts;  // of the entries that have one
  std::vector<SampleTokens> samples;  // ascending seq_id, each once, the first entry counts
  std::string sorted_seq_sha256;      // of the decimal ids, ascending, joined by commas
  std::string data_sha256_by_qsl;     // of lines `qsl_idx:data` in the order of qsl_idx, seq_id
};

// `hashes`: compute the two hashes as well, for which the file is read a second time.
base::Document<AccuracyFigures> read_accuracy_figures(const std::string& disk_path, std::string path,
                                                      bool hashes);

}  // namespace mlperf::stats
