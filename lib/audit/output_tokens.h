// SPDX-License-Identifier: Apache-2.0
// Output tokens a sample as a detail log states them: the quotient of its two rates. LoadGen prints rates
// with six significant digits, so the quotient is known to the sum of their relative errors.
#pragma once

#include <optional>

#include "mllog/detail_log.h"

namespace mlperf::audit {

struct MeanOutputTokens {
  const mllog::LogEntry *tokens = nullptr, *samples = nullptr;  // the lines of the two rates
  double mean = 0;
  double relative_error = 0;  // of printing

  // Does it lie within `tolerance` (a share) of `other`, printing aside?
  bool near(double other, double tolerance) const;
};

// Nothing where the log lacks a rate. The completed sample rate of a Server run counts n - 1 samples
// (loadgen/results.cc), the token rate counts all, so there the quotient is multiplied by (n - 1) / n.
std::optional<MeanOutputTokens> mean_output_tokens(const mllog::DetailLog& log);

}  // namespace mlperf::audit
