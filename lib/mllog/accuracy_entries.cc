// SPDX-License-Identifier: Apache-2.0
#include "mllog/accuracy_entries.h"

#include <array>
#include <cstdint>
#include <utility>

#include "base/number.h"
#include "mllog/hex.h"

namespace mlperf::mllog {
namespace {

constexpr std::size_t kMostEntries = 4096;  // per part; more cannot be in 16 KiB of a LoadGen log

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// How reading went: good; all entries read and the closing ']' too; the text ended before it could be told;
// or there is something else at offset().
enum class Outcome { good, finished, ran_out, wrong };

// Where in an entry a text begins that was cut at the front.
enum class Inside { string_value, number_value, behind_value, before_name, name, before_colon, before_value };
constexpr std::array kInsides = {Inside::string_value, Inside::number_value, Inside::behind_value,
                                 Inside::before_name,  Inside::name,         Inside::before_colon,
                                 Inside::before_value};

class Cursor {
 public:
  Cursor(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  std::size_t offset() const { return offset_; }
  std::string_view what() const { return what_; }
  bool at_end() const { return offset_ >= text_.size(); }
  char peek() const { return text_[offset_]; }

  void skip_blanks() {
    while (!at_end() && is_blank(peek())) ++offset_;
  }

  Outcome expect(char c, std::string_view what) {
    skip_blanks();
    if (at_end()) return Outcome::ran_out;
    if (peek() != c) return wrong(what);
    ++offset_;
    return Outcome::good;
  }

  Outcome wrong(std::string_view what) {
    what_ = what;
    return Outcome::wrong;
  }

  template <class Accept>
  std::string_view take(const Accept& accept) {
    const std::size_t begin = offset_;
    while (!at_end() && accept(peek())) ++offset_;
    return text_.substr(begin, offset_ - begin);
  }

  // Characters up to and with the closing quote, of which the opening one was read or lies before the text.
  Outcome finish_name(std::string_view& content, std::string_view what) {
    content = take(is_name);
    return closing_quote(what);
  }
  Outcome finish_hex(std::string_view& content, std::string_view what) {
    content = text_.substr(offset_, hex_length(text_.substr(offset_)));
    offset_ += content.size();
    return closing_quote(what);
  }

  void move_to(std::size_t offset) { offset_ = offset; }

 private:
  Outcome closing_quote(std::string_view what) {
    if (at_end()) return Outcome::ran_out;
    if (peek() != '"') return wrong(what);
    ++offset_;
    return Outcome::good;
  }

  std::string_view text_;
  std::size_t offset_;
  std::string_view what_;
};

// Reads one entry behind its '{', or the rest of one of which the front is not there (then no member is
// missed).
class EntryReader {
 public:
  explicit EntryReader(Cursor& cursor) : cursor_(cursor) {}

  Outcome whole(AccuracyEntry& entry) {
    for (auto outcome = name();; outcome = name()) {
      if (outcome == Outcome::good) outcome = colon_and_value(entry);
      bool closed = false;
      if (outcome == Outcome::good) outcome = comma_or_close(closed);
      if (outcome != Outcome::good) return outcome;
      if (!closed) continue;
      if (entry.seq_id && entry.qsl_idx && entry.data) return Outcome::good;
      return cursor_.wrong("the entry lacks seq_id, qsl_idx or data");
    }
  }

  Outcome rest(Inside inside) {
    AccuracyEntry unused;
    std::string_view content;
    Outcome outcome = Outcome::good;
    switch (inside) {
      case Inside::string_value:
        outcome = cursor_.finish_hex(content, "a character that is not hex");
        break;
      case Inside::number_value:
        cursor_.take(is_digit);
        break;
      case Inside::behind_value:
        break;
      case Inside::before_name:
        outcome = name();
        if (outcome == Outcome::good) outcome = colon_and_any_value();
        break;
      case Inside::name:
        outcome = cursor_.finish_name(content, "no name");
        if (outcome == Outcome::good) outcome = colon_and_any_value();
        break;
      case Inside::before_colon:
        outcome = colon_and_any_value();
        break;
      case Inside::before_value:
        outcome = any_value();
        break;
    }
    while (outcome == Outcome::good) {
      bool closed = false;
      outcome = comma_or_close(closed);
      if (outcome != Outcome::good || closed) return outcome;
      outcome = name();
      if (outcome == Outcome::good) outcome = colon_and_value(unused);
    }
    return outcome;
  }

 private:
  Outcome name() {
    const auto outcome = cursor_.expect('"', "no name of a field");
    return outcome == Outcome::good ? cursor_.finish_name(name_, "no name of a field") : outcome;
  }

  Outcome comma_or_close(bool& closed) {
    cursor_.skip_blanks();
    if (cursor_.at_end()) return Outcome::ran_out;
    closed = cursor_.peek() == '}';
    return closed ? cursor_.expect('}', "") : cursor_.expect(',', "neither ',' nor '}' behind a value");
  }

  Outcome number(std::string_view& text) {
    cursor_.skip_blanks();
    bool first = true;
    text = cursor_.take([&](char c) { return is_digit(c) || (std::exchange(first, false) && c == '-'); });
    if (cursor_.at_end()) return Outcome::ran_out;
    return text.empty() ? cursor_.wrong("no number") : Outcome::good;
  }

  Outcome hex(std::string_view& text) {
    auto outcome = cursor_.expect('"', "no string");
    if (outcome == Outcome::good) outcome = cursor_.finish_hex(text, "a character that is not hex");
    if (outcome == Outcome::good && text.size() % 2 != 0) return cursor_.wrong("half a byte of data");
    return outcome;
  }

  Outcome any_value() {
    cursor_.skip_blanks();
    std::string_view text;
    return !cursor_.at_end() && cursor_.peek() == '"' ? hex(text) : number(text);
  }

