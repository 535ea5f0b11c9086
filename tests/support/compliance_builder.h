// SPDX-License-Identifier: Apache-2.0
// Results with compliance tests for unit tests: healthy ones by benchmark, of which a test changes one thing,
// and the findings that all compliance checks make of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/load.h"

namespace mlperf::test {

// A detail log: a key and its JSON value a line.
class LogText {
 public:
  LogText() = default;
  LogText(std::initializer_list<std::pair<std::string, std::string>> lines) : lines_(lines) {}

  // Changes the line or adds one.
  LogText& set(const std::string& key, const std::string& value) {
    const auto line = find(key);
    if (line == lines_.end()) {
      lines_.emplace_back(key, value);
    } else {
      line->second = value;
    }
    return *this;
  }
  LogText& drop(const std::string& key) {
    lines_.erase(find(key));
    return *this;
  }
  // A line that LoadGen flags as an error.
  LogText& add_error(const std::string& key, const std::string& text) {
    errors_.emplace_back(key, fmt::format("\"{}\"", text));
    return *this;
  }
  LogText& flag_all() {
    all_flagged_ = true;
    return *this;
  }
  std::string text() const {
    std::string text;
    for (const auto& [key, value] : lines_) text += line(key, value, all_flagged_);
    for (const auto& [key, value] : errors_) text += line(key, value, true);
    return text;
  }

 private:
  using Lines = std::vector<std::pair<std::string, std::string>>;
  Lines::iterator find(const std::string& key) {
    return std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == key; });
  }
  static std::string line(const std::string& key, const std::string& value, bool is_error) {
    return fmt::format(
        R"(:::MLLOG {{"key": "{}", "value": {}, "time_ms": 0.000001, "namespace": "mlperf::logging", )"
        R"("event_type": "POINT_IN_TIME", "metadata": {{"is_error": {}, "is_warning": false, )"
        R"("file": "loadgen.cc", "line_no": 1, "pid": 1, "tid": 1}}}})"
        "\n",
        key, value, is_error);
  }

  Lines lines_, errors_;
  bool all_flagged_ = false;
};

// The last line of a whole summary.
inline const std::string kSummaryEnd = "\nNo errors encountered during test.\n";

struct TestFolder {
  LogText detail;
  std::string summary = "Result is : VALID\n" + kSummaryEnd;
  std::map<std::string, std::string> texts;  // "verify_accuracy.txt" -> content
  bool has_logs = true, has_samples = true;  // performance/run_1, accuracy/mlperf_log_accuracy.json
  bool flat = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> visible;  // seq_id, qsl_idx of the accuracy log

  // Replaces `from`, which must be there, in one of the texts.
  TestFolder& replace(const std::string& name, const std::string& from, const std::string& to) {
    std::string& text = texts.at(name);
    text.replace(text.find(from), from.size(), to);
    return *this;
  }
};

struct ResultCase {
  std::string benchmark, scenario, division = "closed", round = "v6.0";
  LogText performance;
  std::map<std::string, TestFolder> tests;

  TestFolder& test(const std::string& name) { return tests.at(name); }
};

inline const rules::RuleSet& built_in_rules() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return rules;
}

inline audit::TestEvidence test_evidence(const std::string& name, const std::string& path,
                                         const TestFolder& folder, const std::vector<std::string>& metrics) {
  audit::TestEvidence test;
  test.test = name;
  test.folder = path + "/" + name;
  test.present = true;
  test.flat = folder.flat;
  test.run.folder = folder.flat ? test.folder : test.folder + "/performance/run_1";
  if (folder.has_logs) {
    test.run.detail =
        mllog::parse_detail_log(folder.detail.text(), test.run.folder + "/mlperf_log_detail.txt");
    test.run.summary = mllog::parse_summary_log(folder.summary, test.run.folder + "/mlperf_log_summary.txt");
  }
  for (const auto& [file, text] : folder.texts) {
    const std::string at = test.folder + "/" + file;
    if (file == "verify_accuracy.txt") test.verify_accuracy = submission::parse_verify_text(text, at);
    if (file == "verify_performance.txt") test.verify_performance = submission::parse_verify_text(text, at);
    if (file == "verify_output_len.txt") test.verify_output_len = submission::parse_verify_text(text, at);
    if (file == "accuracy/accuracy.txt")
      test.accuracy_txt = submission::parse_accuracy_text(text, at, metrics);
    if (file == "accuracy/baseline_accuracy.txt")
      test.baseline_accuracy = submission::parse_accuracy_text(text, at, metrics);
    if (file == "accuracy/compliance_accuracy.txt")
      test.compliance_accuracy = submission::parse_accuracy_text(text, at, metrics);
  }
  if (folder.has_samples) {
    test.accuracy_log.state = base::ReadState::read;
    test.accuracy_log.path = test.folder + "/accuracy/mlperf_log_accuracy.json";
    for (const auto& [seq_id, qsl_idx] : folder.visible) {
      mllog::AccuracyEntry entry;
      entry.seq_id = seq_id;
      entry.qsl_idx = qsl_idx;
      test.accuracy_log.value.visible.push_back(entry);
    }
  }
  return test;
}

