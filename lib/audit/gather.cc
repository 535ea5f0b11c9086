// SPDX-License-Identifier: Apache-2.0
#include "audit/gather.h"

#include "audit/odd_files.h"
#include "audit/recompute.h"
#include "audit/result_reader.h"
#include "base/sha256.h"
#include "base/sha256_file.h"

namespace mlperf::audit {
namespace {

constexpr int kDeepestResult = 12;

// The metric names that the round's patterns look for in this benchmark's accuracy.txt; all names when the
// benchmark is unknown. A name on the same line as another one may have no benchmarks of its own.
std::vector<std::string> metric_names(const rules::Round& round, const std::string& benchmark,
                                      const std::string& scenario) {
  const nlohmann::json& lines = round.group("accuracy_lines");
  const auto lists_benchmark = [&](const nlohmann::json& line) {
    const auto listed = line.find("benchmarks");
    if (listed == line.end() || benchmark.empty()) return benchmark.empty();
    return std::find(listed->begin(), listed->end(), benchmark) != listed->end();
  };
  std::vector<std::string> names;
  for (const auto& [name, line] : lines.items()) {
    bool wanted = lists_benchmark(line);
    const auto other = line.find("same_line_as");
    if (!wanted && other != line.end() && !line.contains("benchmarks")) {
      const auto leader = lines.find(other->get_ref<const std::string&>());
      wanted = leader != lines.end() && lists_benchmark(*leader);
    }
    if (wanted) names.push_back(name);
  }
  // What has a target is looked for whatever the list of lines says.
  for (const rules::AccuracyTarget& target : round.accuracy_targets(benchmark, scenario)) {
    if (std::find(names.begin(), names.end(), target.metric) == names.end()) names.push_back(target.metric);
  }
  return names;
}

bool has_links(const submission::FolderListing& listing) {
  return std::any_of(
      listing.entries.begin(), listing.entries.end(), [](const submission::FolderEntry& entry) {
        return entry.kind != submission::EntryKind::file && entry.kind != submission::EntryKind::folder;
      });
}

// A cut log cannot be hashed as it was, and one nobody stated a hash of need not be. Hashing takes about a
// second for the largest log that is hashed.
constexpr std::uint64_t kMostHashed = std::uint64_t{512} << 20;

void hash_whole_log(const ResultReader& reader, Evidence& evidence) {
  const mllog::AccuracyLogDocument& log = evidence.accuracy.accuracy_log;
  if (!log.usable() || log.value.malformed || evidence.accuracy_txt.value.hashes.empty()) return;
  if (log.value.shape == mllog::AccuracyLogShape::whole) {
    evidence.accuracy_log_sha256 = base::sha256_hex(log.bytes.view());
  } else if (log.value.shape == mllog::AccuracyLogShape::long_whole) {
    evidence.accuracy_log_unhashed = log.value.size > kMostHashed;
    if (!evidence.accuracy_log_unhashed)
      evidence.accuracy_log_sha256 =
          base::sha256_of_file(reader.disk("accuracy/mlperf_log_accuracy.json"), kMostHashed);
  }
}

}  // namespace

ResultReader::ResultReader(const std::string& root_disk, const rules::Round& round, const Evidence& evidence)
    : evidence_(evidence),
      disk_(root_disk),
      may_lead_out_(evidence.listing.cut || has_links(evidence.listing)),
      metrics_(metric_names(round, evidence.benchmark, evidence.scenario)) {
  const rules::Round::AccuracyLogRule& rule = round.accuracy_log();
  cut_.head_bytes = rule.head_bytes;
  cut_.tail_bytes = rule.tail_bytes;
  cut_.separator = rule.separator;
}

std::string ResultReader::disk_inside(std::string_view relative) const {
  const bool there = evidence_.listing.cut || evidence_.listing.find(relative) != nullptr;
  if (!there || (may_lead_out_ && !disk_.inside(evidence_.file(relative)))) return {};
  return disk(relative);
}

base::Document<mllog::DetailLog> ResultReader::detail_log(const std::string& relative) const {
  return read(relative, mllog::read_detail_log);
}

base::Document<mllog::SummaryLog> ResultReader::summary_log(const std::string& relative) const {
  return read(relative, mllog::read_summary_log);
}

mllog::AccuracyLogDocument ResultReader::accuracy_log(const std::string& relative) const {
  return read(relative, [&](const std::string& disk, const std::string& path) {
    return mllog::read_accuracy_log_facts(disk, path, cut_);
  });
}

base::Document<submission::AccuracyText> ResultReader::accuracy_text(const std::string& relative) const {
  return read(relative, [&](const std::string& disk, const std::string& path) {
    return submission::read_accuracy_text(disk, path, metrics_);
  });
}

base::Document<submission::VerifyText> ResultReader::verify_text(const std::string& relative) const {
  return read(relative, submission::read_verify_text);
}

base::Document<mllog::Conf> ResultReader::conf(const std::string& relative) const {
  return read(relative, mllog::read_conf);
}

submission::JsonDocument ResultReader::json(const std::string& relative) const {
  return read(relative, submission::read_json_document);
}

RunEvidence ResultReader::run(const std::string& folder) const {
  RunEvidence run;
  run.folder = evidence_.file(folder);
  run.detail = detail_log(folder + "/mlperf_log_detail.txt");
  run.summary = summary_log(folder + "/mlperf_log_summary.txt");
  run.accuracy_log = accuracy_log(folder + "/mlperf_log_accuracy.json");
  if (run.detail.usable()) run.loaded_sets = compare_loaded_sets(run.detail.value);
  return run;
}

base::Document<mllog::Trace> ResultReader::trace(const std::string& relative) const {
  const auto* listed = evidence_.listing.find(relative);
  if (listed == nullptr || listed->size > 0) return read(relative, mllog::read_trace);
  base::Document<mllog::Trace> empty;  // as nearly all are: not worth opening
  empty.path = evidence_.file(relative);
  empty.state = base::ReadState::empty;
  return empty;
}

std::shared_ptr<const RecomputedRun> ResultReader::recomputed(
    const std::string& folder, const RunEvidence& run, const base::Document<mllog::Trace>& trace) const {
  if (!trace.exists() || trace.state == base::ReadState::empty || !run.detail.usable()) return nullptr;
  base::Document<stats::AccuracyFigures> counts;  // token counts, where the log can have them all
  const auto settings = stats::run_settings(run.detail.value);
  const auto shape = run.accuracy_log.value.shape;
  if (settings.tokens && run.accuracy_log.usable() &&
      (shape == mllog::AccuracyLogShape::whole || shape == mllog::AccuracyLogShape::long_whole)) {
    counts = read(folder + "/mlperf_log_accuracy.json", [](const std::string& disk, const std::string& path) {
      return stats::read_accuracy_figures(disk, path, false);
    });
  }
  auto statistics = stats::run_statistics({run.detail.value, trace, counts, settings.limits, false});
  return std::make_shared<const RecomputedRun>(
      RecomputedRun{trace.path, trace.issues, trace.value.facts, std::move(statistics)});
}

namespace {

// Traces are not kept: they are by far the largest files of a run that has one.
void gather_from_trace(const ResultReader& reader, Evidence& evidence) {
  RunEvidence& run = evidence.performance;
  const auto trace = reader.trace("performance/run_1/mlperf_log_trace.json");
  run.recomputed = reader.recomputed("performance/run_1", run, trace);
  if (evidence.schedule && !trace.value.samples.empty()) {
    run.sample_order = compare_sample_order(*evidence.schedule, trace);
  }
  const auto accuracy = reader.trace("accuracy/mlperf_log_trace.json");
  if (accuracy.value.samples.empty()) return;
  const auto schedule = schedule_evidence(evidence.accuracy.detail, &evidence.user_conf);
  if (schedule && !schedule->has_performance_phase()) {
    evidence.accuracy.sample_order = compare_sample_order(*schedule, accuracy);
  }
}

}  // namespace

void gather_result(const std::string& root_disk, const rules::Round& round, Evidence& evidence) {
  evidence.listing =
      submission::list_folder(submission::join(root_disk, evidence.paths.path), root_disk, kDeepestResult);
  const ResultReader reader(root_disk, round, evidence);
  evidence.endpoints_summary = endpoints_summary(reader, round, evidence);
  evidence.performance = reader.run("performance/run_1");
  evidence.accuracy = reader.run("accuracy");
  evidence.accuracy_txt = reader.accuracy_text("accuracy/accuracy.txt");
  hash_whole_log(reader, evidence);
  evidence.user_conf = reader.conf("user.conf");
  evidence.mlperf_conf = reader.conf("mlperf.conf");
  evidence.measurements = reader.json("measurements.json");
  evidence.tests = gather_tests(reader, round, evidence);
  evidence.schedule = schedule_evidence(evidence.performance.detail, &evidence.user_conf);
  if (evidence.schedule && !evidence.schedule->has_performance_phase()) evidence.schedule.reset();
  gather_from_trace(reader, evidence);
  evidence.extra_runs = gather_extra_runs(reader, evidence);
  evidence.odd_files = odd_files(evidence.listing, root_disk, evidence.paths.path, round);
}

}  // namespace mlperf::audit
