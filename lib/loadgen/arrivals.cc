// SPDX-License-Identifier: Apache-2.0
#include "loadgen/arrivals.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/parallel.h"

namespace mlperf::loadgen {
namespace {

constexpr double kNsPerSecond = 1e9;
constexpr std::size_t kBlock = 8192;     // gaps whose logarithms stay in the cache while all runs use them
constexpr std::size_t kFirstBlocks = 4;  // of a batch, which the threads share; doubles up to
constexpr std::size_t kMostBlocks = 64;
constexpr double kSummedAsDouble = 1.0;  // queries per second, see block_sum

// std::chrono::duration_cast of seconds to nanoseconds.
std::int64_t to_ns(double seconds) {
  return static_cast<std::int64_t>(seconds * kNsPerSecond);
}

// The exponential deviate of rate 1; std::exponential_distribution divides it by the rate.
double deviate(std::uint32_t low, std::uint32_t high) {
  return -std::log(1.0 - canonical(low, high));
}

void fill_deviates(const std::uint32_t* words, std::span<double> deviates) {
  for (std::size_t i = 0; i < deviates.size(); ++i) deviates[i] = deviate(words[2 * i], words[2 * i + 1]);
}

using Doubles = double __attribute__((vector_size(16)));
using Masks = std::int64_t __attribute__((vector_size(16)));

// Without its fraction, for 0 <= value < 2^51: the sum with 2^52 has no bits for one, and is rounded.
Doubles truncated(Doubles value) {
  constexpr double kTwoTo52 = 4503599627370496.0;
  Doubles whole = (value + kTwoTo52) - kTwoTo52;
  const Masks above = whole > value;
  constexpr Doubles kOne = {1.0, 1.0};
  Masks one;
  std::memcpy(&one, &kOne, sizeof one);
  one &= above;
  Doubles excess;
  std::memcpy(&excess, &one, sizeof excess);
  return whole - excess;
}

// The sum of to_ns(deviate / rate). From one query a second on no gap has more than 36.8e9 ns, so that a
// block's sum is exact in a double.
std::int64_t block_sum(std::span<const double> deviates, double rate) {
  std::size_t i = 0;
  std::int64_t sum = 0;
  if (rate >= kSummedAsDouble) {
    Doubles sums = {0, 0};
    for (; i + 2 <= deviates.size(); i += 2) {
      Doubles pair;
      std::memcpy(&pair, deviates.data() + i, sizeof pair);
      sums += truncated(pair / rate * kNsPerSecond);
    }
    sum = static_cast<std::int64_t>(sums[0]) + static_cast<std::int64_t>(sums[1]);
  }
  for (; i < deviates.size(); ++i) sum += to_ns(deviates[i] / rate);
  return sum;
}

// The number of queries once it is known that `reached` is the first number with a query at or after the
// goal's duration.
std::uint64_t final_count(const QueryGoal& goal, std::uint64_t reached) {
  if (reached <= goal.minimum) return goal.minimum;
  if (goal.step == 0) return reached;
  const std::uint64_t steps = (reached - goal.minimum + goal.step - 1) / goal.step;
  return goal.minimum + steps * goal.step;
}

// One run on its way through the stream.
class Progress {
 public:
  explicit Progress(const PoissonRun& run) : run_(run) {
    if (run.goal.duration_ns <= 0) end_ = run.goal.minimum;
    over_ = end_ && *end_ == 0;
  }

  double rate() const { return run_.target_qps; }
  bool over() const { return over_; }
  const std::optional<Arrivals>& arrivals() const { return arrivals_; }

  // Is the end, or the query that tells it, among the next `count` gaps that take `sum` ns?
  bool decides_within(std::uint64_t count, std::int64_t sum) const {
    return end_ ? queries_ + count >= *end_ : time_ + sum >= run_.goal.duration_ns;
  }
  void skip(std::uint64_t count, std::int64_t sum) {
    queries_ += count;
    time_ += sum;
    give_up_beyond_limit();
  }
  // Gap by gap.
  void walk(std::span<const double> deviates) {
    for (const double value : deviates) {
      if (over_) return;
      const std::int64_t scheduled = time_;
      ++queries_;
      time_ += to_ns(value / run_.target_qps);
      if (!end_ && scheduled >= run_.goal.duration_ns) end_ = final_count(run_.goal, queries_);
      if (end_ && queries_ == *end_) {
        arrivals_ = Arrivals{queries_, time_, scheduled};
        over_ = true;
      }
    }
    give_up_beyond_limit();
  }

