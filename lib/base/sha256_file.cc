// SPDX-License-Identifier: Apache-2.0
#include "base/sha256_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/sha256.h"

namespace mlperf::base {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;

// Feeds what can be read of `fd`, at most `limit` bytes; false when reading fails or there is more.
bool feed(int fd, std::uint64_t limit, Sha256& hash) {
  std::vector<char> buffer(kPiece);
  std::uint64_t done = 0;
  for (;;) {
    const auto n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0;
    done += static_cast<std::uint64_t>(n);
    if (done > limit) return false;
    hash.update({buffer.data(), static_cast<std::size_t>(n)});
  }
}

}  // namespace

std::optional<std::string> sha256_of_file(const std::string& path, std::uint64_t limit) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return std::nullopt;
  struct stat info {};
  const bool regular =
      ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && static_cast<std::uint64_t>(info.st_size) <= limit;
  Sha256 hash;
  const bool read = regular && feed(fd, limit, hash);
  ::close(fd);
  return read ? std::optional(hash.hex()) : std::nullopt;
}

}  // namespace mlperf::base
