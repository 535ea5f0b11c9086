// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "mllog/accuracy_element.h"
#include "mllog/digits.h"
#include "mllog/hex.h"

namespace mlperf::mllog {
namespace {

// Walks over an entry; each step is false where something else stands.
class UsualWalker {
 public:
  explicit UsualWalker(std::string_view text) : begin_(text.data()), p_(begin_), end_(begin_ + text.size()) {}

  std::size_t at() const { return static_cast<std::size_t>(p_ - begin_); }

  template <std::size_t N>
  bool expect(const char (&text)[N]) {
    if (static_cast<std::size_t>(end_ - p_) < N - 1 || std::memcmp(p_, text, N - 1) != 0) return false;
    p_ += N - 1;
    return true;
  }

  // Seven digits at most; larger numbers and odd ones go the long way.
  template <class T>
  bool number(std::optional<T>& to) {
    const Digits digits = leading_digits(p_);
    const bool leading_zero = digits.count > 1 && *p_ == '0';
    if (digits.count == 0 || digits.count == 8 || leading_zero || end_ - p_ < digits.count) return false;
    p_ += digits.count;
    to = digits.value;
    return true;
  }

  // Behind the opening quote, and with the closing one.
  bool hex(std::optional<std::string_view>& to) {
    const std::size_t length = hex_length({p_, static_cast<std::size_t>(end_ - p_)});
    if (length % 2 != 0) return false;
    to = {p_, length};
    p_ += length;
    return expect("\"");
  }

 private:
  const char* begin_;
  const char* p_;
  const char* end_;
};

}  // namespace

bool read_usual_entry(std::string_view text, AccuracyElement& element) {
  element = {};
  UsualWalker at(text);
  if (!at.expect(R"({ "seq_id" : )") || !at.number(element.seq_id) || !at.expect(R"(, "qsl_idx" : )") ||
      !at.number(element.qsl_idx) || !at.expect(R"(, "data" : ")") || !at.hex(element.data)) {
    return false;
  }
  unsigned fields = 1U << seq_id_field | 1U << qsl_idx_field | 1U << data_field;
  if (at.expect(R"(, "token_data" : ")")) {
    if (!at.hex(element.token_data)) return false;
    fields |= 1U << token_data_field;
  }
  if (at.expect(R"(, "token_count" : )")) {
    if (!at.number(element.token_count)) return false;
    fields |= 1U << token_count_field;
  }
  if (!at.expect(" }")) return false;
  element.fields = static_cast<std::uint8_t>(fields);
  element.end = at.at();
  return true;
}

}  // namespace mlperf::mllog
