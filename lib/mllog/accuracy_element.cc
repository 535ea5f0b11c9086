// SPDX-License-Identifier: Apache-2.0
#include "mllog/accuracy_element.h"

#include <algorithm>
#include <string>

#include "base/number.h"
#include "base/text.h"
#include "mllog/detail_log.h"
#include "mllog/hex.h"
#include "mllog/json_token.h"

namespace mlperf::mllog {
namespace {

constexpr std::size_t kDeepest = 64;

constexpr std::string_view kNoValue = "no JSON value";
constexpr std::string_view kTwice = "a field stands twice";

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Walks over JSON. Each step returns false where the text ends or is no JSON; outcome() tells which.
class JsonWalker {
 public:
  explicit JsonWalker(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  std::string_view what() const { return what_; }
  ElementOutcome outcome() const { return what_.empty() ? ElementOutcome::ran_out : ElementOutcome::no_json; }

  bool fail(std::string_view what) {
    what_ = what;
    return false;
  }

  bool peek(char& c) {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (at_ == text_.size()) return false;
    c = text_[at_];
    return true;
  }

  bool expect(char wanted, std::string_view what) {
    char c = 0;
    if (!peek(c)) return false;
    if (c != wanted) return fail(what);
    ++at_;
    return true;
  }

  // Either `separator`, and then `more` is true, or `close`.
  bool separator_or(char close, bool& more) {
    char c = 0;
    if (!peek(c)) return false;
    if (c != ',' && c != close) return fail("neither ',' nor a closing bracket behind a value");
    more = c == ',';
    ++at_;
    return true;
  }

  // A string behind its opening quote. Hex, which most of the text is, goes sixteen digits a step.
  bool string_content(std::string_view& content, bool& is_hex) {
    const std::size_t begin = at_;
    at_ += hex_length(text_.substr(at_));
    if (at_ == text_.size()) return false;
    is_hex = text_[at_] == '"';
    if (!is_hex) {
      while (at_ < text_.size() && text_[at_] != '"') {
        if (static_cast<unsigned char>(text_[at_]) < ' ') return fail("a control character in a string");
        at_ += text_[at_] == '\\' ? 2 : 1;
      }
      if (at_ >= text_.size()) {
        at_ = text_.size();
        return false;
      }
      const auto token = text_.substr(begin - 1, at_ - begin + 2);
      if (!is_json_string(token, content) || !base::is_utf8(content)) return fail("a string that is no JSON");
    }
    content = text_.substr(begin, at_ - begin);
    ++at_;
    return true;
  }

  // A number, true, false or null.
  bool word(std::string_view& content, ValueKind& kind) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) &&
           std::string_view(",]}:\"[{").find(text_[at_]) == std::string_view::npos) {
      ++at_;
      if (at_ - begin > kLongestWord) return fail(kNoValue);
    }
    if (at_ == text_.size()) return false;
    const auto token = text_.substr(begin, at_ - begin);
    if (!classify_scalar(token, kind, content) || kind == ValueKind::not_finite) {
      at_ = begin;
      return fail(kNoValue);
    }
    return true;
  }

  // Any value, whatever is in it.
  bool skip_value() {
    std::string closers;
    while (true) {
      bool complete = false;
      if (!skip_start(closers, complete)) return false;
      while (complete) {
        if (closers.empty()) return true;
        bool more = false;
        if (!separator_or(closers.back(), more)) return false;
        if (more) {
          if (closers.back() == '}' && !skip_name()) return false;
          break;
        }
        closers.pop_back();
      }
    }
  }

  bool skip_name() {
    std::string_view name;
    bool is_hex = false;
    return expect('"', "no name of a field") && string_content(name, is_hex) &&
           expect(':', "no ':' behind a name");
  }

 private:
  static constexpr std::size_t kLongestWord = 400;

