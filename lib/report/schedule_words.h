// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "audit/schedule_evidence.h"

namespace mlperf::report {

// Where the rate of a schedule stands, as a phrase.
inline std::string_view rate_origin(audit::RateCandidate::Origin origin) {
  using Origin = audit::RateCandidate::Origin;
  switch (origin) {
    case Origin::log:
      return "effective_target_qps";
    case Origin::expected_latency:
      return "the requested expected latency";
    case Origin::user_conf:
      return "user.conf";
    case Origin::logged_duration:
      return "generated_query_duration";
  }
  return {};
}

}  // namespace mlperf::report
