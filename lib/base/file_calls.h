// SPDX-License-Identifier: Apache-2.0
// The system calls with which files are read piece by piece, written beside and put in place of others, one
// method a call, so that a test can let any of them fail or be the last one of its process. Errors are errno
// values; 0 is success. Safe to use from several threads.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mlperf::base {

// What identifies a state of a file's content: another inode, size or time means that it was changed.
struct FileStamp {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  bool operator==(const FileStamp&) const = default;
};

enum class FileTimes : std::uint8_t { keep, now };

class FileCalls {
 public:
  virtual ~FileCalls() = default;

  // Opens a regular file, never through a link in the last place of its path; -1 and errno else (EISDIR and
  // EINVAL for what is no regular file).
  virtual int open_regular(const std::string& path);
  virtual int stamp(int fd, FileStamp& stamp);
  // As read(2), at an offset, interrupted calls repeated: the count (0 at the end), or -1 and errno.
  virtual ssize_t read_at(int fd, char* to, std::size_t size, std::uint64_t offset);
  // Creates a file that must not be there yet; -1 and errno else.
  virtual int create(const std::string& path);
  // All of `bytes`, or what failed.
  virtual int write(int fd, std::string_view bytes);
  // Gives `to` the mode, owner and times of `from` as far as the system permits it.
  virtual void copy_attributes(int from, int to, FileTimes times);
  virtual int sync(int fd);
  virtual void close(int fd);
  virtual int rename_over(const std::string& from, const std::string& to);
  virtual int rename_new(const std::string& from, const std::string& to);  // EEXIST where `to` is there
  virtual int remove(const std::string& path);
  virtual int make_folder(const std::string& path);  // EEXIST where it is there
  virtual int sync_folder(const std::string& path);
};

// A file descriptor that is closed with the calls that opened it.
class OpenFile {
 public:
  OpenFile(FileCalls& calls, int fd) : calls_(calls), fd_(fd) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (fd_ >= 0) calls_.close(fd_);
  }
  int fd() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  FileCalls& calls_;
  int fd_;
};

// Creates the folders of `path` that are missing, each synced into the one above it. 0 or errno.
int make_folders(FileCalls& calls, const std::string& path);

}  // namespace mlperf::base
