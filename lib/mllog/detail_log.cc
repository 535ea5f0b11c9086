// SPDX-License-Identifier: Apache-2.0
#include "mllog/detail_log.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

#include <fmt/format.h>

#include "base/number.h"
#include "base/text.h"
#include "mllog/detail_line.h"
#include "mllog/in_memory.h"
#include "mllog/issue_list.h"
#include "mllog/json_token.h"

namespace mlperf::mllog {
namespace {

constexpr std::string_view kMarker = ":::MLLOG";
constexpr std::size_t kMostEntries = std::size_t{1} << 20;

// A key of its own for each process: nobody can prepare keys that all fall on one slot.
std::uint64_t hash_key() {
  static const std::uint64_t value = [] {
    std::random_device device;
    return (std::uint64_t{device()} << 32 | device()) | 1;
  }();
  return value;
}

std::uint64_t hash(std::string_view text) {
  const std::uint64_t key = hash_key();
  std::uint64_t h = key ^ text.size();
  const auto mix = [&](std::uint64_t word) {
    h = (h ^ word) * key;
    h ^= std::rotl(h, 29) ^ (h >> 17);
  };
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    mix(word);
    text.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!text.empty()) std::memcpy(&word, text.data(), text.size());
  mix(word);
  return h ^ (h >> 31);
}

bool blank(std::string_view text) {
  return base::trim(text).empty();
}

class Reader {
 public:
  Reader(std::string_view text, std::uint64_t byte_offset, base::Document<DetailLog>& document)
      : text_(text), byte_offset_(byte_offset), document_(document), issues_(document.issues) {}

  void read() {
    base::Lines lines(text_);
    base::Line line;
    while (lines.next(line)) {
      last_line_ = line.at.line;
      const bool last = only_blanks_follow(line);
      line.at.byte += byte_offset_;
      read_line(line, last);
    }
    issues_.finish();
    document_.value.finish(last_line_);
    const bool lost =
        issues_.count(base::IssueKind::damaged_line) + issues_.count(base::IssueKind::cut_line) != 0;
    if (lost || document_.value.entries().empty()) document_.state = base::ReadState::damaged;
  }

 private:
  // One comparison for all lines but the last few.
  bool only_blanks_follow(const base::Line& line) const {
    const std::size_t behind = line.at.byte + line.text.size();
    return text_.size() - behind < 64 && blank(text_.substr(behind));
  }

  void read_line(const base::Line& line, bool last) {
    const std::string_view trimmed = trimmed_left(line.text);
    if (!trimmed.starts_with(kMarker)) {
      if (!blank(trimmed)) foreign(line, trimmed, last);
      return;
    }
    const std::string_view json = base::trim(trimmed.substr(kMarker.size()));
    LogEntry entry;
    const auto fault = parser().parse(json, entry);
    if (fault) {
      damaged(line, last, json, *fault);
      return;
    }
    if (document_.value.entries().size() == kMostEntries) {
      issues_.add(base::IssueKind::damaged_line, line.at,
                  [] { return fmt::format("more than {} entries; this one is not kept", kMostEntries); });
      return;
    }
    entry.at = line.at;
    document_.value.add(entry);
    note_control_characters(entry);
  }

  static std::string_view trimmed_left(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
  }

  static LineParser& parser() {
    thread_local LineParser one;
    return one;
  }

  void foreign(const base::Line& line, std::string_view trimmed, bool last) {
    if (last && !line.ended && kMarker.starts_with(trimmed)) {
      issues_.add(base::IssueKind::cut_line, line.at, [&] { return excerpt(trimmed); });
    } else if (base::contains(trimmed, kMarker)) {
      issues_.add(base::IssueKind::damaged_line, line.at, [&] {
        return fmt::format("{} stands in the middle of the line: {}", kMarker, excerpt(line.text));
      });
    } else {
      issues_.add(base::IssueKind::foreign_line, line.at, [&] { return excerpt(line.text); });
    }
  }

  void damaged(const base::Line& line, bool last, std::string_view json, const LineFault& fault) {
    const bool cut = last && (!line.ended || !json.ends_with('}'));
    const auto before = static_cast<std::size_t>(json.data() - line.text.data());
    const auto column = fault.column == 0 ? 0 : fault.column + static_cast<std::uint32_t>(before);
    issues_.add(cut ? base::IssueKind::cut_line : base::IssueKind::damaged_line, line.at, column,
                [&] { return fmt::format("{}: {}", fault.what, excerpt(line.text)); });
  }

