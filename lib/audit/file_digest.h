// SPDX-License-Identifier: Apache-2.0
// SHA-256 of a file of any size, read in pieces, with a copy written on the way where one is wanted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/file_calls.h"

namespace mlperf::audit {

struct FileDigest {
  std::string reason;  // why there is no digest: "the file cannot be read: Input/output error"; else empty
  std::string sha256;
  base::FileStamp stamp;                 // before and after reading
  std::optional<std::uint64_t> mark_at;  // byte at which the mark stands first
};

// `mark`: a text to look for; empty: none.
FileDigest digest_file(const std::string& path, std::string_view mark, base::FileCalls& calls);

// The same of an open file, whose bytes also go to `copy` (-1: nowhere). A file that changes meanwhile has no
// digest.
FileDigest digest_open_file(int fd, std::string_view mark, int copy, base::FileCalls& calls);

}  // namespace mlperf::audit
