// SPDX-License-Identifier: Apache-2.0
// Accuracy logs for tests, entry by entry as LoadGen prints them.
//
//   AccuracyText().tokens(0, {5, 6, 2}).tokens(1, {7, 2}).text()
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace mlperf::test {

// Elements of any type as hex, in memory order.
template <class T>
std::string hex_of(const std::vector<T>& values) {
  std::string hex;
  for (const T& value : values) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (const unsigned char byte : bytes) hex += fmt::format("{:02X}", byte);
  }
  return hex;
}

class AccuracyText {
 public:
  // seq_id counts up; int32 tokens with their first one and their number beside them.
  AccuracyText& tokens(std::uint64_t qsl_idx, const std::vector<std::int32_t>& tokens) {
    const std::vector<std::int32_t> first(tokens.begin(), tokens.begin() + (tokens.empty() ? 0 : 1));
    return entry(qsl_idx, hex_of(tokens), hex_of(first), static_cast<std::int64_t>(tokens.size()));
  }
  AccuracyText& entry(std::uint64_t qsl_idx, const std::string& data,
                      const std::optional<std::string>& token_data = std::nullopt,
                      const std::optional<std::int64_t>& token_count = std::nullopt) {
    text_ += fmt::format("{}{{ \"seq_id\" : {}, \"qsl_idx\" : {}, \"data\" : \"{}\"",
                         seq_ == 0 ? "\n" : ",\n", seq_, qsl_idx, data);
    ++seq_;
    if (token_data) text_ += fmt::format(", \"token_data\" : \"{}\"", *token_data);
    if (token_count) text_ += fmt::format(", \"token_count\" : {}", *token_count);
    text_ += " }";
    return *this;
  }
  std::string text() const { return text_ + "\n]\n"; }

 private:
  std::string text_ = "[";
  std::uint64_t seq_ = 0;
};

}  // namespace mlperf::test
