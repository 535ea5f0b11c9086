// SPDX-License-Identifier: Apache-2.0
#include "base/file_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace mlperf::base {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

std::int64_t ns(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * kNanosecondsPerSecond + time.tv_nsec;
}

int result(int returned) {
  return returned == 0 ? 0 : errno;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

int FileCalls::open_regular(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (fd < 0) return -1;
  struct stat info {};
  if (::fstat(fd, &info) == 0) {
    if (S_ISREG(info.st_mode)) return fd;
    errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  }
  const int error = errno;
  ::close(fd);
  errno = error;
  return -1;
}

int FileCalls::stamp(int fd, FileStamp& stamp) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return errno;
  stamp = {info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size), ns(info.st_mtim),
           ns(info.st_ctim)};
  return 0;
}

ssize_t FileCalls::read_at(int fd, char* to, std::size_t size, std::uint64_t offset) {
  for (;;) {
    const ssize_t n = ::pread(fd, to, size, static_cast<off_t>(offset));
    if (n >= 0 || errno != EINTR) return n;
  }
}

int FileCalls::create(const std::string& path) {
  constexpr mode_t kNewFile = 0666;  // less the umask
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFile);
}

int FileCalls::write(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

void FileCalls::copy_attributes(int from, int to, FileTimes times) {
  struct stat info {};
  struct stat own {};
  if (::fstat(from, &info) != 0 || ::fstat(to, &own) != 0) return;
  // What fails here fails for want of permission or on a file system that has no such thing.
  int ignored = 0;
  if (own.st_uid != info.st_uid || own.st_gid != info.st_gid)
    ignored |= ::fchown(to, info.st_uid, info.st_gid);
  constexpr mode_t kPermissions = 0777;
  ignored |= ::fchmod(to, info.st_mode & kPermissions);
  const std::array<timespec, 2> kept = {info.st_atim, info.st_mtim};
  if (times == FileTimes::keep) ignored |= ::futimens(to, kept.data());
  static_cast<void>(ignored);
}

int FileCalls::sync(int fd) {
  return result(::fsync(fd));
}

void FileCalls::close(int fd) {
  ::close(fd);
}

int FileCalls::rename_over(const std::string& from, const std::string& to) {
  return result(::rename(from.c_str(), to.c_str()));
}

int FileCalls::rename_new(const std::string& from, const std::string& to) {
  const int error = result(::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE));
  if (error != EINVAL && error != ENOSYS) return error;
  // A file system without that flag: a second name fails where one is taken, too.
  if (::link(from.c_str(), to.c_str()) == 0) return result(::unlink(from.c_str()));
  if (errno == EEXIST) return EEXIST;
  if (::access(to.c_str(), F_OK) == 0) return EEXIST;
  return result(::rename(from.c_str(), to.c_str()));
}

int FileCalls::remove(const std::string& path) {
  return result(::unlink(path.c_str()));
}

int FileCalls::make_folder(const std::string& path) {
  constexpr mode_t kNewFolder = 0777;  // less the umask
  return result(::mkdir(path.c_str(), kNewFolder));
}

int FileCalls::sync_folder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = result(::fsync(fd));
  ::close(fd);
  return error == EINVAL ? 0 : error;  // some file systems sync no folders
}

int make_folders(FileCalls& calls, const std::string& path) {
  const int error = calls.make_folder(path);
  if (error == 0) return calls.sync_folder(folder_of(path));
  if (error == EEXIST) return 0;
  if (error != ENOENT) return error;
  if (const int above = make_folders(calls, folder_of(path)); above != 0) return above;
  const int again = calls.make_folder(path);
  if (again != 0 && again != EEXIST) return again;
  return calls.sync_folder(folder_of(path));
}

}  // namespace mlperf::base
