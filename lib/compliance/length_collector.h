// SPDX-License-Identifier: Apache-2.0
// Lengths of the answers of a log while it is streamed, 8 bytes an entry. The width of a token is known at
// the end only, so that what depends on it is counted for each width that a token can have.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "compliance/output_length.h"

namespace mlperf::compliance {

// Streams a log: a file or a text.
using Streamer = std::function<LogDocument(const mllog::AccuracyStreamOptions&,
                                           const std::function<void(const mllog::AccuracyRecord&)>&)>;

inline Streamer stream_of_file(const std::string& disk_path, std::string path) {
  return [disk_path, path = std::move(path)](const auto& options, const auto& take) {
    return mllog::stream_accuracy_log(disk_path, path, options, take);
  };
}

inline Streamer stream_of_text(std::string_view text, std::string path) {
  return [text, path = std::move(path)](const auto& options, const auto& take) {
    return mllog::stream_accuracy_text(text, path, options, take);
  };
}

class LengthCollector {
 public:
  explicit LengthCollector(std::optional<std::uint64_t> samples) : coverage_(samples) {}

  void add(const mllog::AccuracyRecord& record);
  // `log` is what streaming gave. The entries' bytes are left in bytes().
  OutputLength finish(LogDocument log, std::optional<ElementType> dtype);
  const std::vector<std::uint64_t>& bytes() const { return bytes_; }

 private:
  struct Width {
    std::size_t bytes;
    Fault partial, differs;
  };

  std::vector<std::uint64_t> bytes_;
  std::array<Width, 4> widths_{Width{1, {}, {}}, {2, {}, {}}, {4, {}, {}}, {8, {}, {}}};
  WidthCounts found_;
  CoverageCounter coverage_;
  std::uint64_t with_count_ = 0;
  std::int64_t count_sum_ = 0;
};

}  // namespace mlperf::compliance
