// SPDX-License-Identifier: Apache-2.0
// The long way through a line of a trace: any event in JSON, blanks and members in any order, and the doubled
// quotes of LogDetail and LogSummary.
#include "mllog/trace_event.h"

#include <limits>
#include <optional>

#include "base/number.h"
#include "base/text.h"
#include "mllog/detail_log.h"
#include "mllog/json_token.h"

namespace mlperf::mllog {
namespace {

constexpr std::string_view kBadArgument = "an argument that is no integer in range";
constexpr std::string_view kBadTime = "a time that is no number of microseconds with three decimals";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// What the members of an event have said so far.
struct Members {
  std::string_view name;
  std::string_view phase;
  std::optional<std::int64_t> ts_ns;
  std::optional<std::string_view> sample_seq;
  std::optional<std::string_view> query_seq;
  std::optional<std::string_view> sample_idx;
  std::optional<std::string_view> issue_start;
  std::optional<std::string_view> complete;
  std::optional<std::string_view> issue_delay;
  std::optional<std::string_view> issue_to_done;

  std::optional<std::string_view>* argument(std::string_view key) {
    if (key == "sample_seq") return &sample_seq;
    if (key == "query_seq") return &query_seq;
    if (key == "sample_idx") return &sample_idx;
    if (key == "issue_start_ns") return &issue_start;
    if (key == "complete_ns") return &complete;
    if (key == "issue_delay") return &issue_delay;
    if (key == "issue_to_done") return &issue_to_done;
    return nullptr;
  }
};

class LineReader {
 public:
  explicit LineReader(std::string_view line) : text_(line) {}

  // What is wrong, or nothing.
  std::string_view read(Members& members) {
    if (!take('{')) return "no event begins here";
    while (true) {
      std::string_view key;
      if (!quoted(key) || !take(':')) return "no name of a member";
      const std::string_view wrong = member(key, members);
      if (!wrong.empty()) return wrong;
      if (take('}')) break;
      if (!take(',')) return "neither ',' nor '}' behind a value";
    }
    take(',');
    skip_blanks();
    return at_ == text_.size() ? std::string_view{} : "something follows the event";
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool next_is(char c) {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == c;
  }

  bool quoted(std::string_view& content) {
    if (!take('"')) return false;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    return is_json_string(text_.substr(begin - 1, at_ - begin + 1), content);
  }

  // `""text""`, as LoadGen prints messages; the text itself has no quotes.
  bool doubled_quotes() {
    if (text_.substr(at_, 2) != "\"\"") return false;
    const auto end = text_.find('"', at_ + 2);
    if (end == std::string_view::npos || text_.substr(end, 2) != "\"\"") return false;
    const std::string_view behind = text_.substr(end + 2);
    if (!behind.starts_with('}') && !behind.starts_with(',')) return false;
    at_ = end + 2;
    return true;
  }

  // A value that is neither list nor object; its text, strings without their quotes.
  bool scalar(std::string_view& value) {
    if (next_is('"')) return quoted(value);
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '}' && !is_blank(text_[at_])) ++at_;
    ValueKind kind{};
    return classify_scalar(text_.substr(begin, at_ - begin), kind, value);
  }

  std::string_view member(std::string_view key, Members& members) {
    if (key == "args" && take('{')) return arguments(members);
    std::string_view value;
    if (!scalar(value)) return "a value that cannot be read";
    if (key == "name") members.name = value;
    if (key == "ph") members.phase = value;
    if (key == "ts") {
      std::int64_t ns = 0;
      if (!microseconds_as_ns(value, ns)) return kBadTime;
      members.ts_ns = ns;
    }
    return {};
  }

  std::string_view arguments(Members& members) {
    if (take('}')) return {};
    while (true) {
      std::string_view key;
      if (!quoted(key) || !take(':')) return "no name of an argument";
      skip_blanks();
      std::string_view value;
      if (!doubled_quotes() && !scalar(value)) return "an argument that cannot be read";
      if (auto* const argument = members.argument(key)) *argument = value;
      if (take('}')) return {};
      if (!take(',')) return "neither ',' nor '}' behind an argument";
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

template <class T, class Parse>
bool store(const std::optional<std::string_view>& text, const Parse& parse, T& to) {
  const auto value = text ? parse(*text) : std::nullopt;
  if (value) to = *value;
  return value.has_value();
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  const auto ns = base::parse_i64(text);
  return ns && -kLargestTraceTime <= *ns && *ns <= kLargestTraceTime ? ns : std::nullopt;
}

}  // namespace

bool microseconds_as_ns(std::string_view text, std::int64_t& ns) {
  bool integer = false;
  if (!is_json_number(text, integer) || text.find_first_of("eE") != std::string_view::npos) return false;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto point = text.find('.');
  const auto whole = base::parse_i64(text.substr(0, point));
  std::string_view decimals = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  while (decimals.size() > 3 && decimals.ends_with('0')) decimals.remove_suffix(1);
  constexpr std::int64_t kPerMicrosecond = 1000;
  if (!whole || decimals.size() > 3 || *whole >= kLargestTraceTime / kPerMicrosecond) return false;
  std::int64_t fraction = 0;
  for (std::size_t i = 0; i < 3; ++i)
    fraction = fraction * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
  ns = *whole * kPerMicrosecond + fraction;
  if (negative) ns = -ns;
  return true;
}

TraceLineResult read_any_event(std::string_view line, TraceEvent& event) {
  event = {};
  Members members;
  TraceLineResult result;
  result.wrong = LineReader(line).read(members);
  if (!result.wrong.empty()) return result;
  result.name = members.name;
  if (members.name == "LastTrace" && members.phase.empty()) {
    event.kind = TraceEventKind::last;
    return result;
  }
  if (members.name.empty() || members.phase.empty() || !members.ts_ns) {
    result.wrong = "an event without name, kind or time";
    return result;
  }
  event.ts_ns = *members.ts_ns;
  bool good = true;
  if ((members.name == "Sample" || members.name == "Token") && members.phase == "b") {
    event.kind = members.name == "Sample" ? TraceEventKind::sample_begin : TraceEventKind::token_begin;
    good = store(members.sample_seq, base::parse_u64, event.sample_seq) &&
           store(members.query_seq, base::parse_u64, event.query_seq) &&
           store(members.sample_idx, base::parse_u64, event.sample_idx) &&
           event.sample_idx <= std::numeric_limits<std::uint32_t>::max() &&
           store(members.issue_start, parse_time, event.issue_delay_ns) &&
           store(members.complete, parse_time, event.done_ns);
  } else if (members.name == "Token_Latency" && members.phase == "C") {
    event.kind = TraceEventKind::token_latency;
    good = store(members.issue_delay, parse_time, event.issue_delay_ns) &&
           store(members.issue_to_done, parse_time, event.done_ns);
  }
  if (!good) result.wrong = kBadArgument;
  return result;
}

}  // namespace mlperf::mllog
