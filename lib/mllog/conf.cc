// SPDX-License-Identifier: Apache-2.0
#include "mllog/conf.h"

#include <fmt/format.h>

#include "base/text.h"
#include "mllog/in_memory.h"
#include "mllog/issue_list.h"

namespace mlperf::mllog {
namespace {

constexpr std::uint64_t kConfLimit = std::uint64_t{1} << 20;  // mlperf.conf has 7 kB
constexpr std::size_t kMostSettings = 8192;

std::optional<ConfSetting> parse_setting(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = base::trim(text.substr(0, equals));
  // Models such as wan-2.2-t2v-a14b have dots in their names; scenarios and keys have none.
  const auto before_key = name.rfind('.');
  if (before_key == std::string_view::npos || before_key == 0) return std::nullopt;
  const auto before_scenario = name.rfind('.', before_key - 1);
  if (before_scenario == std::string_view::npos) return std::nullopt;
  ConfSetting setting;
  setting.model = base::trim(name.substr(0, before_scenario));
  setting.scenario = base::trim(name.substr(before_scenario + 1, before_key - before_scenario - 1));
  setting.key = base::trim(name.substr(before_key + 1));
  setting.value = base::trim(text.substr(equals + 1));
  if (setting.model.empty() || setting.scenario.empty() || setting.key.empty()) return std::nullopt;
  return setting;
}

void parse_into(std::string_view text, base::Document<Conf>& document) {
  if (!document.usable()) return;
  const auto offset = static_cast<std::uint64_t>(text.data() - document.bytes.data());
  IssueList issues(document.issues);
  base::Lines lines(text);
  base::Line line;
  while (lines.next(line)) {
    line.at.byte += offset;
    const std::string_view content = base::trim(line.text.substr(0, line.text.find('#')));
    if (content.empty()) continue;
    auto setting = parse_setting(content);
    if (!setting) {
      issues.add(base::IssueKind::foreign_line, line.at, [&] { return excerpt(content); });
    } else if (document.value.settings.size() == kMostSettings) {
      issues.add(base::IssueKind::damaged_line, line.at,
                 [] { return fmt::format("more than {} settings; this one is not kept", kMostSettings); });
    } else {
      if (base::has_control_characters(content)) {
        issues.add(base::IssueKind::control_character, line.at, [&] { return excerpt(content); });
      }
      setting->at = line.at;
      document.value.settings.push_back(*setting);
    }
  }
  const bool lost = issues.count(base::IssueKind::damaged_line) != 0;
  const bool foreign = issues.count(base::IssueKind::foreign_line) != 0;
  issues.finish();
  if (lost || (foreign && document.value.settings.empty())) document.state = base::ReadState::damaged;
}

}  // namespace

base::Document<Conf> read_conf(const std::string& disk_path, std::string path) {
  base::Document<Conf> document;
  document.path = std::move(path);
  parse_into(base::read_text(disk_path, kConfLimit, document), document);
  return document;
}

base::Document<Conf> parse_conf(std::string_view text, std::string path) {
  base::Document<Conf> document;
  parse_into(take_text(text, std::move(path), document), document);
  return document;
}

}  // namespace mlperf::mllog
