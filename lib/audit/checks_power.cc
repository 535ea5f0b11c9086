// SPDX-License-Identifier: Apache-2.0
// Power results: are the files of the measurement there? What they say is not looked at.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/json_fields.h"
#include "audit/performance_log.h"
#include "audit/system_internal.h"
#include "base/number.h"

namespace mlperf::audit {
namespace {

bool has_power(const Evidence& evidence, const rules::Round& round) {
  return !round.power().folder.empty() && evidence.listing.has_folder(round.power().folder);
}

void check_power_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!has_power(evidence, round)) return;
  out.claim("power-files", Level::stated);
  std::vector<std::string> missing;
  for (const auto& [folder, names] : round.power().required_files) {
    for (const auto& name : names) {
      // The two logs of the measured run are required of every result: structure-required-files tells of
      // them.
      std::string path = fmt::format("{}/{}", folder, name);
      const auto& always = round.required_files();
      const bool told = std::find(always.begin(), always.end(), path) != always.end();
      if (!told && !evidence.listing.has_file(path)) missing.push_back(std::move(path));
    }
  }
  if (missing.empty()) return;
  auto finding = out.report("power-files").at(evidence.file(missing.front()));
  finding.expected(missing.front()).with("missing", listed(missing));
  for (std::size_t i = 1; i < missing.size(); ++i) finding.also(evidence.file(missing[i]), {});
}

// "analyzer_table.*": the name up to the star begins the name of a file.
bool has_file_like(const submission::FolderListing& listing, std::string_view pattern) {
  const auto stem = pattern.substr(0, pattern.find('*'));
  return std::any_of(
      listing.entries.begin(), listing.entries.end(), [&](const submission::FolderEntry& entry) {
        const auto slash = entry.path.rfind('/');
        const auto name = std::string_view(entry.path).substr(slash == std::string::npos ? 0 : slash + 1);
        return entry.kind != submission::EntryKind::folder && name.starts_with(stem);
      });
}

void check_power_measure_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!has_power(evidence, round)) return;
  out.claim("power-measure-files", Level::stated);
  std::vector<std::string> missing;
  for (const auto& pattern : round.power().measurement_files)
    if (!has_file_like(evidence.listing, pattern)) missing.push_back(pattern);
  if (missing.empty()) return;
  out.report("power-measure-files")
      .at(evidence.paths.path)
      .expected(missing.front())
      .with("missing", listed(missing));
}

constexpr ResultCheck kChecks[] = {
    {"check_power_files", check_power_files},
    {"check_power_measure_files", check_power_measure_files},
};

}  // namespace

// "PowerCapacityWatts: 3200" anywhere in the YAML text. No rule limits the figure, so that its place in the
// tree of components does not matter and no YAML reader is needed.
static bool states_figure(std::string_view text, std::string_view key) {
  constexpr std::string_view kSpace = " \t\"'";
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
    at += key.size();
    const std::size_t colon = text.find_first_not_of(kSpace, at);
    if (colon == std::string_view::npos || text[colon] != ':') continue;
    const std::size_t begin = std::min(text.find_first_not_of(kSpace, colon + 1), text.size());
    const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-", begin), text.size());
    const auto value = base::parse_double(text.substr(begin, end - begin));
    if (value && *value > 0) return true;
  }
  return false;
}

// Once a system: the round wants the nameplate power in a file beside the description or in a field of it.
void check_nameplate_power(const SystemEvidence& system, const SystemContext&, const rules::Round& round,
                           Findings& out) {
  const auto& field = round.power().nameplate_field;
  if (!field || !is_judged(system)) return;
  out.claim("power-nameplate", Level::stated);
  const auto& file = system.nameplate;
  if (file.usable()) {
    const auto& key = *round.power().nameplate_key;
    if (!states_figure(file.value, key)) {
      out.report("power-nameplate", "no-figure").at(file.path).expected(key).with("key", key);
    }
    return;
  }
  if (file.exists()) {
    const bool empty = file.state == base::ReadState::empty;
    out.report("power-nameplate", empty ? "empty" : "unreadable").at(file.path).with("reason", file.reason);
  } else if (!has_content(find_member(system.description.value, *field))) {
    out.report("power-nameplate").at(system.path).expected(file.path).with("field", *field);
  }
}

std::span<const ResultCheck> power_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
