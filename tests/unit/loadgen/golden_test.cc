// SPDX-License-Identifier: Apache-2.0
// Sets, orders and schedules against the vectors of an independent implementation in the acceptance data.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "loadgen/accuracy_sampling.h"
#include "loadgen/arrivals.h"
#include "loadgen/issue_order.h"

namespace mlperf::loadgen {
namespace {

using nlohmann::json;

json vectors() {
  const char* given = std::getenv("MLPERF_AUDIT_SHARED");
  const std::filesystem::path shared = given != nullptr ? given : MLPERF_SOURCE_DIR "/../shared";
  std::ifstream file(shared / "facts" / "algorithms-golden.json");
  return file ? json::parse(file) : json();
}

#define SKIP_WITHOUT(data) \
  if ((data).is_null()) GTEST_SKIP() << "no facts/algorithms-golden.json (set MLPERF_AUDIT_SHARED)"

// 64-bit FNV-1a over 8-byte little-endian words, from the vectors' own offset.
class Fnv {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = (hash_ ^ (word >> (8 * byte) & 0xff)) * 1099511628211U;
    }
  }
  std::string hex() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 1469598103934665603U;
};

Scenario scenario_named(const std::string& name) {
  for (const auto scenario :
       {Scenario::single_stream, Scenario::multi_stream, Scenario::server, Scenario::offline}) {
    if (name == to_string(scenario)) return scenario;
  }
  throw std::runtime_error("scenario " + name);
}

RunSettings settings_of_case(const json& c) {
  RunSettings settings;
  settings.scenario = scenario_named(c["scenario"]);
  settings.mode = c["accuracy"] == 1 ? TestMode::accuracy : TestMode::performance;
  const bool v60 = c["round_seeds"] == "v6.0";
  settings.qsl_seed = v60 ? 2465351861681999779U : 2085463073848966840U;
  settings.sample_index_seed = v60 ? 14276810075590677512U : 2747215439041700203U;
  settings.schedule_seed = v60 ? 3936089224930324775U : 16159082839903944936U;
  settings.qsl_total = c["shuffle_n"];
  settings.performance_sample_count = c["set_size"];
  settings.samples_per_query = c["samples_per_query"];
  settings.min_query_count = c["min_query_count"];
  settings.target_duration_ms = c["target_duration_ms"];
  settings.target_qps = c["target_qps"];
  settings.issue_unique = c["unique"] == 1;
  settings.issue_same = c["same"] == 1;
  settings.same_index = c["same_index"];
  settings.equal_issue = c["equal"] == 1;
  return settings;
}

Arrivals arrivals_of(const RunSettings& settings, const Phase& phase) {
  if (settings.scenario != Scenario::server)
    return periodic_arrivals(phase.goal, period_ns(settings.target_qps));
  const PoissonRun run{phase.goal, settings.target_qps};
  return *poisson_arrivals(settings.schedule_seed, {&run, 1}, 1).front();
}

void expect_phase(const RunSettings& settings, const Phase& phase, Library library, const json& expected) {
  Fnv set, order;
  for (const auto sample : phase.set.samples) set.add(sample);
  EXPECT_EQ(phase.set.samples.size(), expected["set_len"]);
  EXPECT_EQ(set.hex(), expected["set_fnv"]);

  const auto arrivals = arrivals_of(settings, phase);
  EXPECT_EQ(arrivals.queries, expected["queries"]);
  EXPECT_EQ(phase.samples_per_query, expected["spq"]);
  EXPECT_EQ(arrivals.duration_ns, expected["duration_ns"]);
  EXPECT_EQ(arrivals.last_delta_ns, expected["last_scheduled_ns"]);

  // For MultiStream the vectors begin with the first sample of each query.
  const std::uint64_t every = settings.scenario == Scenario::multi_stream ? phase.samples_per_query : 1;
  std::uint64_t position = 0;
  std::vector<std::uint32_t> first;
  issue_order(settings, phase, arrivals.queries, library, [&](std::span<const std::uint32_t> samples) {
    for (const auto sample : samples) {
      order.add(sample);
      if (position++ % every == 0 && first.size() < expected["first"].size()) first.push_back(sample);
    }
  });
  EXPECT_EQ(first, expected["first"].get<std::vector<std::uint32_t>>());
  EXPECT_EQ(order.hex(), expected["order_fnv"]);
}

TEST(GoldenVectors, SetsOrdersAndSchedules) {
  const json data = vectors();
  SKIP_WITHOUT(data);
  const std::pair<const char*, Library> libraries[] = {
      {"new", Library::libstdcxx_11}, {"old", Library::libstdcxx_10}, {"libcxx", Library::libcxx}};
  for (const auto& c : data["cases"]) {
    const auto settings = settings_of_case(c);
    ASSERT_EQ(query_obstacle(settings), "");
    for (const auto& [name, library] : libraries) {
      SCOPED_TRACE(fmt::format("{} {} of {} samples, {}", c["round_seeds"].get<std::string>(),
                               c["scenario"].get<std::string>(), c["shuffle_n"].dump(), name));
      const auto all = phases(settings, library);
      const auto& expected = c["out"][name];
      ASSERT_EQ(all.size(), expected.size());
      for (std::size_t i = 0; i < all.size(); ++i) expect_phase(settings, all[i], library, expected[i]);
    }
  }
}

TEST(GoldenVectors, PublishedServerRuns) {
  const json data = vectors();
  SKIP_WITHOUT(data);
  for (const auto& log : data["real_server_logs_v60"]) {
    RunSettings settings;
    settings.scenario = Scenario::server;
    settings.qsl_seed = 2465351861681999779U;
    settings.qsl_total = log["shuffle_n"];
    settings.performance_sample_count = log["set_size"];
    settings.min_query_count = log["min_query_count"];
    settings.target_duration_ms = log["target_duration_ms"];
    settings.target_qps = log["target_qps"];
    settings.equal_issue = log["equal"];
    settings.schedule_seed = 3936089224930324775U;
    const auto phase = phases(settings, Library::libstdcxx_11).front();
    const auto arrivals = arrivals_of(settings, phase);
    EXPECT_EQ(arrivals.queries, log["queries"]) << log["log"];
    EXPECT_EQ(arrivals.duration_ns, log["duration_ns"]) << log["log"];
    const auto loaded = log["loaded_first"].get<std::vector<std::uint32_t>>();
    EXPECT_TRUE(std::equal(loaded.begin(), loaded.end(), phase.set.samples.begin())) << log["log"];
  }
}

TEST(GoldenVectors, AccuracySampling) {
  const json data = vectors();
  SKIP_WITHOUT(data);
  for (const auto& expected : data["accuracy_sampling"]["logged"]) {
    RunSettings settings;
    settings.accuracy_log_seed = 720381539243781796U;
    settings.accuracy_log_probability = expected["prob"];
    AccuracySampling sampling(settings);
    std::vector<std::uint64_t> logged;
    for (std::uint64_t i = 0; i < expected["n"].get<std::uint64_t>(); ++i) {
      if (sampling.next_is_logged()) logged.push_back(i);
    }
    ASSERT_EQ(logged.size(), expected["count"]);
    const auto first = expected["first"].get<std::vector<std::uint64_t>>();
    const auto last = expected["last"].get<std::vector<std::uint64_t>>();
    EXPECT_TRUE(std::equal(first.begin(), first.end(), logged.begin()));
    EXPECT_TRUE(std::equal(last.rbegin(), last.rend(), logged.rbegin()));
  }
}

}  // namespace
}  // namespace mlperf::loadgen
