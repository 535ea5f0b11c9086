// SPDX-License-Identifier: Apache-2.0
#include "stats/early_stopping.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "stats/percentiles.h"

namespace mlperf::stats {
namespace {

// LoadGen's search with its memory, as its source has it: the second implementation.
class WithMemory {
 public:
  explicit WithMemory(double p) : p_(p) {}

  std::int64_t operator()(std::int64_t t) {
    auto next = found_.lower_bound(t);
    if (next != found_.end() && next->first == t) return next->second;
    std::int64_t x0 = -1, y0 = 0, x1 = 0,
                 y1 = static_cast<std::int64_t>(std::ceil(std::log(0.01) / std::log(p_)));
    if (next != found_.begin()) {
      --next;
      x1 = next->first;
      y1 = next->second;
    }
    if (next != found_.begin()) {
      --next;
      x0 = next->first;
      y0 = next->second;
    }
    const double min_slope = p_ / (1 - p_);
    const auto max_slope = static_cast<double>((y1 - y0) * (x1 - x0));
    const auto low =
        static_cast<std::int64_t>(static_cast<double>(t - x1) * min_slope + static_cast<double>(y1));
    const auto high =
        static_cast<std::int64_t>(static_cast<double>(t - x1) * max_slope + static_cast<double>(y1 + 1));
    return found_[t] = search(low, high, t);
  }

 private:
  std::int64_t search(std::int64_t low, std::int64_t high, std::int64_t t) const {
    for (std::int64_t count = high - low; count > 0;) {
      const std::int64_t step = count / 2, h = low + step;
      if (odds(static_cast<double>(h), static_cast<double>(t)) < 1 - 0.99) {
        count = step;
      } else {
        low = h + 1;
        count -= step + 1;
      }
    }
    return low;
  }

  double odds(double h, double t) const {
    const double x = p_ / (p_ - 1);
    double term = 1, sum = 1;
    for (double i = 0; std::abs(term) > 1.0 / 8589934592.0; ++i) {
      term *= (i - t) * x / (1 + h + i);
      sum += term;
    }
    const double beta = std::lgamma(h) + std::lgamma(1 + t) - std::lgamma(h + 1 + t);
    return std::exp(h * std::log(p_) + t * std::log(1 - p_) - beta) / h * sum;
  }

