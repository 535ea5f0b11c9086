// SPDX-License-Identifier: Apache-2.0
#include "support/token_log.h"
#include "unit/audit/every_rule.h"

namespace mlperf::test {
namespace {

const std::string kTest01 = kResnetOffline + "TEST01/";
const std::string kTest04 = kResnetOffline + "TEST04/";
const std::string kTest06Text = kDeepSeekServer + "TEST06/verify_accuracy.txt";
const std::string kTest07 = kGptOssServer + "TEST07/";
const std::string kTest07Text = kTest07 + "verify_accuracy.txt";
const std::string kTest09 = kGptOssServer + "TEST09/";
const std::string kTest09Text = kTest09 + "verify_output_len.txt";
const std::string kTest08Text = kRack + "dlrm-v3/Server/TEST08/verify_accuracy.txt";

// As the audit.config of v6.1 asks for it.
void unique_samples(Variant& v) {
  for (const auto& result : {kGptOssServer, kGptOssInteractive}) {
    for (const auto* test : {"TEST07/", "TEST09/"})
      v.set(result + test + kDetail, "effective_performance_issue_unique", "true");
  }
}

std::vector<RuleCase> run_rules() {
  return {
      {"compliance-tests-present", [](Variant& v) { v.remove(kTest09); }},
      {"compliance-files", [](Variant& v) { v.remove(kTest07Text); }},
      {"compliance-log-readable", [](Variant& v) { v.write(kTest07 + kDetail, "no log\n"); }},
      {"compliance-right-benchmark",
       [](Variant& v) { v.set(kTest07 + kDetail, "effective_scenario", "\"SingleStream\""); }},
      {"compliance-audit-config-applied",
       [](Variant& v) { v.set(kTest01 + kDetail, "effective_accuracy_log_sampling_target", "64"); }},
      {"compliance-seeds", [](Variant& v) { v.set(kTest07 + kDetail, "effective_qsl_rng_seed", "0"); }},
      {"compliance-loadgen-errors", [](Variant& v) { v.set(kTest07 + kDetail, "num_errors", "3"); }},
      {"compliance-run-valid",
       [](Variant& v) { v.set(kTest09 + kDetail, "result_validity", "\"INVALID\""); }},
      {"compliance-summary-consistent",
       [](Variant& v) { v.replace(kTest07 + kSummary, "qsl_rng_seed : 2465", "qsl_rng_seed : 1465"); }},
      {.id = "compliance-unique-samples",
       .fires = [](Variant& v) { v.set(kTest09 + kDetail, "effective_performance_issue_unique", "false"); },
       .base = unique_samples},
  };
}

std::vector<RuleCase> text_rules() {
  return {
      {"compliance-text-other-test",
       [](Variant& v) { v.copy(kTest01 + "verify_performance.txt", kTest09Text); }},
      {"compliance-verify-self-consistent",
       [](Variant& v) { v.replace(kTest07Text, "Accuracy score", "Accuracy score: 10.0\nAccuracy score"); }},
      {"compliance-test01-performance",
       [](Variant& v) { v.replace(kTest01 + "verify_performance.txt", "TEST PASS", "TEST FAIL"); }},
      {"compliance-test01-accuracy",
       [](Variant& v) {
         v.replace(kTest01 + "verify_accuracy.txt", "num_perf_log_data_mismatch = 0",
                   "num_perf_log_data_mismatch = 500");
       }},
      {"compliance-test04-performance",
       [](Variant& v) {
         v.replace(kTest04 + "verify_performance.txt", "test score = 9", "test score = 19");
       }},
      {"compliance-test06",
       [](Variant& v) { v.replace(kTest06Text, "EOS check pass: True", "EOS check pass: False"); }},
      {"compliance-test07", [](Variant& v) { v.replace(kTest07Text, "threshold: 60.698", "threshold: 1"); }},
      {"compliance-test07-dataset",
       [](Variant& v) { v.replace(kTest07Text, "gpqa_diamond  ", "aime25        "); }},
      {"compliance-test07-samples",
       [](Variant& v) { v.replace(kTest07Text, "evaluated: 990", "evaluated: 99"); }},
      {.id = "compliance-test08",
       .fires = [](Variant& v) { v.replace(kTest08Text, "num_unmatched = 0", "num_unmatched = 7"); },
       .base = dlrm},
      {"compliance-test09", [](Variant& v) { v.replace(kTest09Text, "threshold: 1150.38", "threshold: 1"); }},
      {"compliance-test09-samples",
       [](Variant& v) { v.replace(kTest09Text, "samples: 6396", "samples: 990"); }},
      {"compliance-max-output",
       [](Variant& v) { v.replace(kTest09Text, "Max output tokens: 3120", "Max output tokens: 40000"); }},
  };
}

const std::string kLog = "accuracy/mlperf_log_accuracy.json";
const std::string kTest06Log = kDeepSeekServer + "TEST06/" + kLog;
constexpr std::uint64_t kTest06Samples = 100, kTest07Samples = 990;

void write_test06(Variant& v, const std::vector<TokenEntry>& entries, std::size_t width) {
  v.write(kTest06Log, token_log(entries, width));
}

void whole_test07_log(Variant& v) {
  v.write(kTest07 + kLog, token_log(answers(kTest07Samples, 2)));
}

// The accuracy run answers the samples of TEST06, and its log is whole.
void same_answers(Variant& v) {
  write_test06(v, answers(kTest06Samples, 5), 4);
  v.write(kServerAccuracy + "mlperf_log_accuracy.json", token_log(answers(kTest06Samples, 5)));
}

// Outputs differ, and the accuracy of both runs decides.
void differing_outputs(Variant& v) {
  v.replace(kTest01 + "verify_accuracy.txt", "num_perf_log_data_mismatch = 0",
            "num_perf_log_data_mismatch = 9");
  v.replace(kTest01 + "verify_accuracy.txt", "TEST PASS", "TEST FAIL");
  v.write(kTest01 + "accuracy/baseline_accuracy.txt", "accuracy=76.150%, good=3119, total=4096\n");
  v.write(kTest01 + "accuracy/compliance_accuracy.txt", "accuracy=76.126%, good=3118, total=4096\n");
}

std::vector<RuleCase> log_rules() {
  return {
      {.id = "compliance-log",
       .fires = [](Variant& v) { v.write(kTest07 + kLog, "[\n]\n"); },
       .base = whole_test07_log},
      {"compliance-test06-log", [](Variant& v) { v.write(kTest06Log, "[\n]\n"); }},
      {"compliance-test06-width", [](Variant& v) { write_test06(v, answers(kTest06Samples, 5), 2); }},
      {"compliance-test06-eos",
       [](Variant& v) {
         auto entries = answers(kTest06Samples, 5);
         entries[7].tokens[2] = 1;  // ends a text of deepseek-r1
         write_test06(v, entries, 4);
       }},
      {.id = "compliance-test06-accuracy-run",
       .fires =
           [](Variant& v) {
             auto entries = answers(kTest06Samples, 5);
             for (auto& entry : entries) entry.tokens.front() += 1;
             write_test06(v, entries, 4);
           },
       .base = same_answers},
      {.id = "compliance-test01-baseline",
       .fires =
           [](Variant& v) { v.replace(kTest01 + "accuracy/compliance_accuracy.txt", "76.126", "76.150"); },
       .base = differing_outputs},
  };
}

}  // namespace

std::vector<RuleCase> compliance_rules() {
  std::vector<RuleCase> all = run_rules();
  for (const RuleCase& row : log_rules()) all.push_back(row);
  for (const RuleCase& row : text_rules()) all.push_back(row);
  return all;
}

}  // namespace mlperf::test
