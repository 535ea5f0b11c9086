// SPDX-License-Identifier: Apache-2.0
#include "unit/audit/every_rule.h"

namespace mlperf::test {
namespace {

const std::string kMeasurements = kDeepSeekServer + "measurements.json";
const std::string kWaiver = "[[waive]]\nrule = \"perf-seeds\"\npath = \"closed/**\"\nreason = \"agreed\"\n";

}  // namespace

std::vector<RuleCase> file_rules() {
  return {
      {"file-encoding",
       [](Variant& v) { v.edit(kMeasurements, [](std::string text) { return "\xEF\xBB\xBF" + text; }); }},
      {"file-json-readable", [](Variant& v) { v.write(kMeasurements, "{\n"); }},
      {"file-json-duplicate-key",
       [](Variant& v) { v.replace(kMeasurements, "{", "{\n    \"retraining\": \"no\","); }},
      {"file-too-much",
       [](Variant& v) {
         std::string flood;
         for (int i = 0; i < 8193; ++i) flood += "*.Server.foo = 1\n";
         v.append(kDeepSeekServer + "user.conf", flood);
       }},
      {"file-control-characters", [](Variant& v) { v.replace(kMeasurements, "int32", "int32\\u001b[2J"); }},
      {.id = "round-detected",
       .fires =
           [](Variant& v) {
             for (const auto& folder : kScenarioFolders) {
               v.set(folder + kDetail, "effective_qsl_rng_seed", "2085463073848966840")
                   .set(folder + kDetail, "effective_sample_index_rng_seed", "2747215439041700203")
                   .set(folder + kDetail, "effective_schedule_rng_seed", "16159082839903944936");
             }
           },
       .claims = false,
       .message = "other-round"},
      {.id = "config-waiver-expired",
       .fires = [](Variant& v) { v.write(".mlperf-audit.toml", kWaiver + "until = 2025-12-31\n"); },
       .claims = false},
      {.id = "config-waiver-unused",
       .fires = [](Variant& v) { v.write(".mlperf-audit.toml", kWaiver); },
       .claims = false},
  };
}

}  // namespace mlperf::test
