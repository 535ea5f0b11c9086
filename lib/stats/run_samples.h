// SPDX-License-Identifier: Apache-2.0
// The values of a run's performance phase, one a sample, as LoadGen kept them when it computed its figures:
// latency and TTFT from the trace, TPOT where an accuracy log gives every sample's token count. Times are ns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mllog/trace.h"
#include "stats/accuracy_figures.h"
#include "stats/logged.h"

namespace mlperf::stats {

// A first token that was reported after the sample had completed: LoadGen keeps its marker as the TTFT.
struct LateFirstToken {
  std::uint64_t sample_seq = 0;
  std::int64_t ttft_ns = 0, latency_ns = 0;  // as in the trace
};
inline constexpr std::size_t kMostLateFirstTokens = 1000;  // that are kept one by one

struct RunSamples {
  std::uint64_t samples = 0, queries = 0;
  std::vector<std::int64_t> latency;
  std::vector<std::int64_t> query_latency;  // MultiStream: the longest of each query
  std::vector<std::int64_t> ttft;    // with tokens, but for Offline; mllog::kNoTtft where LoadGen kept that
  std::vector<std::int64_t> tpot;    // likewise, when the token counts are known
  std::vector<LateFirstToken> late;  // the first of them
  std::uint64_t late_count = 0;
  std::uint64_t without_first_token = 0;  // no first token in the trace though there should be one

  // Relative to the first scheduled time.
  std::int64_t last_scheduled = 0;   // of the last query
  std::int64_t last_query_done = 0;  // completion of all its samples
  std::int64_t last_done = 0;        // last completion of any sample
  std::int64_t last_issued = 0;
  std::int64_t issue_span = 0;  // from the first issue to that of the last query

  bool tokens_known = false;
  std::uint64_t tokens = 0;
  std::uint64_t invalid_token_counts = 0;  // 1, 0 or negative: LoadGen counts them as 0
};

// `counts`: the accuracy log, where one could be read.
RunSamples run_samples(const mllog::Trace& trace, const RunSettings& settings, std::uint64_t first_sample,
                       const AccuracyFigures* counts);

// Every sample of the trace from `first_sample` on has an entry.
bool covers(const AccuracyFigures& log, const mllog::Trace& trace, std::uint64_t first_sample);

}  // namespace mlperf::stats
