// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "mllog/accuracy_element.h"
#include "mllog/accuracy_stream.h"
#include "mllog/hex.h"
#include "support/temporary_tree.h"

namespace mlperf::mllog {
namespace {

using base::IssueKind;
using base::ReadState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Streamed {
  base::Document<AccuracyLogSummary> document;
  std::vector<std::uint64_t> seqs;
  std::vector<std::string> data;

  const AccuracyLogSummary& summary() const { return document.value; }
  std::vector<IssueKind> kinds() const {
    std::vector<IssueKind> found;
    for (const auto& issue : document.issues) found.push_back(issue.kind);
    return found;
  }
};

Streamed stream(std::string_view text, const AccuracyStreamOptions& options = {}) {
  Streamed streamed;
  streamed.document = stream_accuracy_text(text, "log", options, [&](const AccuracyRecord& record) {
    streamed.seqs.push_back(record.seq_id);
    streamed.data.emplace_back(record.data);
    EXPECT_EQ(text.substr(record.data_byte, record.data.size()), record.data);
    EXPECT_EQ(text.substr(record.at.byte, 1), "{");
  });
  EXPECT_EQ(streamed.summary().entries, streamed.seqs.size());
  return streamed;
}

std::string entry(std::uint64_t seq, std::string_view data = "0A00FF", std::string_view more = "") {
  return fmt::format(R"({{ "seq_id" : {}, "qsl_idx" : {}, "data" : "{}"{} }})", seq, seq * 3, data, more);
}

std::string log_of(const std::vector<std::string>& entries) {
  return fmt::format("[\n{}\n]\n", fmt::join(entries, ",\n"));
}

TEST(AccuracyStream, EveryEntryOfAWholeLog) {
  AccuracyStreamOptions options;
  options.hash = true;
  const auto text =
      log_of({entry(1), entry(0, ""), entry(2, "ab", R"(, "token_data" : "AB", "token_count" : -3)")});
  const auto log = stream(text, options);
  EXPECT_EQ(log.document.state, ReadState::read);
  EXPECT_THAT(log.document.issues, IsEmpty());
  EXPECT_THAT(log.seqs, ElementsAre(1, 0, 2));
  EXPECT_THAT(log.data, ElementsAre("0A00FF", "", "ab"));
  EXPECT_THAT(log.summary().keys, ElementsAre("data", "qsl_idx", "seq_id", "token_count", "token_data"));
  EXPECT_TRUE(log.summary().valid_json);
  EXPECT_FALSE(log.summary().in_seq_order);
  EXPECT_EQ(log.summary().sha256, base::sha256_hex(text));
}

TEST(AccuracyStream, OneLineAndAnyOrderOfFieldsAndBlanksAreFine) {
  const auto log = stream(
      "[{\"token_count\":5,\"data\":\"00\",\"qsl_idx\":7,\"seq_id\":1}  ,\r\n\t{\n\"seq_id\" : "
      "2\n,\"data\":\"\","
      "\"qsl_idx\":8}]");
  EXPECT_EQ(log.document.state, ReadState::read);
  EXPECT_THAT(log.seqs, ElementsAre(1, 2));
  EXPECT_TRUE(log.summary().valid_json);
  EXPECT_TRUE(log.summary().in_seq_order);
}

TEST(AccuracyStream, EmptyLogs) {
  EXPECT_EQ(stream("").document.state, ReadState::empty);
  EXPECT_EQ(stream(" \n").document.state, ReadState::empty);
  const auto list = stream("[\n]\n");
  EXPECT_EQ(list.document.state, ReadState::read);
  EXPECT_TRUE(list.summary().valid_json);
  EXPECT_TRUE(list.summary().in_seq_order);
  submission::TemporaryTree tree;
  tree.folder("folder");
  const auto none = [](const AccuracyRecord&) {};
  EXPECT_EQ(stream_accuracy_log(tree.path("none"), "log", {}, none).state, ReadState::absent);
  EXPECT_EQ(stream_accuracy_log(tree.path("folder"), "log", {}, none).reason, "is a folder");
}

TEST(AccuracyStream, AKilledLogGivesItsCompleteEntries) {
  const auto text = log_of({entry(0), entry(1), entry(2)});
  for (std::size_t size = 1; size + 2 < text.size(); ++size) {
    const auto cut = std::string_view(text).substr(0, size);
    const auto log = stream(cut);
    EXPECT_EQ(log.document.state, ReadState::damaged) << size;
    EXPECT_FALSE(log.summary().valid_json) << size;
    EXPECT_THAT(log.kinds(), ElementsAre(IssueKind::syntax)) << size;
    EXPECT_EQ(log.summary().entries, static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '}')))
        << size;
  }
  EXPECT_THAT(stream(std::string_view(text).substr(0, 20)).document.issues[0].detail,
              HasSubstr("the log ends inside an entry"));
}

