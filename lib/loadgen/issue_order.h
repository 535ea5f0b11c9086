// SPDX-License-Identifier: Apache-2.0
// Which samples the queries of a phase hold, in the order in which LoadGen issues them. The order takes
// memory for the loaded set only, however many queries there are. Source: loadgen/loadgen.cc GenerateQueries.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/sha256.h"
#include "loadgen/phases.h"

namespace mlperf::loadgen {

// Calls take(samples) with sample indices until those of `queries` queries, samples_per_query each, are
// given.
void issue_order(const RunSettings& settings, const Phase& phase, std::uint64_t queries, Library library,
                 const std::function<void(std::span<const std::uint32_t>)>& take);

// SHA-256 of decimal numbers joined by commas, without the text in memory.
class NumberHash {
 public:
  void add(std::int64_t number);
  template <class Range>
  void add_all(const Range& numbers) {
    for (const auto number : numbers) add(static_cast<std::int64_t>(number));
  }
  std::string hex();  // once

 private:
  base::Sha256 hash_;
  std::string pending_;
  bool first_ = true;
};

}  // namespace mlperf::loadgen
