// SPDX-License-Identifier: Apache-2.0
#include "base/same_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace mlperf::base {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;

class RegularFile {
 public:
  explicit RegularFile(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), buffer_(kPiece) {
    struct stat info {};
    usable_ = fd_ >= 0 && ::fstat(fd_, &info) == 0 && S_ISREG(info.st_mode);
    size_ = static_cast<std::uint64_t>(info.st_size);
  }
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;
  ~RegularFile() {
    if (fd_ >= 0) ::close(fd_);
  }

  bool usable() const { return usable_; }
  std::uint64_t size() const { return size_; }
  const char* data() const { return buffer_.data(); }

  // The next bytes, fewer than kPiece only at the end; -1 when reading fails.
  std::ptrdiff_t next() {
    std::size_t done = 0;
    while (done < kPiece) {
      const auto n = ::read(fd_, buffer_.data() + done, kPiece - done);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return -1;
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    return static_cast<std::ptrdiff_t>(done);
  }

 private:
  int fd_;
  bool usable_ = false;
  std::uint64_t size_ = 0;
  std::vector<char> buffer_;
};

}  // namespace

bool same_bytes(const std::string& a, const std::string& b) {
  RegularFile first(a);
  RegularFile second(b);
  if (!first.usable() || !second.usable() || first.size() != second.size()) return false;
  for (;;) {
    const auto n = first.next();
    if (n < 0 || second.next() != n) return false;
    if (n == 0) return true;
    if (std::memcmp(first.data(), second.data(), static_cast<std::size_t>(n)) != 0) return false;
  }
}

}  // namespace mlperf::base
