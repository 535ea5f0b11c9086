// SPDX-License-Identifier: Apache-2.0
// LoadGen's source, the length of the run and the length of the answers against what follows from each other.
#include <gmock/gmock.h>

#include "rules/embedded.h"
#include "support/performance_result.h"

namespace mlperf::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

PerformanceResult with_sources(SourceHashes hashes) {
  PerformanceResult result;
  result.run.set("loadgen_file_sha1", as_json(hashes));
  return result;
}

bool claims(const PerformanceResult& result, std::string_view rule) {
  return judge(result).claims().contains(rule);
}

TEST(LoadgenSource, PublishedStatesAreSilent) {
  EXPECT_THAT(reported(PerformanceResult{}), IsEmpty());
  EXPECT_TRUE(claims({}, "loadgen-source-hash"));
  EXPECT_TRUE(claims({}, "loadgen-hash-mix"));
}

TEST(LoadgenSource, ChangedFileIsAnErrorAWarningInOpen) {
  auto hashes = sources_of("6.0.8");
  hashes["/results.cc"] = std::string(40, 'a');
  auto result = with_sources(hashes);
  EXPECT_THAT(reported(result),
              ElementsAre(AllOf(StartsWith("error loadgen-source-hash detail:2 LoadGen 6.0.8"),
                                HasSubstr("/results.cc"))));
  result.division = "open";
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("warning loadgen-source-hash")));
}

TEST(LoadgenSource, OneFindingForOneBuild) {
  auto hashes = sources_of("6.0.8");
  hashes["/loadgen.cc"] = std::string(40, 'a');
  auto result = with_sources(hashes);
  result.accuracy_detail = result.run.detail();
  const auto findings = judge(result);
  ASSERT_EQ(findings.list().size(), 1U);
  EXPECT_EQ(findings.list().front().more.size(), 1U);
}

TEST(LoadgenSource, FileThatTheBuildNeedsIsNotListed) {
  auto hashes = sources_of("6.0.8");
  hashes.erase("/logging.cc");
  EXPECT_THAT(reported(with_sources(hashes)),
              ElementsAre(AllOf(StartsWith("error loadgen-source-hash"), HasSubstr("/logging.cc"))));
}

TEST(LoadgenSource, AbsentUnreadableUnknownAndForeign) {
  PerformanceResult absent;
  absent.run.drop("loadgen_file_sha1");
  EXPECT_THAT(reported(absent), ElementsAre(StartsWith("error loadgen-source-hash detail:1 ")));
  PerformanceResult unreadable;
  unreadable.run.set("loadgen_file_sha1", "[1, 2]");
  EXPECT_THAT(reported(unreadable), ElementsAre(HasSubstr("no list of files")));
  EXPECT_THAT(reported(with_sources({{"/results.cc", "00"}})),
              ElementsAre(HasSubstr("no file of the LoadGen of the performance run is a published one")));
  auto hashes = sources_of("6.0.8");
  hashes["/fast.cc"] = std::string(40, 'a');
  EXPECT_THAT(reported(with_sources(hashes)),
              ElementsAre(AllOf(StartsWith("warning loadgen-source-hash"), HasSubstr("/fast.cc"))));
}

TEST(LoadgenSource, SeedsOfAnotherRound) {
  auto hashes = sources_of("6.0.8");  // the release 6.0.4 had the seeds of the round before
  hashes["/mlperf.conf"] = sources_of("6.0.4").at("/mlperf.conf");
  hashes["/mlperf_conf.h"] = sources_of("6.0.4").at("/mlperf_conf.h");
  EXPECT_THAT(reported(with_sources(hashes)),
              ElementsAre(AllOf(StartsWith("error loadgen-source-hash"), HasSubstr("/mlperf.conf"),
                                HasSubstr("not one of v6.0"))));
}

TEST(LoadgenSource, NewerThanTheKnownReleasesCannotBeJudged) {
  auto hashes = sources_of("6.0.17");
  hashes["/VERSION.txt"] = std::string(40, 'a');
  auto result = with_sources(hashes);
  result.run.set("loadgen_version", R"("6.0.18 @ NA")");
  EXPECT_THAT(reported(result), Contains(StartsWith("warning loadgen-source-hash")));
}

TEST(LoadgenMix, HeaderOfAnotherConfAndOtherVersionAreWarnings) {
  auto hashes = sources_of("6.0.8");
  hashes["/mlperf_conf.h"] = sources_of("6.0.10").at("/mlperf_conf.h");
  EXPECT_THAT(reported(with_sources(hashes)),
              ElementsAre(AllOf(StartsWith("warning loadgen-hash-mix"), HasSubstr("/mlperf_conf.h"))));
  hashes = sources_of("6.0.8");
  hashes["/mlperf.conf"] = sources_of("6.0.10").at("/mlperf.conf");
  EXPECT_THAT(reported(with_sources(hashes)), ElementsAre(StartsWith("warning loadgen-hash-mix")));
  EXPECT_THAT(reported(with_sources(sources_of("6.0.9"))),
              ElementsAre(HasSubstr("says LoadGen 6.0.8, but its source is that of LoadGen 6.0.9")));
}

