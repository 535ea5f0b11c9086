// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "audit/confined.h"
#include "audit/gather.h"
#include "audit/performance_log.h"
#include "base/file.h"
#include "base/parallel.h"
#include "base/text.h"
#include "mllog/detail_log.h"

namespace mlperf::audit {
namespace {

// All logs of a large tree need not be asked: the majority decides. Those that are lie evenly spread over it.
constexpr std::size_t kMostLogs = 100;
// LoadGen writes its version and settings first. Usually the first amount holds them, always the second.
constexpr std::size_t kHead = 24 << 10;
constexpr std::size_t kLongHead = 128 << 10;

// Gives nothing where the seeds are not among these lines.
std::optional<RoundHint> read_hint(std::string_view text, const std::string& path) {
  const auto last_line = text.rfind('\n');
  const auto log =
      mllog::parse_detail_log(text.substr(0, last_line == std::string_view::npos ? 0 : last_line + 1), path);
  const auto seeds = seeds_of(log.value);
  if (!seeds) return std::nullopt;
  RoundHint hint;
  hint.path = path;
  hint.seeds = *seeds;
  hint.loadgen_version = log.value.string("loadgen_version").value_or("");
  return hint;
}

std::optional<RoundHint> hint_of(const Confined& disk, const std::string& path) {
  if (!disk.inside(path)) return std::nullopt;
  for (const std::size_t size : {kHead, kLongHead}) {
    const base::FileEnds ends = base::read_ends(disk.disk(path), size, 0);
    if (ends.state != base::FileState::read) return std::nullopt;
    if (auto hint = read_hint(ends.head.view(), path)) return hint;
    if (ends.size <= size) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<RoundHint> gather_round_hints(const std::string& root_disk,
                                          const submission::Submission& submission, unsigned jobs) {
  const std::size_t results = submission.results.size();
  const std::size_t asked = std::min(results, kMostLogs);
  std::vector<std::optional<RoundHint>> found(asked);
  const Confined disk(root_disk);
  base::parallel_for(asked, jobs, [&](std::size_t i) {
    const submission::ResultPaths& result = submission.results[i * results / asked];
    found[i] = hint_of(disk, submission::join(result.path, "performance/run_1/mlperf_log_detail.txt"));
  });
  std::vector<RoundHint> hints;
  for (auto& hint : found) {
    if (hint) hints.push_back(std::move(*hint));
  }
  return hints;
}

}  // namespace mlperf::audit
