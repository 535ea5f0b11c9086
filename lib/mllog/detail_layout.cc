// SPDX-License-Identifier: Apache-2.0
#include "mllog/detail_layout.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "mllog/json_token.h"

namespace mlperf::mllog {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kTops = 0x8080808080808080U;

// The top bit of every byte of `word` that ends or spoils a plain string: a quote, a backslash, a control
// character, a byte that is not ASCII. Exact up to and with the first of them.
std::uint64_t special_bytes(std::uint64_t word) {
  const std::uint64_t quote = word ^ (kOnes * '"');
  const std::uint64_t backslash = word ^ (kOnes * '\\');
  const std::uint64_t found = ((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash) |
                              ((word - kOnes * 0x20) & ~word) | word;
  return found & kTops;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : p_(text.data()), end_(text.data() + text.size()) {}

  bool at_end() const { return p_ == end_; }

  bool literal(std::string_view text) {
    if (static_cast<std::size_t>(end_ - p_) < text.size() || std::memcmp(p_, text.data(), text.size()) != 0)
      return false;
    p_ += text.size();
    return true;
  }

  // The rest of a plain string, with its closing quote.
  bool string(std::string_view& content) {
    const char* begin = p_;
    while (p_ < end_) {
      std::uint64_t word = 0;
      std::memcpy(&word, p_, sizeof word);
      const std::uint64_t special = special_bytes(word);
      if (special == 0) {
        p_ += 8;
        continue;
      }
      p_ += std::countr_zero(special) / 8;
      if (p_ >= end_ || *p_ != '"') return false;
      content = {begin, static_cast<std::size_t>(p_ - begin)};
      ++p_;
      return true;
    }
    return false;
  }

  std::string_view up_to_comma() {
    const char* begin = p_;
    while (p_ < end_ && *p_ != ',') ++p_;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }

  bool scalar(ValueKind& kind, std::string_view& text) {
    if (literal("\"")) {
      kind = ValueKind::string;
      return string(text);
    }
    text = up_to_comma();
    if (text == "[]") {
      kind = ValueKind::list;
      return true;
    }
    return classify_scalar(text, kind, text);
  }

  bool number(std::string_view& text) {
    bool integer = false;
    text = up_to_comma();
    return is_json_number(text, integer);
  }

  bool boolean(bool& value) {
    value = literal("true");
    return value || literal("false");
  }

  template <class T>
  bool count(T& value) {
    constexpr std::ptrdiff_t kSafeDigits = 19;
    const char* begin = p_;
    std::uint64_t sum = 0;
    while (p_ < end_ && *p_ >= '0' && *p_ <= '9') sum = sum * 10 + static_cast<unsigned>(*p_++ - '0');
    value = static_cast<T>(sum);
    return p_ != begin && p_ - begin <= kSafeDigits && sum <= std::numeric_limits<T>::max();
  }

 private:
  const char* p_;
  const char* end_;
};

}  // namespace

bool parse_usual_layout(std::string_view json, LogEntry& entry) {
  Scanner scan(json);
  std::string_view unused;
  std::uint64_t thread = 0;
  return scan.literal("{\"key\": \"") && scan.string(entry.key) && scan.literal(", \"value\": ") &&
         scan.scalar(entry.kind, entry.text) && scan.literal(", \"time_ms\": ") &&
         scan.number(entry.time_ms) && scan.literal(", \"namespace\": \"") && scan.string(unused) &&
         scan.literal(", \"event_type\": \"") && scan.string(unused) &&
         scan.literal(", \"metadata\": {\"is_error\": ") && scan.boolean(entry.is_error) &&
         scan.literal(", \"is_warning\": ") && scan.boolean(entry.is_warning) &&
         scan.literal(", \"file\": \"") && scan.string(entry.source_file) &&
         scan.literal(", \"line_no\": ") && scan.count(entry.source_line) && scan.literal(", \"pid\": ") &&
         scan.count(entry.pid) && scan.literal(", \"tid\": ") && scan.count(thread) && scan.literal("}}") &&
         scan.at_end();
}

}  // namespace mlperf::mllog
