// SPDX-License-Identifier: Apache-2.0
#include "compliance/output_length.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compliance/length_collector.h"

namespace mlperf::compliance {
namespace {

constexpr std::size_t kUsualWidth = 4;

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

// LoadGen's rule for percentiles.
std::uint64_t percentile(const std::vector<std::uint64_t>& sorted, double p) {
  const auto index = static_cast<std::size_t>(static_cast<double>(sorted.size()) * p);
  return sorted[std::min(index, sorted.size() - 1)];
}

OutputLength output_length(const Streamer& stream, const OutputLengthOptions& options) {
  LengthCollector collector(options.samples);
  auto log = stream(options.stream, [&](const mllog::AccuracyRecord& record) { collector.add(record); });
  return collector.finish(std::move(log), options.dtype);
}

}  // namespace

std::optional<LengthStatistics> length_statistics(std::vector<std::uint64_t>& lengths) {
  if (lengths.empty()) return std::nullopt;
  std::sort(lengths.begin(), lengths.end());
  // Whole numbers up to the end: no length of a file that exists makes these overflow.
  __extension__ using Wide = unsigned __int128;
  Wide sum = 0, squares = 0;
  for (const std::uint64_t length : lengths) {
    sum += length;
    squares += static_cast<Wide>(length) * length;
  }
  const auto n = static_cast<Wide>(lengths.size());
  LengthStatistics result;
  result.samples = lengths.size();
  result.token_sum = static_cast<std::uint64_t>(sum);
  result.min = lengths.front();
  result.max = lengths.back();
  result.mean = static_cast<double>(sum) / static_cast<double>(lengths.size());
  const auto spread = static_cast<long double>(n * squares - sum * sum);
  result.std_population = static_cast<double>(std::sqrt(spread) / static_cast<long double>(lengths.size()));
  result.p50 = percentile(lengths, .5);
  result.p90 = percentile(lengths, .9);
  result.p95 = percentile(lengths, .95);
  result.p97 = percentile(lengths, .97);
  result.p99 = percentile(lengths, .99);
  result.p99_9 = percentile(lengths, .999);
  return result;
}

void LengthCollector::add(const mllog::AccuracyRecord& record) {
  const std::uint64_t bytes = record.data.size() / 2;
  bytes_.push_back(bytes);
  coverage_.add(record);
  found_.add(bytes, record.token_count);
  if (record.token_count) {
    ++with_count_;
    count_sum_ = saturating_sum(count_sum_, *record.token_count);
  }
  for (Width& width : widths_) {
    if (bytes % width.bytes != 0) width.partial.add(record, static_cast<std::int64_t>(bytes));
    const auto tokens = static_cast<std::int64_t>(bytes / width.bytes);
    if (record.token_count && *record.token_count != tokens)
      width.differs.add(record, *record.token_count, tokens);
  }
}

OutputLength LengthCollector::finish(LogDocument log, std::optional<ElementType> dtype) {
  OutputLength result;
  result.log = std::move(log);
  result.found_width = found_.width();
  const auto is_width = [&](std::size_t bytes) {
    return std::any_of(widths_.begin(), widths_.end(), [&](const Width& w) { return w.bytes == bytes; });
  };
  if (dtype) {
    result.width = size_of(*dtype);
  } else {
    result.width = result.found_width && is_width(*result.found_width) ? *result.found_width : kUsualWidth;
  }
  const auto& used = *std::find_if(widths_.begin(), widths_.end(),
                                   [&](const Width& width) { return width.bytes == result.width; });
  result.partial_token = used.partial;
  result.count_differs = used.differs;
  result.entries_with_count = with_count_;
  result.token_count_sum = count_sum_;
  result.coverage = coverage_.finish();
  std::vector<std::uint64_t> lengths(bytes_.size());
  std::transform(bytes_.begin(), bytes_.end(), lengths.begin(),
                 [&](std::uint64_t bytes) { return bytes / result.width; });
  result.empty_entries = static_cast<std::uint64_t>(std::count(lengths.begin(), lengths.end(), 0U));
  result.lengths = length_statistics(lengths);
  return result;
}

std::optional<bool> OutputLength::token_count_agrees() const {
  if (entries_with_count == 0 || !lengths) return std::nullopt;
  return entries_with_count == lengths->samples && !count_differs;
}

OutputLength output_length(const std::string& disk_path, std::string path,
                           const OutputLengthOptions& options) {
  return output_length(stream_of_file(disk_path, std::move(path)), options);
}

OutputLength output_length_of_text(std::string_view text, std::string path,
                                   const OutputLengthOptions& options) {
  return output_length(stream_of_text(text, std::move(path)), options);
}

}  // namespace mlperf::compliance
