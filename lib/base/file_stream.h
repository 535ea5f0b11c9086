// SPDX-License-Identifier: Apache-2.0
// Bytes that come in blocks, from a file of any size or from memory, for readers that hold no more than a
// block. Only regular files are opened; of a file that grows while it is read no more than its size at
// opening is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.h"

namespace mlperf::base {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // The next bytes, up to `size`; fewer only at the end, 0 behind it, -1 where reading fails.
  virtual std::ptrdiff_t read(char* to, std::size_t size) = 0;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view text) : rest_(text) {}
  std::ptrdiff_t read(char* to, std::size_t size) override;

 private:
  std::string_view rest_;
};

class FileStream final : public ByteSource {
 public:
  explicit FileStream(const std::string& path);
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;
  ~FileStream() override;

  FileState state() const { return state_; }  // `read` while it can be read
  const std::string& reason() const { return reason_; }
  std::uint64_t size() const { return size_; }

  std::ptrdiff_t read(char* to, std::size_t size) override;
  // Exactly `size` bytes at `offset`, or false; the place of read() stays.
  bool read_exactly(char* to, std::size_t size, std::uint64_t offset) const;

 private:
  FileState state_ = FileState::absent;
  std::string reason_;
  std::uint64_t size_ = 0;
  int fd_ = -1;
  std::uint64_t offset_ = 0;
};

}  // namespace mlperf::base
