// SPDX-License-Identifier: Apache-2.0
#include "audit/file_digest.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "base/sha256.h"

namespace mlperf::audit {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

std::string failed(std::string_view what, int error) {
  return fmt::format("{}: {}", what, std::strerror(error));
}

// Looks for a mark in a text that comes in pieces.
class MarkSearch {
 public:
  explicit MarkSearch(std::string_view mark) : mark_(mark) {}

  void add(std::string_view piece) {
    if (mark_.empty() || found_) return;
    const std::size_t overlap = mark_.size() - 1;
    // Across the border first: the mark may have begun in the piece before.
    const std::string border = tail_ + std::string(piece.substr(0, overlap));
    if (const auto at = border.find(mark_); at != std::string::npos) {
      found_ = seen_ - tail_.size() + at;
    } else if (const auto inside = piece.find(mark_); inside != std::string_view::npos) {
      found_ = seen_ + inside;
    }
    tail_ = piece.size() >= overlap ? std::string(piece.substr(piece.size() - overlap))
                                    : tail_ + std::string(piece);
    if (tail_.size() > overlap) tail_.erase(0, tail_.size() - overlap);
    seen_ += piece.size();
  }

  std::optional<std::uint64_t> found() const { return found_; }

 private:
  std::string_view mark_;
  std::string tail_;  // the last bytes before this piece
  std::uint64_t seen_ = 0;
  std::optional<std::uint64_t> found_;
};

}  // namespace

FileDigest digest_open_file(int fd, std::string_view mark, int copy, base::FileCalls& calls) {
  FileDigest digest;
  if (const int error = calls.stamp(fd, digest.stamp); error != 0) {
    digest.reason = failed("it cannot be read", error);
    return digest;
  }
  thread_local std::string piece(kPiece, '\0');
  base::Sha256 hash;
  MarkSearch search(mark);
  std::uint64_t done = 0;
  while (done < digest.stamp.size) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, digest.stamp.size - done));
    const ssize_t n = calls.read_at(fd, piece.data(), wanted, done);
    if (n < 0) {
      digest.reason = failed("it cannot be read", errno);
      return digest;
    }
    if (n == 0) break;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(n));
    hash.update(bytes);
    search.add(bytes);
    if (copy >= 0) {
      if (const int error = calls.write(copy, bytes); error != 0) {
        digest.reason = failed("the copy cannot be written", error);
        return digest;
      }
    }
    done += bytes.size();
  }
  base::FileStamp after;
  if (const int error = calls.stamp(fd, after); error != 0) {
    digest.reason = failed("it cannot be read", error);
  } else if (done != digest.stamp.size || after.size != digest.stamp.size ||
             after.modified_ns != digest.stamp.modified_ns) {
    digest.reason = "it changed while it was read";
  }
  digest.sha256 = hash.hex();
  digest.mark_at = search.found();
  return digest;
}

FileDigest digest_file(const std::string& path, std::string_view mark, base::FileCalls& calls) {
  const base::OpenFile file(calls, calls.open_regular(path));
  if (!file.ok()) {
    FileDigest digest;
    digest.reason = failed("it cannot be opened", errno);
    return digest;
  }
  return digest_open_file(file.fd(), mark, -1, calls);
}

}  // namespace mlperf::audit
