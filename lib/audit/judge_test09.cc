// SPDX-License-Identifier: Apache-2.0
// TEST07 and TEST09: which samples were judged, the score, the mean output length.
#include <fmt/format.h>

#include "audit/judge_tests.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using compliance::Fault;

std::string window_text(double minimum, double maximum) {
  return base::shortest(minimum) + " to " + base::shortest(maximum);
}

Reported report_fault(const JudgedTest& test, const std::string& path, const Fault& fault,
                      std::uint64_t entries, std::string_view rule, std::string_view variant, Findings& out) {
  auto finding = report_recomputed(out, test, rule, variant);
  finding.at(path, fault.first.at)
      .found(fault.found)
      .with("count", std::to_string(fault.count))
      .with("entries", std::to_string(entries))
      .with("seq", std::to_string(fault.first.seq_id))
      .with("sample", std::to_string(fault.first.qsl_idx));
  return finding;
}

}  // namespace

void judge_coverage(const JudgedTest& test, const std::string& path, const compliance::Coverage& coverage,
                    const CoverageDemand& demand, Findings& out) {
  const std::string_view rule =
      test.test == "TEST07" ? std::string_view("compliance-test07-samples") : "compliance-test09-samples";
  if (coverage.samples) {
    out.claim(rule, Level::recomputed);
    if (coverage.entries != *coverage.samples)
      report_recomputed(out, test, rule, "entries")
          .at(path)
          .found(coverage.entries)
          .expected(*coverage.samples);
    if (coverage.out_of_range)
      report_fault(test, path, coverage.out_of_range, coverage.entries, rule, "range", out)
          .expected(*coverage.samples);
    if (demand.complete && !coverage.complete())
      report_recomputed(out, test, rule, "coverage")
          .at(path)
          .found(*coverage.samples - *coverage.missing)
          .expected(*coverage.samples);
  }
  out.claim("compliance-unique-samples", Level::recomputed);
  if (!coverage.repeated) return;
  report_fault(test, path, coverage.repeated, coverage.entries, "compliance-unique-samples",
               demand.each_once ? "log" : "log-with-replacement", out)
      .with("distinct", std::to_string(coverage.distinct));
}

void judge_test07(const JudgedTest& test, const compliance::Test07& facts, Findings& out) {
  if (!judge_log(test, facts.log, out)) return;
  if (!facts.score || !facts.threshold) {
    report_recomputed(out, test, "compliance-test07", facts.score ? "threshold-unknown" : "score-unknown")
        .at(facts.log.path);
    out.inconclusive(facts.score ? "threshold" : "score");
    return;
  }
  out.claim("compliance-test07", Level::recomputed);
  if (facts.score_check_passed == true) return;
  report_recomputed(out, test, "compliance-test07", "below")
      .at(facts.log.path)
      .found(*facts.score)
      .expected(*facts.threshold)
      .with("score", base::shortest(*facts.score))
      .with("limit", base::shortest(*facts.threshold));
}

void judge_test09(const JudgedTest& test, const compliance::Test09& facts, Findings& out) {
  constexpr std::string_view kRule = "compliance-test09";
  const auto& length = facts.length;
  if (!judge_log(test, length.log, out)) return;
  const std::string& path = length.log.path;
  const std::uint64_t entries = length.lengths->samples;
  out.claim(kRule, Level::recomputed);
  if (length.partial_token)
    report_fault(test, path, length.partial_token, entries, kRule, "log-partial", out)
        .with("width", std::to_string(length.width));
  if (length.count_differs)
    report_fault(test, path, length.count_differs, entries, kRule, "log-count", out)
        .expected(length.count_differs.expected);
  if (length.width != 4)
    report_recomputed(out, test, kRule, "log-width").at(path).found(std::uint64_t{length.width});
  if (!facts.mean_in_window) {
    report_recomputed(out, test, kRule, "window-unknown").at(path);
    out.inconclusive("window");
    return;
  }
  const double minimum = *facts.min_output_tokens, maximum = *facts.max_output_tokens;
  if (facts.mean_in_window == true && facts.passed != false) return;
  const double mean = facts.mean_in_window == true ? facts.official->mean : length.lengths->mean;
  report_recomputed(out, test, kRule, "log-mean")
      .at(path)
      .found(mean)
      .expected(range(minimum, maximum))
      .with("mean", fmt::format("{:.2f}", mean))
      .with("entries", std::to_string(entries))
      .with("window", window_text(minimum, maximum));
}

void judge_given_limits(const JudgedTest& test, const rules::TestThresholds& round_limits,
                        const compliance::Test07& facts, const std::string& path, Findings& out) {
  const auto& limit = round_limits.accuracy_min_percent;
  if (!limit || !facts.threshold || *facts.threshold >= *limit) return;
  report_recomputed(out, test, "compliance-test07", "threshold")
      .at(path)
      .found(*facts.threshold)
      .expected(*limit)
      .with("threshold", base::shortest(*facts.threshold))
      .with("limit", base::shortest(*limit));
}

void judge_given_limits(const JudgedTest& test, const rules::TestThresholds& round_limits,
                        const compliance::Test09& facts, const std::string& path, Findings& out) {
  const auto report = [&](std::string_view name, double given, double limit) {
    report_recomputed(out, test, "compliance-test09", "threshold")
        .at(path)
        .found(given)
        .expected(limit)
        .with("name", std::string(name))
        .with("threshold", base::shortest(given))
        .with("limit", base::shortest(limit));
  };
  const auto& least = round_limits.mean_output_tokens_min;
  const auto& most = round_limits.mean_output_tokens_max;
  if (least && facts.min_output_tokens && *facts.min_output_tokens < *least)
    report("minimum", *facts.min_output_tokens, *least);
  if (most && facts.max_output_tokens && *facts.max_output_tokens > *most)
    report("maximum", *facts.max_output_tokens, *most);
}

}  // namespace mlperf::audit
