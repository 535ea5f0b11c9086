// SPDX-License-Identifier: Apache-2.0
#include "mllog/detail_log.h"

#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/mllog/log_text.h"

namespace mlperf::mllog {
namespace {

using base::IssueKind;
using base::ReadState;

base::Document<DetailLog> parse(std::string_view text) {
  return parse_detail_log(text, "log");
}

std::vector<IssueKind> kinds(const base::Document<DetailLog>& document) {
  std::vector<IssueKind> found;
  for (const auto& issue : document.issues) found.push_back(issue.kind);
  return found;
}

TEST(DetailLog, ValuesKeepTheirTextAndPlace) {
  const auto document = parse(small_detail_log());
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_TRUE(document.issues.empty());
  const DetailLog& log = document.value;
  EXPECT_EQ(log.lines(), 8U);
  EXPECT_EQ(log.string("sut_name"), "PySUT");
  EXPECT_EQ(log.u64("effective_sample_index_rng_seed"), 14276810075590677512U);
  EXPECT_EQ(log.i64("effective_sample_index_rng_seed"), std::nullopt);
  EXPECT_EQ(log.number("effective_target_qps"), 0.238095);
  EXPECT_EQ(log.number("num_errors"), 0.0);
  EXPECT_EQ(log.u64("sut_name"), std::nullopt);
  EXPECT_FALSE(log.has("result_invalid_reason"));
  const LogEntry* files = log.find("loadgen_file_sha1");
  ASSERT_NE(files, nullptr);
  EXPECT_EQ(files->kind, ValueKind::object);
  EXPECT_EQ(files->text, R"({"/a.cc":"00ff","/b.cc":"11ee"})");
  EXPECT_EQ(log.find("loaded_qsl_set")->kind, ValueKind::list);
  EXPECT_EQ(log.find("loaded_qsl_set")->text, "[3,1,2]");
  const LogEntry* validity = log.find("result_validity");
  EXPECT_EQ(validity->at.line, 7U);
  EXPECT_EQ(document.bytes.view().substr(validity->at.byte, 8), ":::MLLOG");
  EXPECT_EQ(validity->time_ms, "12.345678");
  EXPECT_EQ(validity->source_file, "loadgen.cc");
  EXPECT_EQ(validity->source_line, 1193U);
  EXPECT_EQ(validity->pid, 4711U);
}

TEST(DetailLog, RepeatedKeysKeepTheirOrder) {
  const auto document = parse(detail_line("a", "1") + detail_line("b", "2") + detail_line("a", "3", true));
  const auto all = document.value.all("a");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]->text, "1");
  EXPECT_EQ(all[1]->text, "3");
  EXPECT_TRUE(all[1]->is_error);
  EXPECT_EQ(document.value.u64("a"), 1U);
}

TEST(DetailLog, OtherSpacingIsTheSame) {
  const auto document = parse(
      ":::MLLOG "
      "{\"metadata\":{\"tid\":1,\"pid\":2,\"line_no\":3,\"file\":\"x\",\"is_warning\":true,\"is_error\":"
      "false},"
      "\"event_type\":\"POINT_IN_TIME\" , \"namespace\":\"mlperf::logging\",\"time_ms\":1,\"value\" :  [ 1 , "
      "2 ] ,\"key\":\"k\"}\n");
  EXPECT_TRUE(document.issues.empty());
  ASSERT_EQ(document.value.entries().size(), 1U);
  EXPECT_EQ(document.value.entries()[0].text, "[ 1 , 2 ]");
  EXPECT_TRUE(document.value.entries()[0].is_warning);
}

TEST(DetailLog, LineEndsBlanksAndBlankLinesPassSilently) {
  std::string text = "\r\n\n";
  for (const char c : small_detail_log()) text += c == '\n' ? std::string("  \t\r\n") : std::string(1, c);
  const auto document = parse(text + "\n  \r\n");
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_TRUE(document.issues.empty());
  EXPECT_EQ(document.value.entries().size(), 8U);
  EXPECT_EQ(document.value.find("loadgen_version")->at.line, 3U);
  EXPECT_EQ(document.value.find("loadgen_version")->at.byte, 3U);
}

TEST(DetailLog, ForeignLinesAreReportedAndTheRestCounts) {
  const auto document = parse("[rank0] warming up\n" + small_detail_log());
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_THAT(kinds(document), testing::ElementsAre(IssueKind::foreign_line));
  EXPECT_EQ(document.issues[0].at.line, 1U);
  EXPECT_EQ(document.issues[0].detail, "[rank0] warming up");
  EXPECT_EQ(document.value.string("result_validity"), "VALID");
}

TEST(DetailLog, WithoutAnyLoadGenLineTheLogIsDamaged) {
  const auto document = parse("Runtime Benchmark Detail\n====\n");
  EXPECT_EQ(document.state, ReadState::damaged);
  EXPECT_EQ(document.issues[0].detail, "Runtime Benchmark Detail");
}

