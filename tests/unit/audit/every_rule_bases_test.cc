// SPDX-License-Identifier: Apache-2.0
// What several rows of the every_rule tables start from.
#include "unit/audit/every_rule.h"

namespace mlperf::test {

namespace {

// The whole submission in another division, its systems saying so.
void move_to(Variant& v, const std::string& division, const std::string& more_fields) {
  v.rename("closed", division);
  for (const auto* system : {"example_x8", "example_edge"}) {
    const std::string file = division + "/ExampleCorp/systems/" + system + ".json";
    v.replace(file, "\"closed\"", "\"" + division + "\"");
    if (!more_fields.empty()) v.replace(file, "{", "{" + more_fields);
  }
}

}  // namespace

void open_division(Variant& v) {
  move_to(v, "open", "");
}

void network_division(Variant& v) {
  move_to(
      v, "network",
      "\n    \"is_network\": true, \"network_type\": \"x\", \"network_media\": \"x\", \"network_rate\": "
      "\"x\", "
      "\"nic_loadgen\": \"x\", \"number_nic_loadgen\": \"1\", \"net_software_stack_loadgen\": \"x\", "
      "\"network_protocol\": \"x\", \"number_connections\": \"1\", \"nic_sut\": \"x\", \"number_nic_sut\": "
      "\"1\", \"net_software_stack_sut\": \"x\", \"network_topology\": \"x\",");
  v.remove("network/ExampleCorp/results/example_edge")
      .remove("network/ExampleCorp/systems/example_edge.json");
  for (const auto& result : {kDeepSeekServer, kDeepSeekInteractive, kDeepSeekOffline, kGptOssServer,
                             kGptOssInteractive, kGptOssOffline}) {
    const std::string log = "network" + result.substr(result.find('/')) + kDetail;
    v.set(log, "sut_name", "\"Network SUT of Example\"");
  }
}

void dlrm(Variant& v) {
  v.rename(kRack + "deepseek-r1", kRack + "dlrm-v3");
  const std::string server = kRack + "dlrm-v3/Server/";
  v.set(server + kDetail, "effective_target_latency_ns", "80000000")
      .set(server + kDetail, "result_99.00_percentile_latency_ns", "79000000");
  v.write(server + "TEST08/verify_accuracy.txt",
          "num_acc_log_entries = 34996\nnum_perf_log_entries = 1000\nnum_matched = 1000\nnum_unmatched = 0\n"
          "num_ne_mismatch = 0\ntolerance = 0.10%\n\nTEST PASS\nTEST08 verification complete\n");
}

}  // namespace mlperf::test
