// SPDX-License-Identifier: Apache-2.0
// Streaming whole accuracy logs, file in the page cache, one core; without and with the hash of the file, and
// the decoding of hex alone. With MLPERF_AUDIT_ACCURACY_LOG set to a file, that one is read as well.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "mllog/accuracy_stream.h"
#include "mllog/hex.h"

namespace {

using namespace mlperf;

std::string hex_of(std::size_t tokens) {
  std::string hex;
  for (std::size_t i = 0; i < tokens; ++i)
    hex += fmt::format("{:02X}{:02X}0000", i * 7919 % 256, i * 31 % 256);
  return hex;
}

// Entries of `tokens` tokens, 64 MB in all.
std::string generated_log(std::size_t tokens) {
  const std::string hex = hex_of(tokens);
  std::string log = "[";
  for (std::size_t seq = 0; log.size() < (std::size_t{64} << 20); ++seq) {
    log += fmt::format(R"({}{{ "seq_id" : {}, "qsl_idx" : {}, "data" : "{}", "token_count" : {} }})",
                       seq == 0 ? "\n" : ",\n", seq ^ 5, seq * 7919 % 6396, hex, tokens);
  }
  return log + "\n]\n";
}

void stream(benchmark::State& state, const std::string& path, bool hash) {
  mllog::AccuracyStreamOptions options;
  options.hash = hash;
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    std::uint64_t digits = 0;
    const auto log = mllog::stream_accuracy_log(
        path, path, options, [&](const mllog::AccuracyRecord& record) { digits += record.data.size(); });
    if (!log.value.valid_json) state.SkipWithError("the log cannot be read");
    benchmark::DoNotOptimize(digits);
    bytes += log.value.size;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void stream_file(benchmark::State& state) {
  const auto path =
      (std::filesystem::temp_directory_path() / fmt::format("accuracy_bench-{}", ::getpid())).string();
  std::ofstream(path, std::ios::binary) << generated_log(static_cast<std::size_t>(state.range(0)));
  stream(state, path, state.range(1) != 0);
  std::filesystem::remove(path);
}
BENCHMARK(stream_file)
    ->ArgNames({"tokens", "hash"})
    ->Args({2, 0})
    ->Args({1300, 0})
    ->Args({1300, 1})
    ->Args({1000000, 0})
    ->Unit(benchmark::kMillisecond);

void stream_given(benchmark::State& state) {
  const char* path = std::getenv("MLPERF_AUDIT_ACCURACY_LOG");
  if (path == nullptr) {
    state.SkipWithError("set MLPERF_AUDIT_ACCURACY_LOG to a log");
    return;
  }
  stream(state, path, state.range(0) != 0);
}
BENCHMARK(stream_given)->ArgName("hash")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void decode(benchmark::State& state) {
  const std::string hex = hex_of(1300);
  std::vector<std::uint8_t> bytes;
  for (auto _ : state) benchmark::DoNotOptimize(mllog::decode_hex(hex, bytes));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(hex.size()));
}
BENCHMARK(decode);

}  // namespace

BENCHMARK_MAIN();
