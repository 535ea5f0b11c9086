// SPDX-License-Identifier: Apache-2.0
// The one seam to the disk: whole small files into reused buffers, head and tail of big ones. Only regular
// files are opened (never a device or a pipe, which could block), and no more is read than the caller's limit
// allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mlperf::base {

// Bytes behind the end of a FileBytes that may be read (simdjson wants them); they are zero.
inline constexpr std::size_t kPadding = 64;

// The bytes of a file. Moving keeps views into it valid. The memory goes back to a per-thread store on
// destruction.
class FileBytes {
 public:
  FileBytes() = default;
  explicit FileBytes(std::size_t size);  // uninitialised but for the padding
  static FileBytes copy_of(std::string_view text);
  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&& other) noexcept;
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  char* data() { return data_; }
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {data_, size_}; }
  void shrink(std::size_t size);  // size <= this->size()

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

enum class FileState { read, absent, unreadable, too_large };

struct FileRead {
  FileState state = FileState::absent;
  std::string reason;  // for unreadable and too_large, a phrase: "is a folder", "has 1073741824 bytes, ..."
  std::uint64_t size = 0;  // of the file on disk
  FileBytes bytes;         // state == read
};

// Reads all of a regular file of at most `limit` bytes.
FileRead read_file(const std::string& path, std::uint64_t limit);

struct FileEnds {
  FileState state = FileState::absent;
  std::string reason;
  std::uint64_t size = 0;
  FileBytes
      head;  // the first bytes; the whole file when it has at most head + tail bytes (then `tail` is empty)
  FileBytes tail;  // the last bytes
};

// Reads the first `head` and last `tail` bytes of a regular file of any size.
FileEnds read_ends(const std::string& path, std::size_t head, std::size_t tail);

// Writes beside `path`, syncs, renames: either the old file stays or the new one is whole. Returns an empty
// string, or what failed.
// Links are followed, the mode of an existing file is kept, a device or pipe is written to as it is.
std::string write_file_atomically(const std::string& path, std::string_view text);

}  // namespace mlperf::base
