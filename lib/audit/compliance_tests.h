// SPDX-License-Identifier: Apache-2.0
// What the compliance checks share: which tests count for a result, the verdict a text ends with, how many
// samples a run processed. Tests that the round doesn't require for the benchmark are left alone, and so is
// the open division.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

// Compliance rules hold for this result and its benchmark and scenario are known.
bool compliance_applies(const Evidence& evidence, const rules::Round& round);

// The tests the round requires of this result whose folder is there.
std::vector<const TestEvidence*> present_tests(const Evidence& evidence, const rules::Round& round);

// The test of that name if it is required and there, else nullptr.
const TestEvidence* present_test(const Evidence& evidence, const rules::Round& round, std::string_view name);

// The content if the document can be judged as a text of `kind`; nullptr for another test's text, which is
// reported once by compliance-text-other-test.
const submission::VerifyText* text_of_kind(const base::Document<submission::VerifyText>& document,
                                           submission::VerifyKind kind);

// What the last verdict line says. "NOT A TEST PASS" is no verdict: the words have to stand alone.
enum class StatedOutcome : std::uint8_t { none, pass, fail };
StatedOutcome stated_outcome(const submission::VerifyText& text);
base::Position verdict_place(const submission::VerifyText& text);  // line 0 without a verdict line
std::string verdict_words(const submission::VerifyText& text);  // the verdict line, "no verdict" without one

// The last figure of that name if it is a number.
const submission::VerifyFigure* number_named(const submission::VerifyText& text, std::string_view name);

// What a submission wrote, short enough to be shown.
std::string excerpt(std::string_view text);

// Samples that a finished performance run processed: queries times samples a query.
std::optional<std::uint64_t> samples_processed(const mllog::DetailLog& log);

// The run's detail log can be judged: it was read and holds LoadGen's lines.
const mllog::DetailLog* usable_log(const RunEvidence& run);

// The test run's LoadGen scenario; inferred results run another one than their folder says.
std::string test_scenario(const Evidence& evidence, const TestEvidence& test, const rules::Round& round);

// The figure that verify_performance of TEST01 and TEST04 takes from a log; TEST04 turns latencies into rates
// (`as_rate`).
std::optional<double> test_score(const mllog::DetailLog& log, std::string_view scenario, bool as_rate);

// Path of a file of the test folder, relative to the root.
std::string test_file(const TestEvidence& test, std::string_view relative);

// report() with the name of the test.
Reported report_test(Findings& out, const TestEvidence& test, std::string_view rule,
                     std::string_view variant = "default");

// The round's audit.config asks for each sample once (performance_issue_unique).
bool wants_unique_samples(const Evidence& evidence, const rules::Round& round, const std::string& test);

// The checks, in the order of the table.
void check_tests_present(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_files(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_log_readable(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_right_benchmark(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_audit_config(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_seeds(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_loadgen_errors(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_run_valid(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_summary(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_repeats(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_texts(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test01_performance(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test01_accuracy(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test01_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test01_baseline(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test04_performance(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test06(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test06_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test06_accuracy_run(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test07(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test07_dataset(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test07_samples(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test07_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test08(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test08_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test09(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test09_samples(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test09_log(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_scores(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_load(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_paths(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test09_max_output(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test09_recomputed(const Evidence& evidence, const rules::Round& round, Findings& out);
void check_test_unique_samples(const Evidence& evidence, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