  void note_control_characters(const LogEntry& entry) {
    const bool value = entry.kind == ValueKind::string || entry.kind == ValueKind::object;
    if ((value && string_has_control_characters(entry.text)) || string_has_control_characters(entry.key)) {
      issues_.add(base::IssueKind::control_character, entry.at,
                  [&] { return fmt::format("{}: {}", excerpt(entry.key), excerpt(entry.text)); });
    }
  }

  std::string_view text_;
  std::uint64_t byte_offset_;
  base::Document<DetailLog>& document_;
  IssueList issues_;
  std::uint32_t last_line_ = 0;
};

void parse_into(std::string_view text, base::Document<DetailLog>& document) {
  if (!document.usable()) return;
  Reader(text, static_cast<std::uint64_t>(text.data() - document.bytes.data()), document).read();
}

}  // namespace

std::optional<std::uint64_t> LogEntry::as_u64() const {
  return kind == ValueKind::integer ? base::parse_u64(text) : std::nullopt;
}

std::optional<std::int64_t> LogEntry::as_i64() const {
  return kind == ValueKind::integer ? base::parse_i64(text) : std::nullopt;
}

std::optional<double> LogEntry::as_double() const {
  return kind == ValueKind::integer || kind == ValueKind::real ? base::parse_double(text) : std::nullopt;
}

std::optional<bool> LogEntry::as_bool() const {
  return kind == ValueKind::boolean ? std::optional(text == "true") : std::nullopt;
}

void DetailLog::add(const LogEntry& entry) {
  constexpr std::size_t kUsual = 256;  // a few more than LoadGen writes
  if (entries_.empty()) entries_.reserve(kUsual);
  entries_.push_back(entry);
}

void DetailLog::finish(std::uint32_t lines) {
  lines_ = lines;
  slots_.assign(std::bit_ceil(entries_.size() * 2 + 1), 0);
  next_.assign(entries_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = entries_.size(); i-- > 0;) {
    std::size_t slot = hash(entries_[i].key) & mask;
    while (slots_[slot] != 0 && entries_[slots_[slot] - 1].key != entries_[i].key) slot = (slot + 1) & mask;
    next_[i] = slots_[slot];
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

const LogEntry* DetailLog::find(std::string_view key) const {
  if (slots_.empty()) return nullptr;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash(key) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const LogEntry& entry = entries_[slots_[slot] - 1];
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

std::vector<const LogEntry*> DetailLog::all(std::string_view key) const {
  std::vector<const LogEntry*> found;
  const LogEntry* first = find(key);
  if (first == nullptr) return found;
  for (auto i = static_cast<std::uint32_t>(first - entries_.data()) + 1; i != 0; i = next_[i - 1]) {
    found.push_back(&entries_[i - 1]);
  }
  return found;
}

std::optional<std::uint64_t> DetailLog::u64(std::string_view key) const {
  const LogEntry* entry = find(key);
  return entry == nullptr ? std::nullopt : entry->as_u64();
}

std::optional<std::int64_t> DetailLog::i64(std::string_view key) const {
  const LogEntry* entry = find(key);
  return entry == nullptr ? std::nullopt : entry->as_i64();
}

std::optional<double> DetailLog::number(std::string_view key) const {
  const LogEntry* entry = find(key);
  return entry == nullptr ? std::nullopt : entry->as_double();
}

std::optional<bool> DetailLog::boolean(std::string_view key) const {
  const LogEntry* entry = find(key);
  return entry == nullptr ? std::nullopt : entry->as_bool();
}

std::optional<std::string_view> DetailLog::string(std::string_view key) const {
  const LogEntry* entry = find(key);
  return entry == nullptr || entry->kind != ValueKind::string ? std::nullopt : std::optional(entry->text);
}

base::Document<DetailLog> read_detail_log(const std::string& disk_path, std::string path) {
  base::Document<DetailLog> document;
  document.path = std::move(path);
  parse_into(base::read_text(disk_path, kDetailLogLimit, document), document);
  return document;
}

base::Document<DetailLog> parse_detail_log(std::string_view text, std::string path) {
  base::Document<DetailLog> document;
  parse_into(take_text(text, std::move(path), document), document);
  return document;
}

}  // namespace mlperf::mllog
