// SPDX-License-Identifier: Apache-2.0
#include "submission/json_document.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace mlperf::submission {
namespace {

using base::IssueKind;
using base::ReadState;

JsonDocument parse(std::string_view text) {
  return parse_json_document(text, "system.json");
}

TEST(JsonDocument, FieldsKnowTheirLine) {
  const auto document = parse("{\n \"division\": \"closed\",\n \"number_of_nodes\": 1\n}");
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_TRUE(document.issues.empty());
  EXPECT_EQ(document.value.find("division")->text, "closed");
  EXPECT_EQ(document.value.find("number_of_nodes")->at.line, 3U);
}

TEST(JsonDocument, ASyntaxErrorDamagesTheDocumentAndHasItsPlace) {
  const auto document = parse("{\n \"division\": \"closed\",\n}");
  EXPECT_EQ(document.state, ReadState::damaged);
  ASSERT_EQ(document.issues.size(), 1U);
  EXPECT_EQ(document.issues[0].kind, IssueKind::syntax);
  EXPECT_EQ(document.issues[0].at.line, 3U);
  EXPECT_EQ(document.issues[0].column, 1U);
  EXPECT_EQ(document.value.kind, base::JsonKind::null);
}

TEST(JsonDocument, ARepeatedKeyIsAnIssueAndNoDamage) {
  const auto document = parse("{\"status\": \"preview\",\n\"status\": \"available\"}");
  EXPECT_EQ(document.state, ReadState::read);
  ASSERT_EQ(document.issues.size(), 1U);
  EXPECT_EQ(document.issues[0].kind, IssueKind::duplicate_key);
  EXPECT_EQ(document.issues[0].detail, "status");
  EXPECT_EQ(document.issues[0].related.line, 1U);
}

TEST(JsonDocument, ControlCharactersAreReportedOnceAValueWithTheKey) {
  const auto document = parse(
      "{\"hw_notes\": \"a\\u001b[31mb\\u001b[0m\",\n\"sw_notes\": \"tab\\tand\\nline\",\n"
      "\"list\": [\"fine\", {\"inner\": \"\\u0007\"}, \"\\u007f\"]}");
  EXPECT_EQ(document.state, ReadState::read);
  ASSERT_EQ(document.issues.size(), 3U);
  EXPECT_EQ(document.issues[0].kind, IssueKind::control_character);
  EXPECT_EQ(document.issues[0].detail, "hw_notes");
  EXPECT_EQ(document.issues[0].at.line, 1U);
  EXPECT_EQ(document.issues[1].detail, "inner");
  EXPECT_EQ(document.issues[2].detail, "list");
  EXPECT_EQ(document.issues[2].at.line, 3U);
}

TEST(JsonDocument, ByteOrderMarkUtf16AndForeignBytesAreDecoded) {
  const auto marked = parse("\xEF\xBB\xBF{\"a\": 1}");
  EXPECT_EQ(marked.state, ReadState::read);
  EXPECT_EQ(marked.issues.at(0).kind, IssueKind::byte_order_mark);
  EXPECT_EQ(marked.value.find("a")->text, "1");

  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string("{\"a\": \"b\"}")) {
    utf16 += c;
    utf16 += '\0';
  }
  const auto wide = parse(utf16);
  EXPECT_EQ(wide.issues.at(0).kind, IssueKind::utf16);
  EXPECT_EQ(wide.value.find("a")->text, "b");

  const auto latin = parse("{\"a\": \"caf\xE9\"}");
  EXPECT_EQ(latin.state, ReadState::read);
  EXPECT_EQ(latin.issues.at(0).kind, IssueKind::invalid_utf8);
  EXPECT_EQ(latin.value.find("a")->text, "caf?");
}

TEST(JsonDocument, States) {
  EXPECT_EQ(read_json_document("/no/such/file", "s").state, ReadState::absent);
  EXPECT_EQ(read_json_document("/", "s").state, ReadState::unreadable);
  EXPECT_EQ(parse(" \n").state, ReadState::empty);
  EXPECT_EQ(parse("[]").state, ReadState::read);
  EXPECT_EQ(parse("null").state, ReadState::read);
}

TEST(JsonDocument, DeepNestingAndManyControlCharactersAreBounded) {
  EXPECT_EQ(parse(std::string(1000000, '[')).state, ReadState::damaged);
  std::string many = "[";
  for (int i = 0; i < 1000; ++i) many += "\"\\u0007\",";
  const auto document = parse(many + "0]");
  EXPECT_EQ(document.issues.size(), 100U);
}

TEST(JsonDocument, DamagedTextNeverStopsTheReader) {
  const std::string good =
      "{\"a\": [1, 2.5e3, null, true, \"x\\u001b\\\"y\"],\n \"b\": {\"a\": -0.1, \"a\": {}}}";
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    EXPECT_NE(parse(good.substr(0, cut)).state, ReadState::read) << cut;
  }
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (int change = 0; change < 3; ++change)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    const auto document = parse(text);
    if (document.state == ReadState::damaged) {
      EXPECT_EQ(document.value.kind, base::JsonKind::null);
    }
  }
}

}  // namespace
}  // namespace mlperf::submission
