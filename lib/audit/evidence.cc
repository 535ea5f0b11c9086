// SPDX-License-Identifier: Apache-2.0
#include "audit/evidence.h"

#include <algorithm>

#include "submission/disk.h"

namespace mlperf::audit {

std::string Evidence::file(std::string_view relative) const {
  return submission::join(paths.path, relative);
}

const TestEvidence* Evidence::test(std::string_view name) const {
  const auto found =
      std::find_if(tests.begin(), tests.end(), [&](const TestEvidence& t) { return t.test == name; });
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace mlperf::audit
