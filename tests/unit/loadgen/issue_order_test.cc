// SPDX-License-Identifier: Apache-2.0
// Orders that can be told without the random numbers, and bounds of what is regenerated.
#include "loadgen/issue_order.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlperf::loadgen {
namespace {

using ::testing::Each;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kHuge = 1'000'000'000'000'000'000U;
constexpr Library kNew = Library::libstdcxx_11;

RunSettings server(std::uint64_t samples) {
  RunSettings settings;
  settings.scenario = Scenario::server;
  settings.qsl_seed = 1;
  settings.sample_index_seed = 2;
  settings.schedule_seed = 3;
  settings.qsl_total = samples;
  settings.performance_sample_count = samples;
  settings.accuracy_sample_count = samples;
  settings.min_query_count = 100;
  settings.target_duration_ms = 1000;
  settings.target_qps = 10;
  return settings;
}

RunSettings offline(std::uint64_t samples, std::uint64_t per_query) {
  auto settings = server(samples);
  settings.scenario = Scenario::offline;
  settings.samples_per_query = per_query;
  settings.min_query_count = 1;
  settings.target_duration_ms = 0;
  return settings;
}

std::vector<std::uint32_t> order(const RunSettings& settings, const Phase& phase, std::uint64_t queries) {
  std::vector<std::uint32_t> all;
  issue_order(settings, phase, queries, kNew, [&](std::span<const std::uint32_t> samples) {
    all.insert(all.end(), samples.begin(), samples.end());
  });
  return all;
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> values) {
  std::sort(values.begin(), values.end());
  return values;
}

TEST(IssueOrder, EqualIssueSendsEachSampleEquallyOften) {
  auto settings = server(50);
  settings.equal_issue = true;
  const auto phase = phases(settings, kNew).front();
  const auto all = order(settings, phase, 300);
  for (std::size_t begin = 0; begin < all.size(); begin += 50) {
    const auto* first = all.data() + begin;
    EXPECT_EQ(sorted({first, first + 50}), ascending(50));
  }
  // Two permutations were drawn in advance, for 100 queries; the third is the first again.
  EXPECT_TRUE(std::equal(all.begin(), all.begin() + 100, all.begin() + 100));
  EXPECT_FALSE(std::equal(all.begin(), all.begin() + 50, all.begin() + 50));
}

TEST(IssueOrder, UniqueSendsEachSampleOnce) {
  auto settings = server(64);
  settings.issue_unique = true;
  const auto phase = phases(settings, kNew).front();
  EXPECT_EQ(phase.goal.minimum, 64U);
  EXPECT_EQ(phase.goal.duration_ns, 0);
  EXPECT_EQ(sorted(order(settings, phase, 64)), ascending(64));
}

TEST(IssueOrder, SameSendsOneSample) {
  auto settings = server(64);
  settings.issue_same = true;
  settings.same_index = 3;
  const auto phase = phases(settings, kNew).front();
  EXPECT_THAT(order(settings, phase, 20), Each(phase.set.samples[3]));
  settings.same_index = 64;
  EXPECT_THAT(query_obstacle(settings), HasSubstr("performance_issue_same_index 64"));
}

TEST(IssueOrder, OfflineRepeatsTheSetAndEndsWithItsBeginning) {
  const auto settings = offline(10, 25);
  const auto phase = phases(settings, kNew).front();
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < 25; ++i) expected.push_back(phase.set.samples[i % 10]);
  EXPECT_THAT(order(settings, phase, 1), ElementsAreArray(expected));
}

TEST(IssueOrder, OfflineWithEqualIssueFillsTheLastSet) {
  auto settings = offline(10, 25);
  settings.equal_issue = true;
  const auto phase = phases(settings, kNew).front();
  EXPECT_EQ(phase.samples_per_query, 30U);
  EXPECT_EQ(order(settings, phase, 1).size(), 30U);
}

TEST(IssueOrder, MultiStreamTakesNeighboursOfThePaddedSet) {
  auto settings = server(20);
  settings.scenario = Scenario::multi_stream;
  settings.samples_per_query = 8;
  const auto phase = phases(settings, kNew).front();
  const auto& loaded = phase.set.samples;
  ASSERT_EQ(loaded.size(), 27U);
  EXPECT_TRUE(std::equal(loaded.begin(), loaded.begin() + 7, loaded.begin() + 20));
  const auto all = order(settings, phase, 50);
  ASSERT_EQ(all.size(), 400U);
  for (std::size_t begin = 0; begin < all.size(); begin += 8) {
    EXPECT_NE(std::search(loaded.begin(), loaded.end(), all.begin() + begin, all.begin() + begin + 8),
              loaded.end());
  }
}

