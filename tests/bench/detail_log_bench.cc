// SPDX-License-Identifier: Apache-2.0
// Bytes of detail logs a second and core, warm. The generated log has the make-up of a real one (lists of
// sample indices are most of its bytes); with MLPERF_AUDIT_CORPUS set to a folder, the real logs below it are
// read as well.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <simdjson.h>

#include "base/file.h"
#include "base/text.h"
#include "mllog/detail_log.h"

namespace {

using namespace mlperf;

std::string entry(std::string_view key, std::string_view value) {
  return fmt::format(
      ":::MLLOG {{\"key\": \"{}\", \"value\": {}, \"time_ms\": 2418943.689823, \"namespace\": "
      "\"mlperf::logging\", "
      "\"event_type\": \"POINT_IN_TIME\", \"metadata\": {{\"is_error\": false, \"is_warning\": false, "
      "\"file\": "
      "\"loadgen.cc\", \"line_no\": 1193, \"pid\": 4711, \"tid\": 4712}}}}\n",
      key, value);
}

std::string generated_log(std::uint32_t samples) {
  std::string list;
  for (std::uint32_t i = 0; i < samples; ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ",", i * 7919U % samples);
  std::string log;
  for (int i = 0; i < 50; ++i)
    log += entry(fmt::format("effective_setting_number_{}", i), std::to_string(i * 1001));
  log += entry("sut_name", "\"A system under test\"");
  log += entry("loaded_qsl_set", "[" + list + "]");
  for (int i = 0; i < 50; ++i) log += entry(fmt::format("result_number_{}", i), "2.62096e-08");
  return log;
}

std::vector<base::FileBytes> corpus() {
  std::vector<base::FileBytes> logs;
  const char* folder = std::getenv("MLPERF_AUDIT_CORPUS");
  if (folder == nullptr) return logs;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; it != end; it.increment(error)) {
    if (it->path().filename() == "mlperf_log_detail.txt") {
      logs.push_back(base::read_file(it->path(), mllog::kDetailLogLimit).bytes);
    }
  }
  return logs;
}

void read_generated(benchmark::State& state) {
  const std::string log = generated_log(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(mllog::parse_detail_log(log, "log").value.entries().size());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(log.size()));
}
BENCHMARK(read_generated)->Arg(1000)->Arg(50000);

void read_corpus(benchmark::State& state) {
  const auto logs = corpus();
  if (logs.empty()) {
    state.SkipWithError("set MLPERF_AUDIT_CORPUS to a folder with mlperf_log_detail.txt files");
    return;
  }
  std::int64_t bytes = 0;
  for (const auto& log : logs) bytes += static_cast<std::int64_t>(log.size());
  for (auto _ : state) {
    for (const auto& log : logs)
      benchmark::DoNotOptimize(mllog::parse_detail_log(log.view(), "log").value.entries().size());
  }
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(read_corpus)->Unit(benchmark::kMillisecond);

// The yardstick: simdjson alone, line by line, taking nothing but key and value.
void bare_simdjson(benchmark::State& state) {
  const auto logs = corpus();
  if (logs.empty()) {
    state.SkipWithError("set MLPERF_AUDIT_CORPUS to a folder with mlperf_log_detail.txt files");
    return;
  }
  std::int64_t bytes = 0;
  for (const auto& log : logs) bytes += static_cast<std::int64_t>(log.size());
  simdjson::ondemand::parser parser;
  for (auto _ : state) {
    for (const auto& log : logs) {
      base::Lines lines(log.view());
      base::Line line;
      while (lines.next(line)) {
        if (line.text.size() < 9) continue;
        const auto json = line.text.substr(9);
        simdjson::ondemand::document document;
        if (parser.iterate(json.data(), json.size(), json.size() + simdjson::SIMDJSON_PADDING).get(document))
          continue;
        std::string_view key;
        if (document["key"].get_string().get(key)) continue;
        benchmark::DoNotOptimize(key);
        simdjson::ondemand::value value;
        if (document["value"].get(value)) continue;
        benchmark::DoNotOptimize(value.raw_json_token());
      }
    }
  }
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(bare_simdjson)->Unit(benchmark::kMillisecond);

void index_list(benchmark::State& state) {
  std::string list = "[";
  for (std::uint32_t i = 0; i < 50000; ++i) list += fmt::format("{}{}", i == 0 ? "" : ",", i * 7919U % 50000);
  list += "]";
  for (auto _ : state) benchmark::DoNotOptimize(mllog::parse_index_list(list));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(list.size()));
}
BENCHMARK(index_list);

// As index_list, without keeping the numbers. Each list is a new one, so that no remembered answer serves.
void index_counts(benchmark::State& state) {
  std::string list = "[0000000";
  for (std::uint32_t i = 0; i < 50000; ++i) list += fmt::format(",{}", i * 7919U % 50000);
  list += "]";
  std::uint32_t turn = 0;
  for (auto _ : state) {
    list.replace(1, 7, fmt::format("{:07}", turn++ % 1000000));
    benchmark::DoNotOptimize(mllog::count_indices(list));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(list.size()));
}
BENCHMARK(index_counts);

}  // namespace

BENCHMARK_MAIN();
