// SPDX-License-Identifier: Apache-2.0
#include "stats/early_stopping.h"

#include <math.h>

#include <cmath>

namespace mlperf::stats {
namespace {

constexpr double kConfidence = 0.99;

// The cost grows with the square root of the number: a figure from a text is looked up no further than this.
constexpr std::uint64_t kMostQueries = 100'000'000;

// std::lgamma keeps the sign in a global, which threads would share.
double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double log_beta(double x, double y) {
  return log_gamma(x) + log_gamma(y) - log_gamma(x + y);
}

// Gauss' hypergeometric function with a = 1. Converges quickly for the b <= 0 and |x| * -b < c of this file.
double hypergeometric(std::int64_t b, std::int64_t c, double x) {
  constexpr double kTolerance = 1.0 / (1LL << 33);
  double term = 1.0, result = 1.0;
  for (std::int64_t i = 0; std::abs(term) > kTolerance; ++i) {
    term *= static_cast<double>(b + i) * x / static_cast<double>(c + i);
    result += term;
  }
  return result;
}

// Probability of at most t queries over the limit among h + t, each of them over it with probability 1 - p.
double odds(std::int64_t h, std::int64_t t, double p) {
  const auto hits = static_cast<double>(h), misses = static_cast<double>(t);
  return std::exp(hits * std::log(p) + misses * std::log(1 - p) - log_beta(hits, misses + 1)) / hits *
         hypergeometric(-t, 1 + h, p / (p - 1));
}

// The smallest h in [least, beyond) with odds below 1 - confidence; `beyond` if there is none.
std::int64_t search(std::int64_t least, std::int64_t beyond, std::int64_t t, double p) {
  std::int64_t count = beyond - least;
  while (count > 0) {
    const std::int64_t step = count / 2, h = least + step;
    if (odds(h, t, p) < 1 - kConfidence) {
      count = step;
    } else {
      least = h + 1;
      count -= step + 1;
    }
  }
  return least;
}

std::int64_t needed_without_any_over(double p) {
  return static_cast<std::int64_t>(std::ceil(std::log(1 - kConfidence) / std::log(p)));
}

std::uint64_t required(std::uint64_t over, double p) {
  return min_passing_queries(over, p) + over;
}

// required() grows with `over`: the first value of [0, limit) for which it is above `queries`.
std::uint64_t first_too_many(std::uint64_t queries, std::uint64_t limit, double p) {
  std::uint64_t low = 0, high = limit;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (required(middle, p) > queries) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

bool stoppable_percentile(double percentile) {
  return percentile >= 0.5 && percentile <= 0.9999;
}

std::uint64_t min_passing_queries(std::uint64_t over, double percentile) {
  const std::int64_t none = needed_without_any_over(percentile);
  const auto t = static_cast<std::int64_t>(over);
  // As LoadGen begins, with h(0) at t = 0 and nothing at t = -1.
  const auto least = static_cast<std::int64_t>(static_cast<double>(t) * (percentile / (1 - percentile)) +
                                               static_cast<double>(none));
  const std::int64_t beyond = t * none + none + 1;
  return static_cast<std::uint64_t>(search(least, beyond, t, percentile));
}

std::optional<std::uint64_t> most_over_limit(std::uint64_t queries, double percentile) {
  // Whatever the percentile, at most 1 - p of the queries may be over.
  const auto most = static_cast<std::uint64_t>(static_cast<double>(queries) * (1 - percentile)) + 2;
  const std::uint64_t too_many = first_too_many(queries, most, percentile);
  if (too_many == 0) return std::nullopt;
  return too_many - 1;
}

LimitStopping limit_stopping(std::uint64_t queries, std::uint64_t over_limit, double percentile) {
  LimitStopping stopping;
  stopping.over_limit = over_limit;
  stopping.required = required(over_limit, percentile);
  stopping.met = queries >= stopping.required;
  if (!stopping.met) stopping.missing = stopping.required - queries;
  return stopping;
}

std::optional<std::uint64_t> over_limit_for(std::uint64_t required_queries, double percentile) {
  if (required_queries > kMostQueries) return std::nullopt;
  const auto over = most_over_limit(required_queries, percentile);
  if (!over || required(*over, percentile) != required_queries) return std::nullopt;
  return over;
}

EstimateStopping estimate_stopping(std::uint64_t queries, double percentile) {
  EstimateStopping stopping;
  stopping.required = required(1, percentile);
  stopping.met = queries >= stopping.required;
  if (!stopping.met) return stopping;
  const std::uint64_t over = most_over_limit(queries, percentile).value_or(1);
  stopping.discarded = over - 1;
  stopping.rank = queries - over;
  return stopping;
}

}  // namespace mlperf::stats
