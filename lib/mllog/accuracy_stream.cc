// SPDX-License-Identifier: Apache-2.0
#include "mllog/accuracy_stream.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/file_stream.h"
#include "base/sha256.h"
#include "base/text.h"
#include "mllog/accuracy_element.h"
#include "mllog/issue_list.h"
#include "mllog/stream_window.h"

namespace mlperf::mllog {
namespace {

using Take = std::function<void(const AccuracyRecord&)>;
using SummaryDocument = base::Document<AccuracyLogSummary>;

constexpr std::size_t kMostUnknownNames = 100;
constexpr std::size_t kLongestName = 200;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Where a seq_id stood, to find those that stand twice.
struct SeqPlace {
  std::uint64_t seq_id;
  std::uint64_t number;
  base::Position at;
};

std::vector<std::pair<SeqPlace, SeqPlace>> repeated(std::vector<SeqPlace> places) {
  std::sort(places.begin(), places.end(), [](const SeqPlace& a, const SeqPlace& b) {
    return std::tie(a.seq_id, a.number) < std::tie(b.seq_id, b.number);
  });
  std::vector<std::pair<SeqPlace, SeqPlace>> pairs;  // first one, repetition
  for (std::size_t i = 1, first = 0; i < places.size(); ++i) {
    if (places[i].seq_id != places[first].seq_id) {
      first = i;
    } else {
      pairs.emplace_back(places[first], places[i]);
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const auto& a, const auto& b) { return a.second.number < b.second.number; });
  return pairs;
}

// What the entries amount to, whichever way they were found.
class EntryTaker {
 public:
  EntryTaker(SummaryDocument& document, const AccuracyStreamOptions& options, const Take& take)
      : document_(document),
        summary_(document.value),
        options_(options),
        take_(take),
        issues_(document.issues) {}

  IssueList& issues() { return issues_; }

  void take(const AccuracyRecord& record, std::uint8_t fields) {
    fields_ |= fields;
    if (summary_.entries != 0) {
      summary_.in_seq_order = summary_.in_seq_order && record.seq_id >= last_seq_;
      ascending_ = ascending_ && record.seq_id > last_seq_;
    }
    last_seq_ = record.seq_id;
    ++summary_.entries;
    if (options_.find_repeats) places_.push_back({record.seq_id, record.number, record.at});
    take_(record);
  }

  void take_unknown_name(std::string_view name, base::Position at) {
    issues_.add(base::IssueKind::wrong_type, at,
                [&] { return fmt::format("a field that LoadGen does not write: {}", excerpt(name)); });
    std::string key(name.substr(0, kLongestName));
    if (summary_.keys.size() < kMostUnknownNames &&
        std::find(summary_.keys.begin(), summary_.keys.end(), key) == summary_.keys.end()) {
      summary_.keys.push_back(std::move(key));
    }
  }

  void take_bad(std::uint64_t number, std::string_view what, base::Position at) {
    ++summary_.bad_entries;
    issues_.add(base::IssueKind::wrong_type, at, [&] { return fmt::format("entry {}: {}", number, what); });
  }

  void finish() {
    for (std::size_t field = 0; field < kAccuracyFields.size(); ++field) {
      if ((fields_ & (1U << field)) != 0) summary_.keys.emplace_back(kAccuracyFields[field]);
    }
    std::sort(summary_.keys.begin(), summary_.keys.end());
    if (!ascending_) {
      for (const auto& [first, again] : repeated(std::move(places_))) report_repetition(first, again);
    }
    issues_.finish();
  }

 private:
  void report_repetition(const SeqPlace& first, const SeqPlace& again) {
    ++summary_.repeated_seq_ids;
    const auto before = document_.issues.size();
    issues_.add(base::IssueKind::duplicate_key, again.at, [&] {
      return fmt::format("entry {} has the seq_id {} of entry {}", again.number, again.seq_id, first.number);
    });
    if (document_.issues.size() != before) document_.issues.back().related = first.at;
  }

  SummaryDocument& document_;
  AccuracyLogSummary& summary_;
  const AccuracyStreamOptions& options_;
  const Take& take_;
  IssueList issues_;
  std::vector<SeqPlace> places_;
  std::uint64_t last_seq_ = 0;
  std::uint8_t fields_ = 0;
  bool ascending_ = true;
};

// Walks over the list. Behind a place that is no JSON it goes on with the next '{'.
class StreamReader {
 public:
  StreamReader(StreamWindow& window, EntryTaker& taker, AccuracyLogSummary& summary,
               std::uint64_t entry_limit)
      : window_(window), taker_(taker), summary_(summary), entry_limit_(entry_limit) {}

