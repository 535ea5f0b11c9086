// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/audit/result_fixture.h"

namespace mlperf::audit {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto rule(const std::string& id) {
  return Field(&Seen::rule, id);
}
auto severity(const std::string& name) {
  return Field(&Seen::severity, name);
}
auto line(std::uint32_t number) {
  return Field(&Seen::line, number);
}
auto says(const std::string& text) {
  return Field(&Seen::message, HasSubstr(text));
}

std::vector<Seen> seen(const Result& result) {
  return result.seen(measurement_checks());
}

// measurements.json with one value replaced.
Result with_field(const std::string& name, const std::string& json) {
  Result result;
  std::string& text = result.files.at("measurements.json");
  const std::size_t at = text.find("\"" + name + "\": ") + name.size() + 4;
  text.replace(at, text.find_first_of(",\n", at) - at, json);
  return result;
}

// A run on a server whose log has the settings of the round.
Result server(const std::string& scenario, const std::string& conf) {
  Result result;
  result.scenario = scenario;
  result.file("performance/run_1/mlperf_log_detail.txt",
              log_line("effective_target_qps", "64") + log_line("effective_min_query_count", "144000"));
  return result.file("user.conf", conf);
}

TEST(Measurements, CompleteFileIsSilent) {
  EXPECT_THAT(seen(Result()), IsEmpty());
}

TEST(MeasurementsFields, MissingAndEmpty) {
  Result missing;
  missing.file("measurements.json", "{\"retraining\": \"No\"}");
  EXPECT_THAT(seen(missing),
              ElementsAre(AllOf(rule("measurements-fields"), severity("error"), says("weight_data_types"))));
  EXPECT_THAT(seen(with_field("starting_weights_filename", "\"\"")),
              ElementsAre(AllOf(rule("measurements-fields"), severity("error"), line(4),
                                says("starting_weights_filename"))));
  EXPECT_THAT(seen(with_field("weight_transformations", "null")), ElementsAre(rule("measurements-fields")));
  EXPECT_THAT(seen(with_field("weight_data_types", "[\"fp4\", \"fp8\"]")), IsEmpty());
}

TEST(Retraining, DeniedAdmittedUnclear) {
  for (const char* denied : {"\"no\"", "\"None\"", "false", "\"No retraining was done\""})
    EXPECT_THAT(seen(with_field("retraining", denied)), IsEmpty()) << denied;
  for (const char* admitted : {"\"Yes\"", "true", "\"y\"", "1", "\"the head was retrained\""})
    EXPECT_THAT(seen(with_field("retraining", admitted)),
                ElementsAre(AllOf(rule("measurements-retraining"), severity("error"), line(3))))
        << admitted;
  EXPECT_THAT(seen(with_field("retraining", "\"see README\"")),
              ElementsAre(AllOf(rule("measurements-retraining"), severity("warning"))));
  Result open = with_field("retraining", "\"Yes\"");
  open.division = "open";
  EXPECT_THAT(seen(open), IsEmpty());
}

TEST(Precision, KnownFormats) {
  for (const char* known :
       {"\"INT8\"", "\"bfloat16\"", "\"MXFP4\"", "\"fp8,bf16\"", "\"NVFP4 with fp8 KV cache\""})
    EXPECT_THAT(seen(with_field("weight_data_types", known)), IsEmpty()) << known;
  EXPECT_THAT(seen(with_field("weight_data_types", "\"best\"")),
              ElementsAre(AllOf(rule("measurements-precision-known"), severity("note"))));
}

TEST(UserConfKeys, SeedsAndLimits) {
  EXPECT_THAT(of_rule(seen(server("Server", "*.*.qsl_rng_seed = 7\n")), "conf-user-forbidden-keys"),
              ElementsAre(AllOf(severity("error"), line(1), says("qsl_rng_seed to 7"))));
  EXPECT_THAT(of_rule(seen(server("Server", "*.Server.ttft_latency = 4000\n")), "conf-user-forbidden-keys"),
              ElementsAre(AllOf(severity("error"), says("4000"), says("2000"))));
  EXPECT_THAT(of_rule(seen(server("Server", "*.Server.ttft_latency = 1000\n")), "conf-user-forbidden-keys"),
              ElementsAre(severity("warning")));
  EXPECT_THAT(of_rule(seen(server("Server", "*.Server.ttft_latency = 2000\n")), "conf-user-forbidden-keys"),
              ElementsAre(severity("note")));
  EXPECT_THAT(of_rule(seen(server("Server", "deepseek-r1.*.sample_concatenate_permutation = 0\n")),
                      "conf-user-forbidden-keys"),
              ElementsAre(severity("error")));
}

TEST(UserConfKeys, ServerLimitIsLooseForInteractive) {
  EXPECT_THAT(
      of_rule(seen(server("Interactive", "*.Server.ttft_latency = 2000\n")), "conf-user-forbidden-keys"),
      ElementsAre(severity("error")));
  // Of the model name that Server runs have it is the rule's own figure, without effect here.
  const auto other_model = seen(server("Interactive", "deepseek-r1.Server.ttft_latency = 2000\n"));
  EXPECT_THAT(of_rule(other_model, "conf-user-forbidden-keys"), ElementsAre(severity("note")));
  EXPECT_THAT(of_rule(other_model, "conf-user-matches-log"),
              ElementsAre(AllOf(severity("note"), says("without effect"))));
}

TEST(UserConfKeys, AuditKeysAndHarmlessOnes) {
  EXPECT_THAT(of_rule(seen(server("Offline", "*.Offline.performance_issue_same = 1\n*.Offline.mode = 2\n")),
                      "conf-user-forbidden-keys"),
              ElementsAre(AllOf(severity("warning"), line(1))));
  EXPECT_THAT(seen(server("SingleStream", "*.SingleStream.target_latency = 10\n*.*.max_duration = 0\n")),
              IsEmpty());
}

TEST(UserConfEffect, ValueThatTheLogDoesNotShow) {
  EXPECT_THAT(seen(server("Server", "*.Server.min_query_count = 26328\n*.Server.target_qps = 64.0\n")),
              ElementsAre(AllOf(rule("conf-user-matches-log"), severity("note"), line(1), says("26328"),
                                says("144000"))));
}

TEST(MlperfConfCopy, OtherSeeds) {
  EXPECT_THAT(seen(Result().file("mlperf.conf", "*.*.qsl_rng_seed = 1\n")),
              ElementsAre(AllOf(rule("conf-mlperf-copy"), severity("note"), line(1))));
  EXPECT_THAT(
      seen(Result().file("mlperf.conf", fmt::format("*.*.qsl_rng_seed = {}\n", round60().seeds().qsl))),
      IsEmpty());
}

TEST(Retraining, ANoFollowedByAYesIsUnclear) {
  EXPECT_THAT(seen(with_field("retraining", "\"no, but yes\"")),
              ElementsAre(AllOf(rule("measurements-retraining"), severity("warning"))));
}

TEST(UserConfKeys, ALimitBelowZeroIsNoLimit) {
  EXPECT_THAT(of_rule(seen(server("Server", "*.Server.ttft_latency = -1\n")), "conf-user-forbidden-keys"),
              ElementsAre(severity("error")));
}

}  // namespace
}  // namespace mlperf::audit
