// SPDX-License-Identifier: Apache-2.0
// TEST01 and TEST04: the run against a performance run, TEST01 also against an accuracy run.
#include <set>

#include <fmt/format.h>

#include "audit/verify_run.h"
#include "base/text.h"
#include "mllog/trace.h"

namespace mlperf::audit {
namespace {

using compliance::Speed;

std::optional<Failure> no_reference(const VerifyRun& run, std::string_view name) {
  return Failure{
      fmt::format("no {} of the performance run: {} compares it with that of the test; give the "
                  "result's folder with -r (performance/run_1 in it, or the run folder itself)",
                  name, run.options.test)};
}

std::optional<Failure> needs_reference(const VerifyRun& run) {
  if (!run.options.reference.empty()) return std::nullopt;
  return Failure{fmt::format("{} needs the runs to compare with: -r RESULT_DIR", run.options.test)};
}

std::string_view without_path() {
  return "neither log states it";
}

std::optional<std::uint64_t> distinct_samples(const RunFiles& files) {
  const auto slash = files.summary_path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : files.summary_path.substr(0, slash + 1);
  const auto trace = mllog::read_trace(folder + "mlperf_log_trace.json", folder + "mlperf_log_trace.json");
  if (!trace.usable() || trace.value.samples.empty()) return std::nullopt;
  std::set<std::uint32_t> seen;
  for (const auto& sample : trace.value.samples) seen.insert(sample.sample_idx);
  return seen.size();
}

void test01_figures(VerifyRun& run, const compliance::Test01Accuracy& accuracy, const Speed& speed) {
  run.figure("dtype", std::string(to_string(accuracy.dtype)));
  run.figure("accuracy.entries", accuracy.num_perf_log_entries);
  run.figure("accuracy.reference_entries", accuracy.num_acc_log_entries);
  run.figure("accuracy.matched", accuracy.num_perf_log_qsl_idx_match);
  run.figure("accuracy.missing_in_reference", accuracy.num_missing_qsl_idxs);
  run.figure("accuracy.first_element_mismatches", accuracy.num_perf_log_data_mismatch);
  run.figure("accuracy.whole_data_mismatches", accuracy.whole_data_mismatches);
  run.figure("accuracy.passed", accuracy.passed);
  run.figure("accuracy.passed_if_whole_data_compared",
             accuracy.passed && accuracy.whole_data_mismatches == 0);
  run.figure("performance.field", speed.reference.field);
  run.figure("performance.reference", figure_of(speed.reference.text));
  run.figure("performance.test", figure_of(speed.test.text));
  run.figure_or_null("performance.ratio", speed.ratio, without_path());
  run.figure("performance.tolerance", speed.tolerance);
  run.figure("performance.passed", speed.passed);
}

}  // namespace

std::optional<Failure> verify_test01(VerifyRun& run) {
  if (auto failure = needs_reference(run)) return failure;
  const RunFiles reference = open_reference(run.options.reference, "performance/run_1");
  if (reference.log() == nullptr) return no_reference(run, kDetailName);
  if (run.files.log() == nullptr)
    return Failure{fmt::format("no {} in {}; TEST01 compares detail logs", kDetailName,
                               base::printable(run.files.path))};
  if (!file_is_there(reference.accuracy_log))
    return Failure{fmt::format("no {} of the accuracy run in {}", kAccuracyName,
                               base::printable(run.options.reference))};
  const auto speed = compliance::test01_speed(compliance::test01_score(*reference.log()),
                                              compliance::test01_score(*run.files.log()), run.limits());
  compliance::Test01Options options;
  options.dtype = run.options.dtype.value_or(compliance::ElementType::int8);
  options.stream = run.stream();
  const auto accuracy = compliance::test01_accuracy(reference.accuracy_log, run.files.accuracy_log, options);
  test01_figures(run, accuracy, speed);
  run.report.passed = accuracy.passed && speed.passed;
  run.text("verify_accuracy.txt", test01_accuracy_text(accuracy));
  run.text("verify_performance.txt", test01_speed_text(speed, reference.detail_path, run.files.detail_path));
  judge_test01_accuracy(run.judged(), accuracy, sampled_entries(*run.files.log()), run.out);
  judge_speed(run.judged(), speed, reference.detail_path, run.files.detail_path, run.out);
  return std::nullopt;
}

std::optional<Failure> verify_test04(VerifyRun& run) {
  if (auto failure = needs_reference(run)) return failure;
  const RunFiles reference = open_reference(run.options.reference, "performance/run_1");
  if (!reference.summary.usable()) return no_reference(run, kSummaryName);
  if (!run.files.summary.usable())
    return Failure{
        fmt::format("no {} in {}; TEST04 compares summaries", kSummaryName, base::printable(run.files.path))};
  const auto score = [](const RunFiles& files) {
    return compliance::test04_score(files.summary.bytes.view());
  };
  const auto speed = compliance::test04_speed(score(reference), score(run.files), run.limits());
  run.figure_or_null("reference_score", speed.reference.value, "the summary states none");
  run.figure_or_null("test_score", speed.test.value, "the summary states none");
  run.figure_or_null("ratio", speed.ratio, without_path());
  run.figure("threshold", 1 + speed.tolerance);
  run.figure("results_valid", speed.reference.valid && speed.test.valid);
  run.figure("score_check", speed.score_check);
  run.figure_or_null("distinct_sample_idx", distinct_samples(run.files), "the run has no trace");
  const auto* log = run.files.log();
  run.figure_or_null("effective_min_query_count",
                     log == nullptr ? std::nullopt : log->u64("effective_min_query_count"),
                     "the detail log does not state it");
  run.report.passed = speed.passed;
  run.output.accuracy_log = false;
  run.text("verify_performance.txt", test04_speed_text(speed));
  judge_speed(run.judged(), speed, reference.summary_path, run.files.summary_path, run.out);
  return std::nullopt;
}

}  // namespace mlperf::audit
