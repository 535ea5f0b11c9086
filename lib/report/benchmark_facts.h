// SPDX-License-Identifier: Apache-2.0
// What the text and the JSON of a benchmark's rules share: which scenarios and system types matter to it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rules/round.h"

namespace mlperf::report {

// System type -> what it needs of the benchmark, only those types that have the benchmark.
std::vector<std::pair<std::string, rules::ScenarioRequirement>> requirements_of(const rules::Round& round,
                                                                                const std::string& benchmark);
// The scenarios that some system type needs or may choose, in the round's order; all of the round where none
// does.
std::vector<std::string> scenarios_of(const rules::Round& round, const std::string& benchmark);
std::vector<std::string> aliases_of(const rules::Round& round, const std::string& benchmark);
// The tests of any of its scenarios, each once.
std::vector<std::string> tests_of(const rules::Round& round, const std::string& benchmark);
// The test's limits for the benchmark as the rule file has them; null where there are none.
const nlohmann::json& thresholds_of(const rules::Round& round, const std::string& test,
                                    const std::string& benchmark);
// Where the official sources disagree about this benchmark: members of the group audit_overrides.
std::vector<const nlohmann::json*> overrides_of(const rules::Round& round, const std::string& benchmark);

}  // namespace mlperf::report
