// SPDX-License-Identifier: Apache-2.0
#include "audit/loaded_sets.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "loadgen/run_settings.h"

namespace mlperf::audit {
namespace {

using loadgen::Library;
using mllog::LogEntry;

using Sets = std::vector<std::vector<std::uint32_t>>;

std::string as_logged(const std::vector<std::uint32_t>& samples) {
  std::string text = "[";
  char digits[16];
  for (const auto sample : samples) {
    text.append(digits, std::to_chars(digits, digits + sizeof digits, sample).ptr);
    text += ',';
  }
  text.back() = ']';
  return text;
}

// What decides about the sets.
struct SetsKey {
  std::uint64_t seed = 0, total = 0, per_set = 0, padding = 0, accuracy_count = 0;
  bool has_accuracy_count = false;
  loadgen::TestMode mode = loadgen::TestMode::performance;
  Library library = Library::libstdcxx_11;

  bool operator==(const SetsKey&) const = default;
};

SetsKey key_of(const loadgen::RunSettings& settings, Library library) {
  const bool padded = settings.scenario == loadgen::Scenario::multi_stream;
  return {settings.qsl_seed,
          settings.qsl_total,
          settings.performance_sample_count,
          padded ? settings.samples_per_query - 1 : 0,
          settings.accuracy_sample_count.value_or(0),
          settings.accuracy_sample_count.has_value(),
          settings.mode,
          library};
}

Sets make_sets(const loadgen::RunSettings& settings, Library library) {
  Sets sets;
  if (settings.mode != loadgen::TestMode::performance) {
    for (auto& set : loadgen::accuracy_sets(settings, library)) sets.push_back(std::move(set.samples));
  }
  if (settings.mode != loadgen::TestMode::accuracy) {
    sets.push_back(loadgen::performance_set(settings, library).samples);
  }
  return sets;
}

// The lines as LoadGen prints them. The logs of one benchmark and round have the same sets, so the last ones
// are kept.
std::shared_ptr<const std::vector<std::string>> printed_sets(const loadgen::RunSettings& settings,
                                                             Library library) {
  struct Known {
    SetsKey key;
    std::shared_ptr<const std::vector<std::string>> lines;
  };
  constexpr std::size_t kLongestKept = std::size_t{4} << 20;
  thread_local std::array<Known, 8> known;  // the latest first
  const auto key = key_of(settings, library);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Known& k) { return k.lines != nullptr && k.key == key; });
  if (found != known.end()) {
    std::rotate(known.begin(), found, found + 1);
    return known.front().lines;
  }
  std::vector<std::string> lines;
  std::size_t size = 0;
  for (const auto& set : make_sets(settings, library)) {
    lines.push_back(as_logged(set));
    size += lines.back().size();
  }
  auto shared = std::make_shared<const std::vector<std::string>>(std::move(lines));
  if (size <= kLongestKept) {
    std::rotate(known.begin(), known.end() - 1, known.end());
    known.front() = {key, shared};
  }
  return shared;
}

std::string entry_or_nothing(const std::vector<std::uint32_t>& samples, std::size_t place) {
  return place < samples.size() ? std::to_string(samples[place]) : "nothing";
}

// Nothing when the two lists are the same in spite of another spelling.
std::optional<SetDifference> difference(const LogEntry& line, std::size_t set, const std::string* expected) {
  SetDifference found;
  found.at = line.at;
  found.set = set;
  const auto logged = mllog::parse_index_list(line.text);
  if (!logged) {
    found.no_list = true;
    found.found = std::string(line.text.substr(0, 80));
    return found;
  }
  std::vector<std::uint32_t> samples;
  if (expected != nullptr) samples = mllog::parse_index_list(*expected).value_or(samples);
  const auto [ours, theirs] = std::mismatch(samples.begin(), samples.end(), logged->begin(), logged->end());
  if (expected != nullptr && ours == samples.end() && theirs == logged->end()) return std::nullopt;
  found.entry = static_cast<std::size_t>(theirs - logged->begin());
  found.found = entry_or_nothing(*logged, found.entry);
  found.expected = entry_or_nothing(samples, found.entry);
  return found;
}

std::vector<SetDifference> differences(const std::vector<const LogEntry*>& lines,
                                       const std::vector<std::string>& expected) {
  std::vector<SetDifference> all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string* set = i < expected.size() ? &expected[i] : nullptr;
    if (set != nullptr && lines[i]->text == *set) continue;
    if (auto found = difference(*lines[i], i, set)) all.push_back(std::move(*found));
  }
  return all;
}

// A list that is much shorter than a set needs no other library to be told wrong.
bool may_hold_sets(const std::vector<const LogEntry*>& lines, const std::vector<std::string>& expected) {
  if (lines.size() > expected.size()) return false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (std::count(lines[i]->text.begin(), lines[i]->text.end(), ',') !=
        std::count(expected[i].begin(), expected[i].end(), ',')) {
      return false;
    }
  }
  return true;
}

}  // namespace

LoadedSets compare_loaded_sets(const mllog::DetailLog& log) {
  LoadedSets result;
  const auto known = loadgen::settings_of(log);
  const auto& settings = known.settings;
  result.obstacle = known.set_problem.empty() ? loadgen::sample_set_obstacle(settings) : known.set_problem;
  const auto lines = log.all("loaded_qsl_set");
  result.lines = lines.size();
  if (!result.obstacle.empty() || lines.empty()) return result;
  for (const auto library : loadgen::kLibraries) {
    const auto expected = printed_sets(settings, library);
    result.expected = expected->size();
    auto found = differences(lines, *expected);
    if (found.empty()) {
      result.library = library;
      result.differences.clear();
      break;
    }
    if (library != loadgen::kLibraries.front()) continue;
    result.differences = std::move(found);
    if (!may_hold_sets(lines, *expected)) break;
  }
  return result;
}

}  // namespace mlperf::audit