  // Nothing but white space?
  bool read() {
    if (window_.rest().starts_with(kByteOrderMark)) {
      taker_.issues().add(base::IssueKind::byte_order_mark, {1, 0},
                          [] { return "UTF-8 byte order mark (EF BB BF)"; });
      window_.advance(kByteOrderMark.size());
      valid_ = false;
    }
    char c = 0;
    if (!peek(c)) return false;
    while (peek(c)) step(c);
    if (where_ != Where::behind_list && !cut_short_) report_fault("the log ends without ']'");
    summary_.valid_json = valid_;
    return true;
  }

 private:
  enum class Where { before_list, first_entry, entry, behind_entry, behind_list };

  base::Position position() const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return {static_cast<std::uint32_t>(std::min(line_, kMost)), window_.byte()};
  }

  void advance(std::size_t count) {
    const auto passed = window_.rest().substr(0, count);
    for (auto at = passed.find('\n'); at != std::string_view::npos; at = passed.find('\n', at + 1)) ++line_;
    window_.advance(count);
  }

  // The next character that is not blank, where reading then stands, or false at the end of the file.
  bool peek(char& c) {
    while (true) {
      const auto rest = window_.rest();
      const auto at = rest.find_first_not_of(" \t\r\n");
      if (at != std::string_view::npos) {
        advance(at);
        c = rest[at];
        return true;
      }
      advance(rest.size());
      if (!window_.more()) return false;
    }
  }

  void step(char c) {
    switch (where_) {
      case Where::before_list:
        return expect(c == '[', Where::first_entry, "the log does not begin with '['");
      case Where::first_entry:
        if (c == ']') return expect(true, Where::behind_list, {});
        return element();
      case Where::entry:
        return element();
      case Where::behind_entry:
        if (c == ']') return expect(true, Where::behind_list, {});
        return expect(c == ',', Where::entry, "neither ',' nor ']' behind an entry");
      case Where::behind_list:
        return expect(false, where_, "something follows the end of the log");
    }
  }

  void expect(bool good, Where next, std::string_view what) {
    if (!good) return fault(what);
    advance(1);
    where_ = next;
  }

  void element() {
    AccuracyElement element;
    while (true) {
      if (read_usual_entry(window_.rest(), element)) {
        take(element);
        where_ = Where::behind_entry;
        return;
      }
      switch (read_accuracy_element(window_.rest(), element)) {
        case ElementOutcome::read:
          take(element);
          where_ = Where::behind_entry;
          return;
        case ElementOutcome::no_json:
          advance(element.end);
          return fault(element.wrong);
        case ElementOutcome::ran_out:
          break;
      }
      if (window_.rest().size() > entry_limit_) return too_long();
      if (!window_.more()) return cut_short();
    }
  }

  void take(const AccuracyElement& element) {
    const auto at = position();
    if (!element.unknown_name.empty()) taker_.take_unknown_name(element.unknown_name, at);
    if (element.wrong.empty()) {
      AccuracyRecord record;
      record.number = number_;
      record.at = at;
      record.seq_id = *element.seq_id;
      record.qsl_idx = *element.qsl_idx;
      record.data = *element.data;
      record.data_byte = at.byte + static_cast<std::uint64_t>(element.data->data() - window_.rest().data());
      record.token_data = element.token_data;
      record.token_count = element.token_count;
      taker_.take(record, element.fields);
    } else {
      taker_.take_bad(number_, element.wrong, at);
    }
    ++number_;
    advance(element.end);
  }

  void cut_short() {
    cut_short_ = true;
    report_fault("the log ends inside an entry");
    advance(window_.rest().size());
  }

  void too_long() {
    ++summary_.bad_entries;
    fault_here([&] { return fmt::format("entry {} has more than {} bytes", number_, entry_limit_); });
    ++number_;
    advance(window_.rest().size());
    find_next_entry();
  }

  void fault(std::string_view what) {
    report_fault(what);
    find_next_entry();
  }

  void report_fault(std::string_view what) {
    fault_here([&] {
      const auto shown = excerpt(window_.rest().substr(0, 60));
      return fmt::format("{}{}{}", what, shown.empty() ? "" : ": ", shown);
    });
  }

  template <class MakeDetail>
  void fault_here(const MakeDetail& make_detail) {
    valid_ = false;
    taker_.issues().add(base::IssueKind::syntax, position(), make_detail);
  }

