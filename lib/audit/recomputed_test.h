// SPDX-License-Identifier: Apache-2.0
// What the accuracy logs of a compliance test give when they are read as wholes, each streamed once or twice
// whatever its size. Facts only, and no views: the logs themselves are gone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compliance/test01.h"
#include "compliance/test06.h"
#include "compliance/test07.h"
#include "compliance/test08.h"
#include "compliance/test09.h"
#include "mllog/accuracy_log.h"
#include "rules/round.h"

namespace mlperf::audit {

// Answers of TEST06 beside those that the accuracy run gave to the same samples, as far as both can be seen.
// Batching may change a greedy answer somewhere on its way, hardly ever its first token.
struct AnswersBeside {
  std::uint64_t common = 0;               // answers to samples that both logs show
  compliance::Fault first_token_differs;  // found: token of TEST06, expected: of the accuracy run
};

struct RecomputedTest {
  std::optional<compliance::Test01Accuracy> test01;
  std::optional<compliance::Test06> test06;
  std::optional<compliance::Test07> test07;
  std::optional<compliance::Test08> test08;
  std::optional<compliance::Test09> test09;
  // TEST01, TEST08 without the accuracy run's whole log: theirs by itself.
  std::optional<compliance::LogDocument> log_alone;
  std::optional<AnswersBeside> accuracy_run;  // TEST06
  // Why the test's text could not be held against its log, as `not_checked` of the report says it; empty
  // where it could.
  std::string obstacle;

  // The test's outcome comes from raw data. TEST07's comes from a score that the log does not hold.
  bool decides() const;
};

// Test06Options and Test09Options as the round has them for the benchmark and scenario.
compliance::Test06Options test06_options(const rules::Round& round, const std::string& benchmark,
                                         const std::string& scenario);
compliance::Test09Options test09_options(const rules::Round& round, const std::string& benchmark);
mllog::AccuracyStreamOptions accuracy_stream_options(const rules::Round& round);

using AnswerStream = std::function<void(const std::function<void(const mllog::AccuracyRecord&)>&)>;
// First tokens of the accuracy run by sample, 24 bytes an entry.
class AccuracyAnswers {
 public:
  // Of a sample the first answer counts; what is no hex or empty is passed over.
  void add(std::uint64_t qsl_idx, std::string_view hex);
  void add_visible(const mllog::AccuracyLogFacts& log);
  bool empty() const { return first_tokens_.empty(); }

  // Holds the entries that `stream` hands out against them. `width`: bytes a token.
  AnswersBeside beside(const AnswerStream& stream, std::size_t width);

 private:
  struct FirstToken {
    std::uint64_t qsl_idx, bytes;  // the first eight bytes, fewer filled up with zeros
    std::size_t size;              // how many of them are data
  };
  static std::optional<FirstToken> first_token(std::uint64_t qsl_idx, std::string_view hex);

  std::vector<FirstToken> first_tokens_;
};

}  // namespace mlperf::audit
