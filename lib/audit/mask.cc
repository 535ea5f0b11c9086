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
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
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

// A name of this length is masked inside other words too; a shorter one may be part of an innocent word.
constexpr std::size_t kLongName = 5;

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
    if (is_test_number(text, at)) return false;
    if (name.text.size() >= kLongName) return true;
    return parts(text, at) && parts(text, end);
  }

  // Does a word end in front of `at`, be it by a change of case ("AcmeServer") or to digits?
  static bool parts(std::string_view text, std::size_t at) {
    if (at == 0 || at == text.size()) return true;
    const char before = text[at - 1], behind = text[at];
    if (!is_word(before) || !is_word(behind)) return true;
    return is_letter(before) != is_letter(behind) ||
           (is_letter(before) && is_upper(before) != is_upper(behind));
  }
  // TEST07 stays readable.
  static bool is_test_number(std::string_view text, std::size_t at) {
    return text.substr(at, 4) == "TEST" && at + 4 < text.size() && is_word(text[at + 4]) &&
           !is_letter(text[at + 4]);
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

// A glob over paths may spell a name in part ("closed/Ac*/**"): what is left of such a part becomes a star.
std::string masked_glob(const Mask& mask, const std::string& glob) {
  std::string out;
  for (std::size_t at = 0; at <= glob.size();) {
    const std::size_t end = std::min(glob.find('/', at), glob.size());
    std::string part = glob.substr(at, end - at);
    const bool wild = part.find_first_of("*?[") != std::string::npos;
    if (wild && part.find_first_not_of("*?") != std::string::npos) {
      part = "*";
    } else {
      mask.apply(part);
    }
    out += (at == 0 ? "" : "/") + part;
    at = end + 1;
  }
  return out;
}

// The findings about waivers quote globs.
void mask_waiver(const Mask& mask, Finding& finding) {
  const auto path = finding.values.find("path");
  if (!finding.rule.starts_with("config-waiver-") || path == finding.values.end()) return;
  const std::string shown = base::printable(path->second);
  path->second = masked_glob(mask, path->second);
  for (auto* text : {&finding.message, &finding.fix}) {
    const std::size_t at = shown.empty() ? std::string::npos : text->find(shown);
    if (at != std::string::npos) text->replace(at, shown.size(), path->second);
  }
}

void mask_all(const Mask& mask, std::vector<std::string>& texts) {
  for (auto& text : texts) mask.apply(text);
}

void mask_all(const Mask& mask, std::vector<Finding>& findings) {
  for (auto& finding : findings) {
    mask_waiver(mask, finding);
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
    rule.path = masked_glob(mask, rule.path);
    mask.apply(rule.reason);
  }
  mask.apply(report.root);
  mask.apply(report.round_reason);
}

}  // namespace mlperf::audit
