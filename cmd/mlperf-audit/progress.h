// SPDX-License-Identifier: Apache-2.0
// A progress bar on stderr, only where that is a terminal and only when the work lasts.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace mlperf::cmd {

class ProgressBar {
 public:
  explicit ProgressBar(std::string what);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();  // clears the line

  void update(std::size_t done, std::size_t total);  // from any thread

 private:
  std::string what_;
  bool enabled_;
  bool shown_ = false;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point started_, drawn_;
};

}  // namespace mlperf::cmd
