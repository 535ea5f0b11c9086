// SPDX-License-Identifier: Apache-2.0
// Runs independent work items on several threads. The order in which items run is unspecified; give each its
// own slot for the result and the outcome is the same for any number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace mlperf::base {

// Calls work(i) once for every i in [0, count) on `jobs` threads (0: one a core). The first exception that a
// call throws is thrown again here after all threads have stopped.
void parallel_for(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

unsigned default_jobs();

}  // namespace mlperf::base
