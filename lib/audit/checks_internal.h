// SPDX-License-Identifier: Apache-2.0
// Checks whose table stands in another file than they do. See audit/checks.h for the tables.
#pragma once

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

// Of structure_checks()
void check_required_files(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_odd_result_files(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_file_encoding(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_file_json(const Evidence& evidence, const rules::Round& round, Findings& out);

// Of accuracy_checks(): the scores in accuracy.txt against the targets
void check_accuracy_targets(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_conflicts(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_possible(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_spelling(const Evidence& evidence, const rules::Round& round, Findings& out);
// the figures beside the scores
void check_score_breakdown(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_good_total(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_scored_samples(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_gen_len(const Evidence& evidence, const rules::Round& round, Findings& out);
// the logs of the accuracy run
void check_accuracy_log_readable(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_mode(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_scenario(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_sample_count(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_seeds(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_loadgen_errors(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_log_file(const Evidence& evidence, const rules::Round& round, Findings& out);

// the hash of a log that lies there as a whole
void check_accuracy_log_hash(const Evidence& evidence, const rules::Round& round, Findings& out);

// Of loadgen_checks()
void check_loadgen_source(const Evidence& evidence, const rules::Round& round, Findings& out);

// Of cross_checks()
void check_dates(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_accuracy_settings(const Evidence& evidence, const rules::Round& round, Findings& out);

// Of measurement_checks(): user.conf and mlperf.conf
void check_user_conf_keys(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_user_conf_effect(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_mlperf_conf_copy(const Evidence& evidence, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