inline audit::Evidence evidence_of(const ResultCase& result) {
  const rules::Round& round = *built_in_rules().find_round(result.round);
  audit::Evidence evidence;
  const std::string path = result.division + "/acme/results/one/" + result.benchmark + "/" + result.scenario;
  evidence.paths = {result.division, "acme", "one", result.benchmark, result.scenario, path, 0};
  evidence.benchmark = result.benchmark;
  evidence.scenario = result.scenario;
  evidence.performance.folder = path + "/performance/run_1";
  evidence.performance.detail = mllog::parse_detail_log(
      result.performance.text(), evidence.performance.folder + "/mlperf_log_detail.txt");
  std::vector<std::string> metrics;
  for (const auto& target : round.accuracy_targets(result.benchmark, result.scenario))
    metrics.push_back(target.metric);
  for (const auto& [name, folder] : result.tests)
    evidence.tests.push_back(test_evidence(name, path, folder, metrics));
  return evidence;
}

inline audit::Findings judge(const ResultCase& result) {
  const audit::Evidence evidence = evidence_of(result);
  audit::Findings out;
  for (const auto& check : audit::compliance_checks())
    check.run(evidence, *built_in_rules().find_round(result.round), out);
  return out;
}

inline rules::Severity severity_of(const audit::Finding& finding) {
  if (finding.severity_override) return *finding.severity_override;
  const rules::CatalogEntry* entry = built_in_rules().catalog.find(finding.rule);
  if (entry == nullptr) return rules::Severity::error;
  const rules::MessageVariant* variant = entry->variant(finding.variant);
  return variant != nullptr && variant->severity ? *variant->severity : entry->severity;
}

// "error compliance-files" or "warning compliance-files/flat", in the order of the checks.
inline std::vector<std::string> fired(const ResultCase& result) {
  std::vector<std::string> names;
  const audit::Findings findings = judge(result);
  for (const audit::Finding& finding : findings.list()) {
    std::string name(rules::to_string(severity_of(finding)));
    name += " " + finding.rule;
    if (finding.variant != "default") name += "/" + finding.variant;
    names.push_back(std::move(name));
  }
  return names;
}

// ---- healthy results

inline LogText run_log(const std::string& scenario, const std::string& library,
                       std::initializer_list<std::pair<std::string, std::string>> more) {
  LogText log{{"loadgen_version", "\"6.0.9 @ NA\""},
              {"sut_name", "\"PySUT\""},
              {"qsl_reported_total_count", library},
              {"effective_scenario", "\"" + scenario + "\""},
              {"effective_test_mode", "\"PerformanceOnly\""},
              {"effective_samples_per_query", "1"},
              {"effective_qsl_rng_seed", "2465351861681999779"},
              {"effective_sample_index_rng_seed", "14276810075590677512"},
              {"effective_schedule_rng_seed", "3936089224930324775"},
              {"result_validity", "\"VALID\""}};
  for (const auto& [key, value] : more) log.set(key, value);
  return log.set("num_errors", "0");
}

// The log of a test run: its audit.config was read.
inline LogText test_log(const std::string& scenario, const std::string& library,
                        std::initializer_list<std::pair<std::string, std::string>> more) {
  return run_log(scenario, library, more)
      .set("warning_generic_message",
           "\"Found Audit Config file (audit.config). Overriding TestSettings from audit.config file.\"");
}

inline std::string performance_text(const std::string& reference, const std::string& score) {
  return "Verifying performance.\nReference score = " + reference + "\nTest score = " + score +
         "\nTEST PASS\n";
}

// TEST01 and TEST04.
inline ResultCase resnet_offline() {
  ResultCase result;
  result.benchmark = "resnet";
  result.scenario = "Offline";
  result.performance = run_log("Offline", "50000", {{"result_samples_per_second", "1000"}});
  result.tests["TEST01"].detail = test_log("Offline", "50000",
                                           {{"effective_accuracy_log_rng_seed", "720381539243781796"},
                                            {"effective_accuracy_log_sampling_target", "4096"},
                                            {"result_samples_per_second", "990"}});
  result.test("TEST01").texts = {
      {"verify_accuracy.txt",
       "num_acc_log_entries = 50000\nnum_perf_log_entries = 4096\nnum_perf_log_qsl_idx_match = 4096\n"
       "num_perf_log_data_mismatch = 0\nnum_missing_qsl_idxs = 0\nTEST PASS\n"},
      {"verify_performance.txt", performance_text("1000", "990")}};
  result.tests["TEST04"].detail = test_log("Offline", "50000",
                                           {{"effective_performance_issue_unique", "false"},
                                            {"effective_performance_issue_same", "true"},
                                            {"effective_performance_issue_same_index", "3"},
                                            {"result_samples_per_second", "1010"}});
  result.test("TEST04").texts = {{"verify_performance.txt", performance_text("1000", "1010")}};
  return result;
}