TEST(DetailLog, EmptyAndBlankFilesAreEmpty) {
  EXPECT_EQ(parse("").state, ReadState::empty);
  EXPECT_EQ(parse("\r\n \n").state, ReadState::empty);
  EXPECT_EQ(read_detail_log("/nonexistent/log", "log").state, ReadState::absent);
  EXPECT_EQ(read_detail_log("/", "log").state, ReadState::unreadable);
}

TEST(DetailLog, ByteOrderMarkAndUtf16AreDecoded) {
  const auto marked = parse("\xEF\xBB\xBF" + small_detail_log());
  EXPECT_THAT(kinds(marked), testing::ElementsAre(IssueKind::byte_order_mark));
  EXPECT_EQ(marked.value.entries().size(), 8U);
  EXPECT_EQ(marked.value.entries()[0].at.byte, 3U);

  std::string wide = "\xFF\xFE";
  for (const char c : small_detail_log()) wide += std::string{c, '\0'};
  const auto utf16 = parse(wide);
  EXPECT_THAT(kinds(utf16), testing::ElementsAre(IssueKind::utf16));
  EXPECT_EQ(utf16.value.string("result_validity"), "VALID");
}

TEST(DetailLog, BytesThatAreNotUtf8StayInTheValue) {
  const auto document = parse(detail_line("sut_name", "\"Py\xE9SUT\"") + detail_line("num_errors", "0"));
  EXPECT_THAT(kinds(document), testing::ElementsAre(IssueKind::invalid_utf8));
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_EQ(document.value.string("sut_name"), "Py\xE9SUT");
}

