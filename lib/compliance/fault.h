// SPDX-License-Identifier: Apache-2.0
// What the computations of the compliance tests say about entries of an accuracy log: how many show a fault,
// and where the first of them stands. Facts only; what follows from them is the auditor's business.
#pragma once

#include <cstdint>

#include "base/located.h"
#include "mllog/accuracy_stream.h"

namespace mlperf::compliance {

struct EntryPlace {
  std::uint64_t number = 0;  // of the entry in the file, from 0
  std::uint64_t seq_id = 0, qsl_idx = 0;
  base::Position at;

  static EntryPlace of(const mllog::AccuracyRecord& record) {
    return {record.number, record.seq_id, record.qsl_idx, record.at};
  }
};

// Entries that show one fault. `found` and `expected` are those of the first one; each use says what they
// are.
struct Fault {
  std::uint64_t count = 0;
  EntryPlace first;
  std::int64_t found = 0, expected = 0;

  explicit operator bool() const { return count > 0; }
  void add(const EntryPlace& place, std::int64_t what = 0, std::int64_t instead_of = 0) {
    if (count++ > 0) return;
    first = place;
    found = what;
    expected = instead_of;
  }
  void add(const mllog::AccuracyRecord& record, std::int64_t what = 0, std::int64_t instead_of = 0) {
    if (count > 0) {
      ++count;
    } else {
      add(EntryPlace::of(record), what, instead_of);
    }
  }
};

using LogDocument = base::Document<mllog::AccuracyLogSummary>;

// The log is a list to its end: what the official scripts that use json.load can read.
inline bool readable_as_json(const LogDocument& log) {
  return log.usable() && log.value.valid_json;
}

}  // namespace mlperf::compliance
