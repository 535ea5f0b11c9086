// SPDX-License-Identifier: Apache-2.0
#include "audit/output_tokens.h"

#include <cmath>

#include "audit/performance_log.h"

namespace mlperf::audit {

bool MeanOutputTokens::near(double other, double tolerance) const {
  return std::fabs(mean - other) <= other * tolerance + mean * relative_error;
}

std::optional<MeanOutputTokens> mean_output_tokens(const mllog::DetailLog& log) {
  const bool server = log.string("effective_scenario") == "Server";
  MeanOutputTokens result;
  result.tokens = log.find(server ? "result_completed_tokens_per_second" : "result_tokens_per_second");
  result.samples = log.find(server ? "result_completed_samples_per_sec" : "result_samples_per_second");
  const auto tokens = number_of(result.tokens), samples = number_of(result.samples);
  if (!tokens || !samples || *tokens <= 0 || *samples <= 0) return std::nullopt;
  const auto queries = number_of(log.find("result_query_count"));
  if (server && (!queries || *queries < 2)) return std::nullopt;
  result.mean = *tokens / *samples * (server ? (*queries - 1) / *queries : 1);
  result.relative_error = six_digits_half_unit(*tokens) / *tokens + six_digits_half_unit(*samples) / *samples;
  return std::isfinite(result.mean) ? std::optional(result) : std::nullopt;
}

}  // namespace mlperf::audit
