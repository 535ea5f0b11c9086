// SPDX-License-Identifier: Apache-2.0
// Any bytes as accuracy.txt: with a hash line written there is that one and no other, and writing it again
// does not add one.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "submission/hash_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf::submission;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> wanted = {"0123abcd"};
  for (const bool alone : {false, true}) {
    const std::string once = with_hash_line(text, wanted[0], alone);
    if (hash_values(once) != wanted || has_trailing_blanks(once)) std::abort();
    if (hash_values(with_hash_line(once, wanted[0], alone)) != wanted) std::abort();
  }
  return 0;
}