// TEST01 of a benchmark whose outputs vary: the accuracy of both runs decides.
inline ResultCase whisper_offline() {
  ResultCase result;
  result.benchmark = "whisper";
  result.scenario = "Offline";
  result.performance = run_log("Offline", "1633", {{"result_samples_per_second", "700"}});
  result.tests["TEST01"].detail = test_log("Offline", "1633",
                                           {{"effective_accuracy_log_rng_seed", "720381539243781796"},
                                            {"effective_accuracy_log_sampling_target", "4096"},
                                            {"result_samples_per_second", "690"}});
  result.test("TEST01").texts = {
      {"verify_accuracy.txt",
       "num_perf_log_entries = 4033\nnum_perf_log_qsl_idx_match = 4033\nnum_perf_log_data_mismatch = 55\n"
       "TEST FAIL\n"},
      {"verify_performance.txt", performance_text("700", "690")},
      {"accuracy/accuracy.txt", "\nhash=" + std::string(64, 'a') + "\n"},
      {"accuracy/baseline_accuracy.txt", "Word Error Rate: 2.0%, accuracy=98.0%\n"},
      {"accuracy/compliance_accuracy.txt", "Word Error Rate: 2.1%, accuracy=97.9%\n"}};
  return result;
}

// TEST06; its logs are not required.
inline ResultCase llama_server() {
  ResultCase result;
  result.benchmark = "llama2-70b-99";
  result.scenario = "Server";
  result.performance = run_log("Server", "24576", {});
  result.tests["TEST06"].has_logs = false;
  result.test("TEST06").texts = {{"verify_accuracy.txt",
                                  "First token check pass: True\nEOS check pass: True\n"
                                  "Sample length check pass: True\nTEST06 verification complete\n"}};
  return result;
}

// TEST07 and TEST09.
inline ResultCase gpt_oss_server() {
  ResultCase result;
  result.benchmark = "gpt-oss-120b";
  result.scenario = "Server";
  result.performance = run_log("Server", "6396", {});
  const auto log = [](const std::string& library, const std::string& target, const std::string& queries) {
    return test_log("Server", library,
                    {{"effective_accuracy_log_rng_seed", "720381539243781796"},
                     {"effective_accuracy_log_sampling_target", target},
                     {"effective_min_duration_ms", "0"},
                     {"effective_min_query_count", queries},
                     {"effective_sample_concatenate_permutation", "false"},
                     {"effective_performance_issue_unique", "true"},
                     {"result_query_count", queries}});
  };
  result.tests["TEST07"].detail = log("990", "990", "990");
  result.test("TEST07").texts = {
      {"verify_accuracy.txt",
       "Total samples evaluated: 990\n"
       "Dataset                    Correct    Total  Repeats      Score   Accuracy\n"
       "--------------------------------------------------------------------------------\n"
       "gpqa_diamond                   619      990        5     123.80     62.53%\n"
       "'exact_match': 62.525\n"
       "TEST07 Verification Summary\nAccuracy score: 62.525\nAccuracy threshold: 60.698\n"
       "Accuracy check pass: True\nTEST PASS\n"}};
  result.tests["TEST09"].detail = log("6396", "10000", "6396");
  result.test("TEST09").texts = {
      {"verify_output_len.txt",
       "Total samples: 6396\nMean output tokens: 1300.00\nMax output tokens: 2969\n"
       "Verification Results\nMean output tokens: 1300.00\nMin threshold: 1150.38\nMax threshold: 1406.02\n"
       "Min check pass: True\nMax check pass: True\nTEST PASS\n"}};
  return result;
}

// TEST08; its logs are not required.
inline ResultCase dlrm_offline() {
  ResultCase result;
  result.benchmark = "dlrm-v3";
  result.scenario = "Offline";
  result.performance = run_log("Offline", "349823", {});
  result.tests["TEST08"].has_logs = false;
  result.test("TEST08").texts = {
      {"verify_accuracy.txt",
       "num_acc_log_entries = 349823\nnum_perf_log_entries = 4039\nnum_matched = 4039\nnum_unmatched = 0\n"
       "num_ne_mismatch = 0\ntolerance = 0.10%\n\nTEST PASS\nTEST08 verification complete\n"}};
  return result;
}

}  // namespace mlperf::test
