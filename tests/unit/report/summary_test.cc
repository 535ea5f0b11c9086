// SPDX-License-Identifier: Apache-2.0
#include "report/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "unit/report/sample_report.h"

namespace mlperf::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Summary, Text) {
  EXPECT_EQ(render_summary_text(sample_report(), {}),
            "Division  Submitter  System  Benchmark     Scenario       Performance  Accuracy          p99 "
            "TTFT          p99 TPOT            Verdict\n"
            "closed    Acme       sys     gpt-oss-120b  Server    16167.4 Tokens/s  exact_match 83.1  1.9 s "
            "(5 % left)  16.2 ms (8 % over)  invalid\n"
            "closed    Acme       sys     gpt-oss-120b  Offline   16167.4 Tokens/s  exact_match 83.1  -      "
            "           -                   valid\n"
            "\n"
            "2 results: 1 valid, 1 invalid, 0 inconclusive; 1 error, 1 warning, 1 note\n");
}

TEST(Summary, Markdown) {
  const auto text = render_summary_markdown(sample_report());
  EXPECT_THAT(text, StartsWith("| Division | Submitter | System | Benchmark | Scenario | Performance | "
                               "Accuracy | p99 TTFT | p99 TPOT | Verdict |\n|---|"));
  EXPECT_THAT(text, HasSubstr("\n| closed | Acme | sys | gpt-oss-120b | Server | 16167.4 Tokens/s | "
                              "exact_match 83.1 | 1.9 s (5 % left) | 16.2 ms (8 % over) | invalid |\n"));
}

TEST(Summary, MarkdownCellsHoldNoMarkup) {
  auto report = one_valid_result();
  report.results[0].system = "a|b<script>@all #1 `x` https://x.y\n";
  const auto text = render_summary_markdown(report);
  EXPECT_THAT(text, HasSubstr("| a\\|b&lt;script&gt;&#64;all &#35;1 \\`x\\` https&#58;//x.y\\\\n |"));
}

TEST(Summary, CsvBeginsWithTheOfficialColumns) {
  const auto text = render_summary_csv(sample_report());
  EXPECT_THAT(
      text, StartsWith("Organization,Availability,Division,SystemType,SystemName,Platform,Model,MlperfModel,"
                       "Scenario,Result,Accuracy,number_of_nodes,"));
  EXPECT_THAT(text, HasSubstr(",PrivateID,id,verdict,"));
  const auto lines_end = text.find('\n');
  const auto head = text.substr(0, lines_end);
  const auto row = text.substr(lines_end + 1, text.find('\n', lines_end + 1) - lines_end - 1);
  EXPECT_EQ(std::count(head.begin(), head.end(), ','), std::count(row.begin(), row.end(), ','));
}

TEST(Summary, CsvRow) {
  auto report = one_valid_result();
  report.systems.push_back({"closed",
                            "Acme",
                            "sys",
                            {{"status", "available"},
                             {"number_of_nodes", "2"},
                             {"accelerators_per_node", "8"},
                             {"hw_notes", "a \"b\""},
                             {"sw_notes", "=SUM(A1)"},
                             {"framework", "=cmd|' /C calc'!A0"}}});
  const auto text = render_summary_csv(report);
  EXPECT_THAT(
      text,
      HasSubstr("\n\"Acme\",\"available\",\"closed\",\"\",\"\",\"sys\",\"gpt-oss-120b\",\"gpt-oss-120b\","
                "\"Offline\",\"16167.4\",\"exact_match: 83.1\",\"2\","));
  EXPECT_THAT(text,
              HasSubstr("\"8\",\"16\",\"closed/Acme/results/sys/gpt-oss-120b/Offline/performance/run_1\","));
  EXPECT_THAT(text, HasSubstr("\"'=cmd|' /C calc'!A0\""));
  EXPECT_THAT(text, HasSubstr("\"a \"\"b\"\". =SUM(A1)\""));
  EXPECT_THAT(text, HasSubstr(",\"0\",\"v6.0\",\"0\",\"False\",\"Tokens/s\","));
}

TEST(Summary, ErrorsThatAffectAResultCountInItsRow) {
  auto report = one_valid_result();
  report.findings.push_back(sample_finding("system-name", rules::Severity::error, "x", 1));
  report.findings[0].affects = {report.results[0].id};
  EXPECT_THAT(render_summary_csv(report), HasSubstr(",\"1\",\"v6.0\","));
}

TEST(Summary, HostileNamesStayInTheirCell) {
  auto report = one_valid_result();
  report.results[0].system = "a\x1b[2J\n\"x\",\xFF";
  for (const auto& text :
       {render_summary_csv(report), render_summary_markdown(report), render_summary_text(report, {})}) {
    EXPECT_TRUE(base::is_utf8(text));
    EXPECT_FALSE(base::has_control_characters(text));
  }
  EXPECT_THAT(render_summary_csv(report), HasSubstr("\"a\\x1B[2J\\n\"\"x\"\",\\xFF\""));
}

TEST(Summary, AWaivedResultSaysSo) {
  auto report = one_valid_result();
  report.results[0].waived_errors = 2;
  report.config_file = ".mlperf-audit.toml";
  const auto text = render_summary_text(report, {});
  EXPECT_THAT(text, StartsWith(".mlperf-audit.toml was followed"));
  EXPECT_THAT(text, HasSubstr("valid (2 errors waived)\n"));
}

TEST(Summary, HeadroomIsPercentOfTheLimit) {
  EXPECT_DOUBLE_EQ(*headroom_percent(75, 100), 25);
  EXPECT_DOUBLE_EQ(*headroom_percent(150, 100), -50);
  EXPECT_FALSE(headroom_percent({}, 100).has_value());
  EXPECT_FALSE(headroom_percent(5, 0).has_value());
}

}  // namespace
}  // namespace mlperf::report
