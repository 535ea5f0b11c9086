// SPDX-License-Identifier: Apache-2.0
// The LoadGen logs of the test runs: readable, of this benchmark and scenario, with the round's seeds, free
// of errors, valid. What a test's own settings make of a run (short, few samples, slow) is no fault.
#include <algorithm>
#include <array>
#include <string>

#include "audit/compliance_tests.h"
#include "audit/folded.h"
#include "audit/performance_log.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::DetailLog;
using mllog::LogEntry;

bool is_damage(const base::ReadIssue& issue) {
  return issue.kind == base::IssueKind::damaged_line || issue.kind == base::IssueKind::cut_line;
}

void judge_readable(const TestEvidence& test, Findings& out) {
  const auto& detail = test.run.detail;
  out.claim("compliance-log-readable", Level::stated);
  if (detail.value.entries().empty()) {
    report_test(out, test, "compliance-log-readable").at(detail.path);
    return;
  }
  // An accuracy run has no result lines; that it is one is said by compliance-right-benchmark.
  const bool performance = detail.value.string("effective_test_mode") != "AccuracyOnly";
  for (const std::string_view key : {"effective_scenario", "result_validity"}) {
    if (detail.value.has(key) || (key == "result_validity" && !performance)) continue;
    const base::Position end = detail.value.entries().back().at;
    report_test(out, test, "compliance-log-readable", "incomplete")
        .at(detail.path, end)
        .expected(std::string(key))
        .with("key", std::string(key));
    return;
  }
  const auto damage = std::find_if(detail.issues.begin(), detail.issues.end(), is_damage);
  if (damage == detail.issues.end()) return;
  report_test(out, test, "compliance-log-readable", "damaged")
      .at(detail.path, damage->at)
      .found(damage->detail);
  out.inconclusive("the detail log of " + test.test + " is damaged");
}

// The LoadGen scenarios the test may have: that of the performance run and that of the folder.
void judge_scenario(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                    const DetailLog* main, Findings& out) {
  const LogEntry* entry = test.run.detail.value.find("effective_scenario");
  if (entry == nullptr) return;
  const std::string expected(main != nullptr && main->has("effective_scenario")
                                 ? *main->string("effective_scenario")
                                 : round.loadgen_scenario(evidence.scenario));
  if (entry->text == expected || entry->text == round.loadgen_scenario(evidence.scenario)) return;
  report_test(out, test, "compliance-right-benchmark", "scenario")
      .at(test.run.detail.path, *entry)
      .found(value_of(*entry))
      .expected(expected);
}

void judge_library(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                   const DetailLog* main, Findings& out) {
  const LogEntry* entry = test.run.detail.value.find("qsl_reported_total_count");
  const auto size = entry == nullptr ? std::nullopt : entry->as_i64();
  if (!size) return;
  const auto data_set = round.dataset_size(evidence.benchmark);
  const auto main_size = main == nullptr ? std::nullopt : main->i64("qsl_reported_total_count");
  const std::array allowed{main_size, data_set,
                           round.accuracy_sample_count(evidence.benchmark, evidence.scenario),
                           round.performance_sample_count(evidence.benchmark, evidence.scenario),
                           round.thresholds(test.test, evidence.benchmark).samples};
  if (std::find(allowed.begin(), allowed.end(), size) != allowed.end()) return;
  const auto expected = main_size ? main_size : data_set;
  if (!expected) return;
  report_test(out, test, "compliance-right-benchmark", "library")
      .at(test.run.detail.path, *entry)
      .found(*size)
      .expected(*expected)
      .level(Level::cross_checked);
}

std::string_view version_number(std::string_view loadgen_version) {
  return loadgen_version.substr(0, loadgen_version.find(' '));
}

void judge_same_setup(const TestEvidence& test, const DetailLog& main, Findings& out) {
  const DetailLog& log = test.run.detail.value;
  const LogEntry* name = log.find("sut_name");
  const LogEntry* main_name = main.find("sut_name");
  if (name != nullptr && main_name != nullptr && name->text != main_name->text) {
    report_test(out, test, "compliance-right-benchmark", "sut-name")
        .at(test.run.detail.path, *name)
        .found(value_of(*name))
        .expected(value_of(*main_name))
        .level(Level::cross_checked);
  }
  const LogEntry* version = log.find("loadgen_version");
  const LogEntry* main_version = main.find("loadgen_version");
  if (version == nullptr || main_version == nullptr) return;
  if (version_number(version->text) == version_number(main_version->text)) return;
  report_test(out, test, "compliance-right-benchmark", "loadgen-version")
      .at(test.run.detail.path, *version)
      .found(value_of(*version))
      .expected(value_of(*main_version))
      .level(Level::cross_checked);
}

