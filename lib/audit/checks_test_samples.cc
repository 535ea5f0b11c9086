// SPDX-License-Identifier: Apache-2.0
// TEST07 and TEST09: how many samples were run and judged, and whether each of them was a different one.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "audit/compliance_tests.h"

namespace mlperf::audit {
namespace {

using submission::VerifyFigure;
using submission::VerifyText;

// How many samples one statement counts.
struct SampleCount {
  std::uint64_t samples = 0;
  std::string file;
  base::Position at;
  bool from_log = false;
};

void add(std::vector<SampleCount>& counts, std::optional<double> value, const std::string& file,
         base::Position at) {
  constexpr double kMost = 1e15;
  if (value && *value >= 0 && *value <= kMost)
    counts.push_back({static_cast<std::uint64_t>(*value), file, at, false});
}

void add_log(std::vector<SampleCount>& counts, const TestEvidence& test) {
  const mllog::DetailLog* log = usable_log(test.run);
  const auto samples = log == nullptr ? std::nullopt : samples_processed(*log);
  if (!samples) return;
  const bool offline =
      log->string("effective_scenario") == "Offline" && log->has("generated_samples_per_query");
  const mllog::LogEntry* entry = log->find(offline ? "generated_samples_per_query" : "result_query_count");
  counts.push_back({*samples, test.run.detail.path, entry->at, true});
}

std::vector<SampleCount> counts_of_test07(const TestEvidence& test) {
  std::vector<SampleCount> counts;
  if (const VerifyText* text = text_of_kind(test.verify_accuracy, submission::VerifyKind::test07)) {
    const std::string& path = test.verify_accuracy.path;
    if (const auto* evaluated = text->evaluation.figure("evaluated"))
      add(counts, evaluated->value, path, evaluated->at);
    double in_table = 0;
    for (const auto& row : text->evaluation.datasets) in_table += static_cast<double>(row.total.value_or(0));
    if (in_table > 0) add(counts, in_table, path, text->evaluation.datasets.front().at);
  }
  add_log(counts, test);
  return counts;
}

std::vector<SampleCount> counts_of_test09(const TestEvidence& test) {
  std::vector<SampleCount> counts;
  if (const VerifyText* text = text_of_kind(test.verify_output_len, submission::VerifyKind::test09)) {
    const std::string& path = test.verify_output_len.path;
    if (const VerifyFigure* total = number_named(*text, "total samples"))
      add(counts, total->value, path, total->at);
  }
  add_log(counts, test);
  return counts;
}

const SampleCount* first_other_than(const std::vector<SampleCount>& counts, std::uint64_t samples) {
  const auto wrong =
      std::find_if(counts.begin(), counts.end(), [&](const SampleCount& c) { return c.samples != samples; });
  return wrong == counts.end() ? nullptr : &*wrong;
}

std::optional<std::uint64_t> required_samples(const Evidence& evidence, const rules::Round& round,
                                              std::string_view test) {
  const auto samples = round.thresholds(test, evidence.benchmark).samples;
  return samples && *samples > 0 ? std::optional(static_cast<std::uint64_t>(*samples)) : std::nullopt;
}

// Each test shows what the other one should.
bool looks_exchanged(const Evidence& evidence, const rules::Round& round) {
  const TestEvidence* test07 = present_test(evidence, round, "TEST07");
  const TestEvidence* test09 = present_test(evidence, round, "TEST09");
  const auto of_07 = required_samples(evidence, round, "TEST07");
  const auto of_09 = required_samples(evidence, round, "TEST09");
  if (test07 == nullptr || test09 == nullptr || !of_07 || !of_09 || of_07 == of_09) return false;
  const auto counts_07 = counts_of_test07(*test07);
  const auto counts_09 = counts_of_test09(*test09);
  const SampleCount* wrong_07 = first_other_than(counts_07, *of_07);
  const SampleCount* wrong_09 = first_other_than(counts_09, *of_09);
  return wrong_07 != nullptr && wrong_09 != nullptr && wrong_07->samples == *of_09 &&
         wrong_09->samples == *of_07;
}

void judge_counts(const Evidence& evidence, const rules::Round& round, const TestEvidence& test,
                  std::string_view rule, const std::vector<SampleCount>& counts, Findings& out) {
  const auto required = required_samples(evidence, round, test.test);
  if (!required || counts.empty()) return;
  out.claim(rule, counts.back().from_log && counts.size() > 1 ? Level::cross_checked : Level::stated);
  const SampleCount* first = first_other_than(counts, *required);
  if (first == nullptr) return;
  const bool exchanged = looks_exchanged(evidence, round);
  auto finding = report_test(out, test, rule, exchanged ? "exchanged" : first->from_log ? "log" : "default");
  finding.at(first->file, first->at).found(first->samples).expected(*required);
  for (const SampleCount& count : counts)
    if (&count != first && count.samples != *required)
      finding.also(count.file, count.at, std::to_string(count.samples));
}

// Two visible entries for the same sample; the same entry may show twice in a small log that was cut.
const mllog::AccuracyEntry* repeated(const std::vector<mllog::AccuracyEntry>& entries) {
  std::map<std::uint64_t, std::uint64_t> run_of_sample;
  for (const auto& entry : entries) {
    if (!entry.qsl_idx || !entry.seq_id) continue;
    const auto [position, added] = run_of_sample.try_emplace(*entry.qsl_idx, *entry.seq_id);
    if (!added && position->second != *entry.seq_id) return &entry;
  }
  return nullptr;
}

bool entries_recomputed(const TestEvidence& test) {
  const auto& facts = test.recomputed;
  return (facts.test07 && facts.test07->log.value.entries > 0) ||
         (facts.test09 && facts.test09->length.log.value.entries > 0);
}

void judge_unique(const Evidence& evidence, const rules::Round& round, const TestEvidence& test,
                  Findings& out) {
  if (entries_recomputed(test)) return;  // then the whole log tells
  const mllog::DetailLog* log = usable_log(test.run);
  const bool wanted = wants_unique_samples(evidence, round, test.test);
  const mllog::AccuracyEntry* twice =
      test.accuracy_log.usable() ? repeated(test.accuracy_log.value.visible) : nullptr;
  if (log == nullptr && !test.accuracy_log.usable()) return;
  out.claim("compliance-unique-samples", Level::stated);
  if (twice != nullptr && wanted) {
    report_test(out, test, "compliance-unique-samples")
        .at(test.accuracy_log.path, twice->at)
        .found(*twice->qsl_idx)
        .with("sample", std::to_string(*twice->qsl_idx));
    return;
  }
  // Offline goes through the set in order; that a wanted setting is off is said by
  // compliance-audit-config-applied.
  const bool drawn = log != nullptr && log->string("effective_scenario") != "Offline" &&
                     log->boolean("effective_performance_issue_unique") == false;
  if (!drawn || wanted) return;
  report_test(out, test, "compliance-unique-samples", "with-replacement")
      .at(test.run.detail.path, *log->find("effective_performance_issue_unique"))
      .found(std::string("false"));
}

}  // namespace

void check_test07_samples(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (const TestEvidence* test = present_test(evidence, round, "TEST07"))
    judge_counts(evidence, round, *test, "compliance-test07-samples", counts_of_test07(*test), out);
}

void check_test09_samples(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (const TestEvidence* test = present_test(evidence, round, "TEST09"))
    judge_counts(evidence, round, *test, "compliance-test09-samples", counts_of_test09(*test), out);
}

void check_test_unique_samples(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const std::string_view name : {"TEST07", "TEST09"})
    if (const TestEvidence* test = present_test(evidence, round, name))
      judge_unique(evidence, round, *test, out);
}

}  // namespace mlperf::audit
