// SPDX-License-Identifier: Apache-2.0
// An inferred result stands on the run of another scenario: is its log the one in that scenario's folder?
#include "audit/gather.h"
#include "base/same_bytes.h"
#include "submission/disk.h"

namespace mlperf::audit {
namespace {

using Base = BenchmarkContext::Base;

constexpr std::size_t kMostFolders = 1000;
constexpr std::string_view kLog = "performance/run_1/mlperf_log_detail.txt";

bool lies_in_tree(const std::string& file, const std::string& root_disk) {
  const std::string real = submission::real_path(file);
  return !real.empty() && submission::is_below(real, submission::real_path(root_disk));
}

// The scenario folder of a benchmark, under whatever spelling; "" when there is none. Also outside PATH.
std::string folder_of(const std::string& benchmark_disk, const std::string& scenario,
                      const rules::Round& round) {
  for (const auto& entry : submission::read_raw_folder(benchmark_disk, kMostFolders).entries)
    if (round.scenario_of_folder(entry.name) == scenario) return submission::join(benchmark_disk, entry.name);
  return {};
}

Base base_of(const std::string& root_disk, const rules::Round& round, const BenchmarkContext& benchmark,
             const BenchmarkContext::Scenario& inferred) {
  const std::string folder = submission::join(root_disk, benchmark.path);
  const std::string base = folder_of(folder, inferred.inferred_from, round);
  if (base.empty()) return benchmark.whole ? Base::missing : Base::unknown;
  const std::string theirs = submission::join(base, kLog);
  if (!lies_in_tree(theirs, root_disk)) return Base::missing;
  const std::string own = submission::join(submission::join(folder, inferred.folder), kLog);
  return base::same_bytes(own, theirs) ? Base::same : Base::other;
}

}  // namespace

void gather_inferences(const std::string& root_disk, const rules::Round& round, BenchmarkContext& benchmark) {
  for (auto& scenario : benchmark.scenarios)
    if (!scenario.inferred_from.empty()) scenario.base = base_of(root_disk, round, benchmark, scenario);
}

}  // namespace mlperf::audit
