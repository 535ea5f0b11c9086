// SPDX-License-Identifier: Apache-2.0
#include "rules/load.h"
#include "unit/audit/every_rule.h"

namespace mlperf::test {
namespace {

const std::string kOpenMapping = "open/ExampleCorp/model_mapping.json";

void mapped(Variant& v) {
  open_division(v);
  v.rename("open/ExampleCorp/results/example_x8/deepseek-r1", "open/ExampleCorp/results/example_x8/mine");
  v.write(kOpenMapping, "{\"mine\": \"deepseek-r1\"}\n");
}

void endpoints(Variant& v) {
  for (const auto* folder : {"performance", "accuracy", "TEST06"}) v.remove(kDeepSeekServer + folder);
  v.write(kDeepSeekServer + "performance/result_summary.json",
          "{\"n_samples_issued\": 1, \"latency\": {}}\n");
}

void diffusion(Variant& v) {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  v.rename(kRack + "deepseek-r1", kRack + "stable-diffusion-xl");
  for (const auto& [folder, names] : rules.find_round("v6.0")->extra_accuracy_files("stable-diffusion-xl")) {
    for (const std::string scenario : {"Offline", "Server", "Interactive"}) {
      for (const auto& name : names)
        v.write(kRack + "stable-diffusion-xl/" + scenario + "/accuracy/" + folder + "/" + name, "png");
    }
  }
}

}  // namespace

std::vector<RuleCase> structure_rules() {
  return {
      {"structure-division", [](Variant& v) { v.rename("closed", "Closed"); }},
      {"structure-scenario-name",
       [](Variant& v) { v.rename(kRack + "deepseek-r1/Server", kRack + "deepseek-r1/Sever"); }},
      {"structure-misplaced-result",
       [](Variant& v) { v.rename(kRack + "deepseek-r1/Server", kSubmitter + "results/Server"); }},
      {"structure-scenarios-complete", [](Variant& v) { v.remove(kDeepSeekOffline); }},
      {"structure-scenario-unknown",
       [](Variant& v) { v.copy(kRack + "deepseek-r1/Offline", kRack + "deepseek-r1/MultiStream"); }},
      {"structure-benchmark-known", [](Variant& v) { v.rename(kRack + "deepseek-r1", kRack + "deepsix"); }},
      {"structure-benchmark-guessed",
       [](Variant& v) {
         v.rename(kSubmitter + "results/example_edge/resnet",
                  kSubmitter + "results/example_edge/resnet50-int8");
       }},
      {.id = "structure-model-mapping",
       .fires = [](Variant& v) { v.write(kOpenMapping, "{\"mine\": \"deepsix\"}\n"); },
       .base = mapped},
      {"structure-system-file", [](Variant& v) { v.remove(kRackFile); }},
      {"structure-system-without-results",
       [](Variant& v) { v.copy(kRackFile, kSubmitter + "systems/spare.json"); }},
      {"structure-required-files", [](Variant& v) { v.remove(kDeepSeekServer + "measurements.json"); }},
      {"structure-file-case",
       [](Variant& v) { v.rename(kDeepSeekServer + "README.md", kDeepSeekServer + "Readme.md"); }},
      {"structure-run-folder",
       [](Variant& v) {
         v.rename(kDeepSeekServer + "performance/run_1", kDeepSeekServer + "performance/run1");
       }},
      {"structure-empty-files", [](Variant& v) { v.write(kDeepSeekServer + "user.conf", ""); }},
      {"structure-src", [](Variant& v) { v.remove(kSubmitter + "src"); }},
      {"structure-calibration-doc", [](Variant& v) { v.remove(kSubmitter + "documentation"); }},
      {.id = "structure-extra-accuracy-files",
       .fires = [](Variant& v) { v.remove(kRack + "stable-diffusion-xl/Server/accuracy/images"); },
       .base = diffusion},
      {"structure-file-size", [](Variant& v) { v.write(kDeepSeekServer + "my notes.txt", "x"); }},
      {"structure-two-runs",
       [](Variant& v) {
         v.copy(kDeepSeekServer + "performance/run_1", kDeepSeekServer + "performance/run_2");
       }},
      {"structure-stray-result-files", [](Variant& v) { v.write(kDeepSeekServer + "notes.txt", "x"); }},
      {.id = "structure-category-network",
       .fires =
           [](Variant& v) { v.replace("network/ExampleCorp/systems/example_x8.json", "datacenter", "edge"); },
       .base = network_division},
      {.id = "structure-endpoints-result",
       .fires = endpoints,
       .claims = false,  // says what the result is
       .round = "v6.1"},
      {"structure-stray-folders", [](Variant& v) { v.write(kRack + "__MACOSX/resnet/x", "x"); }},
  };
}

}  // namespace mlperf::test
