// SPDX-License-Identifier: Apache-2.0
#include "mllog/stream_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mlperf::mllog {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;  // what is worth a system call

}  // namespace

StreamWindow::StreamWindow(base::ByteSource& source, base::Sha256* hash) : source_(source), hash_(hash) {
  more();
}

bool StreamWindow::more() {
  if (ended_) return false;
  if (begin_ != 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() - end_ < kBlock) grow();
  const auto count = source_.read(buffer_.data() + end_, buffer_.size() - end_);
  ended_ = count <= 0;
  failed_ = count < 0;
  if (ended_) return false;
  if (hash_ != nullptr) hash_->update({buffer_.data() + end_, static_cast<std::size_t>(count)});
  end_ += static_cast<std::size_t>(count);
  return true;
}

void StreamWindow::grow() {
  base::FileBytes larger(std::max(2 * kBlock, 2 * buffer_.size()));
  if (end_ != 0) std::memcpy(larger.data(), buffer_.data(), end_);
  buffer_ = std::move(larger);
}

}  // namespace mlperf::mllog
