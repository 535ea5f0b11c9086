// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/descriptor.h"

namespace mlperf::base {
namespace {

// Buffers of finished files, kept for the next ones: a fresh buffer costs page faults for every page.
class BufferStore {
 public:
  std::pair<char*, std::size_t> take(std::size_t wanted) {
    std::size_t best = kSlots;
    for (std::size_t i = 0; i < kSlots; ++i) {
      if (slots_[i].second >= wanted && (best == kSlots || slots_[i].second < slots_[best].second)) best = i;
    }
    if (best != kSlots) return std::exchange(slots_[best], {nullptr, 0});
    const std::size_t capacity = wanted + wanted / 8 + 4096;
    return {new char[capacity], capacity};
  }

  void give(char* data, std::size_t capacity) {
    if (capacity > kLargestKept) {
      delete[] data;
      return;
    }
    std::size_t smallest = 0;
    for (std::size_t i = 1; i < kSlots; ++i) {
      if (slots_[i].second < slots_[smallest].second) smallest = i;
    }
    if (slots_[smallest].second >= capacity) {
      delete[] data;
      return;
    }
    delete[] slots_[smallest].first;
    slots_[smallest] = {data, capacity};
  }

  ~BufferStore() {
    for (auto& slot : slots_) delete[] slot.first;
  }

 private:
  static constexpr std::size_t kSlots = 16;
  static constexpr std::size_t kLargestKept = std::size_t{8} << 20;
  std::array<std::pair<char*, std::size_t>, kSlots> slots_{};
};

BufferStore& store() {
  thread_local BufferStore buffers;
  return buffers;
}

bool fill(int fd, FileBytes& bytes, std::uint64_t offset, FileState& state, std::string& reason) {
  const auto n = read_at(fd, bytes.data(), bytes.size(), offset);
  if (n < 0) {
    state = FileState::unreadable;
    reason = std::strerror(errno);
    return false;
  }
  bytes.shrink(static_cast<std::size_t>(n));
  return true;
}

}  // namespace

FileBytes::FileBytes(std::size_t size) : size_(size) {
  std::tie(data_, capacity_) = store().take(size + kPadding);
  std::memset(data_ + size, 0, kPadding);
}

FileBytes FileBytes::copy_of(std::string_view text) {
  FileBytes bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

FileBytes::~FileBytes() {
  if (data_ != nullptr) store().give(data_, capacity_);
}

void FileBytes::shrink(std::size_t size) {
  size_ = size;
  if (data_ != nullptr) std::memset(data_ + size, 0, kPadding);
}

FileRead read_file(const std::string& path, std::uint64_t limit) {
  FileRead result;
  const Descriptor file(open_regular(path, result.state, result.reason, result.size));
  if (file.get() < 0) return result;
  if (result.size > limit) {
    result.state = FileState::too_large;
    result.reason = fmt::format("has {} bytes; at most {} are read of such a file", result.size, limit);
    return result;
  }
  result.bytes = FileBytes(static_cast<std::size_t>(result.size));
  if (fill(file.get(), result.bytes, 0, result.state, result.reason)) result.state = FileState::read;
  return result;
}

FileEnds read_ends(const std::string& path, std::size_t head, std::size_t tail) {
  FileEnds result;
  const Descriptor file(open_regular(path, result.state, result.reason, result.size));
  if (file.get() < 0) return result;
  const bool whole = result.size <= head + tail;
  result.head = FileBytes(whole ? static_cast<std::size_t>(result.size) : head);
  if (!fill(file.get(), result.head, 0, result.state, result.reason)) return result;
  if (!whole) {
    result.tail = FileBytes(tail);
    if (!fill(file.get(), result.tail, result.size - tail, result.state, result.reason)) return result;
  }
  result.state = FileState::read;
  return result;
}

namespace {

std::string failure(std::string_view what, const std::string& path) {
  return fmt::format("{} {}: {}", what, path, std::strerror(errno));
}

bool write_all(int fd, std::string_view text) {
  for (std::size_t done = 0; done < text.size();) {
    const auto n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

// A device, a pipe and the like: there is nothing to replace.
std::string write_special(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0 || !write_all(file.get(), text)) return failure("cannot write to", path);
  return {};
}

}  // namespace

std::string write_file_atomically(const std::string& path, std::string_view text) {
  // Through links to the file itself: a link stays a link.
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  const std::string target = resolved != nullptr ? resolved.get() : path;
  struct stat info {};
  const bool exists = ::stat(target.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) return fmt::format("cannot write {}: is a folder", path);
  if (exists && !S_ISREG(info.st_mode)) return write_special(target, text);

  const std::string temporary = fmt::format("{}.{}.new", target, ::getpid());
  const auto failed = [&](std::string_view what) {
    std::string reason = failure(what, path);
    ::unlink(temporary.c_str());
    return reason;
  };
  {
    constexpr mode_t kNewFile = 0666;  // less the umask
    const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFile));
    if (file.get() < 0) return failure("cannot write", path);
    if (exists && ::fchmod(file.get(), info.st_mode & 07777) != 0) return failed("cannot set the mode of");
    if (!write_all(file.get(), text)) return failed("cannot write");
    if (::fsync(file.get()) != 0) return failed("cannot sync");
  }
  if (::rename(temporary.c_str(), target.c_str()) != 0) return failed("cannot rename to");
  return {};
}

}  // namespace mlperf::base