 private:
  void give_up_beyond_limit() {
    constexpr std::int64_t kLatest = std::int64_t{1} << 62;
    if (queries_ > kMostQueries || (end_ && *end_ > kMostQueries) || time_ > kLatest) over_ = true;
  }

  PoissonRun run_;
  std::uint64_t queries_ = 0;
  std::int64_t time_ = 0;             // the sum of the gaps so far: when the next query is scheduled
  std::optional<std::uint64_t> end_;  // the number of queries, once it is known
  std::optional<Arrivals> arrivals_;
  bool over_ = false;
};

// A batch of blocks: the words in sequence, the logarithms and sums of all runs block by block on all
// threads, then the runs step over the blocks, and walk through those in which they decide something.
class Stream {
 public:
  Stream(std::uint64_t seed, std::span<const PoissonRun> runs, unsigned jobs)
      : random_(seed), jobs_(jobs), words_(2 * kBlock * kFirstBlocks) {
    for (const auto& run : runs) all_.emplace_back(run);
  }

  std::vector<std::optional<Arrivals>> results() {
    for (; collect_active(); blocks_ = std::min(2 * blocks_, kMostBlocks)) advance();
    std::vector<std::optional<Arrivals>> found;
    for (const auto& run : all_) found.push_back(run.arrivals());
    return found;
  }

 private:
  bool collect_active() {
    active_.clear();
    for (auto& run : all_) {
      if (!run.over()) active_.push_back(&run);
    }
    return !active_.empty();
  }

  void advance() {
    words_.resize(2 * kBlock * blocks_);
    random_.fill(words_);
    sums_.resize(blocks_ * active_.size());
    base::parallel_for(blocks_, jobs_, [&](std::size_t block) {
      thread_local std::vector<double> deviates(kBlock);
      fill_deviates(words_of(block), deviates);
      for (std::size_t r = 0; r < active_.size(); ++r) {
        sums_[block * active_.size() + r] = block_sum(deviates, active_[r]->rate());
      }
    });
    base::parallel_for(active_.size(), jobs_, [&](std::size_t r) { step(r); });
  }

  void step(std::size_t r) {
    Progress& run = *active_[r];
    std::vector<double> deviates;
    for (std::size_t block = 0; block < blocks_ && !run.over(); ++block) {
      const std::int64_t sum = sums_[block * active_.size() + r];
      if (!run.decides_within(kBlock, sum)) {
        run.skip(kBlock, sum);
        continue;
      }
      deviates.resize(kBlock);
      fill_deviates(words_of(block), deviates);
      run.walk(deviates);
    }
  }

  const std::uint32_t* words_of(std::size_t block) const { return words_.data() + 2 * kBlock * block; }

  Mt19937 random_;
  unsigned jobs_;
  std::size_t blocks_ = kFirstBlocks;
  std::vector<std::uint32_t> words_;
  std::vector<Progress> all_;
  std::vector<Progress*> active_;
  std::vector<std::int64_t> sums_;
};

}  // namespace

std::int64_t period_ns(double target_qps) {
  return to_ns(1.0 / target_qps);
}

Arrivals periodic_arrivals(const QueryGoal& goal, std::int64_t period_ns) {
  std::uint64_t queries = goal.minimum;
  if (goal.duration_ns > 0) {
    const std::int64_t before = (goal.duration_ns + period_ns - 1) / period_ns;
    queries = final_count(goal, static_cast<std::uint64_t>(before) + 1);
  }
  const auto count = static_cast<std::int64_t>(queries);
  return {queries, count * period_ns, count == 0 ? 0 : (count - 1) * period_ns};
}

double expected_queries(const PoissonRun& run) {
  const double by_time = static_cast<double>(run.goal.duration_ns) / kNsPerSecond * run.target_qps;
  return std::max(static_cast<double>(run.goal.minimum), by_time + static_cast<double>(run.goal.step));
}

std::vector<std::optional<Arrivals>> poisson_arrivals(std::uint64_t schedule_seed,
                                                      std::span<const PoissonRun> runs, unsigned jobs) {
  return Stream(schedule_seed, runs, jobs).results();
}

void for_each_poisson_delta(std::uint64_t schedule_seed, double target_qps, std::uint64_t queries,
                            const std::function<void(std::int64_t)>& visit) {
  Mt19937 random(schedule_seed);
  std::int64_t time = 0;
  for (std::uint64_t i = 0; i < queries; ++i) {
    visit(time);
    const std::uint32_t low = random.next();
    time += to_ns(deviate(low, random.next()) / target_qps);
  }
}

}  // namespace mlperf::loadgen
