// SPDX-License-Identifier: Apache-2.0
#include "base/version.h"

namespace mlperf::base {

std::string_view version() {
  return MLPERF_AUDIT_VERSION;
}
std::string_view commit() {
  return MLPERF_AUDIT_COMMIT;
}

}  // namespace mlperf::base
