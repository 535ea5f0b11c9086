// SPDX-License-Identifier: Apache-2.0
#include "base/file_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/descriptor.h"

namespace mlperf::base {

std::ptrdiff_t MemorySource::read(char* to, std::size_t size) {
  const std::size_t count = std::min(size, rest_.size());
  if (count != 0) std::memcpy(to, rest_.data(), count);
  rest_.remove_prefix(count);
  return static_cast<std::ptrdiff_t>(count);
}

FileStream::FileStream(const std::string& path) {
  fd_ = open_regular(path, state_, reason_, size_);
  if (fd_ >= 0) state_ = FileState::read;
}

FileStream::~FileStream() {
  if (fd_ >= 0) ::close(fd_);
}

std::ptrdiff_t FileStream::read(char* to, std::size_t size) {
  if (state_ != FileState::read) return -1;
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, size_ - offset_));
  if (wanted == 0) return 0;
  const auto count = read_at(fd_, to, wanted, offset_);
  if (count < 0) {
    state_ = FileState::unreadable;
    reason_ = std::strerror(errno);
    return -1;
  }
  offset_ += static_cast<std::uint64_t>(count);
  return count;
}

bool FileStream::read_exactly(char* to, std::size_t size, std::uint64_t offset) const {
  if (state_ != FileState::read || offset > size_ || size > size_ - offset) return false;
  return read_at(fd_, to, size, offset) == static_cast<std::ptrdiff_t>(size);
}

}  // namespace mlperf::base
