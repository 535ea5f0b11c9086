// SPDX-License-Identifier: Apache-2.0
// A stretch of a streamed file from where reading stands. It grows only as far as its reader asks for more
// without moving on, so that one element of any length can be seen as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/file_stream.h"
#include "base/sha256.h"

namespace mlperf::mllog {

class StreamWindow {
 public:
  // With `hash`, every byte that is read goes there too.
  StreamWindow(base::ByteSource& source, base::Sha256* hash);

  std::string_view rest() const { return {buffer_.data() + begin_, end_ - begin_}; }  // until more()
  std::uint64_t byte() const { return byte_; }                                        // where rest() begins
  bool failed() const { return failed_; }                                             // reading did

  void advance(std::size_t count) {  // at most rest().size()
    begin_ += count;
    byte_ += count;
  }

  // At least one byte more of the file, or false at its end.
  bool more();

 private:
  void grow();

  base::ByteSource& source_;
  base::Sha256* hash_;
  base::FileBytes buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t byte_ = 0;
  bool ended_ = false;
  bool failed_ = false;
};

}  // namespace mlperf::mllog
