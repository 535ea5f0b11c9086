// SPDX-License-Identifier: Apache-2.0
#include "report/rule_reference.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/table.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::report {
namespace {

using rules::CatalogEntry;

// Calls heading(group, count) and then entry(...) for each of the group's entries.
template <class Heading, class Entry>
void for_each_group(const rules::Catalog& catalog, const Heading& heading, const Entry& entry) {
  const auto& entries = catalog.entries();
  for (std::size_t i = 0; i < entries.size();) {
    std::size_t end = i;
    while (end < entries.size() && entries[end].group == entries[i].group) ++end;
    heading(entries[i].group, end - i);
    for (; i < end; ++i) entry(entries[i]);
  }
}

std::string_view severity_of(const CatalogEntry& entry, const rules::MessageVariant& message) {
  return to_string(message.severity.value_or(entry.severity));
}

std::string labelled(std::string_view label, std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 10;
  return fmt::format("  {:<{}}{}\n", label, kIndent - 2, base::wrap(text, width, kIndent));
}

std::string entry_text(const CatalogEntry& entry, std::size_t width) {
  std::string out = fmt::format("{} {}\n", to_string(entry.severity), entry.id);
  out += fmt::format("  {}\n\n", base::wrap(entry.title, width, 2));
  out += labelled("why:", entry.why, width);
  out += labelled("fix:", entry.fix, width);
  out += labelled("source:", entry.source, width);
  out += fmt::format("\n  what it says{}\n", entry.messages.size() == 1 ? "" : ", by case");
  for (const auto& message : entry.messages) {
    if (entry.messages.size() > 1) {
      out += fmt::format("    {} ({})\n", message.name, severity_of(entry, message));
    }
    const std::size_t indent = entry.messages.size() > 1 ? 6 : 4;
    out += fmt::format("{:{}}{}\n", "", indent, base::wrap(message.text, width, indent));
    if (!message.fix.empty()) {
      out += fmt::format("{:{}}fix: {}\n", "", indent, base::wrap(message.fix, width, indent + 5));
    }
  }
  return out;
}

// Keeps Markdown from reading emphasis or tags into a sentence.
std::string markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '*' || c == '<' || c == '|' || c == '`') out += '\\';
    out += c;
  }
  return out;
}

std::string entry_markdown(const CatalogEntry& entry) {
  std::string out = fmt::format("### {}\n\n**{}**: {}\n\n{}\n\n", entry.id, to_string(entry.severity),
                                markdown(entry.title), markdown(entry.why));
  out += fmt::format("- Fix: {}\n", markdown(entry.fix));
  out += fmt::format("- Source: {}\n", markdown(entry.source));
  out += "- Says:\n";
  for (const auto& message : entry.messages) {
    out +=
        fmt::format("  - {} ({}): {}\n", message.name, severity_of(entry, message), markdown(message.text));
    if (!message.fix.empty()) out += fmt::format("    Fix: {}\n", markdown(message.fix));
  }
  return out + "\n";
}

}  // namespace

CatalogEntries all_entries(const rules::Catalog& catalog) {
  CatalogEntries result;
  for (const auto& entry : catalog.entries()) result.push_back(&entry);
  return result;
}

CatalogEntries find_entries(const rules::Catalog& catalog, std::string_view id) {
  const auto name = base::lower(base::trim(id));
  if (name.empty()) return {};
  if (const auto* exact = catalog.find(name)) return {exact};
  const auto with_prefix = [&](const std::string& prefix) {
    CatalogEntries result;
    for (const auto& entry : catalog.entries()) {
      if (entry.id.starts_with(prefix)) result.push_back(&entry);
    }
    return result;
  };
  auto result = with_prefix(name + "-");
  return result.empty() ? with_prefix(name) : result;
}

std::vector<std::string> nearest_ids(const rules::Catalog& catalog, std::string_view id, std::size_t most) {
  std::vector<std::string> candidates;
  for (const auto& entry : catalog.entries()) candidates.push_back(entry.id);
  std::vector<std::string> result;
  while (result.size() < most) {
    const std::string near(base::nearest(id, candidates));
    if (near.empty()) break;
    candidates.erase(std::find(candidates.begin(), candidates.end(), near));
    result.push_back(near);
  }
  return result;
}

std::string rule_list_text(const rules::Catalog& catalog, std::size_t width) {
  std::string out;
  std::size_t groups = 0;
  base::Table table({{}, {}, {}});
  const auto end_group = [&] {
    if (!table.empty()) out += table.text(width, 2) + "\n";
    table = base::Table({{}, {}, {}});
  };
  for_each_group(
      catalog,
      [&](const std::string& group, std::size_t) {
        end_group();
        out += group + "\n";
        ++groups;
      },
      [&](const CatalogEntry& entry) {
        table.add({entry.id, std::string(to_string(entry.severity)), entry.title});
      });
  end_group();
  return out + fmt::format("{} in {}; `mlperf-audit explain ID` shows one in full\n",
                           base::counted(catalog.entries().size(), "finding", "findings"),
                           base::counted(groups, "group", "groups"));
}

std::string rule_reference_markdown(const rules::Catalog& catalog) {
  std::string body;
  std::string contents;
  for_each_group(
      catalog,
      [&](const std::string& group, std::size_t count) {
        contents +=
            fmt::format("- [{}](#{}): {}\n", group, group, base::counted(count, "finding", "findings"));
        body += fmt::format("\n## {}\n\n", group);
      },
      [&](const CatalogEntry& entry) { body += entry_markdown(entry); });
  while (body.ends_with("\n\n")) body.pop_back();
  return "# Rule reference\n\nEvery finding that mlperf-audit can make, from `rules/catalog/`. Written by "
         "`mlperf-audit "
         "rules list --format markdown`;\nchanges belong into the catalog.\n\nNames in braces stand for "
         "values of the "
         "result at hand.\n\n" +
         contents + body;
}

std::string entries_text(const CatalogEntries& entries, std::size_t width) {
  constexpr std::size_t kMostInFull = 5;
  std::string out;
  if (entries.size() > kMostInFull) {
    base::Table table({{}, {}, {}});
    for (const auto* entry : entries)
      table.add({entry->id, std::string(to_string(entry->severity)), entry->title});
    return table.text(width);
  }
  for (const auto* entry : entries) {
    if (!out.empty()) out += '\n';
    out += entry_text(*entry, width);
  }
  return out;
}

nlohmann::ordered_json entries_json(const CatalogEntries& entries) {
  auto list = nlohmann::ordered_json::array();
  for (const auto* entry : entries) {
    nlohmann::ordered_json messages;
    for (const auto& message : entry->messages) {
      messages[message.name] = {{"text", message.text},
                                {"severity", severity_of(*entry, message)},
                                {"fix", message.fix.empty() ? entry->fix : message.fix}};
    }
    list.push_back({{"id", entry->id},
                    {"group", entry->group},
                    {"severity", to_string(entry->severity)},
                    {"title", entry->title},
                    {"why", entry->why},
                    {"fix", entry->fix},
                    {"source", entry->source},
                    {"messages", messages}});
  }
  return list;
}

}  // namespace mlperf::report
