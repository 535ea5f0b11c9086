// SPDX-License-Identifier: Apache-2.0
// From the events of a trace to its samples: repeated completions, and first tokens to the samples they
// belong to. Takes n log n time for any events.
#pragma once

#include <cstdint>
#include <vector>

#include "mllog/trace.h"

namespace mlperf::mllog {

// The events that matter beside trace.samples, which holds one for each completion, in the order of the file.
// That order is any ascending number.
struct TraceJoin {
  // A first token: of the sample `key`, or, where it was a counter, of whatever was scheduled at `key` ns and
  // issued `issue_delay_ns` later (trace_time_key()).
  struct Token {
    std::uint64_t key = 0;
    std::int64_t issue_delay_ns = 0;
    std::int64_t ttft_ns = 0;
    std::uint64_t order = 0;
  };

  std::vector<std::uint64_t> completion_orders;  // of each of trace.samples
  std::vector<Token> tokens_by_time;
  std::vector<Token> tokens_by_sample;
};

// Signed times as unsigned keys of the same order.
constexpr std::uint64_t trace_time_key(std::int64_t ns) {
  return static_cast<std::uint64_t>(ns) ^ (std::uint64_t{1} << 63);
}

// Brings trace.samples into their final order, each once and with its first token, and fills
// trace.ttft_ns_without_sample and the counts of both in trace.facts.
void join_trace(TraceJoin events, Trace& trace);

}  // namespace mlperf::mllog
