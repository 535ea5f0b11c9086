// SPDX-License-Identifier: Apache-2.0
#include "audit/judge_tests.h"

namespace mlperf::audit {
namespace {

using compliance::Fault;
using compliance::Test06;

class Judge06 {
 public:
  Judge06(const JudgedTest& test, const Test06& facts, Findings& out)
      : test_(test), facts_(facts), out_(out) {}

  void judge() {
    out_.claim("compliance-test06", Level::recomputed);
    if (facts_.first_token_check_wanted) {
      report(facts_.first_token_differs, "log-first-token").expected(facts_.first_token_differs.expected);
      report(facts_.first_token_empty, "log-no-first-token");
      report(facts_.first_token_missing, "log-no-first-token");
    }
    report(facts_.trailing_eos, "log-trailing-eos");
    report(facts_.count_differs, "log-count").expected(facts_.count_differs.expected);
    report(facts_.count_missing, "log-no-count");
    report(facts_.partial_element, "log-partial").with("dtype", std::string(to_string(facts_.dtype)));
    report(facts_.no_tokens, "log-no-tokens");
    judge_inside();
    judge_width();
  }

 private:
  // A finding that goes nowhere where the fault did not occur.
  Reported report(const Fault& fault, std::string_view variant) {
    if (!fault) return Reported(none_);
    return fault_finding(fault, "compliance-test06", variant);
  }

  Reported fault_finding(const Fault& fault, std::string_view rule, std::string_view variant) {
    auto finding = report_recomputed(out_, test_, rule, variant);
    finding.at(facts_.log.path, fault.first.at)
        .found(fault.found)
        .with("count", std::to_string(fault.count))
        .with("entries", std::to_string(facts_.entries))
        .with("seq", std::to_string(fault.first.seq_id))
        .with("sample", std::to_string(fault.first.qsl_idx))
        .with("byte", std::to_string(fault.first.at.byte));
    return finding;
  }

  void judge_inside() {
    out_.claim("compliance-test06-eos", Level::recomputed);
    if (facts_.eos_second_throughout()) {
      auto finding = fault_finding(facts_.eos_second, "compliance-test06-eos", "second");
      if (test_.by_itself) finding.severity(rules::Severity::note);
      return;
    }
    const Fault& inside = facts_.eos_inside ? facts_.eos_inside : facts_.eos_second;
    if (!inside) return;
    fault_finding(inside, "compliance-test06-eos", "default")
        .with("count", std::to_string(facts_.eos_inside.count + facts_.eos_second.count))
        .with("position", std::to_string(inside.found + 1))
        .with("tokens", std::to_string(inside.expected));
  }

  void judge_width() {
    if (!facts_.found_width) return;
    out_.claim("compliance-test06-width", Level::recomputed);
    if (facts_.found_width == std::size_t{4}) return;
    report_recomputed(out_, test_, "compliance-test06-width",
                      facts_.found_width == std::size_t{8} ? "int64" : "default")
        .at(facts_.log.path)
        .found(std::uint64_t{*facts_.found_width})
        .expected(std::uint64_t{4});
  }

  const JudgedTest& test_;
  const Test06& facts_;
  Findings& out_;
  Finding none_;
};

}  // namespace

void judge_test06(const JudgedTest& test, const Test06& facts, std::optional<std::uint64_t> required,
                  Findings& out) {
  if (!judge_log(test, facts.log, out)) return;
  if (required && facts.entries < *required) {
    report_recomputed(out, test, "compliance-test06-log", "few")
        .at(facts.log.path)
        .found(facts.entries)
        .expected(*required);
  }
  Judge06(test, facts, out).judge();
}

}  // namespace mlperf::audit
