// SPDX-License-Identifier: Apache-2.0
// The index lists of detail_log.h. They make up most of the bytes of the detail logs, hence the eight digits
// at a time.
#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "mllog/detail_log.h"
#include "mllog/digits.h"

namespace mlperf::mllog {
namespace {

// Calls visit(index) for each number of the list; false where the text is no such list.
template <class Visit>
bool visit_indices(std::string_view text, const Visit& visit) {
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto skip_blanks = [&] {
    while (p < end && *p == ' ') ++p;
  };
  if (text.size() < 2 || *p != '[' || end[-1] != ']') return false;
  ++p;
  skip_blanks();
  if (p == end - 1) return true;
  while (true) {
    std::uint64_t value = 0;
    const Digits quick = end - p >= 8 ? leading_digits(p) : Digits{8, 0};
    if (quick.count < 8) {
      if (quick.count == 0) return false;
      value = quick.value;
      p += quick.count;
    } else {
      const char* begin = p;
      for (; p < end && *p >= '0' && *p <= '9'; ++p) {
        value = value * 10 + static_cast<unsigned>(*p - '0');
        if (value > std::numeric_limits<std::uint32_t>::max()) return false;
      }
      if (p == begin) return false;
    }
    visit(static_cast<std::uint32_t>(value));
    if (*p == ',' && p[1] != ' ') {  // p < end: the text ends with ']'
      ++p;
      continue;
    }
    skip_blanks();
    if (p == end - 1) return true;
    if (*p != ',') return false;
    ++p;
    skip_blanks();
  }
}

std::optional<IndexCounts> count_afresh(std::string_view text) {
  constexpr std::size_t kWord = 64;
  std::vector<std::uint64_t> seen(text.size() / kWord + 1);  // a bit for each usual index
  std::vector<std::uint32_t> large;                          // the others
  IndexCounts counts;
  const bool list = visit_indices(text, [&](std::uint32_t index) {
    ++counts.all;
    if (index / kWord >= seen.size()) {
      large.push_back(index);
      return;
    }
    std::uint64_t& word = seen[index / kWord];
    counts.distinct += static_cast<std::size_t>(~word >> (index % kWord) & 1U);
    word |= std::uint64_t{1} << (index % kWord);
  });
  if (!list) return std::nullopt;
  std::sort(large.begin(), large.end());
  counts.distinct += static_cast<std::size_t>(std::unique(large.begin(), large.end()) - large.begin());
  return counts;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> parse_index_list(std::string_view text) {
  std::vector<std::uint32_t> values;
  values.reserve(text.size() / 4 + 2);
  if (!visit_indices(text, [&](std::uint32_t index) { values.push_back(index); })) return std::nullopt;
  return values;
}

std::optional<IndexCounts> count_indices(std::string_view text) {
  // The logs of one benchmark and round have one and the same list, so the last answers are kept.
  struct Answer {
    std::string text;
    IndexCounts counts;
  };
  constexpr std::size_t kLongestKept = std::size_t{4} << 20;
  thread_local std::array<Answer, 8> known;  // the latest first
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Answer& answer) { return !text.empty() && answer.text == text; });
  if (found != known.end()) {
    std::rotate(known.begin(), found, found + 1);
    return known.front().counts;
  }
  const auto counts = count_afresh(text);
  if (counts && text.size() <= kLongestKept) {
    std::rotate(known.begin(), known.end() - 1, known.end());
    known.front() = {std::string(text), *counts};
  }
  return counts;
}

}  // namespace mlperf::mllog