TEST(LoadgenSource, RulesWithoutTheReleasesJudgeByTheRoundsList) {
  std::vector<rules::RuleFile> files;
  for (const auto& file : rules::embedded_files())
    if (file.path != "loadgen-releases.json")
      files.push_back({std::string(file.path), std::string(file.text)});
  const auto rules = rules::load_rules(files);
  const auto judged = [&](const PerformanceResult& result) {
    audit::Findings out;
    const auto evidence = evidence_of(result);
    for (const auto& check : audit::loadgen_checks()) check.run(evidence, *rules.find_round("v6.0"), out);
    return out.list().size();
  };
  EXPECT_EQ(judged({}), 0U);
  auto hashes = sources_of("6.0.8");
  hashes["/results.cc"] = std::string(40, 'a');
  EXPECT_EQ(judged(with_sources(hashes)), 1U);
}

TEST(PowerWindow, OfflineIsAsLongAsItsLongestLatency) {
  PerformanceResult result{.scenario = "Offline", .run = offline_run()};
  EXPECT_TRUE(claims(result, "perf-power-window"));
  result.run.set("power_end", R"("02-05-2026 08:43:20.001")");  // 1 ms is how it is printed
  EXPECT_THAT(reported(result), IsEmpty());
  result.run.set("power_end", R"("02-05-2026 08:43:20.002")");
  EXPECT_THAT(reported(result), ElementsAre(AllOf(StartsWith("error perf-power-window"),
                                                  HasSubstr("800.002 s"), HasSubstr("800 s"))));
}

TEST(PowerWindow, ServerLiesBetweenItsRateAndItsSchedule) {
  PerformanceResult result;
  EXPECT_TRUE(claims(result, "perf-power-window"));
  result.run.set("power_end", R"("02-05-2026 08:40:37.501")");
  EXPECT_THAT(reported(result), IsEmpty());
  result.run.set("power_end", R"("02-05-2026 08:40:37.502")");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("longer than the 625 s of the schedule")));
  result.run.set("power_end", R"("02-05-2026 08:40:26.400")");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("completed samples per second take")));
}

TEST(PowerWindow, SingleStreamHoldsItsLatenciesOneAfterTheOther) {
  PerformanceResult result{
      .benchmark = "resnet", .scenario = "SingleStream", .system_type = "edge", .run = single_stream_run()};
  EXPECT_TRUE(claims(result, "perf-power-window"));
  EXPECT_THAT(reported(result), IsEmpty());
  result.run.set("power_end", R"("02-05-2026 08:40:29.998")");
  EXPECT_THAT(reported(result), ElementsAre(StartsWith("error perf-power-window")));
}

TEST(PowerWindow, TimeThatIsNone) {
  PerformanceResult result;
  result.run.set("power_end", R"("soon")");
  EXPECT_THAT(reported(result), ElementsAre(HasSubstr("power_end is soon")));
}

TEST(MeanOutputTokens, WindowOfTheBenchmark) {
  PerformanceResult result{.benchmark = "gpt-oss-120b",
                           .run = server_run({.samples = 6396, .ttft_limit_ns = 2000000000})};
  EXPECT_THAT(reported(result), ElementsAre(AllOf(StartsWith("error perf-mean-output-tokens"),
                                                  HasSubstr("3000.00"), HasSubstr("1150.38 to 1406.02"))));
  result.division = "open";
  EXPECT_THAT(reported(result), IsEmpty());
}

TEST(MeanOutputTokens, TenPercentOfTheAccuracyRun) {
  const auto judged = [](const std::string& tokens) {
    auto evidence = evidence_of({});
    evidence.accuracy_txt =
        submission::parse_accuracy_text("{'exact_match': 81.7, 'tokens_per_sample': " + tokens + "}\n",
                                        "accuracy.txt", {"TOKENS_PER_SAMPLE"});
    return judge(evidence);
  };
  const auto good = judged("2750.0");
  EXPECT_TRUE(good.list().empty());
  EXPECT_TRUE(good.claims().contains("perf-mean-output-tokens"));
  const auto bad = judged("2700.0");
  ASSERT_EQ(bad.list().size(), 1U);
  EXPECT_EQ(bad.list().front().variant, "accuracy-run");
}

}  // namespace
}  // namespace mlperf::test
