// SPDX-License-Identifier: Apache-2.0
// Further performance runs that were kept beside run_1.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "audit/result_reader.h"
#include "base/same_bytes.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kLogPrefix = "mlperf_log_";

// Names of the figure that LoadGen's summary reports for a scenario; tokens count before samples.
constexpr std::array<std::string_view, 8> kSummaryFigures = {
    "Completed tokens per second",    "Tokens per second",
    "Completed samples per second",   "Samples per second",
    "90.0th percentile latency (ns)", "99.0th percentile latency (ns)",
    "90th percentile latency (ns)",   "99th percentile latency (ns)",
};
struct DetailFigure {
  std::string_view key, words;
};
constexpr std::array<DetailFigure, 6> kDetailFigures = {{
    {"result_completed_tokens_per_second", "completed tokens per second"},
    {"result_tokens_per_second", "tokens per second"},
    {"result_completed_samples_per_sec", "completed samples per second"},
    {"result_samples_per_second", "samples per second"},
    {"result_90.00_percentile_latency_ns", "ns latency at the 90th percentile"},
    {"result_99.00_percentile_per_query_latency_ns", "ns latency at the 99th percentile"},
}};

void state(ExtraRun& run, std::string_view number, std::string_view words, base::Position at,
           const std::string& file) {
  run.metric_number = number;
  run.metric = base::Located<std::string>{fmt::format("{} {}", number, words), at, {}};
  run.metric_file = file;
}

void state_metric(const ResultReader& reader, const std::string& folder, ExtraRun& run) {
  const auto summary = reader.summary_log(folder + "/mlperf_log_summary.txt");
  for (const std::string_view name : kSummaryFigures) {
    const mllog::SummaryLine* line = summary.value.find(name);
    if (line != nullptr) return state(run, line->value, base::lower(name), line->at, summary.path);
  }
  const auto detail = reader.detail_log(folder + "/mlperf_log_detail.txt");
  for (const DetailFigure& figure : kDetailFigures) {
    const mllog::LogEntry* entry = detail.value.find(figure.key);
    if (entry != nullptr) return state(run, entry->text, figure.words, entry->at, detail.path);
  }
}

}  // namespace

std::vector<ExtraRun> gather_extra_runs(const ResultReader& reader, const Evidence& evidence) {
  std::vector<ExtraRun> runs;
  for (const submission::FolderEntry* child : evidence.listing.children("performance")) {
    if (child->path == "performance/run_1" || !reader.has_folder(child->path)) continue;
    ExtraRun run;
    for (const submission::FolderEntry* file : evidence.listing.children(child->path)) {
      std::string name = file->path.substr(file->path.rfind('/') + 1);
      if (name.compare(0, kLogPrefix.size(), kLogPrefix) == 0 && reader.has_file(file->path)) {
        run.logs.push_back(std::move(name));
      }
    }
    if (run.logs.empty()) continue;
    run.folder = evidence.file(child->path);
    run.same_logs = std::all_of(run.logs.begin(), run.logs.end(), [&](const std::string& name) {
      return base::same_bytes(reader.disk(child->path + '/' + name),
                              reader.disk("performance/run_1/" + name));
    });
    state_metric(reader, child->path, run);
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace mlperf::audit
