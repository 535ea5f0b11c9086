// SPDX-License-Identifier: Apache-2.0
// Small logs in LoadGen's form.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace mlperf::mllog {

// One line of a detail log; `value` is JSON.
inline std::string detail_line(std::string_view key, std::string_view value, bool is_error = false) {
  return fmt::format(
      ":::MLLOG {{\"key\": \"{}\", \"value\": {}, \"time_ms\": 12.345678, \"namespace\": "
      "\"mlperf::logging\", "
      "\"event_type\": \"POINT_IN_TIME\", \"metadata\": {{\"is_error\": {}, \"is_warning\": false, \"file\": "
      "\"loadgen.cc\", \"line_no\": 1193, \"pid\": 4711, \"tid\": 4712}}}}\n",
      key, value, is_error);
}

inline std::string small_detail_log() {
  return detail_line("loadgen_version", "\"6.0.9 @ 52235a451d\"") + detail_line("sut_name", "\"PySUT\"") +
         detail_line("loadgen_file_sha1", R"({"/a.cc":"00ff","/b.cc":"11ee"})") +
         detail_line("effective_target_qps", "0.238095") + detail_line("loaded_qsl_set", "[3,1,2]") +
         detail_line("effective_sample_index_rng_seed", "14276810075590677512") +
         detail_line("result_validity", "\"VALID\"") + detail_line("num_errors", "0");
}

inline std::string small_summary() {
  return "================================================\n"
         "MLPerf Results Summary\n"
         "================================================\n"
         "SUT name : Py: SUT\n"
         "Scenario : Server\n"
         "Mode     : PerformanceOnly\n"
         "Completed samples per second    : 256.45\n"
         "Completed tokens per second: 72547.30\n"
         "Result is : INVALID\n"
         "  Performance constraints satisfied : NO\n"
         "  Min duration satisfied : Yes\n"
         "  Early stopping satisfied: Yes\n"
         "Recommendations:\n"
         " * TTFT constrain not met: reduce something\n"
         "TTFT Early Stopping Result:\n"
         " * Not enough queries processed for 99.0th percentile\n"
         " early stopping estimate (would need to process at\n"
         " least 662 total queries).\n"
         "\n"
         "================================================\n"
         "Additional Stats\n"
         "================================================\n"
         "Min latency (ns)                : 119473486\n"
         "\n"
         "Completed tokens per second                 : 72547.30\n"
         "99.00 percentile time to output token (ns)   : 38955970\n"
         "\n"
         "================================================\n"
         "Test Parameters Used\n"
         "================================================\n"
         "target_qps : 259\n"
         "ttft_latency (ns): 450000000\n"
         "WARNING: sample_concatenate_permutation was set to true. \n"
         "Generated samples per query might be different as the one in the setting.\n"
         "Check the generated_samples_per_query line in the detailed log for the real\n"
         "samples_per_query value\n"
         "\n"
         "2 warnings encountered. See detailed log.\n"
         "\n"
         "No errors encountered during test.\n";
}

inline std::string accuracy_entry(unsigned seq_id, std::string_view data = "0A00FF", bool tokens = true) {
  const std::string tail = tokens ? R"(, "token_data" : "0A", "token_count" : 3 })" : " }";
  return fmt::format(R"({{ "seq_id" : {}, "qsl_idx" : {}, "data" : "{}"{})", seq_id, seq_id + 1000, data,
                     tail);
}

inline std::string accuracy_log(unsigned entries) {
  std::string log = "[";
  for (unsigned i = 0; i < entries; ++i) log += (i == 0 ? "\n" : ",\n") + accuracy_entry(i);
  return log + "\n]\n";
}

}  // namespace mlperf::mllog
