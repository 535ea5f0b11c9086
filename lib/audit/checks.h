// SPDX-License-Identifier: Apache-2.0
// The checks, in the order in which a reviewer would go. Each is a pure function of the evidence and the
// round; a check whose document is missing stays silent, because the check that requires the document has
// spoken.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audit/evidence.h"
#include "audit/finding.h"
#include "rules/round.h"

namespace mlperf::audit {

struct ResultCheck {
  std::string_view name;  // of the function, for --verbose timing and tests
  void (*run)(const Evidence&, const rules::Round&, Findings&);
};

// One table a subject; all_result_checks() is their concatenation.
std::span<const ResultCheck> structure_checks();
std::span<const ResultCheck> performance_checks();
std::span<const ResultCheck> loadgen_checks();
std::span<const ResultCheck> accuracy_checks();
std::span<const ResultCheck> measurement_checks();  // measurements.json, user.conf, mlperf.conf
std::span<const ResultCheck> compliance_checks();
std::span<const ResultCheck> power_checks();
std::span<const ResultCheck> cross_checks();  // the runs of a result against each other
std::vector<ResultCheck> all_result_checks();
// In their place for results of mlcommons/endpoints, which are not judged yet.
std::vector<ResultCheck> endpoints_result_checks();

// Once a system description, whatever the number of its results.
struct SystemContext {
  std::string division, submitter;
  bool has_power_results = false;
};
struct SystemCheck {
  std::string_view name;
  void (*run)(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
};
std::span<const SystemCheck> system_checks();

// Once a submitter.
struct SubmitterCheck {
  std::string_view name;
  void (*run)(const SubmitterEvidence&, const rules::Round&, Findings&);
};
std::span<const SubmitterCheck> submitter_checks();

// Once a benchmark of a system: its results, to judge whether the set of scenarios is complete.
struct BenchmarkContext {
  std::string division, submitter, system, benchmark_folder, path;  // path relative to the root
  std::string benchmark;                                            // official name
  std::string system_type;
  bool whole = false;  // the whole benchmark folder lies inside PATH
  // The run of the scenario that an inferred result stands on: its log is the result's byte for byte, is
  // another one, is not there.
  enum class Base : std::uint8_t { unknown, same, other, missing };
  struct Scenario {
    std::string id, folder, scenario;  // scenario: official name or empty
    bool holds_result = false;         // any result file is there
    std::string inferred_from = {};    // the scenario of the log, where the round permits the inference
    Base base = Base::unknown;
  };
  std::vector<Scenario> scenarios;
};
void check_benchmark(const BenchmarkContext& benchmark, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
