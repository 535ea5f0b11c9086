// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mllog/trace.h"
#include "mllog/trace_event.h"
#include "support/temporary_tree.h"
#include "unit/mllog/trace_text.h"

namespace mlperf::mllog {
namespace {

using base::IssueKind;
using base::ReadState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

base::Document<Trace> parse_events(std::string_view events) {
  return parse_trace(trace_of(events), "trace");
}

std::vector<IssueKind> kinds(const base::Document<Trace>& document) {
  std::vector<IssueKind> found;
  for (const auto& issue : document.issues) found.push_back(issue.kind);
  return found;
}

std::vector<std::int64_t> ttfts(const base::Document<Trace>& document) {
  std::vector<std::int64_t> found;
  for (const auto& sample : document.value.samples) found.push_back(sample.ttft_ns);
  return found;
}

TEST(Trace, ASmallTraceGivesAllItsFacts) {
  const auto document = parse_trace(small_trace(), "trace");
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_THAT(document.issues, IsEmpty());
  const TraceFacts& facts = document.value.facts;
  EXPECT_EQ(facts.bytes, small_trace().size());
  EXPECT_EQ(facts.complete_lines, 1U + 13U + 8U);
  EXPECT_EQ(facts.partial_tail_bytes, 0U);
  EXPECT_TRUE(facts.footer_present);
  EXPECT_EQ(facts.origin_ns, 1796118249205383500);
  EXPECT_THAT(facts.events_by_name,
              ElementsAre(Pair("GenerateQueries", 1), Pair("Latency", 1), Pair("LogDetail", 1),
                          Pair("LogSummary", 2), Pair("Sample", 4), Pair("Thread", 1),
                          Pair("Token_Latency", 1), Pair("UnloadSampes", 1), Pair("Wait", 1)));
  EXPECT_EQ(facts.doubled_quote_lines, 3U);
  EXPECT_EQ(facts.negative_ts_events, 1U);
  EXPECT_EQ(facts.ts_descents_in_file_order, 2U);
  EXPECT_EQ(facts.samples, 2U);
  EXPECT_EQ(facts.token_events, 1U);
  EXPECT_EQ(facts.damaged_lines, 0U);

  ASSERT_THAT(document.value.samples, SizeIs(2));
  const TraceSample& sample = document.value.samples[0];
  EXPECT_EQ(sample.sample_seq, 0U);
  EXPECT_EQ(sample.sample_idx, 7U);
  EXPECT_EQ(sample.scheduled_ns, 1000);
  EXPECT_EQ(sample.issue_delay_ns, 100);
  EXPECT_EQ(sample.latency_ns, 5000);
  EXPECT_EQ(sample.ttft_ns, 2000);
  EXPECT_FALSE(sample.ttft_after_completion);
  EXPECT_EQ(document.value.samples[1].ttft_ns, kNoTtft);
}

TEST(Trace, AnEmptyFileIsEmpty) {
  submission::TemporaryTree tree;
  tree.file("empty", "");
  tree.file("blank", " \n\n\t");
  tree.folder("folder");
  EXPECT_EQ(read_trace(tree.path("empty"), "t").state, ReadState::empty);
  EXPECT_EQ(read_trace(tree.path("blank"), "t").state, ReadState::empty);
  EXPECT_EQ(read_trace(tree.path("none"), "t").state, ReadState::absent);
  const auto folder = read_trace(tree.path("folder"), "t");
  EXPECT_EQ(folder.state, ReadState::unreadable);
  EXPECT_EQ(folder.reason, "is a folder");
}

TEST(Trace, AKilledRunHasNoFooterAndIsReadAllTheSame) {
  const auto document = parse_trace(std::string(kTraceHeader) + sample_events({0, 1000}), "trace");
  EXPECT_EQ(document.state, ReadState::read);
  EXPECT_FALSE(document.value.facts.footer_present);
  EXPECT_THAT(document.value.samples, SizeIs(1));
}

TEST(Trace, ALineCutInTheMiddleIsNoEvent) {
  const std::string text = std::string(kTraceHeader) + sample_events({0, 1000}) + R"({"name":"Sam)";
  const auto document = parse_trace(text, "trace");
  EXPECT_EQ(document.state, ReadState::damaged);
  EXPECT_THAT(kinds(document), ElementsAre(IssueKind::cut_line));
  EXPECT_EQ(document.issues[0].at, (base::Position{4, text.size() - 12}));
  EXPECT_EQ(document.value.facts.partial_tail_bytes, 12U);
}

TEST(Trace, AFooterWithoutTheLastLineEndIsWhole) {
  std::string text = small_trace();
  text.pop_back();
  const auto document = parse_trace(text, "trace");
  EXPECT_TRUE(document.value.facts.footer_present);
  EXPECT_THAT(document.issues, IsEmpty());
}

TEST(Trace, EventsInOtherFormsAreEventsToo) {
  const auto document = parse_events(
      "\t{ \"ph\" : \"b\", \"args\" : { \"complete_ns\":5000 , "
      "\"issue_start_ns\":-3,\"sample_idx\":4294967295,"
      "\"query_seq\":2, \"sample_seq\":1, \"more\": \"a\\\"b\" }, \"ts\": 12.5 , \"name\":\"Sample\", "
      "\"cat\":\"x\" }\r\n"
      "{\"name\":\"Some thing\",\"ph\":\"i\",\"ts\":7,\"s\":\"g\",\"args\":{}}\n");
  EXPECT_THAT(document.issues, IsEmpty());
  ASSERT_THAT(document.value.samples, SizeIs(1));
  EXPECT_EQ(document.value.samples[0].scheduled_ns, 12500);
  EXPECT_EQ(document.value.samples[0].issue_delay_ns, -3);
  EXPECT_EQ(document.value.samples[0].sample_idx, 4294967295U);
  EXPECT_EQ(document.value.facts.events_by_name.at("Some thing"), 1U);
}

TEST(Trace, DamagedLinesAreToldByLineAndByte) {
  const auto good = sample_events({0, 1000});
  const std::string text = trace_of(good + "{\"name\":\"Sample\",\"ph\":\"b\",\"ts\":1.000,\"args\":{}},\n" +
                                    "Segmentation fault\n" + sample_events({1, 2000}));
  const auto document = parse_trace(text, "trace");
  EXPECT_EQ(document.state, ReadState::damaged);
  EXPECT_THAT(kinds(document), ElementsAre(IssueKind::damaged_line, IssueKind::foreign_line));
  EXPECT_EQ(document.issues[0].at, (base::Position{4, kTraceHeader.size() + good.size()}));
  EXPECT_THAT(document.issues[0].detail, HasSubstr("an argument that is no integer in range"));
  EXPECT_EQ(document.issues[1].at.line, 5U);
  EXPECT_EQ(document.issues[1].detail, "Segmentation fault");
  EXPECT_EQ(document.value.facts.damaged_lines, 2U);
  EXPECT_THAT(document.value.samples, SizeIs(2));
}

TEST(Trace, HostileNumbersAreNoNumbers) {
  for (const char* time : {"1e3", "1.0005", "99999999999999999999.000", "2305843009213694.000", "nan",
                           "\"1\"x", ".5", "1.", "--1.000", "-", "\"\"", "01.000"}) {
    const auto document = parse_events(
        fmt::format(R"({{"name":"Wait","ph":"X","pid":1,"tid":1,"ts":{},"dur":1.000,"args":{{}}}},)"
                    "\n",
                    time));
    EXPECT_EQ(document.state, ReadState::damaged) << time;
    EXPECT_THAT(document.value.facts.events_by_name, IsEmpty()) << time;
  }
  for (const char* number : {"-1", "18446744073709551616", "1.0", "null", "\"1\"", "1e3", ""}) {
    std::string text = sample_events({0, 1000});
    text.replace(text.find(R"("sample_seq":0)"), 14, fmt::format(R"("sample_seq":{})", number));
    const auto document = parse_events(text);
    EXPECT_EQ(document.value.samples.empty(), std::string_view(number) != "\"1\"") << number;
  }
  for (const char* number : {"4294967296", "18446744073709551615", "-1"}) {
    std::string text = sample_events({0, 1000});
    text.replace(text.find(R"("sample_idx":7)"), 14, fmt::format(R"("sample_idx":{})", number));
    EXPECT_THAT(parse_events(text).value.samples, IsEmpty()) << number;
  }
}

TEST(Trace, HugeSampleNumbersCostNoMemory) {
  const auto document =
      parse_events(sample_events({18446744073709551615U, 1}) + sample_events({1000000000000U, 2}));
  ASSERT_THAT(document.value.samples, SizeIs(2));
  EXPECT_EQ(document.value.samples[0].sample_seq, 1000000000000U);
  EXPECT_EQ(document.value.samples[1].sample_seq, 18446744073709551615U);
  EXPECT_EQ(document.value.facts.sample_id_descents, 1U);
}

TEST(Trace, TheFirstCompletionOfASampleCounts) {
  const auto document =
      parse_events(sample_events({5, 1000}) + sample_events({3, 900}) + sample_events({5, 1000, 100, 7777}));
  ASSERT_THAT(document.value.samples, SizeIs(2));
  EXPECT_EQ(document.value.samples[1].latency_ns, 5000);
  EXPECT_EQ(document.value.facts.duplicate_sample_events, 1U);
  EXPECT_EQ(document.value.facts.sample_id_descents, 1U);
}

TEST(Trace, TheFirstReportOfAFirstTokenCounts) {
  const auto document = parse_events(
      counter_event("Token_Latency", 1000, 100, 300) + counter_event("Token_Latency", 1000, 100, 400) +
      counter_event("Token_Latency", 1000, 101, 200) + sample_events({0, 1000}));
  EXPECT_THAT(ttfts(document), ElementsAre(300));
  EXPECT_EQ(document.value.facts.token_events, 3U);
  EXPECT_EQ(document.value.facts.duplicate_token_events, 1U);
  EXPECT_EQ(document.value.facts.token_events_without_sample, 1U) << "another issue delay is another sample";
  EXPECT_THAT(document.value.ttft_ns_without_sample, ElementsAre(200));
}

TEST(Trace, AFirstTokenBehindTheCompletionIsLate) {
  const auto document =
      parse_events(sample_events({0, 1000}) + counter_event("Token_Latency", 1000, 100, 6000) +
                   sample_events({1, 2000}) + sample_events({1, 2000, 100, 9000}, "Token"));
  EXPECT_THAT(ttfts(document), ElementsAre(6000, 9000));
  EXPECT_TRUE(document.value.samples[0].ttft_after_completion);
  EXPECT_TRUE(document.value.samples[1].ttft_after_completion);
}

TEST(Trace, TokensOfOtherScenariosGoByTheirSample) {
  const auto document =
      parse_events(sample_events({1, 0, 9, 50}, "Token") + sample_events({0, 0, 9, 40}, "Token") +
                   sample_events({0, 0, 9, 90}) + sample_events({1, 0, 9, 91}) +
                   sample_events({2, 0, 9, 30}, "Token") + sample_events({1, 0, 9, 60}, "Token"));
  EXPECT_THAT(ttfts(document), ElementsAre(40, 50));
  EXPECT_EQ(document.value.facts.token_events, 4U);
  EXPECT_EQ(document.value.facts.token_events_without_sample, 1U);
  EXPECT_EQ(document.value.facts.duplicate_token_events, 1U);
  EXPECT_EQ(document.value.facts.samples_sharing_a_scheduled_time, 2U);
  EXPECT_EQ(document.value.facts.samples_with_ambiguous_ttft, 0U);
}

TEST(Trace, SamplesThatShareTimeAndDelayShareTheirTokens) {
  const auto document = parse_events(
      counter_event("Token_Latency", 1000, 100, 400) + counter_event("Token_Latency", 1000, 100, 300) +
      counter_event("Token_Latency", 1000, 100, 500) + sample_events({0, 1000}) + sample_events({1, 1000}) +
      sample_events({2, 1000, 101}));
  EXPECT_THAT(ttfts(document), ElementsAre(400, 300, kNoTtft));
  EXPECT_EQ(document.value.facts.samples_with_ambiguous_ttft, 2U);
  EXPECT_EQ(document.value.facts.samples_sharing_a_scheduled_time, 3U);
  EXPECT_EQ(document.value.facts.duplicate_token_events, 1U);
}

TEST(Trace, WhatIsOddIsBounded) {
  std::string events;
  for (int i = 0; i < 3000; ++i) events += plain_event(fmt::format("name {}", i), 1000 + i) + "nonsense\n";
  const auto document = parse_events(events + plain_event(std::string(5000, 'x'), 9000));
  EXPECT_THAT(document.value.facts.events_by_name, SizeIs(1000));
  EXPECT_EQ(document.value.facts.events_of_further_names, 2001U);
  EXPECT_EQ(document.value.facts.damaged_lines, 3000U);
  EXPECT_LT(document.issues.size(), 100U);
}

TEST(Trace, WhatFollowsTheFooterIsForeign) {
  const auto document = parse_trace(small_trace() + sample_events({9, 1}), "trace");
  EXPECT_TRUE(document.value.facts.footer_present);
  EXPECT_THAT(kinds(document), ElementsAre(IssueKind::foreign_line, IssueKind::foreign_line));
  EXPECT_THAT(document.value.samples, SizeIs(2));
}

TEST(Trace, AByteOrderMarkIsNoDamageAndAMissingHeaderIs) {
  EXPECT_EQ(parse_trace("\xEF\xBB\xBF" + small_trace(), "trace").state, ReadState::read);
  const auto headless = parse_trace(small_trace().substr(kTraceHeader.size()), "trace");
  EXPECT_THAT(kinds(headless), ElementsAre(IssueKind::syntax));
  EXPECT_THAT(headless.value.samples, SizeIs(2));
}

// Enough events for the sorting of large traces, against maps.
TEST(Trace, ManySamplesInAnyOrder) {
  std::mt19937_64 random(1);
  std::string events;
  std::map<std::uint64_t, SampleText> first;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> tokens;
  std::uint64_t completions = 0;
  std::uint64_t duplicates = 0;
  for (std::int64_t i = 0; i < 12000; ++i) {
    // A sample's time follows from its number; one in thirty numbers is far away.
    const std::uint64_t seq = random() % 30 == 0 ? random() % 64 << 50 : random() % 9000;
    const auto scheduled = static_cast<std::int64_t>(seq * 2654435761U % 100000000007U) - 5000000;
    const SampleText sample{seq, scheduled, 100 + static_cast<std::int64_t>(seq % 3), 1000000 + i};
    if (random() % 2 == 0) {
      events += sample_events(sample);
      first.emplace(seq, sample);
      ++completions;
    } else {
      events += counter_event("Token_Latency", scheduled, sample.delay, 1000 + i);
      if (!tokens.emplace(std::pair(scheduled, sample.delay), 1000 + i).second) ++duplicates;
    }
  }
  const auto document = parse_events(events);
  EXPECT_EQ(document.value.facts.samples_with_ambiguous_ttft, 0U) << "else the maps are no measure";
  EXPECT_EQ(document.value.facts.duplicate_sample_events, completions - first.size());
  EXPECT_EQ(document.value.facts.duplicate_token_events, duplicates);
  ASSERT_THAT(document.value.samples, SizeIs(first.size()));
  std::size_t joined = 0;
  auto found = document.value.samples.begin();
  for (const auto& [seq, sample] : first) {
    EXPECT_EQ(found->sample_seq, seq);
    EXPECT_EQ(found->scheduled_ns, sample.scheduled);
    EXPECT_EQ(found->latency_ns, sample.done);
    const auto token = tokens.find({sample.scheduled, sample.delay});
    EXPECT_EQ(found->ttft_ns, token == tokens.end() ? kNoTtft : token->second);
    joined += token == tokens.end() ? 0 : 1;
    ++found;
  }
  EXPECT_THAT(document.value.ttft_ns_without_sample, SizeIs(tokens.size() - joined));
  EXPECT_TRUE(std::is_sorted(document.value.ttft_ns_without_sample.begin(),
                             document.value.ttft_ns_without_sample.end()));
}

// Blocks end anywhere: shift a trace of many blocks byte by byte.
TEST(Trace, BlocksMayEndAnywhere) {
  std::string events;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto time = static_cast<std::int64_t>(i) * 1000;
    events +=
        counter_event("Token_Latency", time, 100, 2000) + sample_events({i, time}) + message_event("text");
  }
  for (std::size_t shift = 0; shift < 150; shift += 3) {
    const auto document = parse_events(message_event(std::string(shift, 'x')) + events);
    ASSERT_THAT(document.issues, IsEmpty()) << shift;
    ASSERT_THAT(document.value.samples, SizeIs(1000)) << shift;
    ASSERT_EQ(document.value.facts.doubled_quote_lines, 1001U) << shift;
    ASSERT_EQ(document.value.facts.complete_lines, 9U + 1U + 4U * 1000U) << shift;
    ASSERT_EQ(document.value.samples[999].ttft_ns, 2000) << shift;
  }
}