  Outcome colon_and_any_value() {
    const auto outcome = cursor_.expect(':', "no ':' behind a name");
    return outcome == Outcome::good ? any_value() : outcome;
  }

  template <class T, class Parse>
  Outcome number_into(std::optional<T>& field, const Parse& parse) {
    if (field) return cursor_.wrong("a field stands twice");
    std::string_view text;
    const auto outcome = number(text);
    if (outcome != Outcome::good) return outcome;
    field = parse(text);
    return field ? outcome : cursor_.wrong("a number out of range");
  }

  Outcome hex_into(std::optional<std::string_view>& field) {
    if (field) return cursor_.wrong("a field stands twice");
    std::string_view text;
    const auto outcome = hex(text);
    if (outcome == Outcome::good) field = text;
    return outcome;
  }

  Outcome colon_and_value(AccuracyEntry& entry) {
    const auto outcome = cursor_.expect(':', "no ':' behind a name");
    if (outcome != Outcome::good) return outcome;
    if (name_ == "seq_id") return number_into(entry.seq_id, base::parse_u64);
    if (name_ == "qsl_idx") return number_into(entry.qsl_idx, base::parse_u64);
    if (name_ == "token_count") return number_into(entry.token_count, base::parse_i64);
    if (name_ == "data") return hex_into(entry.data);
    if (name_ == "token_data") return hex_into(entry.token_data);
    return cursor_.wrong("a field that LoadGen does not write");
  }

  Cursor& cursor_;
  std::string_view name_;
};

class PartScanner {
 public:
  explicit PartScanner(const AccuracyPart& part) : part_(part), cursor_(part.text, 0) {}

  AccuracyScan scan() {
    Outcome outcome = part_.is_start ? start_of_log() : start_in_the_middle();
    while (true) {
      if (outcome == Outcome::good) outcome = entries();
      if (outcome == Outcome::ran_out && part_.is_end) outcome = cursor_.wrong("the log ends without ']'");
      if (outcome != Outcome::wrong) return std::move(scan_);
      if (!scan_.fault) scan_.fault = AccuracyFault{cursor_.offset(), cursor_.what()};
      // Entries behind a damaged place still count.
      const auto next = part_.text.find('{', cursor_.offset());
      if (next == std::string_view::npos) return std::move(scan_);
      cursor_.move_to(next);
      behind_entry_ = false;
      outcome = Outcome::good;
    }
  }

 private:
  Outcome start_of_log() {
    const auto outcome = cursor_.expect('[', "the log does not begin with '['");
    may_be_empty_ = true;
    return outcome;
  }

  Outcome start_in_the_middle() {
    const auto open = part_.text.find('{');
    const auto close = part_.text.find('}');
    cursor_.skip_blanks();
    if (open < close || cursor_.at_end() || cursor_.peek() == ']') return start_between_entries();
    // The rest of an entry, of which it is not known where it was cut: one way of reading it must fit.
    bool ran_out = false;
    std::size_t furthest = 0;
    std::string_view what;
    for (const Inside inside : kInsides) {
      cursor_.move_to(0);
      const auto outcome = EntryReader(cursor_).rest(inside);
      if (outcome == Outcome::good) {
        behind_entry_ = true;
        return Outcome::good;
      }
      if (outcome == Outcome::ran_out) {
        ran_out = true;
      } else if (what.empty() || cursor_.offset() > furthest) {
        furthest = cursor_.offset();
        what = cursor_.what();
      }
    }
    cursor_.move_to(ran_out ? part_.text.size() : furthest);
    return ran_out ? Outcome::ran_out : cursor_.wrong(what);
  }

  // The part begins between two entries, at the bracket of a very short log, or at the very last bytes of
  // one.
  Outcome start_between_entries() {
    cursor_.skip_blanks();
    if (cursor_.at_end()) return Outcome::ran_out;
    const char c = cursor_.peek();
    if (c == '[' || c == ',') {
      cursor_.move_to(cursor_.offset() + 1);
    } else {
      behind_entry_ = c == ']';
    }
    return Outcome::good;
  }

  Outcome entries() {
    while (true) {
      cursor_.skip_blanks();
      if (cursor_.at_end()) return Outcome::ran_out;
      if (cursor_.peek() == ']' && (behind_entry_ || may_be_empty_)) return end_of_log();
      if (behind_entry_) {
        const auto outcome = cursor_.expect(',', "neither ',' nor ']' behind an entry");
        if (outcome != Outcome::good) return outcome;
      }
      const auto outcome = entry();
      if (outcome != Outcome::good) return outcome;
    }
  }

  Outcome entry() {
    const auto outcome = cursor_.expect('{', "no entry begins here");
    if (outcome != Outcome::good) return outcome;
    FoundEntry found{{}, cursor_.offset() - 1};
    const auto read = EntryReader(cursor_).whole(found.entry);
    if (read != Outcome::good) return read;
    if (scan_.entries.size() < kMostEntries) scan_.entries.push_back(found);
    behind_entry_ = true;
    may_be_empty_ = false;
    return Outcome::good;
  }

  Outcome end_of_log() {
    const auto end = cursor_.expect(']', "");
    cursor_.skip_blanks();
    if (end == Outcome::good && !cursor_.at_end())
      return cursor_.wrong("something follows the end of the log");
    return end == Outcome::good ? Outcome::finished : end;
  }

  const AccuracyPart& part_;
  Cursor cursor_;
  AccuracyScan scan_;
  bool behind_entry_ = false;
  bool may_be_empty_ = false;
};

}  // namespace

AccuracyScan scan_accuracy_part(const AccuracyPart& part) {
  return PartScanner(part).scan();
}

}  // namespace mlperf::mllog