void judge_right_benchmark(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                           Findings& out) {
  const DetailLog& log = test.run.detail.value;
  const DetailLog* main = usable_log(evidence.performance);
  out.claim("compliance-right-benchmark", main != nullptr ? Level::cross_checked : Level::stated);
  judge_scenario(evidence, test, round, main, out);
  if (const LogEntry* mode = log.find("effective_test_mode");
      mode != nullptr && mode->text != "PerformanceOnly") {
    report_test(out, test, "compliance-right-benchmark", "mode")
        .at(test.run.detail.path, *mode)
        .found(value_of(*mode))
        .expected(std::string("PerformanceOnly"));
  }
  judge_library(evidence, test, round, main, out);
  if (main != nullptr) judge_same_setup(test, *main, out);
}

void judge_seeds(const TestEvidence& test, const rules::Round& round, Findings& out) {
  const DetailLog& log = test.run.detail.value;
  out.claim("compliance-seeds", Level::stated);
  std::optional<Reported> finding;
  for (const auto& [name, seed] : named_seeds(round.seeds())) {
    const LogEntry* entry = log.find(fmt::format("effective_{}", name));
    if (entry == nullptr || entry->as_u64() == seed) continue;
    if (finding) {
      finding->also(test.run.detail.path, entry->at, excerpt(entry->text));
      continue;
    }
    finding = report_test(out, test, "compliance-seeds");
    finding->at(test.run.detail.path, *entry)
        .found(value_of(*entry))
        .expected(seed)
        .with("key", std::string(entry->key));
  }
}

void judge_loadgen_errors(const TestEvidence& test, Findings& out) {
  const auto& detail = test.run.detail;
  const auto& entries = detail.value.entries();
  const LogEntry* stated = detail.value.find("num_errors");
  const auto count = detail.value.u64("num_errors");
  out.claim("compliance-loadgen-errors", Level::stated);

  const bool all_flagged =
      std::all_of(entries.begin(), entries.end(), [](const LogEntry& e) { return e.is_error; });
  if (all_flagged && count && *count == 0) {
    out.claim("perf-loadgen-error-flags", Level::stated);
    report_test(out, test, "perf-loadgen-error-flags")
        .at(detail.path, entries.front())
        .found(std::uint64_t{entries.size()})
        .expected(0)
        .level(Level::cross_checked)
        .with("lines", base::counted(entries.size(), "line is", "lines are"));
    return;
  }
  std::optional<Reported> finding;
  Folded several_confs(out, "loadgen-multiple-conf");
  for (const LogEntry& entry : entries) {
    if (!entry.is_error) continue;
    if (is_multiple_conf(entry)) {
      Reported* reported = several_confs.add("test-run", detail.path, entry.at, excerpt(entry.text));
      if (reported != nullptr) reported->found(value_of(entry)).with("test", test.test);
    } else if (finding) {
      finding->also(detail.path, entry.at, excerpt(entry.text));
    } else {
      finding = report_test(out, test, "compliance-loadgen-errors");
      finding->at(detail.path, entry)
          .found(value_of(entry))
          .with("key", excerpt(entry.key))
          .with("text", excerpt(entry.text));
    }
  }
  const bool none_flagged =
      std::none_of(entries.begin(), entries.end(), [](const LogEntry& e) { return e.is_error; });
  if (none_flagged && count && *count > 0)
    report_test(out, test, "compliance-loadgen-errors", "count")
        .at(detail.path, *stated)
        .found(*count)
        .expected(0);
}

// A test that compares speed may run for a shorter time than a performance run.
bool is_short_only(const Evidence& evidence, const TestEvidence& test, const rules::Round& round) {
  if (!round.thresholds(test.test, evidence.benchmark).performance_tolerance) return false;
  const DetailLog& log = test.run.detail.value;
  const bool is_short =
      log.boolean("result_min_duration_met") == false || log.boolean("result_min_queries_met") == false;
  return is_short && log.boolean("result_perf_constraints_met").value_or(true) &&
         log.boolean("early_stopping_met").value_or(true);
}

void judge_valid(const Evidence& evidence, const TestEvidence& test, const rules::Round& round,
                 Findings& out) {
  const LogEntry* entry = test.run.detail.value.find("result_validity");
  if (entry == nullptr) return;
  out.claim("compliance-run-valid", Level::stated);
  if (entry->text == "VALID" || is_short_only(evidence, test, round)) return;
  report_test(out, test, "compliance-run-valid")
      .at(test.run.detail.path, *entry)
      .found(value_of(*entry))
      .expected(std::string("VALID"));
}

}  // namespace

void check_test_log_readable(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round))
    if (test->run.detail.usable()) judge_readable(*test, out);
}

void check_test_right_benchmark(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round))
    if (usable_log(test->run) != nullptr) judge_right_benchmark(evidence, *test, round, out);
}

void check_test_seeds(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round))
    if (usable_log(test->run) != nullptr) judge_seeds(*test, round, out);
}

void check_test_loadgen_errors(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round))
    if (usable_log(test->run) != nullptr) judge_loadgen_errors(*test, out);
}

void check_test_run_valid(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round))
    if (usable_log(test->run) != nullptr) judge_valid(evidence, *test, round, out);
}

}  // namespace mlperf::audit
