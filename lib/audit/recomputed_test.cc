// SPDX-License-Identifier: Apache-2.0
#include "audit/recomputed_test.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "mllog/hex.h"

namespace mlperf::audit {
namespace {

constexpr std::size_t kKept = 8;  // bytes of an answer: a token of the widest kind

std::uint64_t below(std::uint64_t bytes, std::size_t width) {
  return width >= kKept ? bytes : bytes & ((std::uint64_t{1} << (8 * width)) - 1);
}

}  // namespace

bool RecomputedTest::decides() const {
  const auto holds = [](const compliance::LogDocument& log) { return log.value.entries > 0; };
  return (test01 && holds(test01->test) && holds(test01->reference)) || (test06 && holds(test06->log)) ||
         (test08 && holds(test08->test) && holds(test08->reference)) || (test09 && holds(test09->length.log));
}

mllog::AccuracyStreamOptions accuracy_stream_options(const rules::Round& round) {
  const auto& rule = round.accuracy_log();
  mllog::AccuracyStreamOptions options;
  options.cut = {rule.head_bytes, rule.tail_bytes, rule.separator};
  return options;
}

compliance::Test06Options test06_options(const rules::Round& round, const std::string& benchmark,
                                         const std::string& scenario) {
  const auto limits = round.thresholds("TEST06", benchmark);
  const auto& skipped_in = limits.first_token_check_skipped_in;
  compliance::Test06Options options;
  options.eos_token_ids = limits.eos_token_ids;
  options.first_token_check = std::find(skipped_in.begin(), skipped_in.end(), scenario) == skipped_in.end();
  options.stream = accuracy_stream_options(round);
  return options;
}

compliance::Test09Options test09_options(const rules::Round& round, const std::string& benchmark) {
  const auto limits = round.thresholds("TEST09", benchmark);
  compliance::Test09Options options;
  options.min_output_tokens = limits.mean_output_tokens_min;
  options.max_output_tokens = limits.mean_output_tokens_max;
  if (limits.samples && *limits.samples > 0) options.samples = static_cast<std::uint64_t>(*limits.samples);
  options.stream = accuracy_stream_options(round);
  return options;
}

std::optional<AccuracyAnswers::FirstToken> AccuracyAnswers::first_token(std::uint64_t qsl_idx,
                                                                        std::string_view hex) {
  std::array<std::uint8_t, kKept> bytes{};
  const std::size_t size = std::min(hex.size() / 2, kKept);
  if (size == 0 || !mllog::decode_hex(hex.substr(0, 2 * size), std::span(bytes).first(size)))
    return std::nullopt;
  FirstToken token{qsl_idx, 0, size};
  std::memcpy(&token.bytes, bytes.data(), sizeof(token.bytes));
  return token;
}

void AccuracyAnswers::add(std::uint64_t qsl_idx, std::string_view hex) {
  if (const auto token = first_token(qsl_idx, hex)) first_tokens_.push_back(*token);
}

void AccuracyAnswers::add_visible(const mllog::AccuracyLogFacts& log) {
  for (const mllog::AccuracyEntry& entry : log.visible)
    if (entry.qsl_idx && entry.data) add(*entry.qsl_idx, *entry.data);
}

AnswersBeside AccuracyAnswers::beside(const AnswerStream& stream, std::size_t width) {
  std::stable_sort(first_tokens_.begin(), first_tokens_.end(),
                   [](const FirstToken& a, const FirstToken& b) { return a.qsl_idx < b.qsl_idx; });
  AnswersBeside found;
  stream([&](const mllog::AccuracyRecord& record) {
    const auto kept =
        std::lower_bound(first_tokens_.begin(), first_tokens_.end(), record.qsl_idx,
                         [](const FirstToken& token, std::uint64_t index) { return token.qsl_idx < index; });
    if (kept == first_tokens_.end() || kept->qsl_idx != record.qsl_idx || kept->size < width) return;
    const auto answer = first_token(record.qsl_idx, record.data);
    if (!answer || answer->size < width) return;
    ++found.common;
    const std::uint64_t test = below(answer->bytes, width);
    const std::uint64_t accuracy = below(kept->bytes, width);
    if (test == accuracy) return;
    found.first_token_differs.add(record, static_cast<std::int64_t>(test),
                                  static_cast<std::int64_t>(accuracy));
  });
  return found;
}

}  // namespace mlperf::audit
