// SPDX-License-Identifier: Apache-2.0
// Data of accuracy logs by place, for an order other than the file's.
#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/file_stream.h"
#include "base/sha256.h"
#include "mllog/accuracy_stream.h"

namespace mlperf::mllog {

struct AccuracyData::State {
  explicit State(const std::string& disk_path) : file(disk_path) {}

  base::FileStream file;
  std::string buffer;
};

AccuracyData::AccuracyData(const std::string& disk_path) : state_(std::make_unique<State>(disk_path)) {}
AccuracyData::AccuracyData(AccuracyData&&) noexcept = default;
AccuracyData& AccuracyData::operator=(AccuracyData&&) noexcept = default;
AccuracyData::~AccuracyData() = default;

std::optional<std::string_view> AccuracyData::hex(const AccuracyRef& ref) {
  std::string& buffer = state_->buffer;
  if (ref.length > state_->file.size()) return std::nullopt;
  const auto length = static_cast<std::size_t>(ref.length);
  if (buffer.size() < length) buffer.resize(length);
  if (!state_->file.read_exactly(buffer.data(), length, ref.byte)) return std::nullopt;
  return std::string_view(buffer.data(), length);
}

std::optional<std::string> sha256_by_qsl(const std::string& disk_path, std::vector<AccuracyRef> refs) {
  std::stable_sort(refs.begin(), refs.end(), [](const AccuracyRef& a, const AccuracyRef& b) {
    return std::tie(a.qsl_idx, a.seq_id) < std::tie(b.qsl_idx, b.seq_id);
  });
  AccuracyData data(disk_path);
  base::Sha256 hash;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const auto hex = data.hex(refs[i]);
    if (!hex) return std::nullopt;
    hash.update(fmt::format("{}{}:", i == 0 ? "" : "\n", refs[i].qsl_idx));
    hash.update(*hex);
  }
  return hash.hex();
}

}  // namespace mlperf::mllog
