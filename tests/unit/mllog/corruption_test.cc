// SPDX-License-Identifier: Apache-2.0
// Logs that end at every possible byte or have any one byte changed: the readers never crash, and say so
// wherever what they give differs from what was written.
#include <cctype>
#include <random>

#include <gtest/gtest.h>

#include "base/text.h"
#include "mllog/accuracy_log.h"
#include "mllog/accuracy_stream.h"
#include "mllog/conf.h"
#include "mllog/detail_log.h"
#include "mllog/summary_log.h"
#include "mllog/trace.h"
#include "unit/mllog/log_text.h"
#include "unit/mllog/trace_text.h"

namespace mlperf::mllog {
namespace {

bool has(const std::vector<base::ReadIssue>& issues, base::IssueKind kind) {
  for (const auto& issue : issues) {
    if (issue.kind == kind) return true;
  }
  return false;
}

// A log whose list is long enough for the short way through long lists.
std::string detail_log_with_long_list() {
  std::string list = "[0";
  for (int i = 1; i < 500; ++i) list += fmt::format(",{}", i);
  return small_detail_log() + detail_line("loaded_qsl_set", list + "]") + detail_line("num_errors", "0");
}

TEST(Corruption, ADetailLogCutInsideALineSaysSo) {
  const std::string log = detail_log_with_long_list();
  for (std::size_t size = 1; size < log.size(); ++size) {
    const auto document = parse_detail_log(std::string_view(log).substr(0, size), "log");
    const bool whole_lines = log[size] == '\n' || log[size - 1] == '\n';
    EXPECT_EQ(!whole_lines, has(document.issues, base::IssueKind::cut_line)) << "cut at " << size;
    EXPECT_EQ(document.state, whole_lines ? base::ReadState::read : base::ReadState::damaged)
        << "cut at " << size;
  }
}

TEST(Corruption, ALineCutAndEndedIsNoticed) {
  const std::string line = detail_line("result_validity", "\"VALID\"");
  for (std::size_t size = 1; size + 1 < line.size(); ++size) {
    const auto document = parse_detail_log(line.substr(0, size) + "\n" + line, "log");
    ASSERT_EQ(document.issues.size(), 1U) << "cut at " << size;
    EXPECT_EQ(document.issues[0].at.line, 1U);
    EXPECT_EQ(document.value.entries().size(), 1U);
  }
}

TEST(Corruption, AByteOutsideOfStringsAndNumbersCannotChangeUnnoticed) {
  const std::string good = detail_line("result_validity", "\"VALID\"");
  for (const char byte :
       {'\0', '\x01', ' ', '"', '\\', ',', ':', '{', '}', '[', ']', '0', 'x', '\x80', '\xFF'}) {
    for (std::size_t i = 0; i + 1 < good.size(); ++i) {
      std::string text = good;
      if (text[i] == byte) continue;
      text[i] = byte;
      const auto document = parse_detail_log(text + good, "log");
      if (!document.issues.empty()) continue;
      // Silent: then it is an entry of the same form, with other content in one of its strings or numbers, or
      // a blank between two members is gone or doubled.
      ASSERT_EQ(document.value.entries().size(), 2U) << i << " " << static_cast<int>(byte);
      const bool blank = good[i] == ' ';
      const auto& changed = document.value.entries()[0];
      const auto& original = document.value.entries()[1];
      const bool inside = (std::isalnum(static_cast<unsigned char>(good[i])) != 0) ||
                          std::string_view("_:.").find(good[i]) != std::string_view::npos;
      EXPECT_TRUE(blank || inside) << i << " " << good[i] << " -> " << static_cast<int>(byte);
      EXPECT_EQ(changed.kind, original.kind);
      EXPECT_EQ(changed.is_error, original.is_error);
    }
  }
}

// The short way through lines of LoadGen's layout accepts and gives what the long way does, which a blank
// forces.
TEST(Corruption, BothWaysThroughALineAgree) {
  std::mt19937 random(1);
  std::size_t accepted = 0;
  for (const char* value : {"\"VALID\"", "-12.5e-08", "true", "null", "nan", "[]"}) {
    const std::string good = detail_line("result", value);
    for (int round = 0; round < 3000; ++round) {
      static constexpr std::string_view kBytes = "\"\\{}[],: \t019-+.eEtrufalsn\x7f\xC2\xE9";
      std::string text = good;
      const std::size_t at = 17 + random() % (text.size() - 18);
      const char byte = kBytes[random() % kBytes.size()];
      if (round % 3 == 0) {
        text[at] = byte;
      } else if (round % 3 == 1) {
        text.erase(at, 1);
      } else {
        text.insert(at, 1, byte);
      }
      const auto direct = parse_detail_log(text, "log");
      text.insert(text.find('{') + 1, 1, ' ');
      const auto other = parse_detail_log(text, "log");
      ASSERT_EQ(direct.value.entries().size(), other.value.entries().size()) << text;
      if (direct.value.entries().empty()) continue;
      ++accepted;
      const auto& a = direct.value.entries()[0];
      const auto& b = other.value.entries()[0];
      EXPECT_EQ(a.key, b.key);
      EXPECT_EQ(a.text, b.text);
      EXPECT_EQ(a.kind, b.kind);
      EXPECT_EQ(a.time_ms, b.time_ms);
      EXPECT_EQ(a.source_file, b.source_file);
      EXPECT_EQ(a.source_line, b.source_line);
      EXPECT_EQ(a.pid, b.pid);
      EXPECT_EQ(a.is_error, b.is_error);
      EXPECT_EQ(a.is_warning, b.is_warning);
      EXPECT_EQ(direct.issues.size(), other.issues.size());
    }
  }
  EXPECT_GT(accepted, 1000U);
}

TEST(Corruption, ASummaryCutInsideALineSaysSo) {
  const std::string log = small_summary();
  for (std::size_t size = 1; size < log.size(); ++size) {
    const auto document = parse_summary_log(std::string_view(log).substr(0, size), "log");
    EXPECT_EQ(document.value.errors.has_value(), size + 1 == log.size()) << "cut at " << size;
    const std::string_view kept = std::string_view(log).substr(0, size);
    const bool inside = !base::trim(kept.substr(kept.rfind('\n') + 1)).empty() && size + 1 < log.size();
    const bool statement = kept.ends_with("See detailed log.");
    EXPECT_EQ(inside && !statement, has(document.issues, base::IssueKind::cut_line)) << "cut at " << size;
    for (const auto& line : document.value.lines) EXPECT_NE(log.find(line.value), std::string::npos);
  }
}

TEST(Corruption, AnAccuracyLogCutAnywhereIsDamaged) {
  const std::string log = accuracy_log(3);
  for (std::size_t size = 1; size + 1 < log.size(); ++size) {
    const auto document = parse_accuracy_log_facts(std::string_view(log).substr(0, size), "log", CutFormat{});
    EXPECT_EQ(document.value.shape, AccuracyLogShape::damaged) << "cut at " << size;
    EXPECT_FALSE(document.issues.empty()) << "cut at " << size;
  }
}

// Cut at any byte by the tool, nothing in either part is wrong, and all entries that are whole are seen.
TEST(Corruption, AnAccuracyLogCutByTheToolIsNotDamaged) {
  const std::string log = accuracy_log(40);
  for (std::size_t end = 20; end < 400; ++end) {
    const CutFormat cut{end, end, "\n\n...\n\n"};
    const std::string text = log.substr(0, end) + cut.separator + log.substr(log.size() - end);
    const auto document = parse_accuracy_log_facts(text, "log", cut);
    EXPECT_EQ(document.value.shape, AccuracyLogShape::cut) << end;
    ASSERT_FALSE(document.value.malformed) << end << " " << document.issues[0].detail;
    const auto count = [&](std::string_view part, std::string_view what) {
      std::size_t n = 0;
      for (auto at = part.find(what); at != std::string_view::npos; at = part.find(what, at + 1)) ++n;
      return n;
    };
    const std::string_view seen = text;
    const auto head = seen.substr(0, end);
    const auto tail = seen.substr(end + cut.separator.size());
    const std::size_t first_open = std::min(tail.find('{'), tail.size());
    EXPECT_EQ(document.value.visible.size(), count(head, "}") + count(tail.substr(first_open), "}")) << end;
  }
}

TEST(Corruption, ATraceCutAnywhereKeepsItsCompleteLines) {
  const std::string trace = small_trace();
  const auto last_brace = trace.size() - 1;
  for (std::size_t size = 1; size < last_brace; ++size) {
    const auto document = parse_trace(std::string_view(trace).substr(0, size), "trace");
    const auto rest = size - (trace.rfind('\n', size - 1) + 1);
    EXPECT_EQ(document.value.facts.partial_tail_bytes, trace[size - 1] == '\n' ? 0 : rest) << size;
    EXPECT_EQ(has(document.issues, base::IssueKind::cut_line), trace[size - 1] != '\n') << size;
    EXPECT_FALSE(document.value.facts.footer_present) << size;
  }
}

TEST(Corruption, TheStructureOfATraceEventCannotChangeUnnoticed) {
  const std::string events = sample_events({3, 1000}) + counter_event("Token_Latency", 1000, 100, 300);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (std::string_view("\"{}:,").find(events[i]) == std::string_view::npos) continue;
    if (events[i + 1] == '\n') continue;  // the comma behind an event may be missing, as behind the last one
    for (const char byte : {'\0', ' ', '"', '\\', ',', ':', '{', '}', '[', ']', '0', 'x', '\n', '\xFF'}) {
      if (byte == events[i]) continue;
      std::string text = events;
      text[i] = byte;
      EXPECT_EQ(parse_trace(trace_of(text), "trace").state, base::ReadState::damaged)
          << i << " " << static_cast<int>(byte) << " " << text;
    }
  }
}

TEST(Corruption, TheStructureOfAnAccuracyLogCannotChangeUnnoticed) {
  const std::string log = accuracy_log(3);
  const auto ignore = [](const AccuracyRecord&) {};
  ASSERT_EQ(stream_accuracy_text(log, "log", {}, ignore).state, base::ReadState::read);
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (std::string_view("[]\"{}:,").find(log[i]) == std::string_view::npos) continue;
    for (const char byte : {'\0', ' ', '"', '\\', ',', ':', '{', '}', '[', ']', '0', 'x', '\n', '\xFF'}) {
      if (byte == log[i]) continue;
      std::string text = log;
      text[i] = byte;
      EXPECT_EQ(stream_accuracy_text(text, "log", {}, ignore).state, base::ReadState::damaged)
          << i << " " << static_cast<int>(byte) << " " << text;
    }
  }
}

