// SPDX-License-Identifier: Apache-2.0
#include "audit/run_marks.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "audit/performance_log.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using mllog::DetailLog;

std::string_view text_of(const DetailLog& log, std::string_view key) {
  const auto* entry = log.find(key);
  return entry == nullptr ? std::string_view{} : entry->text;
}

std::string run_of(const DetailLog& log) {
  const auto begin = text_of(log, "power_begin"), end = text_of(log, "power_end");
  if (begin.empty() || end.empty()) return {};
  constexpr std::size_t kLongest = 400;
  const auto& last = log.entries().back();
  return fmt::format("{}|{}|{}|{}|{}", begin, end, text_of(log, "result_max_latency_ns"), last.time_ms,
                     last.pid)
      .substr(0, kLongest);
}

bool differ(const DetailLog& log, const DetailLog* other, std::string_view key) {
  const auto one = text_of(log, key);
  const auto two = other == nullptr ? std::string_view{} : text_of(*other, key);
  return !one.empty() && !two.empty() && one != two;
}

// Limits on TTFT and TPOT that are another scenario's.
bool foreign_limits(const Evidence& evidence, const DetailLog& log, const rules::Round& round) {
  const auto limits = round.token_limits(evidence.benchmark, evidence.scenario);
  const auto ttft = log.i64("requested_server_ttft_latency"), tpot = log.i64("requested_server_tpot_latency");
  return limits && ((ttft && *ttft != limits->ttft_p99_max_ns) || (tpot && *tpot != limits->tpot_p99_max_ns));
}

class Marks {
 public:
  Marks(const Evidence& evidence, const rules::Round& round) : evidence_(evidence), round_(round) {
    main_ = usable_log(evidence.performance);
    accuracy_ = usable_log(evidence.accuracy);
  }

  ResultMarks collect() {
    marks_.id = evidence_.paths.id();
    marks_.benchmark = evidence_.benchmark;
    marks_.scenario = evidence_.scenario;
    marks_.group = group();
    add_run(RunKind::performance, {}, evidence_.performance, accuracy_);
    add_run(RunKind::accuracy, {}, evidence_.accuracy, main_);
    add_output(RunKind::accuracy, {}, evidence_.accuracy.accuracy_log, evidence_.accuracy_txt);
    // Of open results tests are marked, too: a test that nobody asked for may be somebody else's.
    for (const TestEvidence& test : evidence_.tests) {
      if (!test.present) continue;
      add_run(RunKind::test, test.test, test.run, main_);
      add_output(RunKind::test, test.test, test.accuracy_log, test.accuracy_txt);
    }
    if (evidence_.accuracy_txt.usable()) add_scores();
    return std::move(marks_);
  }

 private:
  std::string group() const {
    const auto& paths = evidence_.paths;
    const auto scenario = judged_scenario(evidence_, round_);
    return fmt::format("{}/{}/{}/{}/{}", paths.division, paths.submitter, paths.system,
                       evidence_.benchmark.empty() ? paths.benchmark : round_.model_of(evidence_.benchmark),
                       scenario.empty() ? std::string_view(paths.scenario) : scenario);
  }

  void add_run(RunKind kind, const std::string& test, const RunEvidence& run, const DetailLog* beside) {
    const DetailLog* log = usable_log(run);
    if (log == nullptr) return;
    RunMark mark{kind, test, run.detail.path, run_of(*log)};
    if (mark.run.empty()) return;
    mark.misfits += differ(*log, beside, "sut_name") ? 1 : 0;
    const auto scenario = text_of(*log, "effective_scenario");
    if (kind == RunKind::performance) {
      mark.misfits += scenario_fit(evidence_, round_) == ScenarioFit::differs ? 1 : 0;
      mark.misfits += foreign_limits(evidence_, *log, round_) ? 1 : 0;
    } else {
      const bool own = scenario == round_.loadgen_scenario(evidence_.scenario) ||
                       !differ(*log, main_, "effective_scenario");
      mark.misfits += own ? 0 : 1;
    }
    if (kind == RunKind::test) mark.misfits += differ(*log, main_, "qsl_reported_total_count") ? 1 : 0;
    marks_.runs.push_back(std::move(mark));
  }

  void add_output(RunKind kind, const std::string& test, const mllog::AccuracyLogDocument& log,
                  const base::Document<submission::AccuracyText>& text) {
    using Shape = mllog::AccuracyLogShape;
    if (!log.usable() || log.value.shape == Shape::empty_list || log.value.shape == Shape::damaged) return;
    OutputMark mark{kind, test, log.path, log.value.size, 0, log.value.shape == Shape::cut};
    constexpr std::size_t kLooked = 512;
    std::string_view end = log.value.tail.empty() ? log.value.head : log.value.tail;
    end = end.substr(end.size() - std::min(end.size(), kLooked));
    mark.fingerprint = std::hash<std::string_view>{}(end);
    mark.hash_proven = kind == RunKind::accuracy && evidence_.accuracy_log_sha256.has_value();
    if (text.usable()) add_hashes(text, mark);
    marks_.outputs.push_back(std::move(mark));
  }

  void add_hashes(const base::Document<submission::AccuracyText>& text, OutputMark& mark) const {
    constexpr std::size_t kMost = 16;
    mark.hash_file = text.path;
    for (const auto& line : text.value.hashes) {
      if (line.text.size() != round_.accuracy_log().hash_length_hex || mark.hashes.size() == kMost) continue;
      const std::string hash = base::lower(line.text);
      const auto same = [&](const HashMark& other) { return other.hash == hash; };
      if (std::none_of(mark.hashes.begin(), mark.hashes.end(), same)) mark.hashes.push_back({hash, line.at});
    }
  }

  // The last value of each metric that has a target.
  void add_scores() {
    for (const auto& target : round_.accuracy_targets(evidence_.benchmark, evidence_.scenario)) {
      for (const auto* value : evidence_.accuracy_txt.value.all(target.metric)) {
        if (!value->value) continue;
        if (marks_.scores.empty() || marks_.scores.back().metric != target.metric)
          marks_.scores.push_back({target.metric, 0, evidence_.accuracy_txt.path, {}});
        marks_.scores.back().value = *value->value;
        marks_.scores.back().at = value->at;
      }
    }
  }

  const Evidence& evidence_;
  const rules::Round& round_;
  const DetailLog *main_ = nullptr, *accuracy_ = nullptr;
  ResultMarks marks_;
};

}  // namespace

ResultMarks marks_of(const Evidence& evidence, const rules::Round& round, Findings& out) {
  ResultMarks marks = Marks(evidence, round).collect();
  for (const RunMark& run : marks.runs) {
    if (run.kind == RunKind::performance) out.claim("cross-same-performance-log", Level::cross_checked);
    if (run.kind == RunKind::accuracy) out.claim("cross-same-accuracy-log", Level::cross_checked);
    if (run.kind != RunKind::test) continue;
    out.claim("cross-test-log-is-main-log", Level::cross_checked);
    out.claim("cross-test-log-shared", Level::cross_checked);
  }
  for (const OutputMark& output : marks.outputs) {
    if (output.kind == RunKind::accuracy && !output.hashes.empty())
      out.claim("cross-accuracy-hash", Level::cross_checked);
  }
  return marks;
}

}  // namespace mlperf::audit
