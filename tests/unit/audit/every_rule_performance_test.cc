// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "unit/audit/every_rule.h"

namespace mlperf::test {
namespace {

const std::string kServerSummary = kDeepSeekServer + kSummary;
const std::string kInteractive = kDeepSeekInteractive + kDetail;
const std::string kOffline = kDeepSeekOffline + kDetail;
const std::string kSingleStream = kResnetSingleStream + kDetail;
const std::string kDlrmServer = kRack + "dlrm-v3/Server/" + kDetail;

std::string with_all(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// The MultiStream result stands on the SingleStream run, as the round permits of edge systems.
void infer_multi_stream(Variant& v) {
  v.remove(kResnetMultiStream + "performance/run_1")
      .copy(kResnetSingleStream + "performance/run_1", kResnetMultiStream + "performance/run_1");
}

std::vector<RuleCase> log_rules() {
  return {
      {"perf-log-readable",
       [](Variant& v) {
         v.edit(kServer, [](std::string text) { return text.substr(0, text.size() - 40); });
       }},
      {"perf-result-lines", [](Variant& v) { v.drop(kServer, "result_validity"); }},
      {"perf-log-foreign-lines", [](Variant& v) { v.append(kServer, "[rank0] bye\n"); }},
      {"perf-key-conflict",
       [](Variant& v) { v.repeat(kServer, "result_completed_tokens_per_second", "99999"); }},
      {"perf-value-finite", [](Variant& v) { v.set(kServer, "result_max_latency_ns", "NaN"); }},
      {"perf-log-edited", [](Variant& v) { v.replace(kServer, "\"pid\": 4711", "\"pid\": 4712"); }},
      {"perf-loadgen-errors", [](Variant& v) { v.set(kServer, "num_errors", "3"); }},
      {"perf-loadgen-error-flags",
       [](Variant& v) {
         v.edit(kServer, [](std::string text) {
           return with_all(std::move(text), "\"is_error\": false", "\"is_error\": true");
         });
       }},
  };
}

std::vector<RuleCase> verdict_rules() {
  return {
      {"perf-result-valid", [](Variant& v) { v.set(kServer, "result_validity", "\"INVALID\""); }},
      {"perf-perf-constraints-met",
       [](Variant& v) { v.set(kServer, "result_perf_constraints_met", "false"); }},
      {"perf-min-duration-setting",
       [](Variant& v) { v.set(kServer, "effective_min_duration_ms", "120000"); }},
      {"perf-min-duration-met", [](Variant& v) { v.set(kServer, "result_min_duration_met", "false"); }},
      {"perf-min-queries-met", [](Variant& v) { v.set(kServer, "effective_min_query_count", "20000"); }},
      {"perf-early-stopping-met", [](Variant& v) { v.set(kServer, "early_stopping_met", "false"); }},
      {"perf-early-stopping-estimate",
       [](Variant& v) { v.set(kSingleStream, "early_stopping_latency_ss", "28000000"); }},
      {"perf-ttft-p99-limit",
       [](Variant& v) { v.set(kServer, "result_first_token_99.00_percentile_latency_ns", "2000000001"); }},
      {"perf-tpot-p99-limit",
       [](Variant& v) {
         v.set(kInteractive, "result_time_per_output_token_99.00_percentile_ns", "15000001");
       }},
      {.id = "perf-server-latency-p99",
       .fires = [](Variant& v) { v.set(kDlrmServer, "result_99.00_percentile_latency_ns", "80000001"); },
       .base = dlrm},
      {"perf-token-limits-configured",
       [](Variant& v) { v.set(kInteractive, "requested_server_tpot_latency", "80000000"); }},
      {"perf-token-latency-flag",
       [](Variant& v) { v.set(kServer, "requested_use_token_latencies", "false"); }},
      {.id = "perf-target-latency-configured",
       .fires = [](Variant& v) { v.set(kDlrmServer, "effective_target_latency_ns", "160000000"); },
       .base = dlrm},
      {"perf-target-percentile",
       [](Variant& v) { v.set(kServer, "effective_target_latency_percentile", "0.9"); }},
  };
}

std::vector<RuleCase> setting_rules() {
  return {
      {"perf-scenario-match", [](Variant& v) { v.set(kServer, "effective_scenario", "\"Offline\""); }},
      {.id = "perf-inferred",
       .fires = [](Variant& v) { v.append(kSingleStream, "\n"); },
       .base = infer_multi_stream,
       .message = "other-log"},
      {"perf-test-mode",
       [](Variant& v) { v.set(kServer, "effective_test_mode", "\"FindPeakPerformance\""); }},
      {"perf-no-audit-config",
       [](Variant& v) { v.set(kServer, "effective_performance_issue_same", "true"); }},
      {"perf-seeds", [](Variant& v) { v.set(kServer, "effective_qsl_rng_seed", "1"); }},
      {"perf-sample-count", [](Variant& v) { v.set(kServer, "effective_performance_sample_count", "100"); }},
      {"perf-offline-samples-per-query",
       [](Variant& v) { v.set(kOffline, "effective_samples_per_query", "1000"); }},
      {"perf-qsl-set",
       [](Variant& v) { v.replace(kServer, "\"value\": [2589,4032", "\"value\": [2589,2589"); }},
      {"perf-equal-issue",
       [](Variant& v) { v.set(kServer, "effective_sample_concatenate_permutation", "false"); }},
      {"perf-max-async", [](Variant& v) { v.set(kServer, "effective_max_async_queries", "128"); }},
      {"perf-coalesce", [](Variant& v) { v.set(kServer, "requested_server_coalesce_queries", "true"); }},
      {.id = "perf-network-sut-name",
       .fires =
           [](Variant& v) {
             v.set("network" + kServer.substr(kServer.find('/')), "sut_name", "\"Example SUT\"");
           },
       .base = network_division},
  };
}

std::vector<RuleCase> figure_rules() {
  return {
      {"perf-metric", [](Variant& v) { v.set(kServer, "result_completed_tokens_per_second", "0"); }},
      {"perf-metric-consistent",
       [](Variant& v) {
         v.replace(kServerSummary, "min_duration (ms): 600000", "min_duration (ms): 60000");
       }},
      {"perf-completed-vs-scheduled",
       [](Variant& v) { v.set(kServer, "result_completed_samples_per_sec", "9"); }},
      {"perf-percentiles-ordered",
       [](Variant& v) { v.set(kServer, "result_90.00_percentile_latency_ns", "38950079999"); }},
      {"perf-negative-tpot", [](Variant& v) { v.set(kServer, "result_time_to_output_token_min", "-1"); }},
      {"perf-max-output-tokens",
       [](Variant& v) { v.set(kServer, "result_completed_tokens_per_second", "900000"); }},
  };
}

}  // namespace

std::vector<RuleCase> performance_rules() {
  std::vector<RuleCase> all;
  for (const auto table : {log_rules, verdict_rules, setting_rules, figure_rules})
    for (const RuleCase& row : table()) all.push_back(row);
  return all;
}

std::vector<RuleCase> loadgen_rules() {
  return {
      {"loadgen-version", [](Variant& v) { v.set(kServer, "loadgen_version", "\"4.1 @ NA\""); }},
      {"loadgen-uncommitted",
       [](Variant& v) {
         v.replace(kServer, "\"key\": \"generic_message\", \"value\": \"Starting performance mode\"",
                   "\"key\": \"error_uncommitted_loadgen_changes\", \"value\": "
                   "\"Loadgen built with uncommitted changes!\"");
       }},
      {"loadgen-multiple-conf",
       [](Variant& v) {
         v.replace(kServer, "\"key\": \"generic_message\", \"value\": \"Starting performance mode\"",
                   "\"key\": \"error_invalid_config\", \"value\": \"Multiple conf files are used.\"");
       }},
      {"loadgen-same-build",
       [](Variant& v) {
         v.set(kServerAccuracy + "mlperf_log_detail.txt", "loadgen_version", "\"6.0.11 @ NA\"");
       }},
  };
}

}  // namespace mlperf::test
