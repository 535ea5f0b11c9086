// SPDX-License-Identifier: Apache-2.0
// Accuracy logs as LoadGen writes them, entry by entry from token ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mlperf::test {

struct TokenEntry {
  std::uint64_t qsl_idx = 0;
  std::vector<std::int64_t> tokens;
  std::optional<std::vector<std::int64_t>> first;  // token_data; nothing: none
  std::optional<std::int64_t> count;               // nothing: the number of tokens
};

inline std::string token_hex(const std::vector<std::int64_t>& tokens, std::size_t width) {
  std::string hex;
  for (const auto token : tokens)
    for (std::size_t i = 0; i < width; ++i)
      hex += fmt::format("{:02X}", (static_cast<std::uint64_t>(token) >> (8 * i)) & 0xFF);
  return hex;
}

// `width`: bytes a token.
inline std::string token_log(const std::vector<TokenEntry>& entries, std::size_t width = 4) {
  std::string text = "[\n";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const TokenEntry& entry = entries[i];
    text += fmt::format(R"({}{{ "seq_id" : {}, "qsl_idx" : {}, "data" : "{}")", i == 0 ? "" : ",\n", i,
                        entry.qsl_idx, token_hex(entry.tokens, width));
    if (entry.first) text += fmt::format(R"(, "token_data" : "{}")", token_hex(*entry.first, width));
    text += fmt::format(R"(, "token_count" : {} }})",
                        entry.count.value_or(static_cast<std::int64_t>(entry.tokens.size())));
  }
  return text + "\n]\n";
}

// `samples` answers of `length` tokens, each sample once; token 1000 + sample first, none ends a text.
inline std::vector<TokenEntry> answers(std::uint64_t samples, std::size_t length) {
  std::vector<TokenEntry> entries(samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    entries[i].qsl_idx = i;
    for (std::size_t k = 0; k < length; ++k)
      entries[i].tokens.push_back(static_cast<std::int64_t>(1000 + i + k));
    entries[i].first = {entries[i].tokens.front()};
  }
  return entries;
}

}  // namespace mlperf::test
