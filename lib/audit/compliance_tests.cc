// SPDX-License-Identifier: Apache-2.0
#include "audit/compliance_tests.h"

#include <algorithm>

#include "base/text.h"

namespace mlperf::audit {

bool compliance_applies(const Evidence& evidence, const rules::Round& round) {
  return round.compliance_tests_apply(evidence.paths.division) && !evidence.benchmark.empty() &&
         !evidence.scenario.empty();
}

std::vector<const TestEvidence*> present_tests(const Evidence& evidence, const rules::Round& round) {
  std::vector<const TestEvidence*> present;
  if (!compliance_applies(evidence, round)) return present;
  for (const std::string& name : round.tests(evidence.benchmark, evidence.scenario)) {
    const TestEvidence* test = evidence.test(name);
    if (test != nullptr && test->present) present.push_back(test);
  }
  return present;
}

const TestEvidence* present_test(const Evidence& evidence, const rules::Round& round, std::string_view name) {
  if (!compliance_applies(evidence, round)) return nullptr;
  const auto& required = round.tests(evidence.benchmark, evidence.scenario);
  if (std::find(required.begin(), required.end(), name) == required.end()) return nullptr;
  const TestEvidence* test = evidence.test(name);
  return test != nullptr && test->present ? test : nullptr;
}

const submission::VerifyText* text_of_kind(const base::Document<submission::VerifyText>& document,
                                           submission::VerifyKind kind) {
  if (!document.usable()) return nullptr;
  const bool own = document.value.kind == kind || document.value.kind == submission::VerifyKind::unknown;
  return own ? &document.value : nullptr;
}

StatedOutcome stated_outcome(const submission::VerifyText& text) {
  const submission::VerdictLine* last = text.verdict();
  if (last == nullptr) return StatedOutcome::none;
  if (!last->pass) return StatedOutcome::fail;
  return last->whole_line ? StatedOutcome::pass : StatedOutcome::none;
}

base::Position verdict_place(const submission::VerifyText& text) {
  const submission::VerdictLine* last = text.verdict();
  return last == nullptr ? base::Position{} : last->at;
}

std::string verdict_words(const submission::VerifyText& text) {
  const submission::VerdictLine* last = text.verdict();
  return last == nullptr ? "no verdict" : excerpt(base::trim(last->text));
}

const submission::VerifyFigure* number_named(const submission::VerifyText& text, std::string_view name) {
  const submission::VerifyFigure* figure = text.find_last(name);
  return figure != nullptr && figure->value ? figure : nullptr;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return std::string(text.substr(0, kLongest));
}

std::optional<std::uint64_t> samples_processed(const mllog::DetailLog& log) {
  const auto queries = log.u64("result_query_count");
  auto samples = log.u64("effective_samples_per_query");
  // Offline rounds the samples of its one query up to whole passes over the set.
  if (log.string("effective_scenario") == "Offline" && log.has("generated_samples_per_query"))
    samples = log.u64("generated_samples_per_query");
  if (!queries || !samples) return std::nullopt;
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(*queries, *samples, &product)) return std::nullopt;
  return product;
}

const mllog::DetailLog* usable_log(const RunEvidence& run) {
  return run.detail.usable() && !run.detail.value.entries().empty() ? &run.detail.value : nullptr;
}

std::string test_scenario(const Evidence& evidence, const TestEvidence& test, const rules::Round& round) {
  if (const auto* log = usable_log(test.run)) {
    if (const auto scenario = log->string("effective_scenario")) return std::string(*scenario);
  }
  return std::string(round.loadgen_scenario(evidence.scenario));
}

std::optional<double> test_score(const mllog::DetailLog& log, std::string_view scenario, bool as_rate) {
  if (scenario == "Offline") return log.number("result_samples_per_second");
  if (scenario == "Server") return log.number("result_completed_samples_per_sec");
  const std::string_view key =
      scenario == "MultiStream" ? "early_stopping_latency_ms" : "early_stopping_latency_ss";
  const auto latency = log.number(key);
  constexpr double kNanosecondsPerSecond = 1e9;
  if (latency && as_rate)
    return *latency > 0 ? std::optional(kNanosecondsPerSecond / *latency) : std::nullopt;
  return latency;
}

std::string test_file(const TestEvidence& test, std::string_view relative) {
  std::string path = test.folder;
  if (!path.empty()) path += '/';
  path += relative;
  return path;
}

Reported report_test(Findings& out, const TestEvidence& test, std::string_view rule,
                     std::string_view variant) {
  return out.report(rule, variant).with("test", test.test);
}

bool wants_unique_samples(const Evidence& evidence, const rules::Round& round, const std::string& test) {
  const auto settings = round.audit_settings(test, evidence.benchmark, evidence.scenario);
  return std::any_of(settings.begin(), settings.end(), [](const rules::AuditSetting& setting) {
    return setting.key == "performance_issue_unique" && setting.value.is_number() &&
           setting.value.get<double>() != 0;
  });
}

}  // namespace mlperf::audit