  // A scalar or an empty list or object as a whole (`complete`), or the opening of a list or object up to its
  // first value.
  bool skip_start(std::string& closers, bool& complete) {
    char c = 0;
    if (!peek(c)) return false;
    std::string_view content;
    complete = true;
    if (c == '"') {
      ++at_;
      bool is_hex = false;
      return string_content(content, is_hex);
    }
    if (c != '{' && c != '[') {
      ValueKind kind{};
      return word(content, kind);
    }
    if (closers.size() == kDeepest) return fail("values are nested too deeply");
    ++at_;
    const char close = c == '{' ? '}' : ']';
    if (!peek(c)) return false;
    if (c == close) {
      ++at_;
      return true;
    }
    complete = false;
    closers.push_back(close);
    return close == ']' || skip_name();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view what_;
};

class EntryReader {
 public:
  EntryReader(std::string_view text, AccuracyElement& element) : json_(text), element_(element) {}

  ElementOutcome read() {
    const bool good = members();
    element_.end = json_.at();
    if (!good) {
      const auto outcome = json_.outcome();
      if (outcome == ElementOutcome::no_json) element_.wrong = json_.what();
      return outcome;
    }
    if (element_.wrong.empty() && !(element_.seq_id && element_.qsl_idx && element_.data))
      element_.wrong = "the entry lacks seq_id, qsl_idx or data";
    return ElementOutcome::read;
  }

 private:
  bool members() {
    char c = 0;
    if (!json_.peek(c)) return false;
    if (c != '{') {
      element_.wrong = "no entry but another value";
      return json_.skip_value();
    }
    json_.expect('{', {});
    if (!json_.peek(c)) return false;
    if (c == '}') return json_.expect('}', {});
    for (bool more = true; more;) {
      std::string_view name;
      bool is_hex = false;
      if (!json_.expect('"', "no name of a field") || !json_.string_content(name, is_hex) ||
          !json_.expect(':', "no ':' behind a name") || !value(name) || !json_.separator_or('}', more)) {
        return false;
      }
    }
    return true;
  }

  bool value(std::string_view name) {
    const auto known = std::find(kAccuracyFields.begin(), kAccuracyFields.end(), name);
    if (known == kAccuracyFields.end()) {
      element_.unknown_name = name;
      return json_.skip_value();
    }
    const auto field = static_cast<AccuracyField>(known - kAccuracyFields.begin());
    if ((element_.fields & (1U << field)) != 0) wrong(kTwice);
    element_.fields = static_cast<std::uint8_t>(element_.fields | (1U << field));
    switch (field) {
      case seq_id_field:
        return number(element_.seq_id, base::parse_u64);
      case qsl_idx_field:
        return number(element_.qsl_idx, base::parse_u64);
      case token_count_field:
        return number(element_.token_count, base::parse_i64);
      case data_field:
        return hex(element_.data);
      case token_data_field:
        return hex(element_.token_data);
    }
    return false;
  }

  template <class T, class Parse>
  bool number(std::optional<T>& to, const Parse& parse) {
    char c = 0;
    if (!json_.peek(c)) return false;
    if (c == '"' || c == '{' || c == '[') {
      wrong("a field that is no integer");
      return json_.skip_value();
    }
    std::string_view text;
    ValueKind kind{};
    if (!json_.word(text, kind)) return false;
    if (kind == ValueKind::integer) to = parse(text);
    if (kind != ValueKind::integer) {
      wrong("a field that is no integer");
    } else if (!to) {
      wrong("a number out of range");
    }
    return true;
  }

  bool hex(std::optional<std::string_view>& to) {
    char c = 0;
    if (!json_.peek(c)) return false;
    if (c != '"') {
      wrong("data that is no string");
      return json_.skip_value();
    }
    json_.expect('"', {});
    std::string_view text;
    bool is_hex = false;
    if (!json_.string_content(text, is_hex)) return false;
    to = text;
    if (!is_hex) {
      wrong("a character that is not hex");
    } else if (text.size() % 2 != 0) {
      wrong("half a byte of data");
    }
    return true;
  }

  void wrong(std::string_view what) {
    if (element_.wrong.empty()) element_.wrong = what;
  }

  JsonWalker json_;
  AccuracyElement& element_;
};

}  // namespace

ElementOutcome read_accuracy_element(std::string_view text, AccuracyElement& element) {
  element = {};
  return EntryReader(text, element).read();
}

}  // namespace mlperf::mllog
