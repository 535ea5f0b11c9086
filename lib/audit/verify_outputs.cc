// SPDX-License-Identifier: Apache-2.0
// TEST06, TEST07, TEST08 and TEST09: what the accuracy log of the run holds.
#include <algorithm>

#include <fmt/format.h>

#include "audit/verify_run.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

using compliance::ElementType;

// What the official script takes where nothing names the token.
constexpr std::int64_t kScriptsEndToken = 2;

std::optional<Failure> needs_log(const VerifyRun& run) {
  if (file_is_there(run.files.accuracy_log)) return std::nullopt;
  return Failure{fmt::format("no {} in {}", kAccuracyName, base::printable(run.files.path))};
}

std::vector<std::int64_t> end_tokens(const VerifyRun& run) {
  if (run.options.eos_token_id) return {*run.options.eos_token_id};
  auto tokens = run.limits().eos_token_ids;
  if (tokens.empty()) tokens.push_back(kScriptsEndToken);
  return tokens;
}

// An id that ends no text of the benchmark finds nothing.
void judge_given_end_token(VerifyRun& run, const std::string& path) {
  const auto given = run.options.eos_token_id;
  const auto known = run.limits().eos_token_ids;
  if (!given || run.identity.benchmark.empty() || known.empty()) return;
  if (std::find(known.begin(), known.end(), *given) != known.end()) return;
  report_recomputed(run.out, run.judged(), "compliance-test06-eos", "other-token")
      .at(path)
      .found(*given)
      .expected(fmt::format("{}", fmt::join(known, " or ")));
}

std::optional<std::uint64_t> test06_entries(const VerifyRun& run) {
  if (!run.has_settings()) return std::nullopt;
  if (const auto samples = run.samples_of_set()) return samples;
  const auto target = run.limits().samples_logged_target;
  return target && *target > 0 ? std::optional(static_cast<std::uint64_t>(*target)) : std::nullopt;
}

void test06_figures(VerifyRun& run, const compliance::Test06& facts) {
  run.figure("dtype", std::string(to_string(facts.dtype)));
  if (facts.eos_token_ids.size() == 1) {
    run.figure("eos_token_id", facts.eos_token_ids.front());
  } else {
    run.figure("eos_token_id", fmt::format("{}", fmt::join(facts.eos_token_ids, ",")));
  }
  run.figure("entries", facts.entries);
  run.figure("samples_ending_with_two_or_more_eos", facts.ending_with_two_or_more_eos);
  run.figure("samples_with_eos_before_the_tail", facts.eos_inside.count + facts.eos_second.count);
  if (facts.first_token_check_wanted) {
    run.figure("first_token_mismatches", facts.first_token_mismatches);
    run.figure("samples_without_first_token",
               facts.first_token_empty.count + facts.first_token_missing.count);
  } else {
    run.unknown("first_token_mismatches", "Offline runs report no first token");
  }
  run.figure("token_count_mismatches", facts.token_count_mismatches);
  run.figure("eos_check", facts.eos_check);
  if (facts.first_token_check_wanted) {
    run.figure("first_token_check", facts.first_token_check);
  } else {
    run.figure("first_token_check", std::string("Skipped"));
  }
  run.figure("sample_length_check", facts.sample_length_check);
}

void judge_evaluation(VerifyRun& run, const std::string& path) {
  if (!run.options.evaluation) return;
  const Evaluation& evaluation = *run.options.evaluation;
  const auto report = [&](std::string_view variant) {
    return report_recomputed(run.out, run.judged(), "compliance-test07", variant).at(path);
  };
  if (evaluation.exit_code != 0) report("evaluation-failed").found(std::int64_t{evaluation.exit_code});
  if (evaluation.scores.empty()) {
    report("evaluation-no-score");
    return;
  }
  const auto other = std::find_if(evaluation.scores.begin(), evaluation.scores.end(),
                                  [&](double score) { return score != evaluation.scores.front(); });
  if (other != evaluation.scores.end())
    report("two-scores").found(evaluation.scores.front()).expected(*other);
}

std::optional<double> score_of(const VerifyOptions& options) {
  if (options.score) return options.score;
  if (!options.evaluation || options.evaluation->scores.empty()) return std::nullopt;
  return options.evaluation->scores.front();
}

