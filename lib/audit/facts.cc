// SPDX-License-Identifier: Apache-2.0
#include "audit/facts.h"

#include <array>
#include <string_view>

namespace mlperf::audit {
namespace {

constexpr std::array<std::string_view, 15> kMembers = {
    "status",
    "system_type",
    "system_name",
    "submitter",
    "number_of_nodes",
    "host_processor_model_name",
    "host_processors_per_node",
    "host_processor_core_count",
    "accelerator_model_name",
    "accelerators_per_node",
    "framework",
    "operating_system",
    "hw_notes",
    "sw_notes",
    "system_power_capacity",
};
constexpr std::size_t kLongestText = 4000;

}  // namespace

SystemFacts system_facts(const SystemEvidence& system, const std::string& division,
                         const std::string& submitter) {
  SystemFacts facts{division, submitter, system.name, {}};
  for (const auto member : kMembers) {
    const auto* value = system.description.value.find(member);
    if (value == nullptr || (value->kind != base::JsonKind::string && !value->is_number())) continue;
    facts.values.emplace(member, value->text.substr(0, kLongestText));
  }
  return facts;
}

}  // namespace mlperf::audit
