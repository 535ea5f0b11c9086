// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "audit/conclude.h"
#include "audit/verify.h"
#include "audit/verify_inputs.h"
#include "base/text.h"
#include "base/units.h"
#include "compliance/output_length.h"

namespace mlperf::audit {
namespace {

using compliance::OutputLength;

void set_figures(OutputLengthReport& report, const OutputLength& length) {
  const auto figure = [&](std::string name, Figure value) {
    report.figures.emplace_back(std::move(name), std::move(value));
  };
  const auto unknown = [&](std::string name, std::string reason) {
    report.unavailable.emplace_back("output_length." + name, std::move(reason));
    figure(std::move(name), std::monostate{});
  };
  figure("samples", length.lengths ? length.lengths->samples : std::uint64_t{0});
  figure("distinct_qsl_idx", length.coverage.distinct);
  figure("bytes_per_token", std::uint64_t{length.width});
  if (length.lengths) {
    const auto& lengths = *length.lengths;
    figure("token_sum", lengths.token_sum);
    figure("mean", lengths.mean);
    figure("mean_2_digits", fmt::format("{:.2f}", lengths.mean));
    figure("min", lengths.min);
    figure("max", lengths.max);
    figure("std_population", lengths.std_population);
    figure("p50", lengths.p50);
    figure("p90", lengths.p90);
    figure("p95", lengths.p95);
    figure("p97", lengths.p97);
    figure("p99", lengths.p99);
    figure("p99.9", lengths.p99_9);
    figure("empty_entries", length.empty_entries);
  } else {
    unknown("mean", "the accuracy log holds no entry");
  }
  if (length.entries_with_count == 0) {
    unknown("token_count_sum", "no entry has a token_count");
    return;
  }
  figure("token_count_sum", length.token_count_sum);
  figure("token_count_mean",
         static_cast<double>(length.token_count_sum) / static_cast<double>(length.entries_with_count));
  figure("token_count_agrees", length.token_count_agrees().value_or(false));
}

// The mean against the window; nothing else of a log is an error here.
void judge(OutputLengthReport& report, const OutputLength& length, const rules::Catalog& catalog) {
  Findings out;
  const auto at = [&](Reported finding) { return finding.at(length.log.path).level(Level::recomputed); };
  if (!length.lengths) {
    at(out.report("output-length", "empty"));
  } else if (report.minimum && report.maximum) {
    const double mean = length.lengths->mean;
    if (mean < *report.minimum || mean > *report.maximum)
      at(out.report("output-length"))
          .found(mean)
          .expected(range(*report.minimum, *report.maximum))
          .with("mean", fmt::format("{:.2f}", mean))
          .with("window", base::shortest(*report.minimum) + " to " + base::shortest(*report.maximum));
  }
  if (length.lengths && (!length.log.value.valid_json || length.log.value.bad_entries > 0))
    at(out.report("output-length", "incomplete"))
        .found(length.lengths->samples)
        .with("what",
              length.log.issues.empty() ? "the log is no whole list" : length.log.issues.front().detail);
  if (length.count_differs)
    at(out.report("output-length", "count"))
        .found(length.count_differs.found)
        .expected(length.count_differs.expected)
        .at(length.log.path, length.count_differs.first.at)
        .with("count", std::to_string(length.count_differs.count))
        .with("entries", std::to_string(length.lengths->samples))
        .with("seq", std::to_string(length.count_differs.first.seq_id));
  report.findings.assign(out.list().begin(), out.list().end());
  complete_findings(report.findings, catalog, {{"round", report.round}, {"benchmark", report.benchmark}});
  sort_by_severity(report.findings);
}

void set_window(OutputLengthReport& report, const OutputLengthCommand& options, const rules::Round& round) {
  if (options.reference) {
    report.reference = options.reference;
    report.minimum = *options.reference * (1 - options.tolerance);
    report.maximum = *options.reference * (1 + options.tolerance);
    return;
  }
  if (report.benchmark.empty()) return;
  const auto limits = round.thresholds("TEST09", report.benchmark);
  report.reference = limits.reference_mean_output_tokens;
  report.minimum = limits.mean_output_tokens_min;
  report.maximum = limits.mean_output_tokens_max;
  if (report.minimum) return;
  if (const auto window = round.performance_output_length(report.benchmark)) {
    report.minimum = window->minimum;
    report.maximum = window->maximum;
  }
}

}  // namespace

std::variant<OutputLengthReport, Failure> run_output_length(const OutputLengthCommand& options,
                                                            const rules::RuleSet& rules) {
  auto opened = open_run_files(options.run, {});
  if (const auto* failure = std::get_if<Failure>(&opened)) return *failure;
  const auto& files = std::get<RunFiles>(opened);
  auto identified =
      identify_run(files.path, files.log(), {options.round, options.benchmark, options.scenario}, rules);
  if (const auto* failure = std::get_if<Failure>(&identified)) return *failure;
  const auto& identity = std::get<RunIdentity>(identified);
  if (!file_is_there(files.accuracy_log))
    return Failure{fmt::format("no {} in {}", kAccuracyName, base::printable(files.path))};

  OutputLengthReport report;
  report.run = files.path;
  report.round = identity.round->name();
  report.round_reason = identity.round_reason;
  report.benchmark = identity.benchmark;
  report.scenario = identity.scenario;
  compliance::OutputLengthOptions length;
  length.dtype = options.dtype;
  const auto& rule = identity.round->accuracy_log();
  length.stream.cut = {rule.head_bytes, rule.tail_bytes, rule.separator};
  const auto facts = compliance::output_length(files.accuracy_log, files.accuracy_log, length);
  set_figures(report, facts);
  set_window(report, options, *identity.round);
  judge(report, facts, rules.catalog);
  return report;
}

}  // namespace mlperf::audit