TEST(AccuracyStream, WhatIsJsonButNoEntryIsToldByNumberAndByte) {
  const auto good = entry(0);
  for (const auto& [bad, what] : std::vector<std::pair<std::string, std::string>>{
           {entry(1, "ABC"), "half a byte of data"},
           {entry(1, "XY"), "a character that is not hex"},
           {entry(1, "A\\u0041"), "a character that is not hex"},
           {R"({"seq_id":1,"data":"00"})", "lacks"},
           {R"({})", "lacks"},
           {R"({"seq_id":"1","qsl_idx":1,"data":"00"})", "no integer"},
           {R"({"seq_id":[{"a":1}],"qsl_idx":1,"data":"00"})", "no integer"},
           {R"({"seq_id":1.5,"qsl_idx":1,"data":"00"})", "no integer"},
           {R"({"seq_id":-1,"qsl_idx":1,"data":"00"})", "out of range"},
           {R"({"seq_id":99999999999999999999,"qsl_idx":1,"data":"00"})", "out of range"},
           {R"({"seq_id":1,"qsl_idx":1,"data":null})", "no string"},
           {R"({"seq_id":1,"qsl_idx":1,"data":"00","data":"00"})", "twice"},
           {R"([1,[2,{"x":[]}],"y"])", "another value"},
           {"17", "another value"}}) {
    const auto log = stream(log_of({good, bad, entry(2)}));
    EXPECT_THAT(log.seqs, ElementsAre(0, 2)) << bad;
    EXPECT_TRUE(log.summary().valid_json) << bad;
    EXPECT_EQ(log.summary().bad_entries, 1U) << bad;
    EXPECT_EQ(log.document.state, ReadState::damaged) << bad;
    ASSERT_THAT(log.kinds(), ElementsAre(IssueKind::wrong_type)) << bad;
    EXPECT_THAT(log.document.issues[0].detail, HasSubstr("entry 1: ")) << bad;
    EXPECT_THAT(log.document.issues[0].detail, HasSubstr(what)) << bad;
    EXPECT_EQ(log.document.issues[0].at, (base::Position{3, 2 + good.size() + 2})) << bad;
  }
}

TEST(AccuracyStream, WhatIsNoJsonIsToldAndTheRestIsRead) {
  for (const char* bad :
       {"{ \"seq_id\" : 1, \"qsl_idx\" : 1, \"data\" : \"0A\n\" }", "{ \"seq_id\" 1 }", "{ seq_id : 1 }",
        "{ \"seq_id\" : 01, \"qsl_idx\" : 1, \"data\" : \"\" }", "{ \"a\" : nan }", "nonsense", "",
        "{ \"a\" : \"\\x\" }", "{ \"a\" : \"\xFF\" }", "{ \"a\" : 1, }", "[1,]"}) {
    const auto log = stream(log_of({entry(0), bad, entry(2)}));
    EXPECT_FALSE(log.summary().valid_json) << bad;
    EXPECT_THAT(log.seqs, ElementsAre(0, 2)) << bad;
    EXPECT_EQ(log.document.state, ReadState::damaged) << bad;
    EXPECT_EQ(log.document.issues.at(0).kind, IssueKind::syntax) << bad;
  }
  for (const auto& text : {entry(0), "[" + entry(0) + entry(1) + "]", "[" + entry(0) + ",]",
                           log_of({entry(0)}) + "x", "{" + entry(0) + "}", log_of({}) + log_of({entry(1)})}) {
    const auto log = stream(text);
    EXPECT_FALSE(log.summary().valid_json) << text;
    EXPECT_THAT(log.seqs, testing::Not(IsEmpty())) << text;
  }
}