TEST(Trace, AnEndlessLineIsDamagedAndTheNextOneIsRead) {
  for (const std::size_t length : {std::size_t{1} << 20, std::size_t{5} << 20}) {
    const auto endless = message_event(std::string(length, 'x'));
    const auto document = parse_events(sample_events({0, 1}) + endless + sample_events({1, 2}));
    EXPECT_THAT(kinds(document), ElementsAre(IssueKind::damaged_line));
    EXPECT_EQ(document.issues[0].at.line, 4U);
    EXPECT_THAT(document.value.samples, SizeIs(2));
    EXPECT_EQ(document.value.facts.complete_lines, 9U + 5U);
  }
}

TEST(Trace, AHugeFileOfNothingIsOneDamagedLine) {
  submission::TemporaryTree tree;
  tree.file("sparse", kTraceHeader);
  std::filesystem::resize_file(tree.path("sparse"), std::uintmax_t{1} << 28);
  const auto document = read_trace(tree.path("sparse"), "trace");
  EXPECT_EQ(document.state, ReadState::damaged);
  EXPECT_EQ(document.value.facts.bytes, std::uint64_t{1} << 28);
  EXPECT_EQ(document.value.facts.partial_tail_bytes, (std::uint64_t{1} << 28) - kTraceHeader.size());
  EXPECT_THAT(kinds(document), ElementsAre(IssueKind::damaged_line));
}

