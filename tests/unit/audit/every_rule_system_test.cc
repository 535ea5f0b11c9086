// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "unit/audit/every_rule.h"

namespace mlperf::test {
namespace {

const std::string kNetworkFile = "network/ExampleCorp/systems/example_x8.json";
const std::string kMeasurements = kDeepSeekServer + "measurements.json";
const std::string kConf = kDeepSeekServer + "user.conf";

void power(Variant& v) {
  for (const auto* file :
       {"power/client.json", "power/client.log", "power/ptd_logs.txt", "power/server.json",
        "power/server.log", "power/analyzer_table.md", "power/power_settings.md", "run_1/spl.txt",
        "ranging/mlperf_log_summary.txt", "ranging/mlperf_log_detail.txt", "ranging/spl.txt"}) {
    v.write(kDeepSeekServer + "performance/" + file, "x\n");
  }
  v.replace(
      kRackFile, "{",
      "{\n    \"power_management\": \"off\",\n    \"filesystem\": \"ext4\",\n    \"boot_firmware_version\": "
      "\"1\",\n    \"management_firmware_version\": \"1\",\n    \"other_hardware\": \"none\",\n    "
      "\"number_of_type_nics_installed\": \"1\",\n    \"nics_enabled_firmware\": \"1\",\n    "
      "\"nics_enabled_os\": \"1\",\n    \"nics_enabled_connected\": \"1\",\n    \"network_speed_mbit\": "
      "\"1000\",\n    \"power_supply_quantity_and_rating_watts\": \"2x 2000\",\n    "
      "\"power_supply_details\": \"x\",\n    \"disk_drives\": \"1\",\n    \"disk_controllers\": \"1\", "
      "\"system_power_only\": \"no\",");
}

void nameplate(Variant& v) {
  for (const auto* system : {"example_x8", "example_edge"})
    v.write(kSubmitter + "systems/" + system + "_power.yaml",
            "Rack:\n  PSUs:\n    - PowerCapacityWatts: 3200\n  Min PSUs Needed: 1\n");
}

void conf_copy(Variant& v) {
  v.write(kDeepSeekServer + "mlperf.conf", "*.*.qsl_rng_seed = 2465351861681999779\n");
}

}  // namespace

std::vector<RuleCase> system_rules() {
  return {
      {"system-status", [](Variant& v) { v.replace(kRackFile, "\"available\"", "\"soon\""); }},
      {"system-type", [](Variant& v) { v.replace(kRackFile, "\"datacenter\"", "\"Datacenter\""); }},
      {"system-required-fields", [](Variant& v) { v.replace(kRackFile, "    \"cooling\": \"air\",\n", ""); }},
      {"system-empty-fields", [](Variant& v) { v.replace(kRackFile, "Example Runtime 3.1", ""); }},
      {"system-placeholder-fields", [](Variant& v) { v.replace(kRackFile, "Example Runtime 3.1", "TBD"); }},
      {"system-counts-numeric",
       [](Variant& v) {
         v.replace(kRackFile, "\"accelerators_per_node\": 8", "\"accelerators_per_node\": 2.5");
       }},
      {"system-total-accelerators",
       [](Variant& v) {
         v.replace(kRackFile, "\"number_of_nodes\": 1", "\"number_of_nodes\": 2")
             .replace(kRackFile, "\"accelerators_per_node\": 8", "\"accelerators_per_node\": 3");
       }},
      {"system-submitter", [](Variant& v) { v.replace(kRackFile, "ExampleCorp", "Other"); }},
      {"system-division", [](Variant& v) { v.replace(kRackFile, "\"closed\"", "\"open\""); }},
      {.id = "system-network-fields",
       .fires =
           [](Variant& v) { v.replace(kNetworkFile, "\"network_type\": \"x\"", "\"network_type\": \"\""); },
       .base = network_division},
      {"system-network-division",
       [](Variant& v) { v.replace(kRackFile, "{", "{\n    \"is_network\": true,"); }},
      {.id = "system-power-fields",
       .fires = [](Variant& v) { v.replace(kRackFile, "    \"filesystem\": \"ext4\",\n", ""); },
       .base = power},
      {.id = "power-files",
       .fires = [](Variant& v) { v.remove(kDeepSeekServer + "performance/power/client.log"); },
       .base = power},
      {.id = "power-measure-files",
       .fires = [](Variant& v) { v.remove(kDeepSeekServer + "performance/power/power_settings.md"); },
       .base = power},
      {.id = "power-nameplate",
       .fires = [](Variant& v) { v.remove(kSubmitter + "systems/example_x8_power.yaml"); },
       .base = nameplate,
       .round = "v6.1"},
      {"measurements-fields", [](Variant& v) { v.replace(kMeasurements, "\"model.safetensors\"", "\"\""); }},
      {"measurements-retraining",
       [](Variant& v) { v.replace(kMeasurements, "\"retraining\": \"no\"", "\"retraining\": \"yes\""); }},
      {"measurements-precision-known", [](Variant& v) { v.replace(kMeasurements, "\"fp8\"", "\"best\""); }},
      {"conf-user-forbidden-keys", [](Variant& v) { v.append(kConf, "*.*.qsl_rng_seed = 7\n"); }},
      {"conf-user-matches-log", [](Variant& v) { v.replace(kConf, "target_qps = 7", "target_qps = 9"); }},
      {.id = "conf-mlperf-copy",
       .fires = [](Variant& v) { v.write(kDeepSeekServer + "mlperf.conf", "*.*.qsl_rng_seed = 1\n"); },
       .base = conf_copy},
  };
}

}  // namespace mlperf::test
