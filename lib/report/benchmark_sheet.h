// SPDX-License-Identifier: Apache-2.0
// What a round demands of one benchmark, for people and programs: scenarios, limits, targets, counts,
// compliance tests, and for each where it comes from. What `rules show` and `rules list --benchmarks` print.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rules/round.h"

namespace mlperf::report {

// `benchmark` is an official name of the round, `asked` what the user called it.
nlohmann::ordered_json benchmark_json(const rules::Round& round, const std::string& benchmark,
                                      std::string_view asked);
std::string benchmark_text(const rules::Round& round, const std::string& benchmark, std::size_t width);

nlohmann::ordered_json benchmark_list_json(const rules::Round& round);
std::string benchmark_list_text(const rules::Round& round, std::size_t width);

}  // namespace mlperf::report
