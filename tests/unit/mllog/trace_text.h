// SPDX-License-Identifier: Apache-2.0
// Lines of traces as LoadGen prints them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace mlperf::mllog {

inline std::string micros(std::int64_t ns) {
  return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", std::abs(ns) / 1000, std::abs(ns) % 1000);
}

inline std::string plain_event(std::string_view name, std::int64_t ts, std::string_view arguments = "") {
  return fmt::format(R"({{"name":"{}","ph":"X","pid":30390,"tid":30393,"ts":{},"dur":1.234,"args":{{{}}}}},)"
                     "\n",
                     name, micros(ts), arguments);
}

struct SampleText {
  std::uint64_t seq = 0;
  std::int64_t scheduled = 0;
  std::int64_t delay = 100;
  std::int64_t done = 5000;
  std::uint64_t index = 7;
};

inline std::string sample_events(const SampleText& sample, std::string_view name = "Sample") {
  return fmt::format(
      R"({{"name":"{0}","cat":"default","ph":"b","pid":30390,"id":{1},"ts":{2},"args":{{"sample_seq":{1},)"
      R"("query_seq":{1},"sample_idx":{3},"issue_start_ns":{4},"complete_ns":{5}}}}},)"
      "\n"
      R"({{"name":"{0}","cat":"default","ph":"e", "pid":30390,"id":{1},"ts":{6}}},)"
      "\n",
      name, sample.seq, micros(sample.scheduled), sample.index, sample.delay, sample.done,
      micros(sample.scheduled + sample.done));
}

inline std::string counter_event(std::string_view name, std::int64_t scheduled, std::int64_t delay,
                                 std::int64_t done) {
  return fmt::format(
      R"({{"name":"{}","ph": "C","pid":30390,"ts":{},"args":{{ "issue_delay":{},"issue_to_done":{}}}}},)"
      "\n",
      name, micros(scheduled), delay, done - delay);
}

inline std::string message_event(std::string_view message, std::int64_t ts = 9000) {
  return plain_event("LogSummary", ts, fmt::format(R"("message":""{}"")", message));
}

inline constexpr std::string_view kTraceHeader = "{\"traceEvents\":[\n";
inline constexpr std::string_view kTraceFooter =
    "{\"name\":\"LastTrace\"}\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":{\n\"ts\":1796118249205383.500,"
    "\n"
    "\"version\":\"MLPerf LoadGen v1.0\"\n}\n}\n";

inline std::string trace_of(std::string_view events) {
  return std::string(kTraceHeader) + std::string(events) + std::string(kTraceFooter);
}

// A few samples with everything that a trace can have.
inline std::string small_trace() {
  return trace_of(plain_event("GenerateQueries", 500) + plain_event("Wait", -245148) +
                  plain_event("Thread", 600, R"("tid":30391)") +
                  counter_event("Token_Latency", 1000, 100, 2000) +
                  counter_event("Latency", 1000, 100, 5000) + sample_events({0, 1000}) +
                  message_event(" * Run successful.") + message_event("") +
                  plain_event("LogDetail", 9500, R"("key":""loadgen_version"")") + sample_events({1, 2000}) +
                  plain_event("UnloadSampes", 20000, R"("count":500)"));
}

}  // namespace mlperf::mllog
