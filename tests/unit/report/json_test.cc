// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/json_writer.h"
#include "unit/report/sample_report.h"

namespace mlperf::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json parsed(const audit::AuditReport& report) {
  return json::parse(render_json(report));
}

// The part of JSON Schema that the published schema uses.
class SchemaCheck {
 public:
  explicit SchemaCheck(const json& schema) : schema_(schema) {}
  void check(const json& value) { check(schema_, value, "$"); }
  std::vector<std::string> problems;

 private:
  static bool is_type(const std::string& type, const json& value) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    return type == "object" && value.is_object();
  }
  static bool has_type(const json& types, const json& value) {
    if (types.is_string()) return is_type(types, value);
    for (const auto& type : types)
      if (is_type(type, value)) return true;
    return false;
  }
  void check(const json& schema, const json& value, const std::string& at) {
    if (schema.contains("$ref")) {
      const auto target = schema["$ref"].get<std::string>().substr(1);
      check(schema_.at(json::json_pointer(target)), value, at);
    }
    for (const auto& part : schema.value("allOf", json::array())) check(part, value, at);
    if (schema.contains("type") && !has_type(schema["type"], value))
      problems.push_back(at + " has the wrong type");
    if (schema.contains("const") && schema["const"] != value) problems.push_back(at + " is not the constant");
    if (schema.contains("enum") && std::count(schema["enum"].begin(), schema["enum"].end(), value) == 0)
      problems.push_back(at + " is not of the enumeration");
    if (value.is_object()) {
      for (const auto& name : schema.value("required", json::array()))
        if (!value.contains(name.get<std::string>()))
          problems.push_back(at + " lacks " + name.get<std::string>());
      const auto properties = schema.value("properties", json::object());
      for (const auto& [name, member] : value.items()) {
        if (properties.contains(name)) {
          check(properties[name], member, at + "." + name);
        } else if (schema.value("additionalProperties", json(true)) == json(false)) {
          problems.push_back(at + " has the unknown member " + name);
        }
      }
    }
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        check(schema["items"], value[i], at + "." + std::to_string(i));
  }

  const json& schema_;
};

json published_schema() {
  std::ifstream file(std::string(MLPERF_SOURCE_DIR) + "/packaging/schema/check.schema.json");
  return json::parse(file);
}

TEST(Json, FollowsThePublishedSchema) {
  auto report = sample_report();
  report.config_file = ".mlperf-audit.toml";
  report.profile = "trial";
  report.selected = {"perf-*"};
  report.ignored.push_back({"system-*", "known", ".mlperf-audit.toml", 3, 1});
  report.results[1].waived_errors = 1;
  report.results[0].findings[0].waived = true;
  report.results[0].findings[0].more.push_back({"other", 7, 70, "8"});
  report.results[0].performance = {};
  report.results[1].system = "";
  const auto schema = published_schema();
  SchemaCheck check(schema);
  check.check(parsed(report));
  check.check(parsed(one_valid_result()));
  EXPECT_THAT(check.problems, testing::IsEmpty());
}

TEST(Json, HasEveryMemberOfTheInterface) {
  const auto doc = parsed(sample_report());
  for (const char* name :
       {"schema_version", "tool", "round", "root", "summary", "results", "findings", "ignored"})
    EXPECT_TRUE(doc.contains(name)) << name;
  for (const char* name : {"results", "valid", "invalid", "inconclusive", "errors", "warnings", "notes",
                           "waived", "claims", "files", "bytes"})
    EXPECT_TRUE(doc["summary"].contains(name)) << name;
  const auto& result = doc["results"][0];
  for (const char* name : {"id", "division", "submitter", "system", "category", "benchmark", "scenario",
                           "path", "verdict", "performance", "accuracy", "latency", "compliance", "findings"})
    EXPECT_TRUE(result.contains(name)) << name;
  for (const char* name : {"rule", "severity", "evidence", "message", "file", "line", "byte", "found",
                           "expected", "fix", "waived"})
    EXPECT_TRUE(result["findings"][0].contains(name)) << name;
}

