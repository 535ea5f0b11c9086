// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/audit/result_fixture.h"

namespace mlperf::audit {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto rule(const std::string& id) {
  return Field(&Seen::rule, id);
}
auto error() {
  return Field(&Seen::severity, "error");
}
auto warning() {
  return Field(&Seen::severity, "warning");
}
auto note() {
  return Field(&Seen::severity, "note");
}
auto says(const std::string& text) {
  return Field(&Seen::message, HasSubstr(text));
}

// A description with all fields, one a line, in the order of the rules.
class System {
 public:
  System() {
    for (const nlohmann::json& field : round60().group("system_description").at("required_fields"))
      fields_.emplace_back(field.get<std::string>(), "\"x\"");
    set("division", "\"closed\"").set("submitter", "\"Acme\"").set("status", "\"available\"");
    set("system_type", "\"datacenter\"").set("number_of_nodes", "18").set("accelerators_per_node", "4");
    set("host_processors_per_node", "2").set("host_processor_core_count", "\"144\"");
  }
  System& set(const std::string& name, const std::string& json) {
    for (auto& [key, value] : fields_)
      if (key == name) return value = json, *this;
    fields_.emplace_back(name, json);
    return *this;
  }
  System& remove(const std::string& name) {
    fields_.erase(
        std::remove_if(fields_.begin(), fields_.end(), [&](const auto& f) { return f.first == name; }),
        fields_.end());
    return *this;
  }
  std::string text() const {
    std::string out = "{\n";
    for (std::size_t i = 0; i < fields_.size(); ++i)
      out += "\"" + fields_[i].first + "\": " + fields_[i].second + (i + 1 < fields_.size() ? ",\n" : "\n");
    return out + "}\n";
  }
  std::uint32_t line_of(const std::string& name) const {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].first == name) return static_cast<std::uint32_t>(i + 2);
    return 0;
  }
  std::string folder = "sys";
  SystemContext context{"closed", "Acme", false};

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

std::vector<Seen> seen(const std::string& text, const System& system = {}) {
  SystemEvidence evidence;
  evidence.name = system.folder;
  evidence.path = "closed/Acme/systems/sys.json";
  evidence.description = submission::parse_json_document(text, evidence.path);
  Findings findings;
  for (const SystemCheck& check : system_checks()) check.run(evidence, system.context, round60(), findings);
  return seen_in(findings);
}
std::vector<Seen> seen(const System& system) {
  return seen(system.text(), system);
}

TEST(System, CompleteDescriptionIsSilent) {
  EXPECT_THAT(seen(System()), IsEmpty());
}

TEST(System, BrokenJsonIsOneFinding) {
  EXPECT_THAT(seen("{"), ElementsAre(AllOf(rule("file-json-readable"), error())));
  EXPECT_THAT(seen(""), ElementsAre(AllOf(rule("file-json-readable"), error())));
  EXPECT_THAT(seen("[1]"), ElementsAre(AllOf(rule("file-json-readable"), error())));
}

TEST(SystemStatus, CaseIsFreeBlanksAreNot) {
  EXPECT_THAT(seen(System().set("status", "\"Available\"")), IsEmpty());
  EXPECT_THAT(seen(System().set("status", "\"available \"")),
              ElementsAre(AllOf(rule("system-status"), error(),
                                Field(&Seen::found, Value(std::string("available "))))));
  EXPECT_THAT(seen(System().set("status", "\"released\"")),
              ElementsAre(AllOf(rule("system-status"), error())));
}

TEST(SystemType, SpellingIsFixed) {
  EXPECT_THAT(seen(System().set("system_type", "\"datacenter,edge\"")), IsEmpty());
  EXPECT_THAT(seen(System().set("system_type", "\"Datacenter\"")),
              ElementsAre(AllOf(rule("system-type"), error(), says("Datacenter"))));
  EXPECT_THAT(seen(System().set("system_type", "\"datacenter, edge\"")), ElementsAre(rule("system-type")));
}

TEST(SystemType, NetworkIsForDataCentresOnly) {
  System system;
  system.context.division = "network";
  system.set("division", "\"network\"").set("is_network", "true").set("system_type", "\"edge\"");
  EXPECT_THAT(of_rule(seen(system), "structure-category-network"), ElementsAre(AllOf(error(), says("edge"))));
  EXPECT_THAT(of_rule(seen(system.set("system_type", "\"datacenter\"")), "structure-category-network"),
              IsEmpty());
}

TEST(SystemRequiredFields, AllMissingOnesInOneFinding) {
  EXPECT_THAT(
      seen(System().remove("cooling").remove("framework")),
      ElementsAre(AllOf(rule("system-required-fields"), error(), says("framework"), says("cooling"))));
}

