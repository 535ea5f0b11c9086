// SPDX-License-Identifier: Apache-2.0
// The whole of `check` in process, without the report: results and bytes a second on one and on two threads,
// over the sample submission and, with MLPERF_AUDIT_CORPUS set to the folder above closed/, over real ones.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>

#include <benchmark/benchmark.h>

#include "audit/audit.h"
#include "rules/load.h"

namespace {

using namespace mlperf;

void audit_tree(benchmark::State& state, const std::string& folder) {
  static const rules::RuleSet kRules = rules::load_embedded_rules();
  audit::Options options;
  options.paths = {folder};
  options.jobs = static_cast<unsigned>(state.range(0));
  audit::Counts counts;
  for (auto _ : state) {
    const auto outcome = audit::run_audit(options, kRules);
    if (const auto* failure = std::get_if<audit::Failure>(&outcome)) {
      state.SkipWithError(failure->message.c_str());
      return;
    }
    counts = std::get<audit::AuditReport>(outcome).counts;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(counts.results));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(counts.bytes));
}

void check_sample(benchmark::State& state) {
  audit_tree(state, MLPERF_SOURCE_DIR "/fixtures/submission");
}

void check_corpus(benchmark::State& state) {
  const char* folder = std::getenv("MLPERF_AUDIT_CORPUS");
  if (folder == nullptr) {
    state.SkipWithError("set MLPERF_AUDIT_CORPUS to a folder that holds closed/ or open/");
    return;
  }
  audit_tree(state, folder);
}

// The bytes are those of all files of the tree, whether they are read or only looked at.
void threads(benchmark::internal::Benchmark* bench) {
  bench->ArgName("jobs")
      ->Arg(1)
      ->Arg(2)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->MeasureProcessCPUTime();
}
BENCHMARK(check_sample)->Apply(threads);
BENCHMARK(check_corpus)->Apply(threads);

}  // namespace

BENCHMARK_MAIN();
