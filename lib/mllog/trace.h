// SPDX-License-Identifier: Apache-2.0
// mlperf_log_trace.json: every completed sample with its times to the nanosecond, and the facts of the file.
// The file is never valid JSON and may have gigabytes; it is streamed in blocks, so that memory grows with
// the samples, not with the file, and the Document holds no bytes. Form, traps and source:
// docs/formats/trace.md.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"

namespace mlperf::mllog {

// No first token was logged. It is also the marker that LoadGen itself keeps for such a sample.
inline constexpr std::int64_t kNoTtft = std::numeric_limits<std::int64_t>::min();

// One sample, from its first completion (the begin event of "Sample"). Times are ns; those of the sample are
// relative to its scheduled time, that one is relative to the start of tracing and may be negative. None is
// beyond 2^61, so that sums of a few do not overflow.
struct TraceSample {
  std::uint64_t sample_seq = 0;        // continues from phase to phase of a run that has several
  std::uint64_t query_seq = 0;         // samples of one query share it
  std::int64_t scheduled_ns = 0;       // `ts`, exact
  std::int64_t issue_delay_ns = 0;     // `issue_start_ns`
  std::int64_t latency_ns = 0;         // `complete_ns`
  std::int64_t ttft_ns = kNoTtft;      // first report of a first token
  std::uint32_t sample_idx = 0;        // index in the sample library
  bool ttft_after_completion = false;  // reported behind the completion: LoadGen then keeps its marker
};

// Counts of the file as a whole. Events are those in complete lines.
struct TraceFacts {
  std::uint64_t bytes = 0;
  std::uint64_t complete_lines = 0;      // line ends
  std::uint64_t partial_tail_bytes = 0;  // behind the last line end
  bool footer_present = false;           // "LastTrace" and what follows it, to the last brace
  std::optional<std::int64_t>
      origin_ns;  // `otherData.ts` of the footer since the epoch; good to about 256 ns
  std::map<std::string, std::uint64_t> events_by_name;  // begin and end both count; without "LastTrace"
  std::uint64_t events_of_further_names = 0;  // of names beyond the first 1000 (LoadGen has about twenty)
  std::uint64_t doubled_quote_lines = 0;      // with `":""`
  std::uint64_t negative_ts_events = 0;
  std::uint64_t ts_descents_in_file_order = 0;  // events whose ts is below that of the event before
  std::uint64_t sample_id_descents = 0;         // Sample begin events below the largest sample_seq before
  std::uint64_t samples = 0;                    // distinct sample_seq
  std::uint64_t duplicate_sample_events = 0;    // further begin events of a sample_seq
  std::uint64_t samples_sharing_a_scheduled_time =
      0;                                          // distinct samples with a ts that occurs more than once
  std::uint64_t token_events = 0;                 // Token_Latency counters and begin events of Token
  std::uint64_t token_events_without_sample = 0;  // of samples that never completed
  std::uint64_t duplicate_token_events = 0;       // reported before for that sample
  // Token_Latency counters have no sample id. Samples with the same scheduled time and issue delay share
  // their TTFTs, which are then handed out in the order of the file: right as a set, not one by one.
  std::uint64_t samples_with_ambiguous_ttft = 0;
  std::uint64_t damaged_lines = 0;  // events that could not be read, and lines that are not of the format
};

struct Trace {
  std::vector<TraceSample> samples;  // ascending sample_seq, each once
  // Scheduled time to first token of the samples that never completed (first report each), in file order.
  std::vector<std::int64_t> ttft_ns_without_sample;
  TraceFacts facts;
};

// Total on any bytes. State: `empty` for a file of 0 bytes (as nearly all published ones are); `damaged` when
// lines are not of the format or the last one is cut (issues with line and byte, the first of each kind
// kept); a missing footer alone leaves it `read`. Lines over 1 MiB are damaged ones.
base::Document<Trace> read_trace(const std::string& disk_path, std::string path);
base::Document<Trace> parse_trace(std::string_view text, std::string path);

}  // namespace mlperf::mllog
