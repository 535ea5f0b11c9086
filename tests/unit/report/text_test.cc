// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/concise.h"
#include "report/paint.h"
#include "unit/report/sample_report.h"

namespace mlperf::report {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string text_of(const audit::AuditReport& report, const TextOptions& options = {}) {
  return render_text(report, rules::Catalog(), options);
}

std::string last_line(const std::string& text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST(Text, WholeReport) {
  EXPECT_EQ(text_of(sample_report()),
            R"(INVALID       closed/Acme/sys/gpt-oss-120b/Server   16167.4 Tokens/s
  error perf-tpot-p99-limit  closed/Acme/results/sys/gpt-oss-120b/Server/performance/run_1/mlperf_log_detail.txt:57
    p99 TPOT is 16.2 ms; the limit for gpt-oss-120b Server is 15 ms
    fix: Lower target_qps until p99 TPOT is at most 15 ms.

Not of one result alone
  warning system-memory  closed/Acme/systems/sys.json:4
    something is wrong
    fix: Do it again.
    affects 2 results

VALID         closed/Acme/sys/gpt-oss-120b/Offline  16167.4 Tokens/s

not checked in 2 of 2 results: the accuracy log is cut: accuracy could not be recomputed
round v6.0: the seeds of 2 of 2 detail logs
123 claims: 3 recomputed, 20 cross-checked, 100 stated
2 results: 1 valid, 1 invalid, 0 inconclusive; 1 error, 1 warning, 1 note
)");
}

TEST(Text, NotesAreShownWithVerboseOnly) {
  EXPECT_THAT(text_of(sample_report()), Not(HasSubstr("config-note")));
  EXPECT_THAT(text_of(sample_report(), {.verbose = true}), HasSubstr("  note config-note  "));
}

TEST(Text, QuietIsTheVerdictLineOnly) {
  EXPECT_EQ(text_of(sample_report(), {.quiet = true}),
            "2 results: 1 valid, 1 invalid, 0 inconclusive; 1 error, 1 warning, 1 note\n");
}

TEST(Text, FurtherPlacesAreFolded) {
  auto report = sample_report();
  auto& finding = report.results[0].findings[0];
  finding.count = 38;
  finding.more.push_back({"a.json", 60, 0, "17"});
  EXPECT_THAT(text_of(report), HasSubstr("\n    ... and 37 more; --verbose lists them\n"));
  const auto verbose = text_of(report, {.verbose = true});
  EXPECT_THAT(verbose, HasSubstr("\n    also a.json:60: 17\n    ... and 36 more\n"));
}

TEST(Text, AnErrorOutsideTheResultIsNamedBelowEachResultItMakesInvalid) {
  auto report = sample_report();
  report.findings[0].severity = rules::Severity::error;
  report.results[1].verdict = audit::Verdict::invalid;
  EXPECT_THAT(text_of(report), HasSubstr("Offline  16167.4 Tokens/s\n  error system-memory  "
                                         "closed/Acme/systems/sys.json:4  (in full below)\n"));
}

TEST(Text, PathsAreThoseOfTheWorkingDirectory) {
  EXPECT_THAT(text_of(sample_report(), {.cwd_prefix = "v6.0"}),
              HasSubstr("  v6.0/closed/Acme/systems/sys.json:4\n"));
  EXPECT_THAT(text_of(sample_report(), {.cwd_below_root = "closed/Acme"}),
              HasSubstr("  systems/sys.json:4\n"));
  EXPECT_EQ(show_path("closed/Acme/a", {.cwd_below_root = "closed/Other/x"}), "../../Acme/a");
  EXPECT_EQ(show_path("closed/Acme", {.cwd_below_root = "closed/Acme"}), "../Acme");
  EXPECT_EQ(show_path("a", {.cwd_prefix = "."}), "a");
}

TEST(Text, WaivedFindingsAreShownWithTheirReason) {
  auto report = sample_report();
  auto& finding = report.results[0].findings[0];
  finding.waived = true;
  finding.waive_reason = "agreed in group";
  report.results[0].verdict = audit::Verdict::valid;
  report.results[0].waived_errors = 1;
  report.config_file = ".mlperf-audit.toml";
  report.config_waived_errors = 1;
  report.counts.valid = 2;
  report.counts.invalid = report.counts.errors = 0;
  report.counts.waived = 1;
  const auto text = text_of(report);
  EXPECT_THAT(text, StartsWith(".mlperf-audit.toml was followed: 1 error waived, 0 ignored\n"));
  EXPECT_THAT(text, HasSubstr("  .mlperf-audit.toml waived or ignored 1 error of this result\n"));
  EXPECT_THAT(text, HasSubstr("  waived error perf-tpot-p99-limit  "));
  EXPECT_THAT(text, HasSubstr("\n    waived: agreed in group\n"));
  EXPECT_THAT(last_line(text), HasSubstr("; .mlperf-audit.toml: 1 error waived, 0 ignored"));
}

TEST(Text, ATrialSaysSoFirstAndLast) {
  auto report = one_valid_result();
  report.profile = "trial";
  const auto text = text_of(report);
  EXPECT_THAT(text, StartsWith("profile trial: "));
  EXPECT_THAT(text, EndsWith("; profile trial\n"));
}

TEST(Text, IgnoredRulesAreSaid) {
  auto report = one_valid_result();
  report.ignored.push_back({"perf-*", "", "--ignore", 3, 2});
  report.ignored.push_back({"acc-*", "", "--select", 1, 0, audit::IgnoredRule::Effect::not_selected});
  const auto text = text_of(report);
  EXPECT_THAT(text, HasSubstr("\nignored by --ignore: perf-*, 3 findings, 2 errors\n"));
  EXPECT_THAT(text, HasSubstr("\nall other rules left out by --select: acc-*, 1 finding, 0 errors\n"));
  EXPECT_THAT(last_line(text), HasSubstr("; 2 errors left out by --ignore"));
}

TEST(Text, TheLastLineAgreesWithTheExitCode) {
  auto report = one_valid_result();
  report.counts.warnings = 2;
  EXPECT_EQ(report.exit_code(), 0);
  EXPECT_THAT(text_of(report), Not(HasSubstr("--strict")));
  report.strict = true;
  EXPECT_EQ(report.exit_code(), 1);
  EXPECT_THAT(last_line(text_of(report)), HasSubstr("--strict decided"));
  report.counts.errors = 1;
  EXPECT_EQ(report.exit_code(), 1);
  EXPECT_THAT(text_of(report), Not(HasSubstr("--strict")));
}

TEST(Text, InconclusiveResultsSayWhy) {
  auto report = one_valid_result();
  report.results[0].verdict = audit::Verdict::inconclusive;
  report.results[0].inconclusive_reasons.push_back("the detail log is damaged at line 7");
  EXPECT_THAT(text_of(report),
              HasSubstr("INCONCLUSIVE  closed/Acme/sys/gpt-oss-120b/Offline  16167.4 Tokens/s\n"
                        "  inconclusive: the detail log is damaged at line 7\n"));
}

TEST(Text, NoControlCharacterReachesTheTerminal) {
  auto report = sample_report();
  const std::string hostile = "a\x1b[2J\rb\x07\xC2\x9B\xFF\x7F";
  report.results[0].id = hostile;
  report.results[0].performance.unit = hostile;
  report.results[0].not_checked = {hostile};
  report.results[0].inconclusive_reasons = {hostile};
  report.findings[0].affects = {hostile};
  report.round_reason = report.round = report.config_file = report.profile = hostile;
  report.ignored.push_back(
      {hostile, hostile, hostile, 1, 1, audit::IgnoredRule::Effect::waived, hostile, hostile});
  report.selected = {hostile};
  for (auto* finding : {&report.results[0].findings[0], &report.findings[0]}) {
    finding->message = finding->fix = finding->place.file = finding->rule = finding->waive_reason = hostile;
    finding->more.push_back({hostile, 3, 0, hostile});
    finding->count = 2;
  }
  report.findings[0].waived = true;
  const TextOptions everything{.verbose = true, .statistics = true, .cwd_prefix = hostile};
  for (const auto& text : {text_of(report, everything), render_concise(report, everything)}) {
    EXPECT_TRUE(base::is_utf8(text));
    EXPECT_FALSE(base::has_control_characters(text)) << text;
    EXPECT_THAT(text, Not(HasSubstr("\r")));
  }
}

TEST(Text, ColourOnlyWhenAsked) {
  EXPECT_THAT(text_of(sample_report()), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_of(sample_report(), {.colour = true}), HasSubstr("\x1b[1;31mINVALID\x1b[0m"));
}

TEST(Text, SentencesAreWrappedButPathsAreNot) {
  std::string out;
  append_wrapped(out, "one two three four", 2, 11);
  EXPECT_EQ(out, "  one two\n  three\n  four\n");
  out.clear();
  append_wrapped(out, "see a/very/long/path here", 2, 10);
  EXPECT_EQ(out, "  see\n  a/very/long/path\n  here\n");
  EXPECT_THAT(text_of(sample_report(), {.width = 40}),
              HasSubstr("\n    p99 TPOT is 16.2 ms; the limit for\n    gpt-oss-120b Server is 15 ms\n"));
}

TEST(Text, StatisticsCountByRule) {
  EXPECT_THAT(text_of(sample_report(), {.statistics = true}),
              HasSubstr("     1  error    perf-tpot-p99-limit\n     1  warning  system-memory\n     1  note  "
                        "   config-note\n"));
}

TEST(Concise, OneLineAFinding) {
  auto report = sample_report();
  report.findings[0].place.line = 0;
  EXPECT_EQ(render_concise(report, {}),
            "closed/Acme/results/sys/gpt-oss-120b/Server/performance/run_1/mlperf_log_detail.txt:57: error "
            "perf-tpot-p99-limit: p99 TPOT is 16.2 ms; the limit for gpt-oss-120b Server is 15 ms\n"
            "closed/Acme/systems/sys.json:1: warning system-memory: something is wrong (affects 2 results)\n"
            "2 results: 1 valid, 1 invalid, 0 inconclusive; 1 error, 1 warning, 1 note\n");
}

TEST(Concise, VerboseListsFurtherPlaces) {
  auto report = sample_report();
  report.results.clear();
  report.findings[0].count = 2;
  report.findings[0].affects.clear();
  report.findings[0].more.push_back({"b", 9, 0, "5"});
  EXPECT_THAT(render_concise(report, {}), HasSubstr("something is wrong (and 1 more)\n"));
  EXPECT_THAT(render_concise(report, {.verbose = true}),
              HasSubstr("b:9: warning system-memory: something is wrong (here 5)\n"));
}

}  // namespace
}  // namespace mlperf::report
