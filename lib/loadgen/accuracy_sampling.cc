// SPDX-License-Identifier: Apache-2.0
#include "loadgen/accuracy_sampling.h"

#include <algorithm>
#include <cmath>

namespace mlperf::loadgen {
namespace {

// A double as LoadGen's assignment to an integer of 64 bits takes it, where it fits.
std::uint64_t whole_part(double value) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  return value > 0 && value < kTwoTo64 ? static_cast<std::uint64_t>(value) : 0;
}

}  // namespace

double sampling_probability(const RunSettings& settings) {
  if (settings.accuracy_log_sampling_target == 0) return settings.accuracy_log_probability;
  std::uint64_t expected =
      whole_part(settings.target_qps * static_cast<double>(settings.min_duration_ms) / 1000);
  std::uint64_t minimum = settings.min_sample_count;
  if (settings.scenario != Scenario::offline) {
    expected *= settings.samples_per_query;
    minimum = settings.min_query_count * settings.samples_per_query;
  }
  return static_cast<double>(settings.accuracy_log_sampling_target) /
         static_cast<double>(std::max(expected, minimum));
}

AccuracySampling::AccuracySampling(const RunSettings& settings)
    : probability_(sampling_probability(settings)) {
  Mt19937 offset(settings.accuracy_log_seed);
  offset_ = canonical(offset);
}

bool AccuracySampling::next_is_logged() {
  double value = canonical(random_) + offset_;
  if (!(value < 1.0)) value -= 1.0;
  return value <= probability_;
}

}  // namespace mlperf::loadgen
