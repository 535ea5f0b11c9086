// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace mlperf::base {

int open_regular(const std::string& path, FileState& state, std::string& reason, std::uint64_t& size) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    const int error = errno;
    state = error == ENOENT || error == ENOTDIR ? FileState::absent : FileState::unreadable;
    reason = error == ELOOP ? "is a link that leads back to itself" : std::strerror(error);
    return -1;
  }
  struct stat info {};
  if (::fstat(fd, &info) != 0) {
    state = FileState::unreadable;
    reason = std::strerror(errno);
  } else if (S_ISREG(info.st_mode)) {
    size = static_cast<std::uint64_t>(info.st_size);
    return fd;
  } else {
    state = FileState::unreadable;
    reason = S_ISDIR(info.st_mode) ? "is a folder" : "is no regular file";
  }
  ::close(fd);
  return -1;
}

std::ptrdiff_t read_at(int fd, char* to, std::size_t size, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < size) {
    const auto n = ::pread(fd, to + done, size - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return static_cast<std::ptrdiff_t>(done);
}

}  // namespace mlperf::base
