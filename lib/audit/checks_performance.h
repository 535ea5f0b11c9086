// SPDX-License-Identifier: Apache-2.0
// The checks of the performance run, by the file that holds them. The table in checks_performance.cc puts
// them in the order of a review; each stays silent where what it needs is absent, for another check says so.
#pragma once

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

// checks_log_integrity.cc: can the log be trusted to be what LoadGen wrote?
void check_log_hidden_lines(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_log_readable(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_log_foreign_lines(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_result_lines(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_key_conflict(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_value_finite(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_log_edited(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_loadgen_errors.cc: what LoadGen itself flagged
void check_loadgen_errors(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_result_validity.cc: LoadGen's verdict and its conditions
void check_result_valid(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_perf_constraints_met(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_min_queries_met(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_early_stopping_met(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_early_stopping_estimate(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_durations.cc
void check_min_duration_setting(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_min_duration_met(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_latency_limits.cc
void check_ttft_limit(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_tpot_limit(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_server_latency(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_token_limits_configured(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_token_latency_flag(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_target_latency_configured(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_target_percentile(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_settings.cc: what the run was asked to do
void check_scenario_match(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_mode(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_no_audit_config(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_equal_issue(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_max_async(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_coalesce(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_network_sut_name(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_samples.cc: seeds and samples
void check_seeds(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_sample_count(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_offline_samples(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_qsl_set(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_schedule.cc: what LoadGen generated, made again from the seeds
void check_loaded_sets(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_sample_order(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_consistency.cc: figures against each other
void check_metric(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_summary_agrees(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_rates_agree(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_completed_vs_scheduled(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_max_output_tokens(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_output_tokens.cc
void check_mean_output_tokens(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_power_window.cc
void check_power_window(const Evidence& evidence, const rules::Round& round, Findings& out);

// checks_distributions.cc: minimum, percentiles, maximum and mean of one quantity
void check_percentiles_ordered(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_negative_latencies(const Evidence& evidence, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
