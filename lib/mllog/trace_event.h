// SPDX-License-Identifier: Apache-2.0
// One line of a trace: the short way through lines exactly as LoadGen prints them, and the long way through
// anything else that is an event.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mlperf::mllog {

// Times beyond it (73 years) are none, so that sums of a few of them cannot overflow.
inline constexpr std::int64_t kLargestTraceTime = std::int64_t{1} << 61;

enum class TraceEventKind : std::uint8_t {
  plain,          // counts by name and time alone
  sample_begin,   // has all five arguments of a sample
  token_begin,    // likewise
  token_latency,  // has issue_delay and issue_to_done
  last,           // {"name":"LastTrace"}
};

struct TraceEvent {
  TraceEventKind kind = TraceEventKind::plain;
  std::int64_t ts_ns = 0;
  std::uint64_t sample_seq = 0;
  std::uint64_t query_seq = 0;
  std::uint64_t sample_idx = 0;     // at most 32 bits
  std::int64_t issue_delay_ns = 0;  // also `issue_start_ns`
  std::int64_t done_ns = 0;         // `complete_ns`, or `issue_to_done`
};

// The names of nearly all lines.
inline constexpr std::array<std::string_view, 16> kUsualTraceNames = {"Sample",
                                                                      "Token",
                                                                      "Token_Latency",
                                                                      "Latency",
                                                                      "Thread",
                                                                      "IssueQuery",
                                                                      "SampleLoop",
                                                                      "Waiting",
                                                                      "Wait",
                                                                      "Scheduling",
                                                                      "Gather",
                                                                      "Process",
                                                                      "FlushAll",
                                                                      "IOThreadLoop",
                                                                      "QuerySamplesComplete",
                                                                      "FirstTokenComplete"};

// Reads the line at `p` if it is exactly as LoadGen prints these: fills the event and the index of its name
// and returns where the next line begins; else returns null, and the event is undefined. The line ends with a
// line feed, and 64 bytes behind that may be read.
const char* read_usual_event(const char* p, TraceEvent& event, std::size_t& name);

// What the long way has to say of a line (without its end).
struct TraceLineResult {
  std::string_view wrong;  // empty: it is an event; else what is wrong with it, a phrase
  std::string_view name;   // points into the line
};
TraceLineResult read_any_event(std::string_view line, TraceEvent& event);

// Microseconds with up to three decimals, as ns; false where it is no such number or too large.
bool microseconds_as_ns(std::string_view text, std::int64_t& ns);

}  // namespace mlperf::mllog