  void find_next_entry() {
    where_ = Where::entry;
    do {
      const auto next = window_.rest().find('{');
      advance(std::min(next, window_.rest().size()));
      if (next != std::string_view::npos) return;
    } while (window_.more());
  }

  StreamWindow& window_;
  EntryTaker& taker_;
  AccuracyLogSummary& summary_;
  std::uint64_t entry_limit_;
  Where where_ = Where::before_list;
  std::uint64_t line_ = 1;
  std::uint64_t number_ = 0;
  bool valid_ = true;
  bool cut_short_ = false;
};

void conclude(SummaryDocument& document, bool has_content) {
  const bool bad = std::any_of(document.issues.begin(), document.issues.end(), [](const auto& issue) {
    return issue.kind == base::IssueKind::syntax || issue.kind == base::IssueKind::wrong_type;
  });
  document.state = !has_content ? base::ReadState::empty
                   : bad        ? base::ReadState::damaged
                                : base::ReadState::read;
}

// False where reading fails on the way.
bool read_stream(base::ByteSource& source, SummaryDocument& document, const AccuracyStreamOptions& options,
                 const Take& take) {
  base::Sha256 hash;
  StreamWindow window(source, options.hash ? &hash : nullptr);
  EntryTaker taker(document, options, take);
  const bool has_content = StreamReader(window, taker, document.value, options.entry_limit).read();
  if (window.failed()) return false;
  taker.finish();
  if (options.hash) document.value.sha256 = hash.hex();
  conclude(document, has_content);
  return true;
}

// A log as the truncation tool leaves it: the entries of both ends that are complete.
bool read_cut(std::string_view text, SummaryDocument& document, const AccuracyStreamOptions& options,
              const Take& take) {
  const CutFormat& cut = options.cut;
  if (text.size() != cut.head_bytes + cut.separator.size() + cut.tail_bytes) return false;
  auto facts = parse_accuracy_log_facts(text, document.path, cut);
  if (facts.value.shape != AccuracyLogShape::cut) return false;
  document.value.cut = true;
  document.issues = std::move(facts.issues);
  EntryTaker taker(document, options, take);
  for (const AccuracyEntry& entry : facts.value.visible) {
    AccuracyRecord record;
    record.number = document.value.entries;
    record.at = entry.at;
    record.seq_id = *entry.seq_id;
    record.qsl_idx = *entry.qsl_idx;
    record.data = *entry.data;
    record.data_byte = static_cast<std::uint64_t>(entry.data->data() - facts.value.head.data());
    record.token_data = entry.token_data;
    record.token_count = entry.token_count;
    unsigned fields = 1U << seq_id_field | 1U << qsl_idx_field | 1U << data_field;
    if (entry.token_data) fields |= 1U << token_data_field;
    if (entry.token_count) fields |= 1U << token_count_field;
    taker.take(record, static_cast<std::uint8_t>(fields));
  }
  taker.finish();
  if (options.hash) document.value.sha256 = base::sha256_hex(text);
  conclude(document, true);
  return true;
}

}  // namespace

base::Document<AccuracyLogSummary> stream_accuracy_text(std::string_view text, std::string path,
                                                        const AccuracyStreamOptions& options,
                                                        const Take& take) {
  SummaryDocument document;
  document.path = std::move(path);
  document.value.size = text.size();
  if (read_cut(text, document, options, take)) return document;
  base::MemorySource source(text);
  read_stream(source, document, options, take);
  return document;
}

base::Document<AccuracyLogSummary> stream_accuracy_log(const std::string& disk_path, std::string path,
                                                       const AccuracyStreamOptions& options,
                                                       const Take& take) {
  SummaryDocument document;
  document.path = std::move(path);
  base::FileStream file(disk_path);
  document.value.size = file.size();
  if (file.state() == base::FileState::absent) return document;
  const CutFormat& cut = options.cut;
  if (file.size() == cut.head_bytes + cut.separator.size() + cut.tail_bytes) {
    std::string text(static_cast<std::size_t>(file.size()), '\0');
    if (file.read_exactly(text.data(), text.size(), 0) && read_cut(text, document, options, take)) {
      return document;
    }
  }
  if (file.state() == base::FileState::read && read_stream(file, document, options, take)) return document;
  document.value = {};
  document.value.size = file.size();
  document.issues.clear();
  document.state = base::ReadState::unreadable;
  document.reason = file.reason();
  return document;
}

}  // namespace mlperf::mllog
