// SPDX-License-Identifier: Apache-2.0
// What LoadGen generated, made again from the seeds: on variants of the sample, whose logs hold the sets and
// schedules of LoadGen, and on evidence made here.
#include <gmock/gmock.h>

#include "audit/checks_schedule.h"
#include "audit/run_folder.h"
#include "audit/schedule_report.h"
#include "loadgen/issue_order.h"
#include "rules/load.h"
#include "support/temporary_tree.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

using audit::Level;
using audit::ScheduleEvidence;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kServerLog = kDeepSeekServer + kDetail;

std::string message(const audit::AuditReport& report, std::string_view rule, std::string_view file) {
  const auto found = findings(report, rule, file);
  return found.size() == 1 ? found.front()->message : fmt::format("{} findings", found.size());
}

audit::ScheduleReport schedule_of(const std::filesystem::path& folder) {
  static const auto rules = rules::load_embedded_rules();
  const auto run = audit::open_run_folder(folder.string());
  return audit::make_schedule_report(std::get<audit::RunFolder>(run), rules, 1);
}

TEST(ScheduleFromSeeds, HealthyLogsAreRecomputed) {
  const auto report = Variant().check();
  EXPECT_SILENT(report, "perf-schedule-from-seeds");
  EXPECT_SILENT(report, "perf-qsl-set");
  // The sample set and the schedule of each of the nine results.
  EXPECT_GE(report.counts.claims[static_cast<std::size_t>(Level::recomputed)], 18U);
  for (const auto& judged : report.results) {
    EXPECT_THAT(judged.not_checked, testing::Not(testing::Contains(HasSubstr("regenerated")))) << judged.id;
  }
}

TEST(ScheduleFromSeeds, AnotherQueryCount) {
  const auto report = Variant().set(kServerLog, "generated_query_count", "4389").check(kDeepSeekServer);
  EXPECT_EQ(
      message(report, "perf-schedule-from-seeds", kServerLog),
      "generated_query_count is 4389; seeds and settings give 4388 queries, a multiple of the 4388 loaded "
      "samples");
  EXPECT_EQ(findings(report, "perf-schedule-from-seeds").front()->level, Level::recomputed);
}

TEST(ScheduleFromSeeds, AnotherDurationByOneNanosecond) {
  const auto report =
      Variant().set(kServerLog, "generated_query_duration", "631442463494").check(kDeepSeekServer);
  EXPECT_EQ(message(report, "perf-schedule-from-seeds", kServerLog),
            "generated_query_duration is 631.442463494 s; 4388 queries at 7 queries per second give "
            "631.442463493 s with the seed of the schedule");
}

TEST(ScheduleFromSeeds, AnotherRateOrSeed) {
  auto report = Variant().set(kServerLog, "effective_target_qps", "7.1").check(kDeepSeekServer);
  EXPECT_ERROR(report, "perf-schedule-from-seeds", kServerLog);
  report = Variant().set(kServerLog, "effective_schedule_rng_seed", "1").check(kDeepSeekServer);
  EXPECT_ERROR(report, "perf-schedule-from-seeds", kServerLog);
  // Of the 64 bits of a seed LoadGen uses 32.
  report =
      Variant()
          .set(kServerLog, "effective_schedule_rng_seed", std::to_string(3936089224930324775U & 0xffffffffU))
          .check(kDeepSeekServer);
  EXPECT_SILENT(report, "perf-schedule-from-seeds");
}

TEST(ScheduleFromSeeds, AnotherScheduledRate) {
  const auto report =
      Variant().set(kServerLog, "result_scheduled_samples_per_sec", "6.94837").check(kDeepSeekServer);
  EXPECT_EQ(
      message(report, "perf-schedule-from-seeds", kServerLog),
      "result_scheduled_samples_per_sec is 6.94837; the schedule of the seed has 6.94836 samples per second");
}

TEST(ScheduleFromSeeds, OtherScenarios) {
  const std::string single = kResnetSingleStream + kDetail, offline = kResnetOffline + kDetail;
  auto report = Variant().set(single, "generated_query_count", "48000").check(kResnetSingleStream);
  EXPECT_EQ(message(report, "perf-schedule-from-seeds", single),
            "generated_query_count is 48000; seeds and settings give 48001 queries");
  report = Variant().set(offline, "generated_samples_per_query", "99").check(kResnetOffline);
  EXPECT_THAT(message(report, "perf-schedule-from-seeds", offline),
              HasSubstr("generated_samples_per_query is 99"));
}

