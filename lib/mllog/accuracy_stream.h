// SPDX-License-Identifier: Apache-2.0
// mlperf_log_accuracy.json as a whole: every complete entry of a log of any size, one after the other,
// through one buffer. Cut, killed and damaged logs give the entries that are complete. (The ends of a log
// alone, at a fixed cost: accuracy_log.h.) Format: docs/formats/accuracy_log.md.
//
// Data that is needed in another order than the file's is read again by place: keep an AccuracyRef for each
// entry (32 bytes) and go through AccuracyData, or let sha256_by_qsl() do so.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "mllog/accuracy_log.h"

namespace mlperf::mllog {

// A complete entry with seq_id, qsl_idx and data of the right types. The views (hex as written, an even
// number of digits) hold during the call only; hex.h decodes them.
struct AccuracyRecord {
  std::uint64_t number = 0;  // of the entry in the file, from 0; entries that are not handed out count too
  base::Position at;         // its '{'
  std::uint64_t seq_id = 0;
  std::uint64_t qsl_idx = 0;
  std::string_view data;
  std::uint64_t data_byte = 0;  // where `data` stands in the file
  std::optional<std::string_view> token_data;
  std::optional<std::int64_t> token_count;
};

struct AccuracyStreamOptions {
  bool hash = false;         // SHA-256 of the whole file, about 0.5 s a GB more
  bool find_repeats = true;  // of seq_id; 32 bytes an entry, time only where ids do not ascend
  CutFormat cut;             // a file of exactly that form is known as cut: its seam is no damage
  std::uint64_t entry_limit = std::uint64_t{64}
                              << 20;  // bytes, about; a longer entry is an issue and skipped
};

struct AccuracyLogSummary {
  std::uint64_t size = 0;
  std::uint64_t entries = 0;           // handed out
  std::uint64_t bad_entries = 0;       // JSON objects that are no such entries (an issue each)
  std::vector<std::string> keys;       // names of fields in the entries, sorted
  bool valid_json = false;             // the file as a whole is one JSON array
  bool cut = false;                    // by the truncation tool: head, mark, tail
  bool in_seq_order = true;            // no seq_id is below the one before
  std::uint64_t repeated_seq_ids = 0;  // entries whose seq_id stood before (an issue each)
  std::string sha256;                  // with options.hash, where the file could be read to its end
};

// Calls `take` for each entry in the order of the file. State: `empty` for nothing but white space; `damaged`
// for anything that is not as LoadGen writes it, with issues by place (the first of each kind kept): `syntax`
// where the JSON or the log ends or breaks, `wrong_type` for an entry that is JSON but has odd hex, another
// type, no seq_id, qsl_idx or data (or an unknown field beside them), `duplicate_key` for a seq_id that stood
// at `related` before (that alone leaves it `read`: LoadGen logs a sample that completes twice).
base::Document<AccuracyLogSummary> stream_accuracy_log(
    const std::string& disk_path, std::string path, const AccuracyStreamOptions& options,
    const std::function<void(const AccuracyRecord&)>& take);
base::Document<AccuracyLogSummary> stream_accuracy_text(
    std::string_view text, std::string path, const AccuracyStreamOptions& options,
    const std::function<void(const AccuracyRecord&)>& take);

// Where the data of an entry stands.
struct AccuracyRef {
  std::uint64_t qsl_idx = 0;
  std::uint64_t seq_id = 0;
  std::uint64_t byte = 0;
  std::uint64_t length = 0;  // hex digits

  static AccuracyRef of(const AccuracyRecord& record) {
    return {record.qsl_idx, record.seq_id, record.data_byte, record.data.size()};
  }
};

// Reads data again by place, in any order.
class AccuracyData {
 public:
  explicit AccuracyData(const std::string& disk_path);
  AccuracyData(AccuracyData&&) noexcept;
  AccuracyData& operator=(AccuracyData&&) noexcept;
  ~AccuracyData();

  // The hex digits; valid until the next call. Nothing where the file cannot be read there any more.
  std::optional<std::string_view> hex(const AccuracyRef& ref);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// SHA-256 of the lines `qsl_idx:data` in the order of qsl_idx, then seq_id, joined by line feeds. Two logs of
// the same outputs have the same one in whatever order the samples completed. Nothing if the file cannot be
// read again.
std::optional<std::string> sha256_by_qsl(const std::string& disk_path, std::vector<AccuracyRef> refs);

}  // namespace mlperf::mllog