TEST(Phases, AccuracyGoesThroughTheLibrarySetBySet) {
  auto settings = server(250);
  settings.mode = TestMode::accuracy;
  settings.qsl_total = 600;
  settings.accuracy_sample_count = 600;
  const auto all = phases(settings, kNew);
  ASSERT_EQ(all.size(), 3U);
  std::vector<std::uint32_t> samples;
  for (const auto& phase : all) {
    EXPECT_EQ(phase.goal.minimum, phase.set.core);
    EXPECT_EQ(sorted(order(settings, phase, phase.set.core)), sorted(phase.set.samples));
    samples.insert(samples.end(), phase.set.samples.begin(), phase.set.samples.end());
  }
  EXPECT_EQ(all.back().set.core, 100U);
  EXPECT_EQ(sorted(samples), ascending(600));
}

TEST(Phases, SubmissionRunIsAccuracyAndThenPerformance) {
  auto settings = server(64);
  settings.mode = TestMode::submission;
  const auto all = phases(settings, kNew);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].accuracy);
  EXPECT_FALSE(all[1].accuracy);
}

// Since 6.0.6 the first samples of the library are shuffled, before it all of them.
TEST(Phases, OlderLoadGenDrawsTheSetFromTheWholeLibrary) {
  auto settings = server(1024);
  settings.qsl_total = 50000;
  settings.accuracy_sample_count = 50000;
  EXPECT_EQ(sorted(performance_set(settings, kNew).samples), ascending(1024));
  settings.accuracy_sample_count.reset();
  const auto set = performance_set(settings, kNew);
  EXPECT_EQ(set.samples.size(), 1024U);
  EXPECT_GT(*std::max_element(set.samples.begin(), set.samples.end()), 40000U);
}

TEST(Obstacles, HealthySettingsHaveNone) {
  EXPECT_THAT(query_obstacle(server(64)), IsEmpty());
  EXPECT_THAT(query_obstacle(offline(43, 1716)), IsEmpty());
}

TEST(Obstacles, WhatIsTooLargeIsSaid) {
  const auto reason = [](auto change) {
    auto settings = server(64);
    change(settings);
    return query_obstacle(settings);
  };
  const auto too_many = HasSubstr("too many");
  EXPECT_THAT(reason([](RunSettings& s) {
                s.qsl_total = s.performance_sample_count = kHuge;
                s.accuracy_sample_count = kHuge;
              }),
              too_many);
  EXPECT_THAT(reason([](RunSettings& s) { s.min_query_count = kHuge; }), too_many);
  EXPECT_THAT(reason([](RunSettings& s) {
                s.min_query_count = 18446744073709551615U;
                s.equal_issue = true;
              }),
              too_many);
  EXPECT_THAT(reason([](RunSettings& s) { s.samples_per_query = kHuge; }), too_many);
  EXPECT_THAT(reason([](RunSettings& s) {
                s.target_duration_ms = 100'000'000'000U;
                s.target_qps = 1e6;
              }),
              too_many);
  EXPECT_THAT(reason([](RunSettings& s) { s.target_duration_ms = kHuge; }), HasSubstr("is not regenerated"));
  EXPECT_THAT(reason([](RunSettings& s) { s.target_qps = 1e-9; }), HasSubstr("is not regenerated"));
  EXPECT_THAT(reason([](RunSettings& s) { s.target_qps = 0; }), HasSubstr("is not regenerated"));
  EXPECT_THAT(reason([](RunSettings& s) {
                s.scenario = Scenario::multi_stream;
                s.samples_per_query = kHuge;
              }),
              too_many);
  EXPECT_THAT(reason([](RunSettings& s) { s.qsl_total = 0; }), HasSubstr("no sample"));
}

TEST(Obstacles, WhatCrashesLoadGenIsSaid) {
  auto settings = server(64);
  settings.issue_unique = true;
  settings.samples_per_query = 65;
  EXPECT_THAT(query_obstacle(settings), HasSubstr("no query"));
  settings = server(64);
  settings.equal_issue = true;
  settings.min_query_count = 0;
  EXPECT_THAT(query_obstacle(settings), HasSubstr("crash"));
}

TEST(NumberHash, IsThatOfTheJoinedText) {
  NumberHash hash;
  hash.add_all(std::vector<std::int64_t>{3, 10, 0, -7});
  EXPECT_EQ(hash.hex(), base::sha256_hex("3,10,0,-7"));
  EXPECT_EQ(NumberHash().hex(), base::sha256_hex(""));
}

TEST(NumberHash, OfManyNumbers) {
  NumberHash hash;
  std::string text;
  for (int i = 0; i < 50000; ++i) {
    hash.add(i);
    text += (i == 0 ? "" : ",") + std::to_string(i);
  }
  EXPECT_EQ(hash.hex(), base::sha256_hex(text));
}

}  // namespace
}  // namespace mlperf::loadgen
