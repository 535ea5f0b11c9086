// SPDX-License-Identifier: Apache-2.0
#include "compliance/test09.h"

#include <algorithm>

#include <fmt/format.h>

#include "compliance/length_collector.h"
#include "compliance/python_text.h"

namespace mlperf::compliance {
namespace {

constexpr std::size_t kScriptsTokenBytes = 4;

// The script's lengths: whole words of four bytes; an entry that it cannot decode counts as empty.
std::optional<LengthStatistics> scripts_statistics(const std::vector<std::uint64_t>& bytes,
                                                   std::uint64_t bad_entries) {
  std::vector<std::uint64_t> lengths(bytes.size());
  std::transform(bytes.begin(), bytes.end(), lengths.begin(),
                 [](std::uint64_t length) { return length / kScriptsTokenBytes; });
  lengths.insert(lengths.end(), static_cast<std::size_t>(bad_entries), 0);
  return length_statistics(lengths);
}

bool within(double mean, const Test09& facts) {
  return mean >= *facts.min_output_tokens && mean <= *facts.max_output_tokens;
}

Test09 test09(const Streamer& stream, const Test09Options& options) {
  LengthCollector collector(options.samples);
  auto log = stream(options.stream, [&](const mllog::AccuracyRecord& record) { collector.add(record); });
  Test09 facts;
  facts.length = collector.finish(std::move(log), std::nullopt);
  facts.official = scripts_statistics(collector.bytes(), facts.length.log.value.bad_entries);
  facts.min_output_tokens = options.min_output_tokens;
  facts.max_output_tokens = options.max_output_tokens;
  // Of a log that was cut the script takes the text between for an entry, and breaks off.
  facts.breaks = !facts.official || facts.length.log.value.cut;
  if (!facts.min_output_tokens || !facts.max_output_tokens) return facts;
  if (facts.official) {
    facts.min_check = facts.official->mean >= *facts.min_output_tokens;
    facts.max_check = facts.official->mean <= *facts.max_output_tokens;
  }
  facts.passed = facts.min_check && facts.max_check && !facts.breaks;
  if (facts.length.lengths) facts.mean_in_window = within(facts.length.lengths->mean, facts);
  return facts;
}

}  // namespace

Test09 test09(const std::string& disk_path, std::string path, const Test09Options& options) {
  return test09(stream_of_file(disk_path, std::move(path)), options);
}

Test09 test09_of_text(std::string_view text, std::string path, const Test09Options& options) {
  return test09(stream_of_text(text, std::move(path)), options);
}

std::string test09_text(const Test09& facts) {
  if (!facts.official || !facts.passed) return {};
  const std::string rule(80, '=');
  const LengthStatistics& lengths = *facts.official;
  std::string text = fmt::format(
      "{0}\nTEST09: Verify Output Token Length in Performance Mode\n{0}\n\n"
      "Output Token Length Statistics\n{1}\nTotal samples: {2}\nMean output tokens: {3:.2f}\n"
      "Min output tokens: {4}\nMax output tokens: {5}\nStd deviation: {6:.2f}\n",
      rule, std::string(40, '-'), lengths.samples, lengths.mean, lengths.min, lengths.max,
      lengths.std_population);
  text += fmt::format(
      "\n{0}\nVerification Results\n{0}\nMean output tokens: {1:.2f}\nMin threshold: {2}\nMax threshold: "
      "{3}\n"
      "Min check pass: {4}\nMax check pass: {5}\n\n{6}\n",
      rule, lengths.mean, python_float(*facts.min_output_tokens), python_float(*facts.max_output_tokens),
      python_bool(facts.min_check), python_bool(facts.max_check), *facts.passed ? "TEST PASS" : "TEST FAIL");
  return text;
}

}  // namespace mlperf::compliance
