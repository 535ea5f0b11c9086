// SPDX-License-Identifier: Apache-2.0
#include "submission/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace mlperf::submission {
namespace {

// An open folder and its entries, piece by piece. What opendir() and readdir() do, without a new buffer and a
// look at the folder's attributes for each of the thousands of folders.
class Folder {
 public:
  // Opens nothing but folders and does not wait.
  explicit Folder(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)) {}
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    if (fd_ >= 0) ::close(fd_);
  }

  int fd() const { return fd_; }

  // The next entry, or nullptr at the end and where reading fails. Valid until the next call.
  const dirent64* next() {
    if (at_ == filled_) {
      const ssize_t n = ::getdents64(fd_, buffer().data(), buffer().size());
      if (n <= 0) return nullptr;
      at_ = 0;
      filled_ = static_cast<std::size_t>(n);
    }
    const auto* entry = reinterpret_cast<const dirent64*>(buffer().data() + at_);
    at_ += entry->d_reclen;
    return entry;
  }

 private:
  // One folder is open at a time in a thread.
  static std::array<char, 32 << 10>& buffer() {
    alignas(dirent64) thread_local std::array<char, 32 << 10> bytes;
    return bytes;
  }

  int fd_;
  std::size_t at_ = 0, filled_ = 0;
};

RawKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return RawKind::file;
  if (S_ISDIR(mode)) return RawKind::folder;
  if (S_ISLNK(mode)) return RawKind::link;
  return RawKind::special;
}

RawKind kind_of_type(unsigned char type) {
  switch (type) {
    case DT_REG:
      return RawKind::file;
    case DT_DIR:
      return RawKind::folder;
    case DT_LNK:
      return RawKind::link;
    default:
      return RawKind::special;
  }
}

void stat_entry(int folder, RawEntry& entry) {
  struct stat info {};
  if (::fstatat(folder, entry.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return;
  entry.kind = kind_of(info.st_mode);
  if (entry.kind == RawKind::file) entry.size = static_cast<std::uint64_t>(info.st_size);
}

}  // namespace

RawFolder read_raw_folder(const std::string& path, std::size_t most, Sizes sizes) {
  RawFolder result;
  Folder folder(path);
  if (folder.fd() < 0) {
    result.problem = std::strerror(errno);
    return result;
  }
  while (const dirent64* found = folder.next()) {
    const std::string_view name = found->d_name;
    if (name == "." || name == "..") continue;
    if (result.entries.size() >= most) {
      result.cut = true;
      break;
    }
    RawEntry entry{std::string(name), kind_of_type(found->d_type), 0};
    const bool size_wanted = sizes == Sizes::read && entry.kind == RawKind::file;
    if (found->d_type == DT_UNKNOWN || size_wanted) stat_entry(folder.fd(), entry);
    result.entries.push_back(std::move(entry));
  }
  std::sort(result.entries.begin(), result.entries.end(),
            [](const RawEntry& a, const RawEntry& b) { return a.name < b.name; });
  return result;
}

RawEntry raw_entry(const std::string& folder, const std::string& name) {
  RawEntry entry{name, RawKind::special, 0};
  struct stat info {};
  if (::lstat(join(folder, name).c_str(), &info) == 0) entry.kind = kind_of(info.st_mode);
  return entry;
}

LinkTarget resolve_link(const std::string& path, std::string_view root_real) {
  LinkTarget result;
  std::array<char, PATH_MAX> buffer{};
  if (::realpath(path.c_str(), buffer.data()) == nullptr) {
    result.kind = errno == ELOOP ? EntryKind::looping_link : EntryKind::dangling_link;
    return result;
  }
  result.real = buffer.data();
  struct stat info {};
  if (!is_below(result.real, root_real)) {
    result.kind = EntryKind::leaving_link;
  } else if (is_below(real_path(path.substr(0, path.rfind('/'))), result.real)) {
    result.kind = EntryKind::looping_link;
  } else if (::stat(result.real.c_str(), &info) == 0) {
    result.kind = EntryKind::link;
    result.target = kind_of(info.st_mode);
    if (result.target == RawKind::file) result.size = static_cast<std::uint64_t>(info.st_size);
  }
  return result;
}

std::string link_text(const std::string& path) {
  std::array<char, PATH_MAX> buffer{};
  const auto length = ::readlink(path.c_str(), buffer.data(), buffer.size());
  return length > 0 ? std::string(buffer.data(), static_cast<std::size_t>(length)) : std::string();
}

std::string real_path(const std::string& path) {
  std::array<char, PATH_MAX> buffer{};
  return ::realpath(path.c_str(), buffer.data()) == nullptr ? std::string() : std::string(buffer.data());
}

bool is_folder(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_below(std::string_view real, std::string_view folder_real) {
  if (folder_real == "/") return !real.empty();
  if (folder_real.empty() || real.substr(0, folder_real.size()) != folder_real) return false;
  return real.size() == folder_real.size() || real[folder_real.size()] == '/';
}

std::string join(std::string_view folder, std::string_view name) {
  std::string path;
  path.reserve(folder.size() + 1 + name.size());
  path += folder;
  if (!folder.empty() && !name.empty() && folder.back() != '/') path += '/';
  path += name;
  return path;
}

}  // namespace mlperf::submission
