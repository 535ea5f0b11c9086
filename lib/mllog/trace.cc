// SPDX-License-Identifier: Apache-2.0
#include "mllog/trace.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/file_stream.h"
#include "base/text.h"
#include "mllog/issue_list.h"
#include "mllog/trace_event.h"
#include "mllog/trace_join.h"

namespace mlperf::mllog {
namespace {

constexpr std::size_t kLineLimit = std::size_t{1} << 20;
constexpr std::size_t kBlock = std::size_t{256} << 10;  // stays in the second-level cache
constexpr std::size_t kMostNames = 1000;
constexpr std::size_t kLongestName = 200;

constexpr std::string_view kHeader = R"({"traceEvents":[)";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kOriginKey = R"("ts":)";
// The lines that follow {"name":"LastTrace"}; of the origin only the key is the same in all.
constexpr std::array<std::string_view, 7> kFooter = {
    "],",       R"("displayTimeUnit":"ns",)",         R"("otherData":{)",
    kOriginKey, R"("version":"MLPerf LoadGen v1.0")", "}",
    "}"};

// What the lines of a trace say, one after the other.
class LineTaker {
 public:
  explicit LineTaker(base::Document<Trace>& document)
      : document_(document), facts_(document.value.facts), issues_(document.issues) {}

  // Whole lines; 64 bytes behind them may be read.
  void take(std::string_view lines, std::uint64_t first_byte) {
    const char* const begin = lines.data();
    const char* const end = begin + lines.size();
    for (const char* p = begin; p < end; ++facts_.complete_lines) {
      TraceEvent event;
      std::size_t name = 0;
      const char* next = in_footer_ ? nullptr : read_usual_event(p, event, name);
      if (next != nullptr) {
        ++usual_counts_[name];
        take(event);
      } else {
        next = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p))) + 1;
        byte_ = first_byte + static_cast<std::uint64_t>(p - begin);
        take_other({p, static_cast<std::size_t>(next - p - 1)});
      }
      p = next;
    }
  }

  // A line that is too long, of which no more than that is known.
  void take_endless(std::uint64_t byte) {
    byte_ = byte;
    has_content_ = true;
    damaged(base::IssueKind::damaged_line,
            [] { return fmt::format("a line of more than {} bytes", kLineLimit); });
  }

  // What stands behind the last line end, unless take_endless() told it already.
  void take_tail(std::string_view tail, std::uint64_t byte) {
    byte_ = byte;
    const std::string_view text = base::trim(tail);
    if (text.empty()) return;
    has_content_ = true;
    if (in_footer_ && footer_lines_ + 1 == kFooter.size() && text == kFooter.back()) {
      ++footer_lines_;
      return;
    }
    issues_.add(base::IssueKind::cut_line, position(), [&] { return excerpt(text); });
  }

  void finish() {
    facts_.footer_present = footer_lines_ == kFooter.size();
    if (has_content_ && !header_seen_) {
      document_.issues.push_back(
          {base::IssueKind::syntax, {1, 0}, fmt::format("the trace does not begin with {}", kHeader)});
    }
    for (std::size_t i = 0; i < usual_counts_.size(); ++i) {
      if (usual_counts_[i] != 0) facts_.events_by_name[std::string(kUsualTraceNames[i])] += usual_counts_[i];
    }
    issues_.finish();
    join_trace(std::move(events_), document_.value);
    const bool bad = std::any_of(document_.issues.begin(), document_.issues.end(), [](const auto& issue) {
      return issue.kind != base::IssueKind::byte_order_mark;
    });
    document_.state = !has_content_ ? base::ReadState::empty
                      : bad         ? base::ReadState::damaged
                                    : base::ReadState::read;
  }

 private:
  base::Position position() const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return {static_cast<std::uint32_t>(std::min(facts_.complete_lines + 1, kMost)), byte_};
  }

  template <class MakeDetail>
  void damaged(base::IssueKind kind, const MakeDetail& make_detail) {
    ++facts_.damaged_lines;
    issues_.add(kind, position(), make_detail);
  }

  void take(const TraceEvent& event) {
    if (event.ts_ns < last_ts_) ++facts_.ts_descents_in_file_order;
    last_ts_ = event.ts_ns;
    if (event.ts_ns < 0) ++facts_.negative_ts_events;
    switch (event.kind) {
      case TraceEventKind::sample_begin:
        take_sample(event);
        break;
      case TraceEventKind::token_begin:
        events_.tokens_by_sample.push_back({event.sample_seq, 0, event.done_ns, facts_.complete_lines});
        break;
      case TraceEventKind::token_latency:
        events_.tokens_by_time.push_back({trace_time_key(event.ts_ns), event.issue_delay_ns,
                                          event.issue_delay_ns + event.done_ns, facts_.complete_lines});
        break;
      case TraceEventKind::plain:
      case TraceEventKind::last:
        break;
    }
  }

  void take_sample(const TraceEvent& event) {
    if (event.sample_seq < largest_seq_) ++facts_.sample_id_descents;
    largest_seq_ = std::max(largest_seq_, event.sample_seq);
    TraceSample sample;
    sample.sample_seq = event.sample_seq;
    sample.query_seq = event.query_seq;
    sample.scheduled_ns = event.ts_ns;
    sample.issue_delay_ns = event.issue_delay_ns;
    sample.latency_ns = event.done_ns;
    sample.sample_idx = static_cast<std::uint32_t>(event.sample_idx);
    document_.value.samples.push_back(sample);
    events_.completion_orders.push_back(facts_.complete_lines);
  }

  void take_other(std::string_view line) {
    if (line.find(R"(":"")") != std::string_view::npos) ++facts_.doubled_quote_lines;
    if (facts_.complete_lines == 0 && line.starts_with(kByteOrderMark)) {
      line.remove_prefix(kByteOrderMark.size());
      issues_.add(base::IssueKind::byte_order_mark, {1, 0},
                  [] { return "UTF-8 byte order mark (EF BB BF)"; });
    }
    if (line.size() > kLineLimit) return take_endless(byte_);
    line = base::trim(line);
    if (line.empty()) return;
    has_content_ = true;
    if (in_footer_) {
      take_footer(line);
    } else if (facts_.complete_lines == 0 && line == kHeader) {
      header_seen_ = true;
    } else if (line.starts_with('{')) {
      take_event(line);
    } else {
      foreign(line);
    }
  }

  void take_event(std::string_view line) {
    TraceEvent event;
    const TraceLineResult result = read_any_event(line, event);
    if (!result.wrong.empty()) {
      damaged(base::IssueKind::damaged_line,
              [&] { return fmt::format("{}: {}", result.wrong, excerpt(line)); });
    } else if (event.kind == TraceEventKind::last) {
      in_footer_ = true;
    } else {
      count(result.name);
      take(event);
    }
  }

  void count(std::string_view name) {
    auto& counts = facts_.events_by_name;
    std::string key(name.substr(0, kLongestName));
    const auto known = counts.find(key);
    if (known != counts.end()) {
      ++known->second;
    } else if (counts.size() < kMostNames) {
      counts.emplace(std::move(key), 1);
    } else {
      ++facts_.events_of_further_names;
    }
  }

  void take_footer(std::string_view line) {
    const bool more = footer_lines_ < kFooter.size();
    if (more && kFooter[footer_lines_] == kOriginKey && line.starts_with(kOriginKey) && line.ends_with(',')) {
      std::int64_t ns = 0;
      if (microseconds_as_ns(line.substr(kOriginKey.size(), line.size() - kOriginKey.size() - 1), ns)) {
        facts_.origin_ns = ns;
        ++footer_lines_;
        return;
      }
    } else if (more && line == kFooter[footer_lines_]) {
      ++footer_lines_;
      return;
    }
    foreign(line);
  }

  void foreign(std::string_view line) {
    damaged(base::IssueKind::foreign_line, [&] { return excerpt(line); });
  }

  base::Document<Trace>& document_;
  TraceFacts& facts_;  // complete_lines is the number of lines before the one at hand
  IssueList issues_;
  TraceJoin events_;
  std::array<std::uint64_t, kUsualTraceNames.size()> usual_counts_{};
  std::int64_t last_ts_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t largest_seq_ = 0;
  std::uint64_t byte_ = 0;  // where the line at hand begins; only known on the long way
  std::size_t footer_lines_ = 0;
  bool in_footer_ = false;
  bool header_seen_ = false;
  bool has_content_ = false;
};

