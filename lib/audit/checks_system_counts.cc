// SPDX-License-Identifier: Apache-2.0
// Numbers of the system description: nodes, processors, accelerators.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "audit/json_fields.h"
#include "audit/system_internal.h"
#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

struct CountField {
  std::string_view name;
  bool decides;  // the result table is computed from it
  bool at_least_one;
};
constexpr std::array<CountField, 4> kCounts = {{
    {"number_of_nodes", true, true},
    {"accelerators_per_node", true, false},
    {"host_processors_per_node", false, false},
    {"host_processor_core_count", false, false},
}};
constexpr std::size_t kLongestName = 500;  // a text beyond that is no name
constexpr double kMostAccelerators = 1e9;  // beyond that no product is worth comparing

// A number or a text that is one. Whole numbers may be written 8, 8.0 or "8".
std::optional<double> number_of(const base::JsonValue& value) {
  if (value.is_number()) return value.real;
  if (value.kind != base::JsonKind::string) return std::nullopt;
  return base::parse_double(base::trim(value.text));
}

std::string_view what_is_wrong(const CountField& field, std::optional<double> number) {
  if (!number) return "default";
  if (*number != std::floor(*number)) return "not-whole";
  if (*number < 0) return "negative";
  if (field.at_least_one && *number == 0) return "zero";
  return {};
}

std::optional<double> count(const SystemEvidence& system, std::string_view name) {
  const base::JsonMember* member = find_member(system.description.value, name);
  const std::optional<double> number = member ? number_of(member->value) : std::nullopt;
  if (!number || *number < 0 || *number > kMostAccelerators || *number != std::floor(*number))
    return std::nullopt;
  return number;
}

bool is_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_times(char c) {
  return c == 'x' || c == 'X';
}

// The words of a model name that can stand behind "8x": "NVIDIA B200-SXM-180GB" has NVIDIA, B200, SXM, 180GB.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : base::lower(text) + " ") {
    if (is_alnum(c)) {
      word += c;
    } else if (!word.empty()) {
      if (word.size() >= 2) words.push_back(word);
      word.clear();
    }
  }
  return words;
}

// Counts of accelerators in a name: "87xMI355X" and "8x B200" where the word belongs to the accelerator's
// name,
// "(x87)" and "...aarch64x72" in any case.
std::vector<double> counts_in(std::string_view name, const std::vector<std::string>& model_words) {
  std::vector<double> counts;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_digit(name[i])) continue;
    std::size_t end = i;
    while (end < name.size() && is_digit(name[end])) ++end;
    const std::optional<double> number = base::parse_double(name.substr(i, end - i));
    const bool after_times = i > 0 && is_times(name[i - 1]) && (end == name.size() || !is_alnum(name[end]));
    bool before_word = false;
    if (end < name.size() && is_times(name[end]) && (i == 0 || !is_alnum(name[i - 1]))) {
      std::size_t word = end + 1;
      while (word < name.size() && name[word] == ' ') ++word;
      std::size_t word_end = word;
      while (word_end < name.size() && is_alnum(name[word_end])) ++word_end;
      const std::string text = base::lower(name.substr(word, word_end - word));
      before_word = std::find(model_words.begin(), model_words.end(), text) != model_words.end();
    }
    if (number && *number <= kMostAccelerators && (after_times || before_word)) counts.push_back(*number);
    i = end - 1;
  }
  return counts;
}

}  // namespace

void check_counts(const SystemEvidence& system, const SystemContext&, const rules::Round&, Findings& out) {
  if (!is_judged(system)) return;
  for (const CountField& field : kCounts) {
    const base::JsonMember* member = find_member(system.description.value, field.name);
    if (!member || content_of(member->value) != Content::filled) continue;
    out.claim("system-counts-numeric", Level::stated);
    const std::string_view variant = what_is_wrong(field, number_of(member->value));
    if (variant.empty()) continue;
    Reported reported = out.report("system-counts-numeric", variant);
    reported.at(system.path, member->at)
        .found(number_or_text(member->value.display()))
        .with("field", std::string(field.name));
    if (!field.decides) reported.severity(rules::Severity::warning);
  }
}

void check_total_accelerators(const SystemEvidence& system, const SystemContext&, const rules::Round&,
                              Findings& out) {
  if (!is_judged(system)) return;
  const auto nodes = count(system, "number_of_nodes"), per_node = count(system, "accelerators_per_node");
  const base::JsonMember* model = find_member(system.description.value, "accelerator_model_name");
  if (!nodes || !per_node || *nodes * *per_node == 0 || !model || model->value.kind != base::JsonKind::string)
    return;
  if (model->value.text.size() > kLongestName) return;
  const double total = *nodes * *per_node;
  const std::vector<std::string> words = words_of(model->value.text);
  std::vector<double> named = counts_in(model->value.text, words);
  double sum = 0;  // of unequal accelerators in one name
  for (const double number : named) sum += number;
  const base::JsonMember* name = find_member(system.description.value, "system_name");
  for (const std::string& text : {name ? name->value.display() : std::string(), system.name}) {
    if (text.size() > kLongestName) continue;
    const std::vector<double> more = counts_in(text, words);
    named.insert(named.end(), more.begin(), more.end());
  }
  if (named.empty()) return;
  out.claim("system-total-accelerators", Level::cross_checked);
  const bool fits = sum == total || std::any_of(named.begin(), named.end(), [&](double number) {
                      return number == total || number == *per_node || number == *nodes;
                    });
  if (fits) return;
  const base::JsonMember* per_node_member = find_member(system.description.value, "accelerators_per_node");
  out.report("system-total-accelerators")
      .at(system.path, per_node_member->at)
      .level(Level::cross_checked)
      .found(static_cast<std::uint64_t>(total))
      .expected(static_cast<std::uint64_t>(named.front()))
      .with("nodes", fmt::format("{:.0f}", *nodes))
      .with("per_node", fmt::format("{:.0f}", *per_node))
      .with("total", fmt::format("{:.0f}", total))
      .with("named", fmt::format("{:.0f}", named.front()))
      .with("model", model->value.text);
}

}  // namespace mlperf::audit
