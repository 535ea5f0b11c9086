// SPDX-License-Identifier: Apache-2.0
#include "rules/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/embedded.h"
#include "rules/load.h"

namespace mlperf::rules {
namespace {

using nlohmann::json;

json finding(const std::string& id) {
  return {{"id", id},
          {"severity", "error"},
          {"title", "a title"},
          {"why", "a reason"},
          {"fix", "set it to {expected}"},
          {"source", "a source"},
          {"messages", {{"default", "{key} is {found}"}}}};
}

RuleSet load(const json& first, const json& second = json::array()) {
  std::vector<RuleFile> files;
  for (const auto& file : embedded_files()) {
    if (file.path.starts_with("rounds/")) files.push_back({std::string(file.path), std::string(file.text)});
  }
  files.push_back({"catalog/one.json", json{{"group", "one"}, {"findings", first}}.dump()});
  files.push_back({"catalog/two.json", json{{"group", "two"}, {"findings", second}}.dump()});
  return load_rules(files);
}

std::string complaint(const json& first, const json& second = json::array()) {
  try {
    load(first, second);
    return "";
  } catch (const RuleError& error) {
    return error.what();
  }
}

// What is said when one member of a good finding is replaced; null takes it away.
std::string complaint_about(const std::string& member, const json& value) {
  auto entry = finding("one-a");
  if (value.is_null()) {
    entry.erase(member);
  } else {
    entry[member] = value;
  }
  return complaint(json::array({entry}));
}

TEST(Catalog, HoldsEntriesInOrderWithTheirVariants) {
  auto second = finding("one-a");
  second["messages"]["absent"] = {
      {"text", "{key} is not there"}, {"severity", "warning"}, {"fix", "add {key}"}};
  const auto rules = load(json::array({finding("one-b"), second}), json::array({finding("two-a")}));
  const auto& catalog = rules.catalog;
  ASSERT_EQ(catalog.entries().size(), 3U);
  EXPECT_EQ(catalog.entries()[0].id, "one-b");
  EXPECT_EQ(catalog.entries()[2].group, "two");
  const auto* entry = catalog.find("one-a");
  ASSERT_NE(entry, nullptr);
  ASSERT_EQ(entry->messages.size(), 2U);
  EXPECT_EQ(entry->messages[0].name, "default");
  EXPECT_EQ(entry->variant("absent")->severity, Severity::warning);
  EXPECT_EQ(entry->variant("absent")->fix, "add {key}");
  EXPECT_EQ(entry->variant("default")->severity, std::nullopt);
  EXPECT_EQ(entry->variant("nothing"), nullptr);
  EXPECT_EQ(catalog.find("one-c"), nullptr);
}

TEST(Catalog, AnIdStandsOnceInAllFiles) {
  EXPECT_EQ(complaint(json::array({finding("x-a")}), json::array({finding("x-b"), finding("x-a")})),
            "catalog/two.json: /findings/1/id: \"x-a\" stands twice; catalog/one.json has it already");
}

TEST(Catalog, ABrokenEntrySaysWhereAndWhat) {
  const std::string place = "catalog/one.json: /findings/0";
  EXPECT_EQ(complaint_about("id", "One_A"),
            place + "/id: expected lower-case words joined by single dashes, found \"One_A\"");
  EXPECT_EQ(complaint_about("id", "one--a"),
            place + "/id: expected lower-case words joined by single dashes, found \"one--a\"");
  EXPECT_EQ(complaint_about("severity", "fatal"),
            place + "/severity: expected \"error\", \"warning\" or \"note\", found \"fatal\"");
  EXPECT_EQ(complaint_about("why", nullptr), place + "/why: missing");
  EXPECT_EQ(complaint_about("why", ""), place + "/why: expected a text, found \"\"");
  EXPECT_EQ(complaint_about("titel", "x"), place + "/titel: unknown member; did you mean \"title\"?");
  EXPECT_EQ(complaint_about("messages", {{"other", "x"}}), place + "/messages/default: missing");
  EXPECT_EQ(complaint_about("messages", {{"default", {{"txt", "x"}}}}),
            place + "/messages/default/txt: unknown member; did you mean \"text\"?");
  EXPECT_EQ(complaint_about("messages", {{"default", "x"}, {"Bad Name", "x"}}),
            place + "/messages/Bad Name: the name of a message has to be lower-case words joined by dashes");
}

TEST(Catalog, BracesHaveToHoldAName) {
  for (const auto* text : {"{", "}", "{}", "{Found}", "{found", "{1st}", "{a b}", "{found}}"}) {
    EXPECT_THAT(complaint_about("fix", text),
                testing::HasSubstr("/fix: expected a text whose braces all hold"))
        << text;
  }
  EXPECT_EQ(complaint_about("fix", "{found} and {expected_text}{a2}"), "");
}

TEST(Catalog, TheFileNamesItsGroup) {
  std::vector<RuleFile> files = {{"catalog/x.json", R"({"group": "y", "findings": []})"}};
  try {
    load_rules(files);
    FAIL();
  } catch (const RuleError& error) {
    EXPECT_STREQ(error.what(), "catalog/x.json: /group: expected \"x\", the name of the file, found \"y\"");
  }
}

TEST(Template, NamesAreReplacedAndUnknownOnesStay) {
  const std::map<std::string, std::string> values = {{"found", "1 {expected}"}, {"expected", "2"}};
  EXPECT_EQ(fill_template("{found} is not {expected}", values), "1 {expected} is not 2");
  EXPECT_EQ(fill_template("{other} stays, { too", values), "{other} stays, { too");
  EXPECT_EQ(fill_template("", values), "");
}

TEST(Severity, HasItsWord) {
  EXPECT_EQ(to_string(Severity::error), "error");
  EXPECT_EQ(to_string(Severity::warning), "warning");
  EXPECT_EQ(to_string(Severity::note), "note");
}

}  // namespace
}  // namespace mlperf::rules
