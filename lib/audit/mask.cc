// SPDX-License-Identifier: Apache-2.0
#include "audit/mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace mlperf::audit {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word(char c) {
  return is_letter(c) || (c >= '0' && c <= '9');
}

// Letters in lower case, the separators people exchange for each other as one.
char fold(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == ' ' || c == '_' ? '-' : c;
}

std::string folded(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), fold);
  return out;
}

// Words of the folder layout stay readable even when somebody is called so.
bool is_layout_word(std::string_view name) {
  constexpr std::array<std::string_view, 6> kWords = {"closed", "open", "network", "results", "systems", "-"};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

class Mask {
 public:
  void add(const std::set<std::string>& names, std::string_view placeholder) {
    std::size_t number = 0;
    for (const auto& name : names) {
      ++number;
      for (const auto& spelling : {name, base::printable(name)})
        add_name(folded(spelling), placeholder, number);
    }
  }

  void finish() {
    for (auto& list : by_first_byte_)
      std::stable_sort(list.begin(), list.end(),
                       [](const Name& a, const Name& b) { return a.text.size() > b.text.size(); });
  }

  void apply(std::string& text) const {
    std::string out;
    std::size_t kept = 0;  // text before this is in `out`
    std::size_t i = 0;
    while (i < text.size()) {
      const Name* name = name_at(text, i);
      if (name == nullptr) {
        ++i;
        continue;
      }
      out.append(text, kept, i - kept).append(name->placeholder);
      i += name->text.size();
      kept = i;
    }
    if (kept > 0) text = out.append(text, kept);
  }

 private:
  struct Name {
    std::string text, placeholder;
    bool in_paths_only = false;
  };

  void add_name(std::string text, std::string_view placeholder, std::size_t number) {
    if (text.empty() || is_layout_word(text) || !seen_.insert(text).second) return;
    const bool any_letter = std::any_of(text.begin(), text.end(), is_letter);
    auto& list = by_first_byte_[static_cast<unsigned char>(text[0])];
    list.push_back({text, fmt::format("{}-{}", placeholder, number), text.size() < 3 || !any_letter});
  }

  const Name* name_at(std::string_view text, std::size_t at) const {
    for (const Name& name : by_first_byte_[static_cast<unsigned char>(fold(text[at]))])
      if (matches(name, text, at)) return &name;
    return nullptr;
  }

  static bool matches(const Name& name, std::string_view text, std::size_t at) {
    const std::size_t end = at + name.text.size();
    if (end > text.size()) return false;
    for (std::size_t i = 0; i < name.text.size(); ++i)
      if (fold(text[at + i]) != name.text[i]) return false;
    if (name.in_paths_only) return ends_part(text, end) && at > 0 && text[at - 1] == '/';
    const bool joined_before = at > 0 && is_word(text[at - 1]) && is_word(text[at]);
    const bool joined_behind = end < text.size() && is_word(text[end]) && is_word(text[end - 1]);
    return !joined_before && !joined_behind;
  }
  static bool ends_part(std::string_view text, std::size_t end) {
    return end == text.size() || text[end] == '/' || text.substr(end, 5) == ".json";
  }

  std::array<std::vector<Name>, 256> by_first_byte_;
  std::set<std::string> seen_;
};

struct Names {
  std::set<std::string> submitters, systems;

  // DIVISION/SUBMITTER/results/SYSTEM/... and DIVISION/SUBMITTER/systems/SYSTEM.json
  void collect_path(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty() && parts.size() < 4) {
      const std::size_t slash = path.find('/');
      parts.push_back(path.substr(0, slash));
      path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    }
    if (parts.size() < 2 || !is_layout_word(base::lower(parts[0]))) return;
    submitters.emplace(parts[1]);
    if (parts.size() < 4) return;
    std::string_view system = parts[3];
    if (parts[2] == "systems" && system.size() > 5 && system.substr(system.size() - 5) == ".json")
      system.remove_suffix(5);
    if (parts[2] == "systems" || parts[2] == "results") systems.emplace(system);
  }

  void collect(const std::vector<Finding>& findings) {
    for (const auto& finding : findings) {
      collect_path(finding.place.file);
      for (const auto& place : finding.more) collect_path(place.file);
    }
  }
};

Names names_of(const AuditReport& report) {
  Names names;
  for (const auto& result : report.results) {
    names.submitters.insert(result.submitter);
    names.systems.insert(result.system);
    names.collect_path(result.path);
    names.collect(result.findings);
  }
  names.collect(report.findings);
  for (const auto& facts : report.systems) {
    names.submitters.insert(facts.submitter);
    names.systems.insert(facts.system);
    if (const auto value = facts.values.find("submitter"); value != facts.values.end())
      names.submitters.insert(value->second);
    if (const auto value = facts.values.find("system_name"); value != facts.values.end())
      names.systems.insert(value->second);
  }
  return names;
}

void mask_all(const Mask& mask, std::vector<std::string>& texts) {
  for (auto& text : texts) mask.apply(text);
}

void mask_all(const Mask& mask, std::vector<Finding>& findings) {
  for (auto& finding : findings) {
    for (auto* text :
         {&finding.message, &finding.fix, &finding.waive_reason, &finding.place.file, &finding.place.found})
      mask.apply(*text);
    for (auto* value : {&finding.found, &finding.expected})
      if (auto* text = std::get_if<std::string>(value)) mask.apply(*text);
    for (auto& [name, value] : finding.values) mask.apply(value);
    for (auto& place : finding.more) {
      mask.apply(place.file);
      mask.apply(place.found);
    }
    mask_all(mask, finding.affects);
  }
}

void mask_all(const Mask& mask, ResultReport& result) {
  for (auto* text :
       {&result.id, &result.submitter, &result.system, &result.path, &result.performance.unavailable})
    mask.apply(*text);
  mask_all(mask, result.inconclusive_reasons);
  mask_all(mask, result.not_checked);
  mask_all(mask, result.findings);
}

}  // namespace

void mask_names(AuditReport& report) {
  const Names names = names_of(report);
  Mask mask;
  mask.add(names.submitters, "submitter");
  mask.add(names.systems, "system");
  mask.finish();
  for (auto& result : report.results) mask_all(mask, result);
  mask_all(mask, report.findings);
  for (auto& facts : report.systems) {
    mask.apply(facts.submitter);
    mask.apply(facts.system);
    for (auto& [name, value] : facts.values) mask.apply(value);
  }
  for (auto& rule : report.ignored) {
    mask.apply(rule.path);
    mask.apply(rule.reason);
  }
  mask.apply(report.root);
  mask.apply(report.round_reason);
}

}  // namespace mlperf::audit
