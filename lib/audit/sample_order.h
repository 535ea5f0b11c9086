// SPDX-License-Identifier: Apache-2.0
// The samples and times of a trace against the order and the schedule that seeds and settings give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "audit/schedule_evidence.h"
#include "loadgen/random.h"
#include "mllog/trace.h"

namespace mlperf::audit {

struct SampleOrder {
  std::string trace_file;
  std::string obstacle;                     // why nothing was compared; empty: it was
  std::uint64_t samples = 0;                // compared
  std::optional<loadgen::Library> library;  // the first whose order the trace has

  // Samples that are not those LoadGen issues at their places, by libstdc++ (GCC 11 or later). The first one:
  std::uint64_t other_samples = 0;
  std::uint64_t first_seq = 0;
  std::uint32_t first_found = 0, first_expected = 0;

  // Server: samples whose queries are not scheduled at their times after the first sample of the trace. The
  // first one:
  std::uint64_t other_times = 0;
  std::uint64_t first_query = 0;
  std::int64_t first_found_ns = 0, first_expected_ns = 0;
};

SampleOrder compare_sample_order(const ScheduleEvidence& schedule, const base::Document<mllog::Trace>& trace);

}  // namespace mlperf::audit