TEST(Json, SaysWhatTheReportSays) {
  const auto doc = parsed(sample_report());
  EXPECT_EQ(doc["schema_version"], "1");
  EXPECT_EQ(doc["root"], ".");
  EXPECT_EQ(doc["exit_code"], 1);
  EXPECT_EQ(doc["summary"]["claims"], json({{"recomputed", 3}, {"cross_checked", 20}, {"stated", 100}}));
  EXPECT_EQ(doc["summary"]["not_checked"][0]["results"], 2);
  const auto& result = doc["results"][0];
  EXPECT_EQ(result["verdict"], "invalid");
  EXPECT_EQ(result["performance"]["value"], 16167.4);
  EXPECT_EQ(result["latency"]["tpot_p99_ns"], 16200000);
  EXPECT_EQ(result["findings"][0]["line"], 57);
  EXPECT_EQ(result["findings"][0]["found"], 16200000);
  EXPECT_EQ(doc["findings"][0]["affects"].size(), 2U);
}

TEST(Json, IntegersKeepAllTheirDigits) {
  auto report = sample_report();
  report.results[0].findings[0].found = std::uint64_t{18446744073709551615U};
  report.results[0].findings[0].expected = std::int64_t{-9223372036854775807};
  const auto text = render_json(report);
  EXPECT_THAT(text, HasSubstr("\"found\": 18446744073709551615"));
  EXPECT_THAT(text, HasSubstr("\"expected\": -9223372036854775807"));
}

TEST(Json, WhatIsNotKnownIsNullWithItsReason) {
  auto report = sample_report();
  report.results[1].performance = {};
  report.results[1].performance.unavailable = "the detail log is empty";
  const auto doc = parsed(report);
  EXPECT_TRUE(doc["results"][1]["performance"]["value"].is_null());
  EXPECT_EQ(doc["unavailable"]["results.1.performance"], "the detail log is empty");
}

TEST(Json, AFindingAboutAWholeFileHasNoLine) {
  auto report = sample_report();
  report.results[0].findings[0].place.line = 0;
  EXPECT_TRUE(parsed(report)["results"][0]["findings"][0]["line"].is_null());
}

TEST(Json, FurtherPlacesAreListed) {
  auto report = sample_report();
  auto& finding = report.results[0].findings[0];
  finding.count = 38;
  finding.more.push_back({finding.place.file, 60, 2000, "17"});
  const auto doc = parsed(report)["results"][0]["findings"][0];
  EXPECT_EQ(doc["count"], 38);
  EXPECT_EQ(doc["more"][0]["line"], 60);
  EXPECT_EQ(doc["more"][0]["found"], 17);
}

TEST(Json, WaivedErrorsAreToldOnlyWhereTheResultIsNotInvalid) {
  auto report = sample_report();
  report.results[0].waived_errors = report.results[1].waived_errors = 2;
  const auto doc = parsed(report);
  EXPECT_FALSE(doc["results"][0].contains("waived_errors"));
  EXPECT_EQ(doc["results"][1]["waived_errors"], 2);
}

TEST(Json, HostileTextStaysValidJson) {
  std::string every_byte;
  for (int i = 0; i < 256; ++i) every_byte += static_cast<char>(i);
  auto report = sample_report();
  report.results[0].id = every_byte;
  report.results[0].findings[0].message = "\x1b[31m\xC2\x9B\xED\xA0\x80\xF4\x90\x80\x80\xE2\x82";
  report.results[0].findings[0].found = every_byte;
  report.round = "\"\\";
  const auto text = render_json(report);
  EXPECT_TRUE(base::is_utf8(text));
  for (const char c : text) ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  const auto doc = json::parse(text);
  EXPECT_EQ(doc["round"], "\"\\");
  EXPECT_THAT(doc["results"][0]["findings"][0]["message"].get<std::string>(), HasSubstr("\\xED\\xA0\\x80"));
}

TEST(Json, EqualReportsGiveEqualBytes) {
  EXPECT_EQ(render_json(sample_report()), render_json(sample_report()));
}

TEST(JsonWriter, LaysOutNestedValues) {
  JsonWriter writer;
  writer.begin_object().key("a").begin_array().integer(std::int64_t{1}).real(2.5).end_array();
  writer.key("b")
      .begin_object(JsonWriter::Layout::one_line)
      .key("c")
      .null()
      .key("d")
      .begin_array()
      .end_array()
      .end_object();
  writer.key("e").begin_object().end_object().key("f").real(1.0 / 0.0).end_object();
  EXPECT_EQ(
      writer.take(),
      "{\n \"a\": [\n  1,\n  2.5\n ],\n \"b\": {\"c\": null, \"d\": []},\n \"e\": {},\n \"f\": null\n}\n");
}

}  // namespace
}  // namespace mlperf::report
