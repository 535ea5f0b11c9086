// SPDX-License-Identifier: Apache-2.0
#include "compliance/test06.h"

#include <algorithm>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "compliance/length_collector.h"
#include "compliance/python_text.h"
#include "mllog/hex.h"

namespace mlperf::compliance {
namespace {

using mllog::AccuracyRecord;
using Bytes = std::span<const std::uint8_t>;

std::optional<ElementType> type_of_width(std::optional<std::size_t> width) {
  if (width == std::size_t{8}) return ElementType::int64;
  return std::nullopt;
}

template <class T>
bool is_token(T value, std::int64_t id) {
  if constexpr (std::is_floating_point_v<T>)
    return value == static_cast<T>(id);
  else
    return value == id;
}

// For messages; of floats the whole part, as far as it is one.
template <class T>
std::int64_t shown(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kMost = 9e18F;
    return value > -kMost && value < kMost ? static_cast<std::int64_t>(value) : 0;
  } else {
    return value;
  }
}

// Positions of end-of-text tokens in one output.
struct EndTokens {
  std::size_t tail = 0;    // of the tokens at the end
  std::size_t script = 0;  // the same as the script counts them: without position 0
  std::size_t inside = 0;  // before the tail
  std::size_t first_inside = 0;
};

template <class T>
class Judge {
 public:
  explicit Judge(Test06& facts) : facts_(facts) {}

  void take(const AccuracyRecord& record) {
    mllog::decode_hex(record.data, data_);
    if (data_.size() % sizeof(T) != 0) {
      facts_.partial_element.add(record, static_cast<std::int64_t>(data_.size()));
      ++facts_.token_count_mismatches;
      return;
    }
    const std::size_t tokens = data_.size() / sizeof(T);
    if (tokens == 0) facts_.no_tokens.add(record);
    judge_end(record, tokens);
    if (facts_.first_token_check_wanted) judge_first_token(record, tokens);
    judge_count(record, tokens);
  }

 private:
  T token(std::size_t index) const { return element_at<T>(data_, index); }

  bool is_end(std::size_t index) const {
    const T value = token(index);
    return std::any_of(facts_.eos_token_ids.begin(), facts_.eos_token_ids.end(),
                       [&](std::int64_t id) { return is_token(value, id); });
  }

  EndTokens end_tokens(std::size_t tokens) const {
    EndTokens found;
    while (found.tail < tokens && is_end(tokens - 1 - found.tail)) ++found.tail;
    found.script = found.tail == tokens && tokens > 0 ? tokens - 1 : found.tail;
    for (std::size_t i = 0; i < tokens - found.tail; ++i) {
      if (!is_end(i)) continue;
      if (found.inside++ == 0) found.first_inside = i;
    }
    return found;
  }

  void judge_end(const AccuracyRecord& record, std::size_t tokens) {
    const EndTokens end = end_tokens(tokens);
    if (end.script >= 2) {
      ++facts_.ending_with_two_or_more_eos;
      facts_.trailing_eos.add(record, static_cast<std::int64_t>(end.tail));
    }
    const bool goes_on = tokens - end.tail > 2;
    if (goes_on) ++facts_.longer_than_two;
    if (end.inside == 0) return;
    const bool second_alone = end.inside == 1 && end.first_inside == 1 && goes_on;
    auto& fault = second_alone ? facts_.eos_second : facts_.eos_inside;
    fault.add(record, static_cast<std::int64_t>(end.first_inside), static_cast<std::int64_t>(tokens));
  }

  void judge_first_token(const AccuracyRecord& record, std::size_t tokens) {
    if (!record.token_data) {
      facts_.first_token_missing.add(record);
      return;
    }
    mllog::decode_hex(*record.token_data, first_);
    if (first_.empty()) facts_.first_token_empty.add(record);
    const std::size_t given = first_.size() / sizeof(T);
    if (first_.size() % sizeof(T) != 0)
      facts_.partial_element.add(record, static_cast<std::int64_t>(first_.size()));
    for (std::size_t i = 0; i < std::min(given, tokens); ++i) {
      const T reported = element_at<T>(first_, i);
      if (reported == token(i)) continue;
      ++facts_.first_token_mismatches;
      facts_.first_token_differs.add(record, shown(reported), shown(token(i)));
      return;
    }
  }

  void judge_count(const AccuracyRecord& record, std::size_t tokens) {
    if (!record.token_count) {
      facts_.count_missing.add(record);
      return;
    }
    if (*record.token_count == static_cast<std::int64_t>(tokens)) return;
    ++facts_.token_count_mismatches;
    facts_.count_differs.add(record, *record.token_count, static_cast<std::int64_t>(tokens));
  }

  Test06& facts_;
  std::vector<std::uint8_t> data_, first_;
};

void conclude(Test06& facts) {
  facts.entries = facts.log.value.entries;
  const bool decodable = !facts.partial_element;
  facts.eos_check = decodable && facts.ending_with_two_or_more_eos == 0;
  facts.first_token_check = !facts.first_token_check_wanted ||
                            (decodable && facts.first_token_mismatches == 0 && !facts.first_token_missing);
  facts.sample_length_check = facts.token_count_mismatches == 0 && !facts.count_missing;
  // The last check is not guarded in the script: what it cannot decode or find ends it.
  facts.breaks = !readable_as_json(facts.log) || facts.log.value.bad_entries != 0 || facts.count_missing ||
                 facts.partial_element;
  facts.passed = !facts.breaks && facts.eos_check && facts.first_token_check && facts.sample_length_check;
}

Test06 judged_as(ElementType type, const Streamer& stream, const Test06Options& options) {
  Test06 facts;
  facts.eos_token_ids = options.eos_token_ids;
  facts.first_token_check_wanted = options.first_token_check;
  facts.dtype = type;
  WidthCounts widths;
  with_type(type, [&](auto element) {
    Judge<decltype(element)> judge(facts);
    facts.log = stream(options.stream, [&](const AccuracyRecord& record) {
      widths.add(record.data.size() / 2, record.token_count);
      judge.take(record);
    });
  });
  facts.found_width = widths.width();
  return facts;
}

// Most logs hold int32: only where the counts tell another width is the log read again.
Test06 test06(const Streamer& stream, const Test06Options& options) {
  Test06 facts = judged_as(options.dtype.value_or(ElementType::int32), stream, options);
  const auto told = type_of_width(facts.found_width);
  if (!options.dtype && told) facts = judged_as(*told, stream, options);
  conclude(facts);
  return facts;
}

}  // namespace

Test06 test06(const std::string& disk_path, std::string path, const Test06Options& options) {
  return test06(stream_of_file(disk_path, std::move(path)), options);
}

Test06 test06_of_text(std::string_view text, std::string path, const Test06Options& options) {
  return test06(stream_of_text(text, std::move(path)), options);
}

std::string test06_text(const Test06& facts) {
  const bool first_token = facts.first_token_check && !facts.first_token_empty;
  const bool all = facts.eos_check && first_token && facts.sample_length_check && !facts.breaks;
  return fmt::format(
      "First token check pass: {}\nEOS check pass: {}\nSample length check pass: {}\n"
      "TEST06 verification {}\n",
      facts.first_token_check_wanted ? python_bool(first_token) : "Skipped", python_bool(facts.eos_check),
      python_bool(facts.sample_length_check), all ? "complete" : "failed");
}

}  // namespace mlperf::compliance
