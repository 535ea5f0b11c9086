// SPDX-License-Identifier: Apache-2.0
// Output lengths of the performance run and of TEST09 (tokens/s over samples/s) against what the accuracy run
// and the text of TEST09 state. Where the performance set is the accuracy set, both runs answer the same
// questions with the same settings.
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/compliance_tests.h"
#include "audit/output_tokens.h"
#include "audit/performance_log.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "perf-mean-output-tokens";
constexpr std::string_view kTokensPerSample = "TOKENS_PER_SAMPLE";

std::string tokens_text(double mean) {
  return fmt::format("{:.2f}", mean);
}

Reported report(std::string_view variant, const std::string& file, const MeanOutputTokens& tokens,
                Findings& out) {
  return out.report(kRule, variant)
      .at(file, *tokens.tokens)
      .found(number_or_text(tokens_text(tokens.mean)))
      .with("mean", tokens_text(tokens.mean))
      .with("token_rate", std::string(tokens.tokens->text))
      .with("sample_rate", std::string(tokens.samples->text))
      .level(Level::cross_checked)
      .also(file, tokens.samples->at, fmt::format("{} {}", tokens.samples->key, tokens.samples->text));
}

bool outside_window(const Evidence& evidence, const rules::Round& round, const MeanOutputTokens& tokens,
                    Findings& out) {
  const auto window = round.performance_output_length(evidence.benchmark);
  if (!window || !round.accuracy_rules_apply(evidence.paths.division)) return false;
  out.claim(kRule, Level::cross_checked);
  const double error = tokens.mean * tokens.relative_error;
  if (tokens.mean >= window->minimum - error && tokens.mean <= window->maximum + error) return false;
  report("default", evidence.performance.detail.path, tokens, out)
      .expected(range(window->minimum, window->maximum))
      .with("window", base::shortest(window->minimum) + " to " + base::shortest(window->maximum));
  return true;
}

// The last value of accuracy.txt that is a number, where the benchmark's two sets of samples are one.
const submission::MetricValue* stated_by_accuracy(const Evidence& evidence, const rules::Round& round) {
  const auto window = round.output_length_window(evidence.benchmark);
  if (!window || window->metric != kTokensPerSample || !evidence.accuracy_txt.usable()) return nullptr;
  const submission::MetricValue* last = nullptr;
  for (const auto* value : evidence.accuracy_txt.value.all(kTokensPerSample))
    if (value->value && *value->value > 0) last = value;
  return last;
}

// The mean that the text of TEST09 states, and that of its own run.
struct Test09Mean {
  const TestEvidence* test = nullptr;
  const submission::VerifyFigure* stated = nullptr;  // above 0
  std::optional<MeanOutputTokens> of_run;
};

std::optional<Test09Mean> test09_mean(const Evidence& evidence, const rules::Round& round) {
  Test09Mean mean;
  mean.test = present_test(evidence, round, "TEST09");
  const auto* text = mean.test == nullptr
                         ? nullptr
                         : text_of_kind(mean.test->verify_output_len, submission::VerifyKind::test09);
  mean.stated = text == nullptr ? nullptr : number_named(*text, "mean output tokens");
  if (mean.stated == nullptr || *mean.stated->value <= 0) return std::nullopt;
  if (const auto* log = usable_log(mean.test->run)) mean.of_run = mean_output_tokens(*log);
  return mean;
}

// Whether the text is of its own run; with a run that does not tell it is taken for that.
bool fits_own_run(const Test09Mean& mean, const rules::Round& round) {
  const auto tolerance = judgement(round, "test09_tokens_tolerance");
  return !mean.of_run || !tolerance || mean.of_run->near(*mean.stated->value, *tolerance);
}

}  // namespace

void check_mean_output_tokens(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  const auto tolerance = judgement(round, "performance_tokens_tolerance");
  const auto tokens = log == nullptr ? std::nullopt : mean_output_tokens(*log);
  if (!tokens || outside_window(evidence, round, *tokens, out) || !tolerance) return;
  const std::string& file = evidence.performance.detail.path;
  const std::string percent = fmt::format("{:g}", *tolerance * 100);
  if (const auto* stated = stated_by_accuracy(evidence, round)) {
    out.claim(kRule, Level::cross_checked);
    if (!tokens->near(*stated->value, *tolerance)) {
      report("accuracy-run", file, *tokens, out)
          .expected(number_or_text(stated->text))
          .with("percent", percent)
          .also(evidence.accuracy_txt.path, stated->at, std::string(stated->text));
      return;
    }
  }
  // A text that its own run contradicts is told by check_test09_log().
  const auto mean = test09_mean(evidence, round);
  if (!mean || !fits_own_run(*mean, round)) return;
  out.claim(kRule, Level::cross_checked);
  if (tokens->near(*mean->stated->value, *tolerance)) return;
  report("test09", file, *tokens, out)
      .expected(number_or_text(mean->stated->text))
      .with("percent", percent)
      .also(mean->test->verify_output_len.path, mean->stated->at, std::string(mean->stated->text));
}

void check_test09_log(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto mean = test09_mean(evidence, round);
  if (!mean || !mean->of_run || !judgement(round, "test09_tokens_tolerance")) return;
  out.claim("compliance-test09-log", Level::cross_checked);
  if (fits_own_run(*mean, round)) return;
  const auto& [test, stated, of_run] = *mean;
  report_test(out, *test, "compliance-test09-log")
      .at(test->verify_output_len.path, stated->at)
      .found(number_or_text(stated->text))
      .expected(number_or_text(tokens_text(of_run->mean)))
      .with("mean", std::string(stated->text))
      .with("log_mean", tokens_text(of_run->mean))
      .with("token_rate", std::string(of_run->tokens->text))
      .with("sample_rate", std::string(of_run->samples->text))
      .level(Level::cross_checked)
      .also(test->run.detail.path, of_run->tokens->at,
            fmt::format("{} {}", of_run->tokens->key, of_run->tokens->text))
      .also(test->run.detail.path, of_run->samples->at,
            fmt::format("{} {}", of_run->samples->key, of_run->samples->text));
}

}  // namespace mlperf::audit
