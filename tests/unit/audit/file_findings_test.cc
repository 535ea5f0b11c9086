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

std::vector<Seen> seen(const Result& result, const std::string& rule) {
  return result.seen(structure_checks(), rule);
}

TEST(Encoding, ByteOrderMarkIsAWarning) {
  Result result;
  result.file("user.conf", "\xEF\xBB\xBF" + result.files.at("user.conf"));
  EXPECT_THAT(
      seen(result, "file-encoding"),
      ElementsAre(AllOf(Field(&Seen::severity, "warning"), Field(&Seen::file, "user.conf"),
                        Field(&Seen::line, 1u), Field(&Seen::message, HasSubstr("byte order mark")))));
}

TEST(Encoding, Utf16IsReadAndSaidOnce) {
  Result result;
  std::string text = "\xFF\xFE";
  for (const char c : result.files.at("accuracy/accuracy.txt")) text += {c, '\0'};
  EXPECT_THAT(seen(result.file("accuracy/accuracy.txt", text), "file-encoding"),
              ElementsAre(Field(&Seen::message, HasSubstr("UTF-16"))));
}

TEST(Encoding, OneBadByteGivesItsLine) {
  EXPECT_THAT(
      seen(Result().file("user.conf", "# first\n# caf\xe9\n*.Offline.target_qps = 10\n"), "file-encoding"),
      ElementsAre(AllOf(Field(&Seen::severity, "warning"), Field(&Seen::line, 2u))));
}

TEST(Encoding, LineEndsOfWindowsAreFine) {
  EXPECT_THAT(seen(Result().file("user.conf", "\r\n*.Offline.target_qps = 10\r\n"), "file-encoding"),
              IsEmpty());
}

TEST(Json, BrokenFileGivesLineAndColumn) {
  EXPECT_THAT(seen(Result().file("measurements.json", "{\n\"a\": 1,\n}\n"), "file-json-readable"),
              ElementsAre(AllOf(Field(&Seen::severity, "error"), Field(&Seen::line, 3u))));
}

TEST(Json, KeyGivenTwiceNamesBothLines) {
  Result result;
  std::string text = result.files.at("measurements.json");
  text.insert(2, "\"retraining\": \"Yes\",\n");
  EXPECT_THAT(seen(result.file("measurements.json", text), "file-json-duplicate-key"),
              ElementsAre(AllOf(Field(&Seen::severity, "warning"), Field(&Seen::line, 4u),
                                Field(&Seen::message, HasSubstr("line 2 and line 4")))));
  EXPECT_THAT(seen(Result(), "file-json-duplicate-key"), IsEmpty());
}

TEST(ControlCharacters, AreANoteAndEscaped) {
  Result result;
  result.file("performance/run_1/mlperf_log_detail.txt",
              log_line("effective_scenario", "\"Offline\"") + log_line("sut_name", "\"Py\x1b[31mSUT\""));
  for (const Seen& found : seen(result, "file-control-characters")) {
    EXPECT_EQ(found.severity, "note");
    EXPECT_EQ(found.message.find('\x1b'), std::string::npos);
  }
  EXPECT_THAT(seen(Result(), "file-control-characters"), IsEmpty());
}

}  // namespace
}  // namespace mlperf::audit
