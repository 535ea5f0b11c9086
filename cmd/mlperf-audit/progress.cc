// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace mlperf::cmd {
namespace {

constexpr auto kQuietTime = std::chrono::milliseconds(500);
constexpr auto kRedrawTime = std::chrono::milliseconds(100);
constexpr std::size_t kBarWidth = 30;

}  // namespace

ProgressBar::ProgressBar(std::string what)
    : what_(std::move(what)),
      enabled_(isatty(STDERR_FILENO) == 1),
      started_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::update(std::size_t done, std::size_t total) {
  if (!enabled_ || total == 0) return;
  const std::scoped_lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now - started_ < kQuietTime || now - drawn_ < kRedrawTime) return;
  drawn_ = now;
  shown_ = true;
  const auto filled = kBarWidth * done / total;
  fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {}/{}\x1b[K", what_, "", filled, "", kBarWidth - filled, done,
             total);
  std::fflush(stderr);
}

}  // namespace mlperf::cmd
