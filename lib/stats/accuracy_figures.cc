// SPDX-License-Identifier: Apache-2.0
#include "stats/accuracy_figures.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "mllog/accuracy_stream.h"

namespace mlperf::stats {
namespace {

template <class T>
void add_value(SumAndRange<T>& range, T value, bool first) {
  range.min = first ? value : std::min(range.min, value);
  range.max = first ? value : std::max(range.max, value);
  if (__builtin_add_overflow(range.sum, value, &range.sum)) range.sum = value < T{} ? T{} : range.sum;
}

void add_record(const mllog::AccuracyRecord& record, AccuracyFigures& figures) {
  const std::uint64_t bytes = record.data.size() / 2;
  add_value(figures.data_bytes, bytes, figures.entries == 0);
  ++figures.entries;
  if (bytes == 0) ++figures.empty_data_entries;
  if (record.token_count) {
    const bool first = !figures.token_counts;
    if (first) figures.token_counts.emplace();
    add_value(*figures.token_counts, *record.token_count, first);
  }
  figures.samples.push_back({record.seq_id, record.token_count});
}

std::uint64_t distinct_indices(const std::vector<mllog::AccuracyRef>& refs) {
  std::vector<std::uint64_t> indices;
  indices.reserve(refs.size());
  for (const auto& ref : refs) indices.push_back(ref.qsl_idx);
  std::sort(indices.begin(), indices.end());
  return static_cast<std::uint64_t>(std::unique(indices.begin(), indices.end()) - indices.begin());
}

// Ascending ids with their repeats, joined by commas.
std::string hash_ids(const std::vector<SampleTokens>& samples) {
  base::Sha256 hash;
  fmt::memory_buffer text;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    fmt::format_to(fmt::appender(text), "{}{}", i == 0 ? "" : ",", samples[i].seq_id);
    if (text.size() < 60'000 && i + 1 < samples.size()) continue;
    hash.update({text.data(), text.size()});
    text.clear();
  }
  return hash.hex();
}

}  // namespace

base::Document<AccuracyFigures> read_accuracy_figures(const std::string& disk_path, std::string path,
                                                      bool hashes) {
  base::Document<AccuracyFigures> document;
  AccuracyFigures& figures = document.value;
  std::vector<mllog::AccuracyRef> refs;
  auto log =
      mllog::stream_accuracy_log(disk_path, std::move(path), {}, [&](const mllog::AccuracyRecord& record) {
        add_record(record, figures);
        refs.push_back(mllog::AccuracyRef::of(record));
      });
  document.path = std::move(log.path);
  document.state = log.state;
  document.reason = std::move(log.reason);
  document.issues = std::move(log.issues);
  figures.valid_json = log.value.valid_json;
  figures.in_seq_order = log.value.in_seq_order;
  figures.keys = std::move(log.value.keys);
  figures.distinct_qsl_idx = distinct_indices(refs);

  auto& samples = figures.samples;
  const auto by_id = [](const SampleTokens& a, const SampleTokens& b) { return a.seq_id < b.seq_id; };
  if (!figures.in_seq_order) std::stable_sort(samples.begin(), samples.end(), by_id);
  if (hashes) {
    figures.sorted_seq_sha256 = hash_ids(samples);
    figures.data_sha256_by_qsl = mllog::sha256_by_qsl(disk_path, std::move(refs)).value_or("");
  }
  samples.erase(std::unique(samples.begin(), samples.end(),
                            [](const auto& a, const auto& b) { return a.seq_id == b.seq_id; }),
                samples.end());
  figures.distinct_seq = samples.size();
  return document;
}

}  // namespace mlperf::stats