// Cuts a source into runs of whole lines.
class BlockReader {
 public:
  explicit BlockReader(base::Document<Trace>& document) : facts_(document.value.facts), lines_(document) {}

  // False where reading fails on the way.
  bool read(base::ByteSource& source) {
    while (true) {
      const auto count = source.read(buffer_.data() + held_, kBlock);
      if (count < 0) return false;
      if (count == 0) break;
      facts_.bytes += static_cast<std::uint64_t>(count);
      take(held_ + static_cast<std::size_t>(count));
    }
    facts_.partial_tail_bytes = facts_.bytes - line_begin_;
    if (!endless_) lines_.take_tail({buffer_.data(), held_}, line_begin_);
    lines_.finish();
    return true;
  }

 private:
  // The buffer holds `size` bytes, of which the first held_ have no line end.
  void take(std::size_t size) {
    std::string_view text(buffer_.data(), size);
    const auto fresh = text.substr(held_);
    if (fresh.find('\n') != std::string_view::npos) {  // a quick search, unlike the one from the end
      const auto last = fresh.rfind('\n');
      text = text.substr(0, held_ + last + 1);
      if (endless_) {
        const auto rest = text.find('\n') + 1;
        text.remove_prefix(rest);
        ++facts_.complete_lines;
        endless_ = false;
        line_begin_ = facts_.bytes - (size - rest);
      }
      lines_.take(text, line_begin_);
      line_begin_ += text.size();
      text = {text.end(), static_cast<std::size_t>(buffer_.data() + size - text.end())};
    }
    if (!endless_ && text.size() > kLineLimit) {
      lines_.take_endless(line_begin_);
      endless_ = true;
    }
    held_ = endless_ ? 0 : text.size();
    if (held_ != 0 && text.data() != buffer_.data()) std::memmove(buffer_.data(), text.data(), held_);
  }

  base::FileBytes buffer_{kLineLimit + kBlock};
  TraceFacts& facts_;
  LineTaker lines_;
  std::size_t held_ = 0;          // bytes of an unfinished line at the start of the buffer
  std::uint64_t line_begin_ = 0;  // in the file, of that line
  bool endless_ = false;          // inside a line that is too long
};

}  // namespace

base::Document<Trace> read_trace(const std::string& disk_path, std::string path) {
  base::Document<Trace> document;
  document.path = std::move(path);
  base::FileStream file(disk_path);
  if (file.state() == base::FileState::read && file.size() == 0) {
    document.state = base::ReadState::empty;
    return document;
  }
  const bool whole = file.state() == base::FileState::read && BlockReader(document).read(file);
  if (whole || file.state() == base::FileState::absent) return document;
  document.value = {};
  document.issues.clear();
  document.state = base::ReadState::unreadable;
  document.reason = file.reason();
  return document;
}

base::Document<Trace> parse_trace(std::string_view text, std::string path) {
  base::Document<Trace> document;
  document.path = std::move(path);
  base::MemorySource source(text);
  BlockReader(document).read(source);
  return document;
}

}  // namespace mlperf::mllog
