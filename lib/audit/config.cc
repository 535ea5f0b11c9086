// SPDX-License-Identifier: Apache-2.0
#include "audit/config.h"

#include <filesystem>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <utility>

#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::uint64_t kLargestFile = 64 * 1024;
constexpr std::size_t kMostEntries = 300;
constexpr std::size_t kLongestText = 300;

class ConfigReader {
 public:
  ConfigReader(std::string_view text, Config& config) : text_(text), config_(config) {}

  void read(const toml::table& root) {
    for (const auto& [key, node] : root) {
      if (key == "round") {
        config_.round = text_of(node, "round");
      } else if (key == "select") {
        read_select(node);
      } else if (key == "ignore") {
        read_ignore(node);
      } else if (key == "waive") {
        read_waivers(node);
      } else {
        problem(key.source().begin.line, fmt::format("unknown key {}; known are round, select, ignore, waive",
                                                     base::printable(key.str(), 80)));
      }
    }
  }

  void problem(std::size_t line, const std::string& what) {
    if (config_.problems.size() < kMostEntries)
      config_.problems.push_back(fmt::format("{}:{}: {}", config_.file, line, what));
  }

 private:
  static std::size_t line_of(const toml::node& node) { return node.source().begin.line; }

  base::Position position_of(const toml::node& node) const {
    base::Position at{static_cast<std::uint32_t>(line_of(node)), 0};
    base::Lines lines(text_);
    for (base::Line line; lines.next(line);)
      if (line.at.line == at.line) return line.at;
    return at;
  }

  // A text that is not empty; else a problem and "".
  std::string text_of(const toml::node& node, std::string_view name) {
    const auto* text = node.as_string();
    if (text == nullptr || base::trim(text->get()).empty() || text->get().size() > kLongestText) {
      problem(line_of(node), fmt::format("{} must be a text of 1 to {} bytes", name, kLongestText));
      return {};
    }
    return text->get();
  }

  const toml::array* list_of(const toml::node& node, std::string_view name, const char* of_what) {
    const auto* list = node.as_array();
    if (list == nullptr || list->size() > kMostEntries) {
      problem(line_of(node), fmt::format("{} must be a list of at most {} {}", name, kMostEntries, of_what));
      return nullptr;
    }
    return list;
  }

  // The members of a table as texts; every one of `required` must be there, and none beside `allowed`.
  using Names = std::initializer_list<std::string_view>;
  bool check_members(const toml::table& table, std::string_view what, Names required, Names allowed) {
    const std::size_t before = config_.problems.size();
    for (const auto name : required)
      if (!table.contains(name))
        problem(table.source().begin.line,
                fmt::format("{} needs {}{}", what, name, name == "reason" ? ": say why it is right" : ""));
    for (const auto& [key, node] : table)
      if (std::find(allowed.begin(), allowed.end(), key.str()) == allowed.end())
        problem(key.source().begin.line,
                fmt::format("unknown key {} in {}", base::printable(key.str(), 80), what));
    return config_.problems.size() == before;
  }

  void read_select(const toml::node& node) {
    const auto* list = list_of(node, "select", "globs");
    if (list == nullptr) return;
    for (const auto& item : *list) config_.select.push_back(text_of(item, "an entry of select"));
  }

  void read_ignore(const toml::node& node) {
    const auto* list = list_of(node, "ignore", "tables");
    if (list == nullptr) return;
    for (const auto& item : *list) {
      const auto* table = item.as_table();
      if (table == nullptr) {
        problem(line_of(item), "an entry of ignore needs a reason: write {rule = \"...\", reason = \"...\"}");
      } else if (check_members(*table, "an entry of ignore", {"rule", "reason"}, {"rule", "reason"})) {
        config_.ignore.push_back(
            {text_of(*table->get("rule"), "rule"), text_of(*table->get("reason"), "reason")});
      }
    }
  }

  void read_waivers(const toml::node& node) {
    const auto* list = list_of(node, "waive", "tables");
    if (list == nullptr) return;
    for (const auto& item : *list) {
      const auto* table = item.as_table();
      if (table == nullptr) {
        problem(line_of(item), "waive must be written as [[waive]] tables");
      } else if (check_members(*table, "a waiver", {"rule", "path", "reason"},
                               {"rule", "path", "reason", "until"})) {
        Waiver waiver{text_of(*table->get("rule"), "rule"),
                      text_of(*table->get("path"), "path"),
                      text_of(*table->get("reason"), "reason"),
                      {},
                      position_of(item)};
        if (const auto* until = table->get("until")) waiver.until = date_of(*until);
        config_.waivers.push_back(std::move(waiver));
      }
    }
  }

  // A TOML date or a text that looks like one.
  std::string date_of(const toml::node& node) {
    std::string day;
    if (const auto* date = node.as_date()) {
      day = fmt::format("{:04}-{:02}-{:02}", date->get().year, date->get().month, date->get().day);
    } else if (const auto* text = node.as_string()) {
      day = text->get();
    }
    if (is_day(day)) return day;
    problem(line_of(node), "until must be a day, such as 2026-12-31");
    return {};
  }

  // YYYY-MM-DD, and in the calendar.
  static bool is_day(std::string_view day) {
    if (day.size() != 10 || day[4] != '-' || day[7] != '-') return false;
    const auto year = base::parse_u64(day.substr(0, 4)), month = base::parse_u64(day.substr(5, 2)),
               of_month = base::parse_u64(day.substr(8));
    if (!year || !month || !of_month) return false;
    return std::chrono::year_month_day{std::chrono::year(static_cast<int>(*year)),
                                       std::chrono::month(static_cast<unsigned>(*month)),
                                       std::chrono::day(static_cast<unsigned>(*of_month))}
        .ok();
  }

  std::string_view text_;
  Config& config_;
};

}  // namespace

Config parse_config(std::string_view text, const std::string& path) {
  Config config;
  config.present = true;
  config.file = path;
  ConfigReader reader(text, config);
  try {
    reader.read(toml::parse(text));
  } catch (const toml::parse_error& error) {
    reader.problem(error.source().begin.line, base::printable(error.description()));
  }
  return config;
}

Config read_config(const std::string& disk_path, const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(disk_path, error))) {
    Config config;
    config.problems.push_back(
        fmt::format("{}: is a link, which is not followed; put the file itself there", path));
    return config;
  }
  base::Document<int> document;
  const std::string_view text = base::read_text(disk_path, kLargestFile, document);
  if (document.state == base::ReadState::unreadable) {
    Config config;
    config.present = true;
    config.file = path;
    config.problems.push_back(fmt::format("{}: {}", path, base::printable(document.reason)));
    return config;
  }
  if (!document.exists()) return {};
  return parse_config(text, path);
}

}  // namespace mlperf::audit