TEST(AccuracyStream, FieldsThatLoadGenDoesNotWriteAreTold) {
  const auto log = stream(log_of({entry(0), entry(1, "00", R"(, "extra" : {"a" : [1, 2, {}]})")}));
  EXPECT_THAT(log.seqs, ElementsAre(0, 1));
  EXPECT_THAT(log.summary().keys, ElementsAre("data", "extra", "qsl_idx", "seq_id"));
  EXPECT_THAT(log.kinds(), ElementsAre(IssueKind::wrong_type));
}

TEST(AccuracyStream, ARepeatedSampleIsToldWithBothPlaces) {
  const auto log = stream(log_of({entry(5), entry(3), entry(5), entry(5)}));
  EXPECT_EQ(log.summary().repeated_seq_ids, 2U);
  EXPECT_EQ(log.document.state, ReadState::read);
  ASSERT_THAT(log.kinds(), ElementsAre(IssueKind::duplicate_key, IssueKind::duplicate_key));
  EXPECT_EQ(log.document.issues[0].detail, "entry 2 has the seq_id 5 of entry 0");
  EXPECT_EQ(log.document.issues[0].at.line, 4U);
  EXPECT_EQ(log.document.issues[0].related.line, 2U);
  AccuracyStreamOptions options;
  options.find_repeats = false;
  EXPECT_EQ(stream(log_of({entry(5), entry(5)}), options).summary().repeated_seq_ids, 0U);
}

TEST(AccuracyStream, ACutLogIsNoDamagedOne) {
  const std::string whole = log_of({entry(0, std::string(200, 'A')), entry(1, std::string(200, 'B')),
                                    entry(2, std::string(200, 'C')), entry(3, std::string(200, 'D'))});
  AccuracyStreamOptions options;
  options.hash = true;
  options.cut = {300, 300, "\n\n...\n\n"};
  const auto text = whole.substr(0, 300) + options.cut.separator + whole.substr(whole.size() - 300);
  const auto log = stream(text, options);
  EXPECT_TRUE(log.summary().cut);
  EXPECT_FALSE(log.summary().valid_json);
  EXPECT_EQ(log.document.state, ReadState::read);
  EXPECT_THAT(log.seqs, ElementsAre(0, 3));
  EXPECT_EQ(log.summary().sha256, base::sha256_hex(text));
  options.cut.head_bytes = 299;
  EXPECT_EQ(stream(text, options).document.state, ReadState::damaged) << "another cut than the permitted one";
  submission::TemporaryTree tree;
  tree.file("log", text);
  options.cut.head_bytes = 300;
  EXPECT_TRUE(stream_accuracy_log(tree.path("log"), "log", options, [](const AccuracyRecord&) {}).value.cut);
}

TEST(AccuracyStream, EntriesLargerThanABlockAreWhole) {
  std::string big;
  for (int i = 0; i < 100000; ++i) big += fmt::format("{:08X}", i * 7919);
  for (std::size_t shift = 0; shift < 40; shift += 7) {
    const auto log =
        stream(log_of({entry(0, std::string(2 * shift, '0')), entry(1, big), entry(2), entry(3, big)}));
    EXPECT_THAT(log.document.issues, IsEmpty());
    ASSERT_THAT(log.data, SizeIs(4));
    EXPECT_TRUE(log.data[1] == big);
    EXPECT_TRUE(log.data[3] == big);
  }
}

TEST(AccuracyStream, AnEntryBeyondTheLimitIsSkipped) {
  AccuracyStreamOptions options;
  options.entry_limit = 100000;
  const auto log = stream(log_of({entry(0), entry(1, std::string(3000000, 'A')), entry(2)}), options);
  EXPECT_THAT(log.seqs, ElementsAre(0, 2));
  EXPECT_EQ(log.summary().bad_entries, 1U);
  EXPECT_THAT(log.document.issues.at(0).detail, HasSubstr("entry 1 has more than 100000 bytes"));
}