  double p_;
  std::map<std::int64_t, std::int64_t> found_;
};

TEST(EarlyStopping, KnownQueryCounts) {
  EXPECT_EQ(min_passing_queries(0, 0.99), 459u);
  EXPECT_EQ(min_passing_queries(1, 0.99), 661u);
  EXPECT_EQ(min_passing_queries(2, 0.99), 836u);
  EXPECT_EQ(min_passing_queries(10, 0.99), 2000u);
  EXPECT_EQ(min_passing_queries(1, 0.90), 63u);
  EXPECT_EQ(min_passing_queries(1, loadgen_percentile(0.999)), 6635u);
}

TEST(EarlyStopping, ServerNeedsMoreThanThePercentile) {
  const auto met = limit_stopping(1000, 0, 0.99);
  EXPECT_TRUE(met.met);
  EXPECT_EQ(met.required, 459u);
  EXPECT_EQ(met.missing, 0u);
  // 8 of 899 over the limit are below 1 %, and yet too many.
  const auto failed = limit_stopping(899, 8, 0.99);
  EXPECT_FALSE(failed.met);
  EXPECT_EQ(failed.required, 1736u);
  EXPECT_EQ(failed.missing, 837u);
}

TEST(EarlyStopping, TheCountFollowsFromTheRequiredNumber) {
  EXPECT_EQ(over_limit_for(1736, 0.99), 8u);
  EXPECT_EQ(over_limit_for(459, 0.99), 0u);
  EXPECT_EQ(over_limit_for(1735, 0.99), std::nullopt);
  EXPECT_EQ(over_limit_for(458, 0.99), std::nullopt);
  EXPECT_EQ(over_limit_for(UINT64_MAX, 0.99), std::nullopt);
}

TEST(EarlyStopping, MostOverTheLimit) {
  EXPECT_EQ(most_over_limit(458, 0.99), std::nullopt);
  EXPECT_EQ(most_over_limit(459, 0.99), 0u);
  EXPECT_EQ(most_over_limit(661, 0.99), 0u);
  EXPECT_EQ(most_over_limit(662, 0.99), 1u);
}

TEST(EarlyStopping, EstimateLeavesOutTheHighestValues) {
  const auto few = estimate_stopping(63, 0.9);
  EXPECT_FALSE(few.met);
  EXPECT_EQ(few.required, 64u);
  const auto enough = estimate_stopping(450, 0.9);
  EXPECT_TRUE(enough.met);
  EXPECT_EQ(enough.discarded, 29u);
  EXPECT_EQ(enough.rank, 420u);
  EXPECT_EQ(estimate_stopping(64, 0.9).rank, 63u);
}

TEST(EarlyStopping, OnlyOfPercentilesThatMakeSense) {
  EXPECT_TRUE(stoppable_percentile(0.9));
  EXPECT_TRUE(stoppable_percentile(loadgen_percentile(0.999)));
  for (const double odd : {0.0, 1.0, -0.5, 99.0, std::nan("")})
    EXPECT_FALSE(stoppable_percentile(odd)) << odd;
}

TEST(EarlyStopping, AgreesWithLoadGensSearchAndItsMemory) {
  for (const double p : {0.9, 0.95, 0.97, 0.99, loadgen_percentile(0.999)}) {
    WithMemory rising(p), single(p);
    for (std::int64_t t = 1; t < 1500; ++t) {
      ASSERT_EQ(min_passing_queries(static_cast<std::uint64_t>(t), p), static_cast<std::uint64_t>(rising(t)))
          << p << " " << t;
    }
    EXPECT_EQ(min_passing_queries(20'000, p), static_cast<std::uint64_t>(single(20'000))) << p;
  }
}

// LoadGen's loop of SingleStream and MultiStream.
TEST(EarlyStopping, EstimateAgreesWithLoadGensLoop) {
  for (const double p : {0.9, 0.99}) {
    WithMemory finder(p);
    for (std::int64_t n = finder(1) + 1; n < 9000; n += 37) {
      std::int64_t t = 1;
      for (std::int64_t i = 2; i < n + 1; ++i) {
        if (n < finder(i) + i) {
          t = i - 1;
          break;
        }
      }
      const auto found = estimate_stopping(static_cast<std::uint64_t>(n), p);
      ASSERT_TRUE(found.met) << n;
      ASSERT_EQ(found.rank, static_cast<std::uint64_t>(n - t)) << p << " " << n;
      ASSERT_EQ(found.discarded, static_cast<std::uint64_t>(t - 1)) << p << " " << n;
    }
  }
}

TEST(EarlyStopping, SharedVectors) {
  const char* given = std::getenv("MLPERF_AUDIT_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? std::filesystem::path(given)
                       : std::filesystem::path(MLPERF_SOURCE_DIR).parent_path() / "shared";
  std::ifstream file(shared / "facts/algorithms-golden.json");
  if (!file)
    GTEST_SKIP() << "no facts/algorithms-golden.json below " << shared << " (set MLPERF_AUDIT_SHARED)";
  const auto vectors = nlohmann::json::parse(file).at("early_stopping");
  int compared = 0;
  for (const auto& [p, rows] : vectors.at("h_of_t").items()) {
    for (const auto& [t, h] : rows.items()) {
      EXPECT_EQ(min_passing_queries(std::stoull(t), std::stod(p)), h.get<std::uint64_t>()) << p << " " << t;
      ++compared;
    }
  }
  for (const auto& [p, rows] : vectors.at("discard_t_of_n").items()) {
    for (const auto& [n, t] : rows.items()) {
      const auto found = estimate_stopping(std::stoull(n), std::stod(p));
      if (t.get<int>() < 0) {
        EXPECT_FALSE(found.met) << p << " " << n;
      } else {
        EXPECT_EQ(found.discarded, t.get<std::uint64_t>() - 1) << p << " " << n;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}

}  // namespace
}  // namespace mlperf::stats
