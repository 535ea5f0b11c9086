// SPDX-License-Identifier: Apache-2.0
// The files of rules/ as they were when the program was built, so that it runs from anywhere.
#pragma once

#include <span>
#include <string_view>

namespace mlperf::rules {

struct EmbeddedFile {
  std::string_view path;  // "rounds/v6.0.json"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace mlperf::rules
