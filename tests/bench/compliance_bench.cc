// SPDX-License-Identifier: Apache-2.0
// The tests over whole accuracy logs, file in the page cache, one core: TEST09 over the size of a
// gpt-oss-120b run, TEST06 and TEST01 over logs of their own make-up. With MLPERF_AUDIT_ACCURACY_LOG set to a
// file, TEST09 reads that one as well.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "compliance/test01.h"
#include "compliance/test06.h"
#include "compliance/test09.h"

namespace {

using namespace mlperf;
using namespace mlperf::compliance;

std::string hex_of(std::size_t tokens) {
  std::string hex;
  for (std::size_t i = 0; i < tokens; ++i)
    hex += fmt::format("{:02X}{:02X}0000", i * 7919 % 256, i * 31 % 256);
  return hex;
}

std::string generated_log(std::size_t samples, std::size_t tokens, bool first_token) {
  const std::string hex = hex_of(tokens);
  std::string log = "[";
  for (std::size_t seq = 0; seq < samples; ++seq) {
    log += fmt::format(R"({}{{ "seq_id" : {}, "qsl_idx" : {}, "data" : "{}")", seq == 0 ? "\n" : ",\n",
                       seq ^ 5, seq * 7919 % samples, hex);
    if (first_token) log += fmt::format(R"(, "token_data" : "{}")", hex.substr(0, 8));
    log += fmt::format(R"(, "token_count" : {} }})", tokens);
  }
  return log + "\n]\n";
}

class LogFile {
 public:
  explicit LogFile(const std::string& text)
      : path_((std::filesystem::temp_directory_path() / fmt::format("compliance_bench-{}", ::getpid()))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~LogFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void run_test09(benchmark::State& state, const std::string& path) {
  Test09Options options;
  options.min_output_tokens = 1150.38;
  options.max_output_tokens = 1406.02;
  options.samples = 6396;
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    const auto facts = test09(path, path, options);
    if (!facts.official) state.SkipWithError("the log cannot be read");
    bytes += facts.length.log.value.size;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

// 6396 samples of 1282 tokens: 8.2 million tokens, 66 MB.
void test09_of_gpt_oss(benchmark::State& state) {
  const LogFile log(generated_log(6396, 1282, false));
  run_test09(state, log.path());
}
BENCHMARK(test09_of_gpt_oss)->Unit(benchmark::kMillisecond);

void test09_of_given(benchmark::State& state) {
  const char* path = std::getenv("MLPERF_AUDIT_ACCURACY_LOG");
  if (path == nullptr) {
    state.SkipWithError("set MLPERF_AUDIT_ACCURACY_LOG to a log");
    return;
  }
  run_test09(state, path);
}
BENCHMARK(test09_of_given)->Unit(benchmark::kMillisecond);

void test06_of_llama(benchmark::State& state) {
  const LogFile log(generated_log(100, 20000, true));
  std::uint64_t bytes = 0;
  for (auto _ : state) bytes += test06(log.path(), log.path(), {}).log.value.size;
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(test06_of_llama)->Unit(benchmark::kMillisecond);

void test01_of_long_answers(benchmark::State& state) {
  const LogFile log(generated_log(1000, 5000, false));
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    const auto facts = test01_accuracy(log.path(), log.path(), {});
    if (!facts.passed) state.SkipWithError("the log differs from itself");
    bytes += 2 * facts.reference.value.size;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(test01_of_long_answers)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
