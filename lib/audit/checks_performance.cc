// SPDX-License-Identifier: Apache-2.0
#include "audit/checks_performance.h"
#include "audit/checks_summary_end.h"
#include "audit/trace_checks.h"

#include "audit/checks.h"

namespace mlperf::audit {
namespace {

constexpr ResultCheck kChecks[] = {
    {"check_log_readable", check_log_readable},
    {"check_log_hidden_lines", check_log_hidden_lines},
    {"check_performance_summary_end", check_performance_summary_end},
    {"check_log_foreign_lines", check_log_foreign_lines},
    {"check_result_lines", check_result_lines},
    {"check_key_conflict", check_key_conflict},
    {"check_value_finite", check_value_finite},
    {"check_log_edited", check_log_edited},
    {"check_loadgen_errors", check_loadgen_errors},
    {"check_scenario_match", check_scenario_match},
    {"check_test_mode", check_test_mode},
    {"check_no_audit_config", check_no_audit_config},
    {"check_result_valid", check_result_valid},
    {"check_perf_constraints_met", check_perf_constraints_met},
    {"check_min_duration_setting", check_min_duration_setting},
    {"check_min_duration_met", check_min_duration_met},
    {"check_min_queries_met", check_min_queries_met},
    {"check_early_stopping_met", check_early_stopping_met},
    {"check_early_stopping_estimate", check_early_stopping_estimate},
    {"check_ttft_limit", check_ttft_limit},
    {"check_tpot_limit", check_tpot_limit},
    {"check_server_latency", check_server_latency},
    {"check_token_limits_configured", check_token_limits_configured},
    {"check_token_latency_flag", check_token_latency_flag},
    {"check_target_latency_configured", check_target_latency_configured},
    {"check_target_percentile", check_target_percentile},
    {"check_seeds", check_seeds},
    {"check_sample_count", check_sample_count},
    {"check_offline_samples", check_offline_samples},
    {"check_qsl_set", check_qsl_set},
    {"check_loaded_sets", check_loaded_sets},
    {"check_sample_order", check_sample_order},
    {"check_equal_issue", check_equal_issue},
    {"check_max_async", check_max_async},
    {"check_coalesce", check_coalesce},
    {"check_network_sut_name", check_network_sut_name},
    {"check_metric", check_metric},
    {"check_trace_readable", check_trace_readable},
    {"check_trace_agrees", check_trace_agrees},
    {"check_trace_conditions", check_trace_conditions},
    {"check_summary_agrees", check_summary_agrees},
    {"check_rates_agree", check_rates_agree},
    {"check_completed_vs_scheduled", check_completed_vs_scheduled},
    {"check_percentiles_ordered", check_percentiles_ordered},
    {"check_negative_latencies", check_negative_latencies},
    {"check_max_output_tokens", check_max_output_tokens},
    {"check_mean_output_tokens", check_mean_output_tokens},
    {"check_power_window", check_power_window},
};

}  // namespace

std::span<const ResultCheck> performance_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
