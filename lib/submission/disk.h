// SPDX-License-Identifier: Apache-2.0
// One folder as the disk has it, and where a symbolic link leads. The names come from people nobody trusts:
// they are kept byte for byte, a folder's size is bounded, and nothing but folders is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "submission/tree.h"

namespace mlperf::submission {

enum class RawKind : std::uint8_t { file, folder, link, special };

struct RawEntry {
  std::string name;
  RawKind kind = RawKind::file;
  std::uint64_t size = 0;  // of files, when sizes were asked for
};

struct RawFolder {
  std::vector<RawEntry> entries;  // sorted by name
  bool cut = false;               // there were more than `most`
  std::string problem;            // why it could not be read, else empty
};

enum class Sizes : bool { skip, read };

// The entries of the folder at `path`, at most `most` of them.
RawFolder read_raw_folder(const std::string& path, std::size_t most, Sizes sizes = Sizes::skip);

// One entry; of kind `special` when there is none.
RawEntry raw_entry(const std::string& folder, const std::string& name);

struct LinkTarget {
  EntryKind kind = EntryKind::dangling_link;  // link, dangling_link, looping_link or leaving_link
  RawKind target = RawKind::file;             // kind == link: what it leads to
  std::uint64_t size = 0;                     // kind == link: of a file
  std::string real;                           // kind == link: the absolute path of the target
};

// `path` is a link below `root_real` (an absolute path without links).
LinkTarget resolve_link(const std::string& path, std::string_view root_real);

std::string link_text(const std::string& path);  // what the link says, "" when it is none

std::string real_path(
    const std::string& path);             // absolute and without links; "" when there is nothing at `path`
bool is_folder(const std::string& path);  // links followed
bool is_below(std::string_view real, std::string_view folder_real);  // the folder itself included

std::string join(std::string_view folder, std::string_view name);  // either may be empty

}  // namespace mlperf::submission
