// SPDX-License-Identifier: Apache-2.0
// Which responses of a performance run reach the accuracy log (TEST01, 06, 07, 08, 09): a draw for each
// generated sample, compared with a probability. Source: loadgen/loadgen.cc ResponseDelegateDetailed,
// query_sample sequence numbers from GenerateQueries.
#pragma once

#include <cstdint>

#include "loadgen/random.h"
#include "loadgen/run_settings.h"

namespace mlperf::loadgen {

// The probability with which LoadGen logs a response in performance mode; above 1 when the target asks for
// more samples than are expected. 0: none, as in every run without audit settings.
double sampling_probability(const RunSettings& settings);

// The draws, in the order of the sample numbers (seq_id) from 0 on, over all queries and loaded sets.
class AccuracySampling {
 public:
  explicit AccuracySampling(const RunSettings& settings);

  double probability() const { return probability_; }
  bool next_is_logged();

 private:
  double probability_ = 0, offset_ = 0;
  Mt19937 random_;  // LoadGen never seeds it: accuracy_log_rng_seed decides about the offset alone
};

}  // namespace mlperf::loadgen