TEST(DetailLog, ControlCharactersAreReportedOnceAValue) {
  for (const char* value : {"\"Py\x1b[31mSUT\x07\"", R"("Py\u001b[31mSUT\u0007")", "\"del\x7f\"",
                            "\"c1\xC2\x9B\"", R"("\u009b")"}) {
    const auto document = parse(detail_line("sut_name", value));
    EXPECT_THAT(kinds(document), testing::ElementsAre(IssueKind::control_character)) << value;
    EXPECT_EQ(document.value.entries().size(), 1U) << value;
    EXPECT_EQ(document.state, ReadState::read);
  }
  EXPECT_TRUE(parse(detail_line("git_log", R"("one\ntwo\tthree \"four\" \u00e9")")).issues.empty());
  EXPECT_TRUE(parse(detail_line("sut_name", "\"a\tb\"")).issues.empty());
}

TEST(DetailLog, ValuesThatAreNoFiniteNumberAreKept) {
  for (const char* value : {"NaN", "nan", "-nan", "inf", "-inf", "Infinity", "-Infinity"}) {
    const auto document = parse(detail_line("p99", value));
    EXPECT_TRUE(document.issues.empty()) << value;
    ASSERT_EQ(document.value.entries().size(), 1U) << value;
    EXPECT_EQ(document.value.entries()[0].kind, ValueKind::not_finite);
    EXPECT_EQ(document.value.entries()[0].text, value);
    EXPECT_EQ(document.value.number("p99"), std::nullopt);
  }
}

TEST(DetailLog, DamagedLinesAreReportedWithTheirLine) {
  const std::vector<std::string> damaged = {
      detail_line("sut_name", "\"a \"quoted\" name\""),
      detail_line("count", ""),
      detail_line("list", "]"),
      detail_line("list", "[1,2"),
      detail_line("list", "[1,,2"),
      detail_line("object", R"({"a":})"),
      detail_line("number", "01"),
      detail_line("number", "1.2.3"),
      detail_line("word", "truth"),
      detail_line("bad escape", R"("\x")"),
      ":::MLLOG\n",
      ":::MLLOG []\n",
      ":::MLLOG {}\n",
      ":::MLLOG {\"key\": \"a\", \"value\": 1}\n",
      "noise :::MLLOG {}\n",
  };
  for (const auto& line : damaged) {
    const auto document = parse(detail_line("a", "1") + line + detail_line("b", "2"));
    EXPECT_THAT(kinds(document), testing::ElementsAre(IssueKind::damaged_line)) << line;
    EXPECT_EQ(document.issues[0].at.line, 2U);
    EXPECT_EQ(document.state, ReadState::damaged);
    EXPECT_EQ(document.value.entries().size(), 2U);
  }
}

TEST(DetailLog, SomethingBehindTheObjectIsDamage) {
  for (const char* rest : {"x", "}", "{}", ", 1", "\"", " 0"}) {
    auto line = detail_line("a", "1");
    line.insert(line.size() - 1, rest);
    EXPECT_THAT(kinds(parse(line + detail_line("b", "1"))), testing::ElementsAre(IssueKind::damaged_line))
        << rest;
  }
}

TEST(DetailLog, ZeroBytesDoNotEndTheLog) {
  const auto zeros = parse(detail_line("a", "1") + std::string(5000, '\0') + "\n" + detail_line("b", "2"));
  EXPECT_THAT(kinds(zeros), testing::ElementsAre(IssueKind::foreign_line));
  EXPECT_EQ(zeros.value.u64("b"), 2U);

  auto inside = detail_line("sut_name", "\"AB\"");
  inside.insert(inside.find("AB") + 1, 1, '\0');
  const auto document = parse(inside + detail_line("b", "2"));
  EXPECT_THAT(kinds(document), testing::ElementsAre(IssueKind::control_character));
  EXPECT_EQ(document.value.string("sut_name")->size(), 3U);
}

TEST(DetailLog, LongListsKeepTheirText) {
  std::string list = "[0";
  for (int i = 1; i < 5000; ++i) list += fmt::format(",{}", i);
  list += "]";
  const auto document = parse(detail_line("loaded_qsl_set", list) + detail_line("b", "2"));
  EXPECT_TRUE(document.issues.empty());
  EXPECT_EQ(document.value.find("loaded_qsl_set")->text, list);
  EXPECT_EQ(document.value.find("loaded_qsl_set")->source_file, "loadgen.cc");
  EXPECT_EQ(document.value.find("loaded_qsl_set")->time_ms, "12.345678");
  for (const char* damage : {"x", ",,", ",-", "\"", "[", " ,", "\n", "1 1"}) {
    auto broken = detail_line("loaded_qsl_set", list);
    broken.insert(broken.find(",2500,") + 1, damage);
    EXPECT_EQ(parse(broken + detail_line("b", "2")).state, ReadState::damaged) << damage;
  }
}

TEST(DetailLog, IssuesOfAHostileFileAreCounted) {
  std::string text = detail_line("a", "1");
  for (int i = 0; i < 5000; ++i) text += "noise\n";
  const auto document = parse(text);
  ASSERT_EQ(document.issues.size(), 51U);
  EXPECT_EQ(document.issues.back().kind, IssueKind::foreign_line);
  EXPECT_EQ(document.issues.back().at.line, 52U);
  EXPECT_THAT(document.issues.back().detail, testing::HasSubstr("4950 further places"));
}

TEST(DetailLog, ManyKeysAreAllFound) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += detail_line(fmt::format("key{}", i % 1500), std::to_string(i));
  const auto document = parse(text);
  for (int i = 0; i < 1500; ++i) {
    const auto all = document.value.all(fmt::format("key{}", i));
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[1]->as_u64(), static_cast<std::uint64_t>(i + 1500));
  }
}

TEST(IndexList, ReadsListsOfUnsignedIntegers) {
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(parse_index_list("[3,1,2]"), (List{3, 1, 2}));
  EXPECT_EQ(parse_index_list("[3, 1 ,  2 ]"), (List{3, 1, 2}));
  EXPECT_EQ(parse_index_list("[]"), List{});
  EXPECT_EQ(parse_index_list("[0,12,345,6789,12345,678901,2345678,90123456,789012345,4294967295]"),
            (List{0, 12, 345, 6789, 12345, 678901, 2345678, 90123456, 789012345, 4294967295U}));
}

TEST(IndexList, RefusesEverythingElse) {
  for (const char* text :
       {"", "[", "]", "1", "[1", "1]", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[-1]", "[1.5]", "[4294967296]",
        "[99999999999999999999]", "[a]", "[1]]", "[[1]", "[1,2,3,4,5,6x,7,8,9]"}) {
    EXPECT_EQ(parse_index_list(text), std::nullopt) << text;
  }
}

TEST(IndexList, AgreesWithASimpleReaderOnEveryLength) {
  std::string text = "[";
  std::vector<std::uint32_t> expected;
  for (std::uint64_t n = 1; n <= 4294967295U; n = n * 3 + 1) {
    for (const auto value : {n - 1, n}) {
      expected.push_back(static_cast<std::uint32_t>(value));
      text += fmt::format("{}{}", text.size() == 1 ? "" : ",", value);
      EXPECT_EQ(parse_index_list(text + "]"), expected);
    }
  }
}

// What count_indices() of a list should say, by way of the list itself.
void expect_counts(const std::string& text) {
  const auto list = parse_index_list(text);
  const auto counts = count_indices(text);
  ASSERT_EQ(counts.has_value(), list.has_value()) << text.substr(0, 80);
  if (!list) return;
  EXPECT_EQ(counts->all, list->size());
  EXPECT_EQ(counts->distinct, std::set(list->begin(), list->end()).size()) << text.substr(0, 80);
}

TEST(IndexCounts, AgreeWithTheListItself) {
  for (const char* text : {"", "[]", "[0]", "[7,7,7]", "[3,1,2]", "[0,63,64,0]", "[4294967295,1,4294967295]",
                           "[1,]", "[900000,5,900000,5,900001]", "[1,x]"}) {
    expect_counts(text);
  }
}

TEST(IndexCounts, AreThoseOfThisListWhateverWasAskedBefore) {
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) {
      expect_counts(fmt::format("[{},1,2,3,{}]", i, i % 4));
      expect_counts("[5,5]");
    }
  }
}

}  // namespace
}  // namespace mlperf::mllog
