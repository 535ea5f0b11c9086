// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "audit/judge_tests.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using compliance::Fault;
using compliance::Test08;

constexpr std::string_view kRule = "compliance-test08";
constexpr double kPercent = 100;

Reported report_fault(const JudgedTest& test, const compliance::LogDocument& log, const Fault& fault,
                      std::string_view variant, Findings& out) {
  auto finding = report_recomputed(out, test, kRule, variant);
  finding.at(log.path, fault.first.at)
      .found(fault.count)
      .with("entries", std::to_string(log.value.entries))
      .with("seq", std::to_string(fault.first.seq_id))
      .with("first", std::to_string(fault.found))
      .with("second", std::to_string(fault.expected));
  return finding;
}

void judge_matches(const JudgedTest& test, const Test08& facts, const rules::TestThresholds& limits,
                   Findings& out) {
  const auto limit = [](const std::optional<std::int64_t>& value, std::int64_t usual) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value.value_or(usual), 0));
  };
  if (facts.matched < limit(limits.min_matched, 1))
    report_recomputed(out, test, kRule, "log-matched").at(facts.test.path).found(facts.matched);
  if (facts.unmatched > limit(limits.max_unmatched, 0))
    report_fault(test, facts.test, facts.not_matched, "log-unmatched", out).expected(std::uint64_t{0});
  if (facts.ne_mismatches <= limit(limits.max_mismatched, 0)) return;
  auto finding = report_recomputed(out, test, kRule, "log-mismatched");
  finding.at(facts.test.path, facts.mismatches.front().place.at)
      .found(facts.ne_mismatches)
      .expected(std::uint64_t{0})
      .with("matched", std::to_string(facts.matched))
      .with("limit", base::shortest(facts.tolerance * kPercent))
      .with("largest", fmt::format("{:.4f}", facts.largest_relative_difference.value_or(0) * kPercent));
  for (std::size_t i = 1; i < facts.mismatches.size(); ++i)
    finding.also(facts.test.path, facts.mismatches[i].place.at,
                 fmt::format("{:.6f}", facts.mismatches[i].relative_difference));
}

}  // namespace

void judge_test08(const JudgedTest& test, const Test08& facts, const rules::TestThresholds& limits,
                  std::optional<std::uint64_t> sampled, Findings& out) {
  const bool reference_tells = judge_log(test, facts.reference, out);
  const bool test_tells = judge_log(test, facts.test, out);
  if (!reference_tells || !test_tells) return;
  out.claim(kRule, Level::recomputed);
  if (facts.unreadable_again) {
    report_recomputed(out, test, kRule, "log-changed").at(facts.reference.path);
    return;
  }
  if (limits.ne_relative_tolerance && facts.tolerance > *limits.ne_relative_tolerance)
    report_recomputed(out, test, kRule, "tolerance")
        .at(facts.test.path)
        .found(facts.tolerance)
        .expected(*limits.ne_relative_tolerance)
        .with("tolerance", base::shortest(facts.tolerance * kPercent) + " %")
        .with("limit", base::shortest(*limits.ne_relative_tolerance * kPercent));
  if (facts.bad_reference) report_fault(test, facts.reference, facts.bad_reference, "log-layout", out);
  if (facts.bad_test) report_fault(test, facts.test, facts.bad_test, "log-layout", out);
  if (facts.other_length) report_fault(test, facts.test, facts.other_length, "log-length", out);
  if (facts.not_finite) report_fault(test, facts.test, facts.not_finite, "log-not-finite", out);
  judge_matches(test, facts, limits, out);
  if (sampled && facts.entries < *sampled)
    report_recomputed(out, test, kRule, "log-few")
        .at(facts.test.path)
        .found(facts.entries)
        .expected(*sampled);
}

}  // namespace mlperf::audit
