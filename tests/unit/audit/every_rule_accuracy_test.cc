// SPDX-License-Identifier: Apache-2.0
#include "unit/audit/every_rule.h"

namespace mlperf::test {
namespace {

const std::string kText = kServerAccuracy + "accuracy.txt";
const std::string kLog = kServerAccuracy + "mlperf_log_detail.txt";
const std::string kEntries = kServerAccuracy + "mlperf_log_accuracy.json";
const std::string kGptOssText = kGptOssServer + "accuracy/accuracy.txt";
const std::string kResnetText = kResnetOffline + "accuracy/accuracy.txt";
const std::string kScore = "'exact_match': 81.4265";
const std::string kLlamaText = kRack + "llama2-70b-99/Server/accuracy/accuracy.txt";

void llama(Variant& v) {
  v.rename(kRack + "deepseek-r1", kRack + "llama2-70b-99");
  v.write(
      kLlamaText,
      "{'rouge1': 44.5361, 'rouge2': 22.132, 'rougeL': 28.9076, 'rougeLsum': 42.1023, 'gen_len': 27284189, "
      "'gen_num': 24576, 'gen_tok_len': 6953659, 'tokens_per_sample': 282.9}\n\nhash=" +
          std::string(64, 'a') + "\n");
}

std::vector<RuleCase> text_rules() {
  return {
      {"acc-target", [](Variant& v) { v.replace(kText, "81.4265", "80.54"); }},
      {"acc-upper-limit", [](Variant& v) { v.replace(kText, "3743.81", "4300"); }},
      {"acc-one-value", [](Variant& v) { v.replace(kText, "{", "{'exact_match': 60.5}\n{"); }},
      {"acc-hash-present", [](Variant& v) { v.replace(kText, "hash=", "hash: "); }},
      {"acc-hash-twice", [](Variant& v) { v.append(kText, "hash=" + std::string(64, 'b') + "\n"); }},
      {"acc-trailing-space",
       [](Variant& v) {
         v.edit(kText, [](std::string text) { return text.insert(text.find_last_not_of('\n') + 1, " "); });
       }},
      {"acc-spelling", [](Variant& v) { v.replace(kText, kScore, "\"exact_match\": 81.4265"); }},
      {"acc-number", [](Variant& v) { v.replace(kText, "81.4265", "81.4.265"); }},
      {.id = "acc-open-reported",
       .fires =
           [](Variant& v) {
             v.replace("open" + kText.substr(kText.find('/')), "'tokens_per_sample': 3743.81, ", "");
           },
       .base = open_division},
      {"acc-score-breakdown",
       [](Variant& v) { v.replace(kGptOssText, "'exact_match': 83.446", "'exact_match': 84.446"); }},
      {"acc-good-total", [](Variant& v) { v.replace(kResnetText, "good=38103", "good=38603"); }},
      {"acc-scored-samples", [](Variant& v) { v.replace(kText, "4388}", "438}"); }},
      {.id = "acc-gen-len",
       .fires = [](Variant& v) { v.replace(kLlamaText, "6953659", "5562927"); },
       .base = llama},
  };
}

std::vector<RuleCase> run_rules() {
  return {
      {"acc-log-readable", [](Variant& v) { v.write(kLog, "Accuracy\n"); }},
      {"acc-mode", [](Variant& v) { v.set(kLog, "effective_test_mode", "\"PerformanceOnly\""); }},
      {"acc-sample-count", [](Variant& v) { v.set(kLog, "effective_accuracy_sample_count", "100"); }},
      {"acc-seeds", [](Variant& v) { v.set(kLog, "effective_qsl_rng_seed", "0"); }},
      {"acc-loadgen-errors",
       [](Variant& v) { v.replace(kLog, "\"is_error\": false", "\"is_error\": true"); }},
      {"acc-scenario-match", [](Variant& v) { v.set(kLog, "effective_scenario", "\"Offline\""); }},
      {"acc-log-truncated", [](Variant& v) { v.write(kEntries, std::string(10241, 'x')); }},
      {"acc-log-shape",
       [](Variant& v) { v.edit(kEntries, [](std::string text) { return text.substr(0, 7259); }); }},
      {"acc-log-content", [](Variant& v) { v.write(kEntries, "[\n]\n"); }},
  };
}

}  // namespace

std::vector<RuleCase> accuracy_rules() {
  std::vector<RuleCase> all = text_rules();
  for (const RuleCase& row : run_rules()) all.push_back(row);
  return all;
}

}  // namespace mlperf::test