TEST(AccuracyStream, HostileDepthAndLengthTakeLinearTime) {
  for (const char* unit :
       {"[", "{\"a\":", "{\"a\":[", "{", "\"", "{\"", "[{\"seq_id\":1},", "{\"data\":\"0"}) {
    std::string text = "[";
    while (text.size() < (std::size_t{1} << 20)) text += unit;
    const auto log = stream(text);
    EXPECT_FALSE(log.summary().valid_json) << unit;
    EXPECT_LT(log.document.issues.size(), 110U) << unit;
  }
}

TEST(AccuracyStream, AHugeFileOfNothingIsOneIssue) {
  submission::TemporaryTree tree;
  tree.file("sparse", log_of({entry(0)}));
  std::filesystem::resize_file(tree.path("sparse"), std::uintmax_t{1} << 28);
  const auto document = stream_accuracy_log(tree.path("sparse"), "log", {}, [](const AccuracyRecord&) {});
  EXPECT_EQ(document.value.entries, 1U);
  EXPECT_EQ(document.state, ReadState::damaged);
}

TEST(AccuracyStream, TheHashByQslReadsTheDataAgain) {
  submission::TemporaryTree tree;
  tree.file("log", log_of({entry(2, "02"), entry(0, "00"), entry(1, "01")}));
  std::vector<AccuracyRef> refs;
  stream_accuracy_log(tree.path("log"), "log", {},
                      [&](const AccuracyRecord& record) { refs.push_back(AccuracyRef::of(record)); });
  EXPECT_EQ(sha256_by_qsl(tree.path("log"), refs), base::sha256_hex("0:00\n3:01\n6:02"));
  EXPECT_EQ(sha256_by_qsl(tree.path("log"), {}), base::sha256_hex(""));
  refs[0].byte = std::uint64_t{1} << 63;
  refs[0].length = std::uint64_t{1} << 62;
  EXPECT_EQ(sha256_by_qsl(tree.path("log"), refs), std::nullopt);
}

TEST(Hex, LengthAndBytes) {
  std::string hex;
  std::vector<std::uint8_t> wanted;
  for (int i = 0; i < 256; ++i) {
    hex += fmt::format(fmt::runtime(i % 2 == 0 ? "{:02X}" : "{:02x}"), i);
    wanted.push_back(static_cast<std::uint8_t>(i));
  }
  std::vector<std::uint8_t> bytes;
  ASSERT_TRUE(decode_hex(hex, bytes));
  EXPECT_EQ(bytes, wanted);
  EXPECT_FALSE(decode_hex(hex.substr(1), bytes));
  for (int c = 0; c < 256; ++c) {
    const auto byte = static_cast<char>(c);
    const bool good = std::string_view("0123456789abcdefABCDEF").find(byte) != std::string_view::npos;
    for (const std::size_t at : {std::size_t{0}, std::size_t{5}, std::size_t{17}, std::size_t{37}}) {
      std::string text(38, '7');
      text[at] = byte;
      EXPECT_EQ(hex_length(text), good ? 38 : at) << c;
      EXPECT_EQ(decode_hex(text, bytes), good) << c;
    }
  }
}

// Both ways through an entry say the same.
TEST(AccuracyStream, TheShortWayGivesWhatTheLongWayGives) {
  for (const auto& text : {entry(0), entry(1234567, "", R"(, "token_data" : "00", "token_count" : 7)"),
                           entry(3, "AB", R"(, "token_count" : 7)")}) {
    const std::string padded = text + std::string(64, '\0');
    AccuracyElement usual;
    AccuracyElement any;
    ASSERT_TRUE(read_usual_entry(std::string_view(padded).substr(0, text.size()), usual)) << text;
    ASSERT_EQ(read_accuracy_element(text, any), ElementOutcome::read) << text;
    EXPECT_EQ(any.wrong, "");
    EXPECT_EQ(usual.seq_id, any.seq_id);
    EXPECT_EQ(usual.qsl_idx, any.qsl_idx);
    EXPECT_EQ(usual.data, any.data);
    EXPECT_EQ(usual.token_data, any.token_data);
    EXPECT_EQ(usual.token_count, any.token_count);
    EXPECT_EQ(usual.fields, any.fields);
    EXPECT_EQ(usual.end, any.end);
  }
}

}  // namespace
}  // namespace mlperf::mllog