template <class Parse>
void survive_mutations(const std::string& text, const Parse& parse) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string mutated = text;
    for (int change = 0; change < 1 + round % 4; ++change) {
      const std::size_t at = random() % mutated.size();
      switch (random() % 4) {
        case 0:
          mutated[at] = static_cast<char>(random());
          break;
        case 1:
          mutated.erase(at, 1 + random() % 20);
          break;
        case 2:
          mutated.insert(at, 1, static_cast<char>(random()));
          break;
        default:
          mutated.insert(at, mutated.substr(random() % mutated.size(), random() % 40));
          break;
      }
      if (mutated.empty()) mutated = text;
    }
    parse(mutated);
  }
}

TEST(Corruption, RandomChangesNeverCrash) {
  survive_mutations(detail_log_with_long_list(), [](std::string_view text) {
    const auto document = parse_detail_log(text, "log");
    for (const auto& entry : document.value.entries()) parse_index_list(entry.text);
  });
  survive_mutations(small_summary(), [](std::string_view text) { parse_summary_log(text, "log"); });
  survive_mutations(accuracy_log(5), [](std::string_view text) {
    parse_accuracy_log_facts(text, "log", CutFormat{64, 64, "\n\n...\n\n"});
  });
  survive_mutations(accuracy_log(5), [](std::string_view text) {
    stream_accuracy_text(text, "log", {}, [](const AccuracyRecord&) {});
  });
  survive_mutations(small_trace(), [](std::string_view text) { parse_trace(text, "trace"); });
  survive_mutations("*.Server.target_qps = 1.5 # comment\na.b.Offline.min_duration=600000\n",
                    [](std::string_view text) { parse_conf(text, "conf"); });
}

}  // namespace
}  // namespace mlperf::mllog
