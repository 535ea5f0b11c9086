// SPDX-License-Identifier: Apache-2.0
// All reading of `check`: from paths to Evidence. Every file is read once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "audit/checks.h"
#include "audit/evidence.h"

namespace mlperf::audit {

std::shared_ptr<const SystemEvidence> gather_system(const std::string& root_disk,
                                                    const submission::SubmitterPaths& submitter,
                                                    const std::string& system);
SubmitterEvidence gather_submitter(const std::string& root_disk, const submission::SubmitterPaths& submitter,
                                   const rules::Round& round);
// `evidence.paths`, `.benchmark`, `.scenario`, `.match` and `.system` are set; the rest is filled here.
void gather_result(const std::string& root_disk, const rules::Round& round, Evidence& evidence);

// Of the results with `inferred_from`, `base`.
void gather_inferences(const std::string& root_disk, const rules::Round& round, BenchmarkContext& benchmark);

// What tells the round of a tree: seeds and LoadGen version of one detail log, read from its first lines
// only.
struct RoundHint {
  std::string path;  // relative to the root
  rules::Seeds seeds;
  std::string loadgen_version;
};
std::vector<RoundHint> gather_round_hints(const std::string& root_disk,
                                          const submission::Submission& submission, unsigned jobs);

}  // namespace mlperf::audit
