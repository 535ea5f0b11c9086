// SPDX-License-Identifier: Apache-2.0
// Documents: the files of a result and their sizes, the fields of the descriptions.
#include <fmt/format.h>

#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

// {"performance/run_1": ["a"], ".": ["b"]} -> "performance/run_1/a", "b"
std::vector<std::string> paths_of(const RuleValue& by_folder) {
  std::vector<std::string> paths;
  for (const auto& [folder, names] : by_folder.members()) {
    for (const auto& name : names.strings())
      paths.push_back(folder == "." ? name : fmt::format("{}/{}", folder, name));
  }
  return paths;
}

void load_result_files(const RuleValue& values, RoundTables& tables) {
  tables.required_files = paths_of(values.at("required_in_scenario_folder"));
  if (tables.required_files.empty()) values.at("required_in_scenario_folder").fail("at least one file");
  tables.non_empty_files = values.at("non_empty").strings();
  tables.optional_files = paths_of(values.at("optional"));
  constexpr std::int64_t kMostMib = 1 << 20;
  tables.file_size_limit_bytes =
      static_cast<std::uint64_t>(values.at("file_size_limit_mib").integer(1, kMostMib)) << 20;
}

void load_power(const RuleValue& values, RoundTables& tables) {
  PowerRule& power = tables.power;
  power.folder = values.at("present_when_folder_exists").string();
  for (const auto& [folder, names] : values.at("required_files").members())
    power.required_files[folder] = names.strings();
  power.measurement_files = values.at("measurement_files_named_but_not_checked").strings();
  if (const auto nameplate = values.find("nameplate")) {
    power.nameplate_key = nameplate->at("capacity_key").string();
    power.nameplate_field = nameplate->at("alternative_field").string();
  }
}

}  // namespace

void load_documents(const RuleValue& document, RoundTables& tables) {
  load_result_files(values_of(document, "result_files"), tables);

  // Read by the checks of the descriptions through Round::group().
  const auto system = values_of(document, "system_description");
  system.at("required_fields").strings();
  system.at("non_empty_fields").strings();
  system.at("numeric_fields_enforced").strings();
  system.at("power_fields").strings();
  system.at("network_fields").strings();
  system.at("network_flag_field").string();
  system.at("network_sut_name_substring").string();
  const auto measurements = values_of(document, "measurements");
  measurements.at("required_fields").strings();
  measurements.at("closed_retraining_values_expected").strings();
  if (const auto power = document.find("power")) load_power(power->at("values"), tables);
  if (const auto endpoints = document.find("endpoints"))
    tables.endpoints_benchmarks = endpoints->at("values").at("allowed_benchmarks").strings();
}

}  // namespace mlperf::rules