void test07_figures(VerifyRun& run, const compliance::Test07& facts) {
  const auto& coverage = facts.coverage;
  run.figure_or_null("threshold", facts.threshold, "neither options, audit.config nor benchmark tell it");
  run.figure_or_null("score", facts.score, "neither --score nor --accuracy-script gave one");
  run.figure("entries", coverage.entries);
  run.figure("distinct_qsl_idx", coverage.distinct);
  run.figure_or_null("missing_qsl_idx", coverage.missing, "nothing beside the log tells the size of the set");
  run.figure("duplicate_entries", coverage.duplicates);
  run.figure_or_null("score_check_passed", facts.score_check_passed, "no score or no threshold is known");
  run.figure("coverage_complete", coverage.complete());
  run.figure_or_null("passed_official", facts.passed_official(), "no score or no threshold is known");
  run.figure_or_null("passed_with_coverage", facts.passed_with_coverage(),
                     "no score or no threshold is known");
}

void test09_figures(VerifyRun& run, const compliance::Test09& facts) {
  constexpr std::string_view kNoWindow = "neither options, audit.config nor benchmark tell it";
  constexpr std::string_view kNoEntry = "the log holds no entry";
  const auto& length = facts.length;
  run.figure_or_null("min_output_tokens", facts.min_output_tokens, kNoWindow);
  run.figure_or_null("max_output_tokens", facts.max_output_tokens, kNoWindow);
  run.figure("samples", facts.official ? facts.official->samples : 0);
  run.figure("distinct_qsl_idx", length.coverage.distinct);
  if (facts.official) {
    const auto& lengths = *facts.official;
    run.figure("token_sum", lengths.token_sum);
    run.figure("mean", lengths.mean);
    run.figure("mean_2_digits", fmt::format("{:.2f}", lengths.mean));
    run.figure("min", lengths.min);
    run.figure("max", lengths.max);
    run.figure("std_population", lengths.std_population);
  } else {
    run.unknown("mean", std::string(kNoEntry));
  }
  run.figure("min_check", facts.min_check);
  run.figure("max_check", facts.max_check);
  if (length.width != 4 && length.lengths) {
    run.figure("bytes_per_token", std::uint64_t{length.width});
    run.figure("mean_by_width", length.lengths->mean);
  }
  if (length.entries_with_count == 0) {
    run.unknown("token_count_sum", "no entry has a token_count");
    return;
  }
  run.figure("token_count_sum", length.token_count_sum);
  run.figure("token_count_mean",
             static_cast<double>(length.token_count_sum) / static_cast<double>(length.entries_with_count));
  run.figure_or_null("token_count_agrees", length.token_count_agrees(), kNoEntry);
}

}  // namespace

std::optional<Failure> verify_test06(VerifyRun& run) {
  if (auto failure = needs_log(run)) return failure;
  if (run.identity.scenario.empty())
    return Failure{"TEST06 needs the scenario: --scenario Offline, Server or Interactive"};
  const auto skipped_in = run.limits().first_token_check_skipped_in;
  compliance::Test06Options options;
  options.dtype = run.options.dtype;
  options.eos_token_ids = end_tokens(run);
  options.first_token_check =
      std::find(skipped_in.begin(), skipped_in.end(), run.identity.scenario) == skipped_in.end();
  options.stream = run.stream();
  const auto facts = compliance::test06(run.files.accuracy_log, run.files.accuracy_log, options);
  test06_figures(run, facts);
  run.report.passed = facts.passed;
  run.output.performance_logs = false;
  if (!facts.breaks) run.text("verify_accuracy.txt", test06_text(facts));
  run.output.accuracy_log = !facts.breaks;
  judge_test06(run.judged(), facts, test06_entries(run), run.out);
  judge_given_end_token(run, facts.log.path);
  return std::nullopt;
}

