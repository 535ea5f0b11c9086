// SPDX-License-Identifier: Apache-2.0
#include "base/json_tree.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace mlperf::base {
namespace {

constexpr std::size_t kDeepest = 200;

// An input iterator that knows how many bytes were taken; the SAX handler asks it where the current token
// ends.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** where) : at_(at), where_(where) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    if (where_ != nullptr) *where_ = at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** where_;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, const char* const& where, std::vector<ReadIssue>& issues)
      : text_(text), where_(where), issues_(issues), counted_(text.data()) {}

  JsonValue take() { return std::move(root_); }

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    JsonValue v;
    v.kind = JsonKind::boolean;
    v.boolean = value;
    return add(std::move(v));
  }
  bool number_integer(number_integer_t value) override {
    return number(JsonKind::integer, static_cast<double>(value), fmt::format("{}", value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(JsonKind::integer, static_cast<double>(value), fmt::format("{}", value));
  }
  bool number_float(number_float_t value, const string_t& text) override {
    return number(JsonKind::real, value, text);
  }
  bool string(string_t& value) override {
    JsonValue v;
    v.kind = JsonKind::string;
    v.text = std::move(value);
    return add(std::move(v));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonKind::object); }
  bool start_array(std::size_t) override { return open(JsonKind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    stack_.back()->members.push_back({name, here(), {}});
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    std::string_view what = error.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ... - REASON"
    const auto cut = what.find(": ");
    if (cut != std::string_view::npos) what.remove_prefix(cut + 2);
    fail(byte == 0 ? 0 : byte - 1, printable(what, 160));
    return false;
  }

 private:
  Position here() { return place(where_); }

  Position place(const char* end) {
    line_ += static_cast<std::uint32_t>(std::count(counted_, end, '\n'));
    counted_ = end;
    return {line_, static_cast<std::uint64_t>(end - text_.data())};
  }

  // A number ends where the next character is none of it, so that one has been taken already; it may be a
  // line end.
  const char* end_of_number() const {
    const auto belongs = [](char c) {
      return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
    };
    return where_ != text_.data() && !belongs(where_[-1]) ? where_ - 1 : where_;
  }

  void fail(std::size_t byte, std::string what) {
    byte = std::min(byte, text_.size());
    const auto before = text_.substr(0, byte);
    const auto line_start = before.rfind('\n');
    ReadIssue issue{IssueKind::syntax,
                    {static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n')), byte},
                    std::move(what)};
    issue.column =
        static_cast<std::uint32_t>(byte - (line_start == std::string_view::npos ? 0 : line_start + 1) + 1);
    issues_.push_back(std::move(issue));
  }

  bool number(JsonKind kind, double value, std::string text) {
    JsonValue v;
    v.kind = kind;
    v.real = value;
    v.text = std::move(text);
    return add(std::move(v), end_of_number());
  }

  // The slot for the next value: the last member of an object, a new item of an array, the root.
  JsonValue& slot() {
    if (stack_.empty()) return root_;
    JsonValue& parent = *stack_.back();
    if (parent.kind == JsonKind::object) return parent.members.back().value;
    return parent.items.emplace_back();
  }

  bool add(JsonValue value) { return add(std::move(value), where_); }

  bool add(JsonValue value, const char* end) {
    value.at = place(end);
    slot() = std::move(value);
    return true;
  }

  bool open(JsonKind kind) {
    if (stack_.size() >= kDeepest) {
      fail(static_cast<std::size_t>(where_ - text_.data()), "nested too deeply");
      return false;
    }
    JsonValue& value = slot();
    value.kind = kind;
    value.at = here();
    stack_.push_back(&value);
    return true;
  }

  bool close() {
    if (stack_.back()->kind == JsonKind::object) report_repeated_keys(*stack_.back());
    stack_.pop_back();
    return true;
  }

  void report_repeated_keys(const JsonValue& object) {
    std::vector<const JsonMember*> sorted;
    for (const auto& member : object.members) sorted.push_back(&member);
    std::stable_sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->key < b->key; });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (sorted[i]->key != sorted[i - 1]->key) continue;
      issues_.push_back({IssueKind::duplicate_key, sorted[i]->at, sorted[i]->key, sorted[i - 1]->at});
    }
  }

  std::string_view text_;
  const char* const& where_;
  std::vector<ReadIssue>& issues_;
  JsonValue root_;
  // Pointers stay valid: only the innermost container grows, and its own address does not change meanwhile.
  std::vector<JsonValue*> stack_;
  const char* counted_;
  std::uint32_t line_ = 1;
};

void write_json(const JsonValue& value, std::string& out) {
  switch (value.kind) {
    case JsonKind::null:
      out += "null";
      break;
    case JsonKind::boolean:
      out += value.boolean ? "true" : "false";
      break;
    case JsonKind::integer:
    case JsonKind::real:
      out += value.text;
      break;
    case JsonKind::string:
      out += '"' + value.text + '"';
      break;
    case JsonKind::array:
      out += '[';
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i != 0) out += ", ";
        write_json(value.items[i], out);
      }
      out += ']';
      break;
    case JsonKind::object:
      out += '{';
      for (std::size_t i = 0; i < value.members.size(); ++i) {
        if (i != 0) out += ", ";
        out += '"' + value.members[i].key + "\": ";
        write_json(value.members[i].value, out);
      }
      out += '}';
      break;
  }
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->key == key) return &member->value;
  }
  return nullptr;
}

std::string JsonValue::display() const {
  if (kind == JsonKind::string) return text;
  std::string out;
  write_json(*this, out);
  return out;
}

JsonValue parse_json(std::string_view text, std::vector<ReadIssue>& issues) {
  // The parser refuses strings that are not UTF-8; decode() has reported them, here they become question
  // marks.
  std::string repaired;
  if (!is_utf8(text)) {
    repaired = with_valid_utf8(text);
    text = repaired;
  }
  const char* where = text.data();
  TreeBuilder builder(text, where, issues);
  const std::size_t before = issues.size();
  const bool good = nlohmann::json::sax_parse(CountingIterator(text.data(), &where),
                                              CountingIterator(text.data() + text.size(), nullptr), &builder);
  if (good) return builder.take();
  const bool told = std::any_of(issues.begin() + static_cast<std::ptrdiff_t>(before), issues.end(),
                                [](const ReadIssue& i) { return i.kind == IssueKind::syntax; });
  if (!told) issues.push_back({IssueKind::syntax, {1, 0}, "cannot be parsed"});
  return {};
}

}  // namespace mlperf::base
