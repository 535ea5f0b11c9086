// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <fmt/format.h>

#include "audit/audit.h"
#include "audit/checks.h"
#include "audit/gather.h"
#include "base/json_tree.h"
#include "base/parallel.h"
#include "base/units.h"
#include "base/version.h"
#include "rules/embedded.h"

int main() {
  fmt::print("mlperf-audit {} ({})\n", mlperf::base::version(), mlperf::base::commit());
  return 0;
}
