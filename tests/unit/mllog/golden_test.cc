// SPDX-License-Identifier: Apache-2.0
// The traces and accuracy logs of real LoadGen runs give exactly the facts that belong to them.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "mllog/accuracy_stream.h"
#include "mllog/trace.h"
#include "support/golden_runs.h"

namespace mlperf::mllog {
namespace {

class GoldenTest : public testing::Test {
 protected:
  void SetUp() override {
    if (runs_.empty()) GTEST_SKIP() << "no golden LoadGen runs (set MLPERF_AUDIT_SHARED)";
    EXPECT_EQ(runs_.size(), 70U);
  }
  std::vector<test::GoldenRun> runs_ = test::golden_runs();
};

nlohmann::json as_json(const TraceFacts& facts) {
  return {{"bytes", facts.bytes},
          {"complete_lines", facts.complete_lines},
          {"partial_tail_bytes", facts.partial_tail_bytes},
          {"footer_present", facts.footer_present},
          {"events_by_name", facts.events_by_name},
          {"doubled_quote_lines", facts.doubled_quote_lines},
          {"negative_ts_events", facts.negative_ts_events},
          {"ts_descents_in_file_order", facts.ts_descents_in_file_order},
          {"sample_id_descents", facts.sample_id_descents},
          {"duplicate_sample_events", facts.duplicate_sample_events},
          {"samples", facts.samples},
          {"samples_sharing_a_scheduled_time", facts.samples_sharing_a_scheduled_time},
          {"token_events", facts.token_events},
          {"token_events_without_sample", facts.token_events_without_sample},
          {"duplicate_token_events", facts.duplicate_token_events},
          {"valid_json", false}};
}

TEST_F(GoldenTest, TraceFacts) {
  for (const auto& run : runs_) {
    const auto document = read_trace(run.file("mlperf_log_trace.json"), run.name);
    const auto found = as_json(document.value.facts);
    const auto& expected = run.expected.at("trace");
    for (const auto& [key, value] : expected.items())
      EXPECT_EQ(found.at(key), value) << run.name << " " << key;
    if (expected.at("bytes") == 0) {
      EXPECT_EQ(document.state, base::ReadState::empty) << run.name;
      continue;
    }
    const bool cut = expected.at("partial_tail_bytes") != 0;
    EXPECT_EQ(document.state, cut ? base::ReadState::damaged : base::ReadState::read) << run.name;
    EXPECT_EQ(document.issues.size(), cut ? 1U : 0U) << run.name;
    EXPECT_EQ(document.value.facts.origin_ns.has_value(), expected.at("footer_present").get<bool>())
        << run.name;
  }
}

// LoadGen's rule: the element with index trunc(n * p) of the sorted values.
std::int64_t percentile(const std::vector<std::int64_t>& sorted, double p) {
  return sorted.at(static_cast<std::size_t>(static_cast<double>(sorted.size()) * p));
}

void expect_metric(std::vector<std::int64_t> values, const nlohmann::json& expected,
                   const std::string& what) {
  std::sort(values.begin(), values.end());
  ASSERT_EQ(values.size(), expected.value("count", values.size())) << what;
  EXPECT_EQ(values.front(), expected.at("min")) << what;
  EXPECT_EQ(values.back(), expected.at("max")) << what;
  for (const auto& [key, p] : std::map<std::string, double>{
           {"p50", .5}, {"p90", .9}, {"p95", .95}, {"p97", .97}, {"p99", .99}, {"p99.9", .999}}) {
    EXPECT_EQ(percentile(values, p), expected.at(key)) << what << " " << key;
  }
}

TEST_F(GoldenTest, TimesOfTheSamples) {
  std::size_t compared = 0;
  for (const auto& run : runs_) {
    if (run.expected.at("kind") == "sub") continue;  // two phases: the metrics are those of the second
    const auto document = read_trace(run.file("mlperf_log_trace.json"), run.name);
    const auto& samples = document.value.samples;
    const auto& metrics = run.expected.value("metrics", nlohmann::json::object());
    if (samples.empty()) continue;
    std::vector<std::int64_t> latencies;
    std::vector<std::int64_t> ttfts;
    for (const auto& sample : samples) {
      latencies.push_back(sample.latency_ns);
      ttfts.push_back(sample.ttft_after_completion ? kNoTtft : sample.ttft_ns);
    }
    if (metrics.contains("latency_ns")) {
      expect_metric(latencies, metrics.at("latency_ns"), run.name + " latency");
      ++compared;
    }
    for (const char* key : {"ttft_ns", "ttft_ns_of_completed_samples"}) {
      if (!metrics.contains(key)) continue;
      expect_metric(ttfts, metrics.at(key), run.name + " TTFT");
      ++compared;
    }
    if (metrics.contains("ttft_ns_of_all_token_events")) {
      ttfts.insert(ttfts.end(), document.value.ttft_ns_without_sample.begin(),
                   document.value.ttft_ns_without_sample.end());
      expect_metric(ttfts, metrics.at("ttft_ns_of_all_token_events"), run.name + " TTFT of all");
      ++compared;
    }
  }
  EXPECT_GT(compared, 80U);
}

TEST_F(GoldenTest, ALateFirstTokenIsToldFromThoseInTime) {
  for (const auto& run : runs_) {
    if (run.name != "gptoss-server-late-first-token") continue;
    const auto document = read_trace(run.file("mlperf_log_trace.json"), run.name);
    std::size_t late = 0;
    for (const auto& sample : document.value.samples) {
      if (!sample.ttft_after_completion) continue;
      ++late;
      EXPECT_EQ(sample.sample_seq, 200U);
      EXPECT_EQ(sample.ttft_ns, 1342100563);
      EXPECT_EQ(sample.latency_ns, 1312104949);
    }
    EXPECT_EQ(late, 1U);
  }
}

nlohmann::json accuracy_as_json(const std::string& disk_path) {
  std::set<std::uint64_t> seqs;
  std::set<std::uint64_t> samples;
  std::vector<AccuracyRef> refs;
  std::vector<std::size_t> bytes;
  std::vector<std::int64_t> tokens;
  const auto document = stream_accuracy_log(disk_path, "log", {}, [&](const AccuracyRecord& record) {
    seqs.insert(record.seq_id);
    samples.insert(record.qsl_idx);
    refs.push_back(AccuracyRef::of(record));
    bytes.push_back(record.data.size() / 2);
    if (record.token_count) tokens.push_back(*record.token_count);
  });
  const auto sum = [](const auto& values) {
    std::int64_t total = 0;
    for (const auto value : values) total += static_cast<std::int64_t>(value);
    return total;
  };
  nlohmann::json json = {{"entries", document.value.entries},
                         {"distinct_seq", seqs.size()},
                         {"distinct_qsl_idx", samples.size()},
                         {"valid_json", document.value.valid_json},
                         {"keys", document.value.keys},
                         {"sorted_seq_sha256", base::sha256_hex(fmt::format("{}", fmt::join(seqs, ",")))},
                         {"in_seq_order", document.value.in_seq_order},
                         {"data_sha256_by_qsl", sha256_by_qsl(disk_path, refs).value_or("")}};
  json["complete_entries_recovered"] = json["entries"];
  if (!bytes.empty()) {
    json["data_bytes_sum"] = sum(bytes);
    json["data_bytes_min"] = *std::min_element(bytes.begin(), bytes.end());
    json["data_bytes_max"] = *std::max_element(bytes.begin(), bytes.end());
    json["empty_data_entries"] = std::count(bytes.begin(), bytes.end(), 0U);
  }
  if (!tokens.empty()) {
    json["token_count_sum"] = sum(tokens);
    json["token_count_min"] = *std::min_element(tokens.begin(), tokens.end());
    json["token_count_max"] = *std::max_element(tokens.begin(), tokens.end());
  }
  return json;
}

TEST_F(GoldenTest, AccuracyLogs) {
  for (const auto& run : runs_) {
    const auto path = run.file("mlperf_log_accuracy.json");
    const auto found = accuracy_as_json(path);
    for (const auto& [key, value] : run.expected.at("accuracy_log").items()) {
      if (key.starts_with("sampling_") || key == "covers_all_completed_samples") continue;
      ASSERT_TRUE(found.contains(key)) << run.name << " " << key;
      EXPECT_EQ(found.at(key), value) << run.name << " " << key;
    }
    AccuracyStreamOptions options;
    options.hash = true;
    const auto document = stream_accuracy_log(path, run.name, options, [](const AccuracyRecord&) {});
    const auto& file = run.expected.at("files").at("mlperf_log_accuracy.json");
    EXPECT_EQ(document.value.size, file.at("bytes")) << run.name;
    EXPECT_EQ(document.value.sha256, file.at("sha256")) << run.name;
    EXPECT_EQ(document.state, document.value.valid_json ? base::ReadState::read : base::ReadState::damaged)
        << run.name;
  }
}

}  // namespace
}  // namespace mlperf::mllog
