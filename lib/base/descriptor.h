// SPDX-License-Identifier: Apache-2.0
// Open regular files, for the implementation of base/ alone: file.h and file_stream.h are what others use.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/file.h"

namespace mlperf::base {

// Owns a file descriptor; -1 is none.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// Opens a regular file; otherwise fills state and reason and returns -1.
int open_regular(const std::string& path, FileState& state, std::string& reason, std::uint64_t& size);

// Reads up to `size` bytes at `offset`; returns the count, which is smaller where the file ends, or -1.
std::ptrdiff_t read_at(int fd, char* to, std::size_t size, std::uint64_t offset);

}  // namespace mlperf::base