// The log prints six digits of 7.0000012 as 7: user.conf has the rate itself.
TEST(ScheduleFromSeeds, TheRateOfUserConf) {
  const loadgen::PoissonRun run{{600'000'000'000, 4388, 4388}, 7.0000012};
  const auto arrivals = *loadgen::poisson_arrivals(3936089224930324775U, {&run, 1}, 1).front();
  ASSERT_NE(arrivals.duration_ns, 631442463493);
  Variant variant;
  variant.set(kServerLog, "generated_query_duration", std::to_string(arrivals.duration_ns));
  variant.replace(kDeepSeekServer + "user.conf", "target_qps = 7", "target_qps = 7.0000012");
  EXPECT_SILENT(variant.check(kDeepSeekServer), "perf-schedule-from-seeds");
  const auto report = schedule_of(variant.path(kDeepSeekServer + "performance/run_1"));
  EXPECT_EQ(report.rate.origin, audit::RateCandidate::Origin::user_conf);
  EXPECT_EQ(report.rate.qps, 7.0000012);
  EXPECT_THAT(report.findings, IsEmpty());

  // Where no file tells the rate, the duration is still one that a rate printed as 7 can give: nothing is
  // held against it. Where user.conf says 7, it is.
  variant.replace(kDeepSeekServer + "user.conf", "Server.target_qps = 7.0000012", "Offline.target_qps = 7");
  EXPECT_SILENT(variant.check(kDeepSeekServer), "perf-schedule-from-seeds");
  EXPECT_TRUE(schedule_of(variant.path(kDeepSeekServer + "performance/run_1")).within_rounding);
  variant.replace(kDeepSeekServer + "user.conf", "Offline.target_qps", "Server.target_qps");
  EXPECT_ERROR(variant.check(kDeepSeekServer), "perf-schedule-from-seeds", kServerLog);
}

TEST(ScheduleFromSeeds, WhatIsTooLargeIsNotCheckedAndSaid) {
  for (const auto& [key, value] : {std::pair{"effective_min_query_count", "1000000000000000000"},
                                   std::pair{"effective_target_qps", "1e300"},
                                   std::pair{"effective_target_duration_ms", "18446744073709551615"},
                                   std::pair{"effective_samples_per_query", "99999999999"}}) {
    const auto report = Variant().set(kServerLog, key, value).check(kDeepSeekServer);
    EXPECT_SILENT(report, "perf-schedule-from-seeds");
    EXPECT_THAT(result(report, kDeepSeekServer).not_checked,
                testing::Contains(HasSubstr("the schedule could not be regenerated")))
        << key;
  }
}

TEST(QslSet, OfAnotherSeed) {
  for (const auto& file : {kGptOssServer + kDetail, kGptOssServer + "accuracy/mlperf_log_detail.txt",
                           kGptOssServer + "TEST07/" + kDetail}) {
    const auto report = Variant()
                            .edit(file,
                                  [](std::string text) {
                                    const auto list = text.find("loaded_qsl_set");
                                    const auto first = text.find('[', list) + 1;
                                    const auto comma = text.find(',', first),
                                               second = text.find(',', comma + 1);
                                    const auto a = text.substr(first, comma - first);
                                    const auto b = text.substr(comma + 1, second - comma - 1);
                                    return text.replace(first, second - first, b + "," + a);
                                  })
                            .check(kGptOssServer);
    EXPECT_ERROR(report, "perf-qsl-set", file);
    EXPECT_THAT(message(report, "perf-qsl-set", file), HasSubstr("entry 1 of loaded_qsl_set is"));
    EXPECT_THAT(message(report, "perf-qsl-set", file), HasSubstr("seed 2465351861681999779"));
    EXPECT_EQ(findings(report, "perf-qsl-set").front()->level, Level::recomputed);
  }
}

TEST(QslSet, BlanksInTheListAreNoDifference) {
  const auto report = Variant()
                          .edit(kServerLog,
                                [](std::string text) {
                                  const auto list = text.find('[', text.find("loaded_qsl_set"));
                                  return text.replace(text.find(',', list), 1, ", ");
                                })
                          .check(kDeepSeekServer);
  EXPECT_SILENT(report, "perf-qsl-set");
}

TEST(QslSet, OneSetTooMany) {
  const std::string file = kDeepSeekServer + "accuracy/mlperf_log_detail.txt";
  const auto report = Variant().repeat(file, "loaded_qsl_set", "[1,2,3]").check(kDeepSeekServer);
  EXPECT_EQ(message(report, "perf-qsl-set", file),
            "loaded_qsl_set stands in 2 lines; the settings give 1 sample set");
}

// ---- The order of a trace.

loadgen::RunSettings small_server() {
  loadgen::RunSettings settings;
  settings.scenario = loadgen::Scenario::server;
  settings.qsl_seed = 1;
  settings.sample_index_seed = 2;
  settings.schedule_seed = 3;
  settings.qsl_total = settings.performance_sample_count = 64;
  settings.accuracy_sample_count = 64;
  settings.min_query_count = 100;
  settings.target_duration_ms = 1000;
  settings.target_qps = 100;
  return settings;
}

struct TracedRun {
  ScheduleEvidence schedule;
  base::Document<mllog::Trace> trace;
};

TracedRun traced(loadgen::Library library, double true_qps = 100) {
  TracedRun run;
  run.schedule.settings = small_server();
  run.schedule.rates = {{run.schedule.settings.target_qps}};
  ScheduleEvidence* all[] = {&run.schedule};
  audit::regenerate(all, 1);
  run.trace.path = "trace";
  run.trace.state = base::ReadState::read;
  const auto phase = loadgen::phases(run.schedule.settings, library).front();
  const auto queries = run.schedule.regenerated->arrivals.queries;
  auto& samples = run.trace.value.samples;
  loadgen::issue_order(run.schedule.settings, phase, queries, library,
                       [&](std::span<const std::uint32_t> indices) {
                         for (const auto index : indices) {
                           mllog::TraceSample sample;
                           sample.sample_seq = sample.query_seq = samples.size();
                           sample.sample_idx = index;
                           samples.push_back(sample);
                         }
                       });
  std::size_t i = 0;
  loadgen::for_each_poisson_delta(3, true_qps, queries,
                                  [&](std::int64_t delta) { samples[i++].scheduled_ns = 12345 + delta; });
  return run;
}

std::vector<std::string> reported(const TracedRun& run) {
  audit::Findings out;
  report_sample_order(audit::compare_sample_order(run.schedule, run.trace), out);
  EXPECT_EQ(out.claims().count("perf-sample-order"), 1U);
  std::vector<std::string> variants;
  for (const auto& finding : out.list()) variants.push_back(finding.rule + "/" + finding.variant);
  return variants;
}

TEST(SampleOrder, OfTheSeedsIsSilent) {
  for (const auto library : loadgen::kLibraries) {
    const auto run = traced(library);
    EXPECT_THAT(reported(run), IsEmpty());
    EXPECT_EQ(audit::compare_sample_order(run.schedule, run.trace).samples, run.trace.value.samples.size());
  }
  const auto libcxx = traced(loadgen::Library::libcxx);
  EXPECT_EQ(audit::compare_sample_order(libcxx.schedule, libcxx.trace).library, loadgen::Library::libcxx);
}

TEST(SampleOrder, OneOtherSample) {
  auto run = traced(loadgen::Library::libstdcxx_11);
  run.trace.value.samples[40].sample_idx ^= 1;
  EXPECT_THAT(reported(run), testing::ElementsAre("perf-sample-order/default"));
  const auto order = audit::compare_sample_order(run.schedule, run.trace);
  EXPECT_EQ(order.first_seq, 40U);
  EXPECT_EQ(order.other_samples, 1U);
}

TEST(SampleOrder, OneQueryOneNanosecondLater) {
  auto run = traced(loadgen::Library::libstdcxx_11);
  ++run.trace.value.samples[7].scheduled_ns;
  EXPECT_THAT(reported(run), testing::ElementsAre("perf-sample-order/times"));
  EXPECT_EQ(audit::compare_sample_order(run.schedule, run.trace).first_query, 7U);
}

// The log prints six digits of the rate.
TEST(SampleOrder, TimesOfARateThatIsPrintedAlike) {
  auto run = traced(loadgen::Library::libstdcxx_11, 100.00004);
  EXPECT_THAT(reported(run), testing::ElementsAre("perf-sample-order/times"));
  run.schedule.rate_half_unit = 0.00005;
  EXPECT_THAT(reported(run), IsEmpty());
  run.schedule.rate_confirmed = true;
  EXPECT_THAT(reported(run), testing::ElementsAre("perf-sample-order/times"));
}

// A killed run lacks samples; what is there is compared.
TEST(SampleOrder, SamplesThatNeverCompletedAreNoDifference) {
  auto run = traced(loadgen::Library::libstdcxx_11);
  auto& samples = run.trace.value.samples;
  samples.erase(samples.begin() + 10, samples.begin() + 15);
  samples.erase(samples.begin());
  samples.resize(60);
  EXPECT_THAT(reported(run), IsEmpty());
}

TEST(SampleOrder, HostileNumbersAreNotFollowed) {
  auto run = traced(loadgen::Library::libstdcxx_11);
  run.trace.value.samples.back().sample_seq = 1'000'000'000'000'000'000U;
  EXPECT_THAT(audit::compare_sample_order(run.schedule, run.trace).obstacle,
              HasSubstr("1000000000000000000"));
}

// The trace of an accuracy run that LoadGen issued in the order of `samples`.
std::string trace_text(const std::vector<std::uint32_t>& samples) {
  std::string text = "{\"traceEvents\":[\n";
  for (std::size_t i = 0; i < samples.size(); ++i) {
    text += fmt::format(
        "{{\"name\":\"Sample\",\"cat\":\"default\",\"ph\":\"b\",\"pid\":1,\"id\":{0},\"ts\":{0}.000,\"args\":"
        "{{"
        "\"sample_seq\":{0},\"query_seq\":{0},\"sample_idx\":{1},\"issue_start_ns\":0,\"complete_ns\":5}}}},"
        "\n",
        i, samples[i]);
  }
  return text + "{\"name\":\"LastTrace\"}\n]}\n";
}

TEST(SampleOrder, OfAnAccuracyRunInCheck) {
  const std::string folder = kDeepSeekServer + "accuracy/", trace = folder + "mlperf_log_trace.json";
  Variant variant;
  const auto log = mllog::read_detail_log(variant.path(folder + "mlperf_log_detail.txt").string(), "log");
  const auto settings = loadgen::settings_of(log.value).settings;
  std::vector<std::uint32_t> issued;
  for (const auto& phase : loadgen::phases(settings, loadgen::Library::libstdcxx_11)) {
    loadgen::issue_order(
        settings, phase, phase.goal.minimum, loadgen::Library::libstdcxx_11,
        [&](std::span<const std::uint32_t> one) { issued.insert(issued.end(), one.begin(), one.end()); });
  }
  ASSERT_GT(issued.size(), 40U);
  EXPECT_SILENT(variant.write(trace, trace_text(issued)).check(kDeepSeekServer), "perf-sample-order");
  const auto expected = issued[40];
  issued[40] ^= 1U;
  EXPECT_EQ(
      message(variant.write(trace, trace_text(issued)).check(kDeepSeekServer), "perf-sample-order", trace),
      fmt::format("sample 40 of the trace has index {}, seeds and settings give {}; 1 of {} samples differ",
                  expected ^ 1U, expected, issued.size()));
}

// ---- The report of one run.

TEST(ScheduleReport, OfAnAccuracyRunWithManySets) {
  Variant variant;
  const auto report = schedule_of(variant.path(kResnetSingleStream + "accuracy"));
  EXPECT_THAT(report.findings, IsEmpty());
  ASSERT_THAT(report.phases, SizeIs(49));
  EXPECT_TRUE(report.phases.back().set_agrees);
  EXPECT_EQ(report.phases.back().first_sample_seq + report.phases.back().samples, 50000U);

  variant.set(kResnetSingleStream + "accuracy/mlperf_log_detail.txt", "generated_query_count", "1023");
  const auto other = schedule_of(variant.path(kResnetSingleStream + "accuracy"));
  ASSERT_THAT(other.findings, SizeIs(1));
  EXPECT_EQ(other.findings.front().rule, "perf-schedule-from-seeds");
  EXPECT_EQ(other.exit_code(false), 1);
}

TEST(RunFolder, SaysWhatIsMissing) {
  const auto reason = [](const std::filesystem::path& folder) {
    const auto run = audit::open_run_folder(folder.string());
    const auto* failure = std::get_if<audit::Failure>(&run);
    return failure != nullptr ? failure->message : std::string("opened");
  };
  Variant variant;
  EXPECT_EQ(reason(variant.path(kDeepSeekServer + "performance/run_1")), "opened");
  EXPECT_EQ(reason(variant.path(kDeepSeekServer + "performance/run_1/")), "opened");
  EXPECT_THAT(reason(variant.path(kDeepSeekServer)), HasSubstr("the run folder is"));
  EXPECT_THAT(reason(variant.path("nothing")), HasSubstr("is not there"));
  EXPECT_THAT(reason(variant.path(kServerLog)), HasSubstr("is no folder"));
  variant.write(kServerLog, "");
  EXPECT_THAT(reason(variant.path(kDeepSeekServer + "performance/run_1")), HasSubstr("is empty"));
}

TEST(RunFolder, FindsTheUserConfOfItsResult) {
  Variant variant;
  for (const auto* folder : {"performance/run_1", "accuracy", "TEST07/performance/run_1"}) {
    const auto run = audit::open_run_folder(variant.path(kGptOssServer + folder).string());
    EXPECT_TRUE(std::get<audit::RunFolder>(run).user_conf.usable()) << folder;
  }
}

}  // namespace
}  // namespace mlperf::test
