// SPDX-License-Identifier: Apache-2.0
// System calls of which one fails, or is the last one of its process: a write then leaves half of its bytes,
// and nothing that comes later has an effect. Keeps a list of what was done. Nothing is really synced, which
// would only take its time.
#pragma once

#include <cerrno>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_calls.h"

namespace mlperf::base {

struct Killed {};

class FailingCalls final : public FileCalls {
 public:
  enum class Way { error, kill };
  FailingCalls() = default;
  // The call of that number (from 0) fails with `error`, or kills.
  FailingCalls(std::size_t number, Way way, int error = ENOSPC) : number_(number), way_(way), error_(error) {}

  std::size_t calls() const { return calls_; }
  bool struck() const { return struck_; }
  const std::vector<std::string>& done() const { return done_; }

  int open_regular(const std::string& path) override {
    return strikes() ? as_returned() : FileCalls::open_regular(path);
  }
  int stamp(int fd, FileStamp& stamp) override { return strikes() ? error_ : FileCalls::stamp(fd, stamp); }
  ssize_t read_at(int fd, char* to, std::size_t size, std::uint64_t offset) override {
    return strikes() ? as_returned() : FileCalls::read_at(fd, to, size, offset);
  }
  int create(const std::string& path) override {
    if (strikes()) return as_returned();
    const int fd = FileCalls::create(path);
    note("create", path);
    names_[fd] = path;
    return fd;
  }
  int write(int fd, std::string_view bytes) override {
    if (dead_) return EIO;
    const bool struck = calls_ == number_;
    if (struck) FileCalls::write(fd, bytes.substr(0, bytes.size() / 2));
    if (strikes()) return error_;
    note("write", names_[fd]);
    return FileCalls::write(fd, bytes);
  }
  void copy_attributes(int from, int to, FileTimes times) override {
    if (!strikes()) FileCalls::copy_attributes(from, to, times);
  }
  int sync(int fd) override {
    if (strikes()) return error_;
    note("sync", names_[fd]);
    return 0;
  }
  int rename_over(const std::string& from, const std::string& to) override {
    if (strikes()) return error_;
    note("rename over", to);
    return FileCalls::rename_over(from, to);
  }
  int rename_new(const std::string& from, const std::string& to) override {
    if (strikes()) return error_;
    note("rename new", to);
    return FileCalls::rename_new(from, to);
  }
  int remove(const std::string& path) override {
    if (strikes()) return error_;
    note("remove", path);
    return FileCalls::remove(path);
  }
  int make_folder(const std::string& path) override {
    return strikes() ? error_ : FileCalls::make_folder(path);
  }
  int sync_folder(const std::string& path) override {
    if (strikes()) return error_;
    note("sync folder", path);
    return 0;
  }

 private:
  bool strikes() {
    if (dead_) return true;
    if (calls_++ != number_) return false;
    struck_ = true;
    if (way_ == Way::kill) {
      dead_ = true;
      error_ = EIO;
      throw Killed{};
    }
    return true;
  }
  int as_returned() const {
    errno = error_;
    return -1;
  }
  // "sync accuracy.txt": without folders, and temporary names as what they are made for.
  void note(const std::string& what, const std::string& path) {
    std::string name = path.substr(path.rfind('/') + 1);
    if (name.ends_with("-new")) name = name.substr(0, name.find('.', name.find('.') + 1)) + " beside";
    done_.push_back(what + " " + name);
  }

  std::size_t number_ = static_cast<std::size_t>(-1);
  Way way_ = Way::error;
  int error_ = ENOSPC;
  std::size_t calls_ = 0;
  bool dead_ = false, struck_ = false;
  std::map<int, std::string> names_;
  std::vector<std::string> done_;
};

}  // namespace mlperf::base
