// SPDX-License-Identifier: Apache-2.0
// SHA-256 of a file, read piece by piece, so that its size costs time but no memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mlperf::base {

// 64 lower-case hex digits of a regular file of at most `limit` bytes; nothing for anything else, or when
// reading fails.
std::optional<std::string> sha256_of_file(const std::string& path, std::uint64_t limit);

}  // namespace mlperf::base
