// SPDX-License-Identifier: Apache-2.0
// What every run of the program pays before it reads a byte of a submission: loading the built-in rules.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "rules/embedded.h"
#include "rules/load.h"

namespace {

using namespace mlperf;

void load_built_in(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(rules::load_embedded_rules().rounds.size());
}
BENCHMARK(load_built_in)->Unit(benchmark::kMillisecond);

// The same files as somebody's own (`--rules DIR`): also searched for repeated members.
void load_and_check(benchmark::State& state) {
  std::vector<rules::RuleFile> files;
  for (const auto& file : rules::embedded_files()) {
    files.push_back({std::string(file.path), std::string(file.text)});
  }
  for (auto _ : state) benchmark::DoNotOptimize(rules::load_rules(files).rounds.size());
}
BENCHMARK(load_and_check)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
