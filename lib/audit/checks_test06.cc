// SPDX-License-Identifier: Apache-2.0
// TEST06: first token, end of text and length of the outputs, as verify_accuracy.txt states them.
#include <algorithm>
#include <optional>
#include <string>

#include "audit/compliance_tests.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using submission::VerifyFigure;

constexpr std::string_view kFirstToken = "first token check pass";
constexpr std::string_view kEndOfText = "eos check pass";
constexpr std::string_view kLength = "sample length check pass";

// Does what the line says count as passed?
bool passes(const VerifyFigure& check, bool may_skip_first_token) {
  if (check.text == "True") return true;
  return check.text == "Skipped" && check.name == kFirstToken && may_skip_first_token;
}

// What the log gives for the check of that line, where the log tells.
std::optional<bool> by_log(const TestEvidence& test, std::string_view check) {
  const auto& facts = test.recomputed.test06;
  if (!facts || facts->entries == 0 || facts->breaks) return std::nullopt;
  if (check == kFirstToken) return facts->first_token_check && !facts->first_token_empty;
  return check == kEndOfText ? facts->eos_check : facts->sample_length_check;
}

std::string_view variant_of(const TestEvidence& test, const VerifyFigure& check) {
  if (check.text == "Skipped") return "skipped";
  return by_log(test, check.name) == true ? "default-against-log" : "default";
}

}  // namespace

void check_test06(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const TestEvidence* test = present_test(evidence, round, "TEST06");
  if (test == nullptr) return;
  const auto* text = text_of_kind(test->verify_accuracy, submission::VerifyKind::test06);
  if (text == nullptr) return;
  const std::string& path = test->verify_accuracy.path;
  const auto& skipped_in = round.thresholds("TEST06", evidence.benchmark).first_token_check_skipped_in;
  const bool may_skip =
      std::find(skipped_in.begin(), skipped_in.end(), evidence.scenario) != skipped_in.end();

  out.claim("compliance-test06", Level::stated);
  bool all_passed = true;
  for (const std::string_view name : {kFirstToken, kEndOfText, kLength}) {
    const auto stated = text->all(name);
    const auto bad = std::find_if(stated.begin(), stated.end(),
                                  [&](const VerifyFigure* line) { return !passes(*line, may_skip); });
    if (!stated.empty() && bad == stated.end()) continue;
    const VerifyFigure* check = stated.empty() ? nullptr : *bad;
    all_passed = false;
    if (check == nullptr) {
      report_test(out, *test, "compliance-test06", "line-missing")
          .at(path)
          .expected(std::string("True"))
          .with("check", std::string(name));
      continue;
    }
    report_test(out, *test, "compliance-test06", variant_of(*test, *check))
        .at(path, check->at)
        .found(std::string(check->text))
        .expected(std::string("True"))
        .with("check", std::string(name));
  }
  if (!all_passed) return;
  if (text->verdicts.empty()) {
    report_test(out, *test, "compliance-test06", "no-verdict").at(path, text->last_line);
    return;
  }
  out.claim("compliance-verify-self-consistent", Level::stated);
  if (stated_outcome(*text) != StatedOutcome::fail) return;
  report_test(out, *test, "compliance-verify-self-consistent", "fail-against-checks")
      .at(path, verdict_place(*text))
      .found(verdict_words(*text));
}

}  // namespace mlperf::audit
