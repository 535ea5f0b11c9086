// SPDX-License-Identifier: Apache-2.0
#include "unit/audit/every_rule.h"

#include "base/sha256.h"

namespace mlperf::test {
namespace {

const std::string kAccuracyText = "accuracy/accuracy.txt";
const std::string kAccuracyLog = "accuracy/mlperf_log_accuracy.json";
const std::string kAccuracyDetail = kServerAccuracy + "mlperf_log_detail.txt";
const std::string kTest07Log = kGptOssServer + "TEST07/" + kDetail;
const std::string kTest09Log = kGptOssServer + "TEST09/" + kDetail;
const std::string kLevel99 = kRack + "llama2-70b-99/";
const std::string kLevel999 = kRack + "llama2-70b-99.9/";
const std::string kWholeLog =
    "[\n{ \"seq_id\" : 0, \"qsl_idx\" : 0, \"data\" : \"0A000000\", \"token_count\" : 1 }\n]\n";

std::string scores(std::string_view rouge1) {
  return "{'rouge1': " + std::string(rouge1) +
         ", 'rouge2': 23.0, 'rougeL': 29.5, 'tokens_per_sample': 290.0}\nhash=" + std::string(64, 'a') + "\n";
}

void write_scores(Variant& v, std::string_view rouge1) {
  for (const auto& level : {kLevel99, kLevel999}) v.write(level + "Offline/" + kAccuracyText, scores(rouge1));
}

// deepseek-r1 becomes llama2-70b at both accuracy levels, which share their logs.
void two_levels(Variant& v) {
  v.rename(kRack + "deepseek-r1", kRack + "llama2-70b-99");
  v.copy(kLevel99, kLevel999);
  write_scores(v, "45.0");
}

// An accuracy log that lies there whole, with its hash.
void whole_log(Variant& v) {
  v.write(kDeepSeekOffline + kAccuracyLog, kWholeLog);
  v.append(kDeepSeekOffline + kAccuracyText, "\nhash=" + base::sha256_hex(kWholeLog) + "\n");
}

}  // namespace

std::vector<RuleCase> cross_rules() {
  return {
      {"cross-same-performance-log", [](Variant& v) { v.copy(kServer, kDeepSeekInteractive + kDetail); }},
      {"cross-same-accuracy-log",
       [](Variant& v) {
         v.remove(kDeepSeekServer + "accuracy");
         v.copy(kDeepSeekOffline + "accuracy", kDeepSeekServer + "accuracy");
       }},
      {"cross-accuracy-hash",
       [](Variant& v) { v.copy(kDeepSeekOffline + kAccuracyText, kDeepSeekServer + kAccuracyText); }},
      {"cross-test-log-is-main-log", [](Variant& v) { v.copy(kGptOssServer + kDetail, kTest09Log); }},
      {"cross-test-log-shared", [](Variant& v) { v.copy(kTest07Log, kTest09Log); }},
      {"cross-settings-main-vs-test", [](Variant& v) { v.set(kTest07Log, "effective_target_qps", "0.5"); }},
      {"cross-settings-acc-vs-perf", [](Variant& v) { v.set(kAccuracyDetail, "qsl_name", "\"Other\""); }},
      {"cross-date-order",
       [](Variant& v) { v.set(kAccuracyDetail, "power_begin", "\"01-02-2020 08:30:00.000\""); }},
      {.id = "cross-output-path-foreign",
       .fires =
           [](Variant& v) {
             v.append(kGptOssServer + "TEST07/verify_accuracy.txt",
                      "/logs/results/example_x9/gpt-oss-120b/Server/x\n");
           },
       .base =
           [](Variant& v) {
             v.append(kGptOssServer + "TEST07/verify_accuracy.txt",
                      "/logs/results/example_x8/gpt-oss-120b/Server/x\n");
           }},
      {.id = "measurements-99-vs-99.9",
       .fires = [](Variant& v) { write_scores(v, "44.0"); },
       .base = two_levels},
      {.id = "acc-hash-matches",
       .fires = [](Variant& v) { v.replace(kDeepSeekOffline + kAccuracyLog, "0A00", "0B00"); },
       .base = whole_log},
      {.id = "system-notes-duplicate",
       .fires = [](Variant& v) { v.copy(kRackFile, kSubmitter + "systems/other_x8.json"); },
       .base =
           [](Variant& v) {
             v.copy(kRack, kSubmitter + "results/other_x8/");
             v.copy(kSubmitter + "systems/example_edge.json", kSubmitter + "systems/other_x8.json");
             v.replace(kSubmitter + "systems/other_x8.json", "\"host_processor_core_count\"",
                       "\"notes\": \"other\", \"host_processor_core_count\"");
           }},
      {"compliance-reference-score",
       [](Variant& v) {
         v.edit(kResnetOffline + "TEST01/verify_performance.txt",
                [](std::string text) { return text.insert(text.find("score = ") + 8, "1"); });
       }},
      {"compliance-test09-log",
       [](Variant& v) { v.set(kGptOssOffline + "TEST09/" + kDetail, "result_tokens_per_second", "1000"); }},
      {"loadgen-source-hash",
       [](Variant& v) {
         v.edit(kServer, [](std::string text) {
           char& digit = text[text.find("\"/results.cc\":\"") + 15];
           digit = digit == 'a' ? 'b' : 'a';
           return text;
         });
       }},
      {"loadgen-hash-mix", [](Variant& v) { v.set(kServer, "loadgen_version", "\"6.0.8 @ NA\""); }},
      {"perf-power-window", [](Variant& v) { v.set(kServer, "power_end", "\"12-24-2026 08:30:00.000\""); }},
      {"perf-mean-output-tokens",
       [](Variant& v) { v.set(kGptOssOffline + kDetail, "result_tokens_per_second", "1000"); }},
      {"perf-schedule-from-seeds", [](Variant& v) { v.set(kServer, "generated_query_count", "4389"); }},
  };
}

}  // namespace mlperf::test
