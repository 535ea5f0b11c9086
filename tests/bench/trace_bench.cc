// SPDX-License-Identifier: Apache-2.0
// Reading traces, file in the page cache, one core. The generated trace has the make-up of that of a Server
// run with tokens: a dozen events a sample, completions out of order, the logger's own events every 10 ms.
// With MLPERF_AUDIT_TRACE set to a file, that one is read as well.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/file_stream.h"
#include "mllog/trace.h"

namespace {

using namespace mlperf;

std::string micros(std::int64_t ns) {
  return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", std::abs(ns) / 1000, std::abs(ns) % 1000);
}

std::string complete(std::string_view name, int thread, std::int64_t at, std::int64_t length,
                     std::string_view arguments = "") {
  return fmt::format(R"({{"name":"{}","ph":"X","pid":4242,"tid":{},"ts":{},"dur":{},"args":{{{}}}}},)"
                     "\n",
                     name, 4242 + thread, micros(at), micros(length), arguments);
}

struct Sample {
  std::int64_t scheduled;
  std::int64_t delay;
  std::int64_t ttft;
  std::int64_t latency;
};

std::string counter(std::string_view name, const Sample& sample, std::int64_t done) {
  return fmt::format(
      R"({{"name":"{}","ph": "C","pid":4242,"ts":{},"args":{{ "issue_delay":{},"issue_to_done":{}}}}},)"
      "\n",
      name, micros(sample.scheduled), sample.delay, done - sample.delay);
}

std::string issue_events(const Sample& sample) {
  const std::int64_t at = sample.scheduled + sample.delay;
  return complete("Scheduling", 0, at - 300000, 299500) + complete("IssueQuery", 0, at, 14000) +
         complete("SampleLoop", 0, at - 300030, 314100);
}

std::string token_events(const Sample& sample) {
  return counter("Token_Latency", sample, sample.ttft) +
         complete("FirstTokenComplete", 1, sample.scheduled + sample.ttft, 2801);
}

std::string completion_events(const Sample& sample, std::size_t seq) {
  return counter("Latency", sample, sample.latency) +
         fmt::format(
             R"({{"name":"Sample","cat":"default","ph":"b","pid":4242,"id":{0},"ts":{1},"args":{{"sample_seq":{0},)"
             R"("query_seq":{0},"sample_idx":{2},"issue_start_ns":{3},"complete_ns":{4}}}}},)"
             "\n"
             R"({{"name":"Sample","cat":"default","ph":"e", "pid":4242,"id":{0},"ts":{5}}},)"
             "\n",
             seq, micros(sample.scheduled), seq * 7919 % 6396, sample.delay, sample.latency,
             micros(sample.scheduled + sample.latency)) +
         complete("QuerySamplesComplete", 1, sample.scheduled + sample.latency, 4241);
}

std::string poll_events(std::int64_t at) {
  std::string text = complete("Gather", 3, at, 1259);
  for (const int thread : {3, 0, 1, 2})
    text += complete("Thread", 3, at + 1300, 11353, fmt::format(R"("tid":{})", 4242 + thread));
  return text + complete("Process", 3, at + 1280, 33638) + complete("FlushAll", 3, at + 35000, 12631) +
         complete("IOThreadLoop", 3, at - 10080000, 10128545) + complete("Wait", 3, at + 47700, 10071176);
}

std::string generated_trace(std::size_t count) {
  std::mt19937_64 random(1);
  const auto below = [&](std::int64_t limit) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
  };
  std::vector<Sample> samples(count);
  std::vector<std::pair<std::int64_t, std::uint64_t>> log;  // time; sample and which of its events
  std::int64_t now = 100000;
  for (std::size_t i = 0; i < count; ++i) {
    samples[i] = {now, 50000 + below(30000), 200000000 + below(400000000), 700000000 + below(500000000)};
    const Sample& sample = samples[i];
    log.emplace_back(now + sample.delay, 3 * i);
    log.emplace_back(now + sample.ttft, 3 * i + 1);
    log.emplace_back(now + sample.latency, 3 * i + 2);
    now += 100000 + below(3800000);
  }
  std::sort(log.begin(), log.end());
  std::string text = "{\"traceEvents\":[\n";
  std::int64_t poll = 10000000;
  for (const auto& [time, what] : log) {
    for (; poll < time; poll += 10128545) text += poll_events(poll);
    const std::size_t i = what / 3;
    text += what % 3 == 0   ? issue_events(samples[i])
            : what % 3 == 1 ? token_events(samples[i])
                            : completion_events(samples[i], i);
  }
  return text +
         "{\"name\":\"LastTrace\"}\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\n"
         "\"ts\":1796118249205383.500,\n\"version\":\"MLPerf LoadGen v1.0\"\n}\n}\n";
}

// The size of the file, after one complaint if it is no good trace.
std::int64_t read(benchmark::State& state, const std::string& path) {
  const auto document = mllog::read_trace(path, path);
  if (document.state != base::ReadState::read) state.SkipWithError("the trace cannot be read");
  benchmark::DoNotOptimize(document.value.samples.data());
  return static_cast<std::int64_t>(document.value.facts.bytes);
}

void read_file(benchmark::State& state) {
  const auto path =
      (std::filesystem::temp_directory_path() / fmt::format("trace_bench-{}", ::getpid())).string();
  std::ofstream(path, std::ios::binary) << generated_trace(static_cast<std::size_t>(state.range(0)));
  std::int64_t bytes = 0;
  for (auto _ : state) bytes += read(state, path);
  std::filesystem::remove(path);
  state.SetBytesProcessed(bytes);
}
BENCHMARK(read_file)->Arg(20000)->Unit(benchmark::kMillisecond);

void read_given(benchmark::State& state) {
  const char* path = std::getenv("MLPERF_AUDIT_TRACE");
  if (path == nullptr) {
    state.SkipWithError("set MLPERF_AUDIT_TRACE to a trace");
    return;
  }
  std::int64_t bytes = 0;
  for (auto _ : state) bytes += read(state, path);
  state.SetBytesProcessed(bytes);
}
BENCHMARK(read_given)->Unit(benchmark::kMillisecond);

// The yardstick: the same bytes out of the page cache, and nothing done with them.
void bare_reading(benchmark::State& state) {
  const char* path = std::getenv("MLPERF_AUDIT_TRACE");
  if (path == nullptr) {
    state.SkipWithError("set MLPERF_AUDIT_TRACE to a trace");
    return;
  }
  std::vector<char> buffer(std::size_t{256} << 10);
  std::int64_t bytes = 0;
  for (auto _ : state) {
    base::FileStream file(path);
    for (auto n = file.read(buffer.data(), buffer.size()); n > 0; n = file.read(buffer.data(), buffer.size()))
      bytes += n;
  }
  state.SetBytesProcessed(bytes);
}
BENCHMARK(bare_reading)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
