// SPDX-License-Identifier: Apache-2.0
// One result from its paths to its finished part of the report: gather, all checks, figures. Independent of
// every other result, so that results can be judged side by side.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/evidence.h"
#include "audit/report.h"
#include "audit/run_marks.h"
#include "rules/catalog.h"

namespace mlperf::audit {

struct JudgedResult {
  ResultReport report;                       // all but the verdict
  std::string benchmark, scenario;           // official names, empty when unknown
  std::array<std::uint64_t, 3> claims{};     // by Level
  std::vector<std::string_view> claimed;     // ids of the rules
  std::optional<ScheduleEvidence> schedule;  // to be regenerated, see judge_schedule()
  std::optional<rules::Seeds> seeds;         // of the performance run's detail log
  bool holds_result = false;                 // any result file is there
  bool has_power = false;
  std::string inferred_from;     // the scenario of the log of an inferred result, else empty
  bool has_calibration = false;  // a document about calibration lies in the scenario folder
  std::uint64_t files = 0, bytes = 0;
  ResultMarks marks;
};

JudgedResult judge_result(const std::string& root_disk, const submission::ResultPaths& paths,
                          const std::map<std::string, std::string>& model_mapping,
                          const std::shared_ptr<const SystemEvidence>& system, const rules::Round& round,
                          const rules::Catalog& catalog);

// The second part, once the schedules of all results have been regenerated: what they say against the log.
void judge_schedule(JudgedResult& judged, const rules::Round& round, const rules::Catalog& catalog);

}  // namespace mlperf::audit