// Both ways through a line say the same.
TEST(Trace, TheShortWayGivesWhatTheLongWayGives) {
  std::vector<std::string> lines = {plain_event("Thread", 600, R"("tid":30391)"),
                                    counter_event("Token_Latency", 999999999999, -100, 2000),
                                    counter_event("Latency", 1000, 100, 123456789012)};
  for (const auto name : kUsualTraceNames) {
    if (name != "Sample" && name != "Token" && !name.ends_with("Latency"))
      lines.push_back(plain_event(name, -1234567));
  }
  for (const char* name : {"Sample", "Token"}) {
    const auto both = sample_events({123456789012345U, 12345678, 12345678, 1234567890123, 4294967295U}, name);
    lines.push_back(both.substr(0, both.find('\n') + 1));
    lines.push_back(both.substr(both.find('\n') + 1));
  }
  for (const std::string& line : lines) {
    const std::string padded = line + std::string(64, '\0');
    TraceEvent usual;
    TraceEvent any;
    std::size_t name = 0;
    ASSERT_EQ(read_usual_event(padded.data(), usual, name), padded.data() + line.size()) << line;
    const auto result = read_any_event(std::string_view(line).substr(0, line.size() - 1), any);
    ASSERT_EQ(result.wrong, "") << line;
    EXPECT_EQ(result.name, kUsualTraceNames[name]);
    EXPECT_EQ(usual.kind, any.kind) << line;
    EXPECT_EQ(usual.ts_ns, any.ts_ns) << line;
    if (usual.kind == TraceEventKind::plain) continue;
    EXPECT_EQ(usual.issue_delay_ns, any.issue_delay_ns) << line;
    EXPECT_EQ(usual.done_ns, any.done_ns) << line;
    if (usual.kind == TraceEventKind::token_latency) continue;
    EXPECT_EQ(usual.sample_seq, any.sample_seq) << line;
    EXPECT_EQ(usual.query_seq, any.query_seq) << line;
    EXPECT_EQ(usual.sample_idx, any.sample_idx) << line;
  }
}

}  // namespace
}  // namespace mlperf::mllog