std::optional<Failure> verify_test07(VerifyRun& run) {
  if (auto failure = needs_log(run)) return failure;
  compliance::Test07Options options;
  options.score = score_of(run.options);
  options.threshold = run.options.accuracy_threshold;
  if (!options.threshold)
    options.threshold = compliance::setting_value(run.given, "test07_accuracy_threshold");
  if (!options.threshold) options.threshold = run.limits().accuracy_min_percent;
  options.samples = run.samples_of_set();
  options.stream = run.stream();
  const auto facts = compliance::test07(run.files.accuracy_log, run.files.accuracy_log, options);
  test07_figures(run, facts);
  run.report.passed = facts.passed_official();
  const auto output = run.options.evaluation ? run.options.evaluation->output : std::string();
  run.text("verify_accuracy.txt", test07_text(facts, output));
  judge_test07(run.judged(), facts, run.out);
  judge_evaluation(run, facts.log.path);
  if (!run.identity.benchmark.empty())
    judge_given_limits(run.judged(), run.limits(), facts, facts.log.path, run.out);
  if (facts.log.value.entries > 0)
    judge_coverage(run.judged(), facts.log.path, facts.coverage, run.coverage_demand(), run.out);
  return std::nullopt;
}

std::optional<Failure> verify_test08(VerifyRun& run) {
  if (run.options.reference.empty())
    return Failure{
        "TEST08 needs the accuracy run to compare with: -r RESULT_DIR, its accuracy folder or log"};
  if (auto failure = needs_log(run)) return failure;
  const RunFiles reference = open_reference(run.options.reference, "accuracy");
  if (!file_is_there(reference.accuracy_log))
    return Failure{fmt::format("no {} of the accuracy run in {}", kAccuracyName,
                               base::printable(run.options.reference))};
  const auto limits = run.limits();
  const auto tolerance = run.options.tolerance ? run.options.tolerance : limits.ne_relative_tolerance;
  if (!tolerance)
    return Failure{fmt::format("{} has no tolerance for TEST08; give --tolerance", run.round().name())};
  compliance::Test08Options options;
  options.tolerance = *tolerance;
  options.stream = run.stream();
  const auto facts = compliance::test08(reference.accuracy_log, run.files.accuracy_log, options);
  run.figure("dtype", std::string("float32"));
  run.figure("tolerance", facts.tolerance);
  run.figure("reference_entries", facts.reference_entries);
  run.figure("entries", facts.entries);
  run.figure("matched", facts.matched);
  run.figure("unmatched", facts.unmatched);
  run.figure("ne_mismatches", facts.ne_mismatches);
  run.figure_or_null("largest_relative_difference", facts.largest_relative_difference,
                     "no entropies were compared");
  run.report.passed = facts.passed;
  run.text("verify_accuracy.txt", test08_text(facts));
  const auto* log = run.files.log();
  judge_test08(run.judged(), facts, limits, log == nullptr ? std::nullopt : sampled_entries(*log), run.out);
  return std::nullopt;
}

std::optional<Failure> verify_test09(VerifyRun& run) {
  if (auto failure = needs_log(run)) return failure;
  const auto limits = run.limits();
  const auto limit = [&](const std::optional<double>& option, std::string_view key,
                         const std::optional<double>& of_round) {
    if (option) return option;
    const auto given = compliance::setting_value(run.given, key);
    return given ? given : of_round;
  };
  compliance::Test09Options options;
  options.min_output_tokens =
      limit(run.options.min_output_tokens, "test09_min_output_tokens", limits.mean_output_tokens_min);
  options.max_output_tokens =
      limit(run.options.max_output_tokens, "test09_max_output_tokens", limits.mean_output_tokens_max);
  options.samples = run.samples_of_set();
  options.stream = run.stream();
  const auto facts = compliance::test09(run.files.accuracy_log, run.files.accuracy_log, options);
  const std::string& path = facts.length.log.path;
  test09_figures(run, facts);
  run.report.passed = facts.passed;
  if (const auto text = test09_text(facts); !text.empty() && !facts.breaks)
    run.text("verify_output_len.txt", text);
  judge_test09(run.judged(), facts, run.out);
  if (!run.identity.benchmark.empty()) judge_given_limits(run.judged(), limits, facts, path, run.out);
  if (facts.length.log.value.entries > 0)
    judge_coverage(run.judged(), path, facts.length.coverage, run.coverage_demand(), run.out);
  return std::nullopt;
}

}  // namespace mlperf::audit
