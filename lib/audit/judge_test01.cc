// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "audit/judge_tests.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using compliance::Fault;
using compliance::Score;
using compliance::Speed;
using compliance::SpeedFailure;

constexpr std::string_view kAccuracy = "compliance-test01-accuracy";

Reported report_fault(const JudgedTest& test, const compliance::LogDocument& log, const Fault& fault,
                      std::string_view variant, Findings& out) {
  auto finding = report_recomputed(out, test, kAccuracy, variant);
  finding.at(log.path, fault.first.at)
      .found(fault.count)
      .expected(std::uint64_t{0})
      .with("entries", std::to_string(log.value.entries))
      .with("seq", std::to_string(fault.first.seq_id))
      .with("sample", std::to_string(fault.first.qsl_idx));
  return finding;
}

std::string window_of(const JudgedTest& test, const Speed& speed) {
  const std::string most = base::shortest(1 + speed.tolerance);
  return test.test == "TEST04" ? "below " + most : base::shortest(1 - speed.tolerance) + " to " + most;
}

// What keeps the script from comparing the two figures; the message's variant and whose run it is.
struct Obstacle {
  std::string_view variant;
  bool of_reference = false;
};

Obstacle obstacle_of(const Speed& speed) {
  switch (speed.failure) {
    case SpeedFailure::none:
      return {};
    case SpeedFailure::no_score:
      return {"log-no-score", !speed.reference.value};
    case SpeedFailure::reference_invalid:
      return {speed.reference.short_only ? "log-short" : "log-invalid", true};
    case SpeedFailure::test_invalid:
      return {speed.test.short_only ? "log-short" : "log-invalid", false};
    case SpeedFailure::reference_errors:
      return {"log-errors", true};
    case SpeedFailure::test_errors:
      return {"log-errors", false};
    case SpeedFailure::scenarios_differ:
      return {"log-scenarios", false};
    case SpeedFailure::target_latencies_differ:
      return {"log-target-latencies", false};
  }
  return {};
}

}  // namespace

void judge_speed(const JudgedTest& test, const Speed& speed, const std::string& reference_path,
                 const std::string& test_path, Findings& out) {
  const std::string_view rule =
      test.test == "TEST04" ? "compliance-test04-performance" : "compliance-test01-performance";
  out.claim(rule, Level::recomputed);
  const auto no_figure = [](const Score& score) { return !score.value || *score.value <= 0; };
  auto obstacle = obstacle_of(speed);
  if (obstacle.variant.empty() && (no_figure(speed.reference) || no_figure(speed.test)))
    obstacle = {"log-no-score", no_figure(speed.reference)};
  if (!obstacle.variant.empty()) {
    const Score& score = obstacle.of_reference ? speed.reference : speed.test;
    report_recomputed(out, test, rule, obstacle.variant)
        .at(obstacle.of_reference ? reference_path : test_path, score.at)
        .with("which", obstacle.of_reference ? "performance" : test.test)
        .with("field", score.field.empty() ? std::string("figure") : score.field)
        .with("first", speed.test.scenario)
        .with("second", speed.reference.scenario);
  }
  if (!speed.ratio || speed.score_check) return;
  report_recomputed(out, test, rule, "log-ratio")
      .at(test_path, speed.test.at)
      .found(*speed.test.value)
      .expected(test.test == "TEST04"
                    ? Value("below " + base::shortest(*speed.reference.value * (1 + speed.tolerance)))
                    : range(*speed.reference.value * (1 - speed.tolerance),
                            *speed.reference.value * (1 + speed.tolerance)))
      .with("score", base::shortest(*speed.test.value))
      .with("reference", base::shortest(*speed.reference.value))
      .with("ratio", fmt::format("{:.4f}", *speed.ratio))
      .with("window", window_of(test, speed));
}

void judge_test01_accuracy(const JudgedTest& test, const compliance::Test01Accuracy& facts,
                           std::optional<std::uint64_t> sampled, Findings& out) {
  const bool reference_tells = judge_log(test, facts.reference, out);
  const bool test_tells = judge_log(test, facts.test, out);
  if (!reference_tells || !test_tells) return;
  out.claim(kAccuracy, Level::recomputed);
  if (facts.unreadable_again) {
    report_recomputed(out, test, kAccuracy, "log-changed").at(facts.reference.path);
    return;
  }
  if (facts.wrong_size)
    report_fault(test, facts.test, facts.wrong_size, "log-size", out)
        .with("dtype", std::string(to_string(facts.dtype)))
        .with("bytes", std::to_string(facts.wrong_size.found));
  if (facts.data_differs && !test.outputs_may_differ) {
    report_fault(test, facts.test, facts.data_differs, "log-data", out)
        .with("offset", std::to_string(facts.data_differs.found))
        .with("first", std::to_string(facts.num_perf_log_data_mismatch));
  } else if (facts.num_perf_log_data_mismatch > 0 && !test.outputs_may_differ) {
    report_recomputed(out, test, kAccuracy, "log-first-element")
        .at(facts.test.path)
        .found(facts.num_perf_log_data_mismatch)
        .expected(std::uint64_t{0});
  }
  if (facts.missing) report_fault(test, facts.test, facts.missing, "log-missing", out);
  if (facts.reference_differs)
    report_fault(test, facts.reference, facts.reference_differs, "log-reference", out);
  if (sampled && facts.num_perf_log_entries < *sampled)
    report_recomputed(out, test, kAccuracy, "log-few")
        .at(facts.test.path)
        .found(facts.num_perf_log_entries)
        .expected(*sampled);
}

}  // namespace mlperf::audit
