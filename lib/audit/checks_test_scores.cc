// SPDX-License-Identifier: Apache-2.0
// The runs that TEST01 and TEST04 compare, and what the test ran with, against the performance run: are they
// the runs that lie there, and are they alike?
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "audit/performance_log.h"
#include "base/number.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::DetailLog;
using mllog::LogEntry;

constexpr std::string_view kScores = "compliance-reference-score";
constexpr std::string_view kLoad = "cross-settings-main-vs-test";

// The scripts print what they read: LoadGen's six digits, or the inverse of a latency.
bool is_score(const submission::VerifyFigure& stated, double logged) {
  const double tolerance = base::half_unit_of_last_digit(stated.text) + six_digits_half_unit(logged);
  return std::fabs(*stated.value - logged) <= tolerance * (1 + 1e-9);
}

struct Score {
  std::string_view name, variant;  // "reference score"
  const RunEvidence& run;
};

void judge_score(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                 const Score& score, Findings& out) {
  const auto* text = text_of_kind(test.verify_performance, submission::VerifyKind::performance);
  const auto* stated = text == nullptr ? nullptr : number_named(*text, score.name);
  const DetailLog* log = usable_log(score.run);
  const std::string scenario = test_scenario(evidence, test, round);
  if (stated == nullptr || log == nullptr || log->string("effective_scenario") != scenario) return;
  const auto logged = test_score(*log, scenario, test.test == "TEST04");
  if (!logged) return;
  out.claim(kScores, Level::cross_checked);
  if (is_score(*stated, *logged)) return;
  report_test(out, test, kScores, score.variant)
      .at(test.verify_performance.path, stated->at)
      .found(number_or_text(stated->text))
      .expected(*logged)
      .with("score", excerpt(stated->text))
      .with("logged", base::shortest(*logged))
      .with("log", score.run.detail.path)
      .level(Level::cross_checked);
}

// Server: the load a test ran under. Offline issues everything at once, whatever rate it asks for.
void judge_load(const TestEvidence& test, const DetailLog& main, const DetailLog& log,
                const rules::Round& round, Findings& out) {
  const auto least = judgement(round, "test_target_qps_min_share");
  const LogEntry *asked = log.find("effective_target_qps"), *main_asked = main.find("effective_target_qps");
  const auto qps = number_of(asked), main_qps = number_of(main_asked);
  if (!least || !qps || !main_qps || *main_qps <= 0 || log.string("effective_scenario") != "Server") return;
  out.claim(kLoad, Level::cross_checked);
  if (*qps >= *main_qps * *least) return;
  report_test(out, test, kLoad)
      .at(test.run.detail.path, *asked)
      .found(value_of(*asked))
      .expected(value_of(*main_asked))
      .with("percent", fmt::format("{:.1f}", *qps / *main_qps * 100))
      .level(Level::cross_checked);
}

// Fewer samples in memory than the performance run had, though the library has them.
void judge_samples(const TestEvidence& test, const DetailLog& main, const DetailLog& log, Findings& out) {
  const LogEntry* entry = log.find("effective_performance_sample_count");
  const LogEntry* main_entry = main.find("effective_performance_sample_count");
  const auto count = number_of(entry), main_count = number_of(main_entry);
  const auto library = number_of(log.find("qsl_reported_total_count"));
  if (!count || !main_count || !library) return;
  out.claim(kLoad, Level::cross_checked);
  if (*count >= *main_count || *library < *main_count) return;
  report_test(out, test, kLoad, "samples")
      .at(test.run.detail.path, *entry)
      .found(value_of(*entry))
      .expected(value_of(*main_entry))
      .level(Level::cross_checked);
}

}  // namespace

void check_test_scores(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const std::string_view name : {"TEST01", "TEST04"}) {
    const TestEvidence* test = present_test(evidence, round, name);
    if (test == nullptr) continue;
    judge_score(evidence, *test, round, {"reference score", "default", evidence.performance}, out);
    judge_score(evidence, *test, round, {"test score", "test", test->run}, out);
  }
}

void check_test_load(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const DetailLog* main = usable_log(evidence.performance);
  if (main == nullptr) return;
  for (const TestEvidence* test : present_tests(evidence, round)) {
    const DetailLog* log = usable_log(test->run);
    // Another scenario is another error.
    if (log == nullptr || log->string("effective_scenario") != main->string("effective_scenario")) continue;
    judge_load(*test, *main, *log, round, out);
    judge_samples(*test, *main, *log, out);
  }
}

}  // namespace mlperf::audit