TEST(SystemEmptyFields, EmptyIsAnErrorBlankAWarning) {
  System system;
  EXPECT_THAT(seen(system.set("framework", "\"\"")),
              ElementsAre(AllOf(rule("system-empty-fields"), error(), says("framework"),
                                Field(&Seen::line, system.line_of("framework")))));
  EXPECT_THAT(seen(System().set("framework", "null")),
              ElementsAre(AllOf(rule("system-empty-fields"), error())));
  EXPECT_THAT(seen(System().set("framework", "\" \"")),
              ElementsAre(AllOf(rule("system-empty-fields"), warning())));
  EXPECT_THAT(seen(System().set("hw_notes", "\"\"")), IsEmpty());
  EXPECT_THAT(seen(System().set("accelerators_per_node", "0")), IsEmpty());
}

TEST(SystemPlaceholders, ReminderAndNotApplicable) {
  EXPECT_THAT(seen(System().set("framework", "\"TODO\"")),
              ElementsAre(AllOf(rule("system-placeholder-fields"), error(), says("framework"))));
  EXPECT_THAT(seen(System().set("framework", "\"<fill in>\"")), ElementsAre(error()));
  EXPECT_THAT(seen(System().set("hw_notes", "\"N/A\"")),
              ElementsAre(AllOf(rule("system-placeholder-fields"), note())));
}

TEST(SystemCounts, Numbers) {
  for (const char* fine : {"8", "\"8\"", "8.0"})
    EXPECT_THAT(seen(System().set("number_of_nodes", fine)), IsEmpty()) << fine;
  for (const char* wrong : {"\"eight\"", "2.5", "-1"})
    EXPECT_THAT(seen(System().set("accelerators_per_node", wrong)),
                ElementsAre(AllOf(rule("system-counts-numeric"), error())))
        << wrong;
  EXPECT_THAT(seen(System().set("number_of_nodes", "0")),
              ElementsAre(AllOf(rule("system-counts-numeric"), error(), says("zero"))));
  EXPECT_THAT(seen(System().set("host_processor_core_count", "\"64 and 96\"")),
              ElementsAre(AllOf(rule("system-counts-numeric"), warning())));
}

TEST(SystemTotal, CountInTheName) {
  System cluster;
  cluster.set("number_of_nodes", "11").set("accelerators_per_node", "8");
  EXPECT_THAT(seen(cluster.set("accelerator_model_name", "\"AMD Instinct MI355X 288GB HBM3e (x87)\"")),
              ElementsAre(AllOf(rule("system-total-accelerators"), warning(), says("88"), says("87"))));
  EXPECT_THAT(seen(cluster.set("accelerator_model_name", "\"AMD Instinct MI355X 288GB HBM3e (x88)\"")),
              IsEmpty());
}

TEST(SystemTotal, NamesThatFit) {
  System rack;  // 18 nodes with 4 each
  rack.set("accelerator_model_name", "\"NVIDIA GB200\"")
      .set("system_name", "\"NVIDIA GB200 NVL72 (72x GB200-186GB_aarch64)\"");
  EXPECT_THAT(seen(rack), IsEmpty());
  System mixed;
  mixed.set("number_of_nodes", "3").set("accelerators_per_node", "8");
  mixed.set("accelerator_model_name", "\"MI300X (x8) and MI325X (x8) and MI355X (x8)\"");
  EXPECT_THAT(seen(mixed), IsEmpty());
  mixed.set("accelerator_model_name", "\"Arc B50\"").set("system_name", "\"2xEPYC server\"");  // processors
  EXPECT_THAT(seen(mixed), IsEmpty());
}

TEST(SystemFolder, SubmitterAndDivision) {
  EXPECT_THAT(seen(System().set("submitter", "\"ACME\"")), IsEmpty());
  EXPECT_THAT(seen(System().set("submitter", "\"Other\"")),
              ElementsAre(AllOf(rule("system-submitter"), error(), says("Other"), says("Acme"))));
  EXPECT_THAT(seen(System().set("division", "\"open\"")),
              ElementsAre(AllOf(rule("system-division"), error())));
}

TEST(SystemNetwork, FlagAndFields) {
  EXPECT_THAT(seen(System().set("is_network", "\"False\"")), IsEmpty());
  EXPECT_THAT(seen(System().set("is_network", "true")),
              ElementsAre(AllOf(rule("system-network-division"), error())));
  System network;
  network.context.division = "network";
  network.set("division", "\"network\"").set("is_network", "\"true\"");
  EXPECT_THAT(seen(network),
              ElementsAre(AllOf(rule("system-network-fields"), error(), says("network_type"))));
  EXPECT_THAT(of_rule(seen(network.set("is_network", "false")), "system-network-division"),
              ElementsAre(error()));
}

TEST(SystemPower, FieldsOfPowerResults) {
  System system;
  EXPECT_THAT(seen(system), IsEmpty());
  system.context.has_power_results = true;
  EXPECT_THAT(seen(system),
              ElementsAre(AllOf(rule("system-power-fields"), warning(), says("power_management"))));
}

}  // namespace
}  // namespace mlperf::audit
