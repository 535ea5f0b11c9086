// SPDX-License-Identifier: Apache-2.0
#include "compliance/settings.h"

#include <algorithm>
#include <array>

#include "base/number.h"

namespace mlperf::compliance {
namespace {

using mllog::DetailLog;
using mllog::LogEntry;

// Keys of audit.config that LoadGen reads and logs. The mode is another check's; the remaining keys are
// limits for the verification scripts.
constexpr std::array<std::string_view, 8> kLoggedKeys{
    "accuracy_log_rng_seed",  "accuracy_log_sampling_target",  "performance_issue_unique",
    "performance_issue_same", "performance_issue_same_index",  "min_query_count",
    "min_duration_ms",        "sample_concatenate_permutation"};

bool is_logged(std::string_view test, std::string_view key) {
  // TEST04 sets the query count under model names, which LoadGen does not look up in audit.config.
  if (test == "TEST04" && key == "min_query_count") return false;
  return std::find(kLoggedKeys.begin(), kLoggedKeys.end(), key) != kLoggedKeys.end();
}

std::string expected_text(const LogEntry& entry, const nlohmann::json& value) {
  if (entry.kind != mllog::ValueKind::boolean) return value.dump();
  const bool on = value.is_boolean() ? value.get<bool>() : value.is_number() && value.get<double>() != 0;
  return on ? "true" : "false";
}

// Offline runs one query, whatever the settings asked for: the effective count is 1.
bool effective_follows(const DetailLog& log, std::string_view key) {
  return key != "min_query_count" || log.string("effective_scenario") != "Offline";
}

// audit.config's own names; the round has the unit in the name.
std::string logged_key(std::string_view key) {
  return key == "min_duration" ? "min_duration_ms" : std::string(key);
}

std::optional<nlohmann::json> number_in(std::string_view text) {
  if (const auto whole = base::parse_u64(text)) return *whole;
  if (const auto real = base::parse_double(text)) return *real;
  return std::nullopt;
}

}  // namespace

SettingsInForce settings_in_force(const DetailLog& log, const std::vector<rules::AuditSetting>& settings,
                                  std::string_view test, std::string_view message) {
  SettingsInForce result;
  for (const rules::AuditSetting& setting : settings) {
    if (!is_logged(test, setting.key)) continue;
    for (const std::string_view prefix : {"effective_", "requested_"}) {
      if (prefix == "effective_" && !effective_follows(log, setting.key)) continue;
      const std::string key = std::string(prefix) + setting.key;
      const LogEntry* entry = log.find(key);
      if (entry == nullptr) continue;
      std::string expected = expected_text(*entry, setting.value);
      if (entry->text != expected) result.deviations.push_back({entry, key, std::move(expected)});
    }
  }
  const auto warnings = log.all("warning_generic_message");
  result.message = std::any_of(warnings.begin(), warnings.end(),
                               [&](const LogEntry* entry) { return entry->text == message; });
  return result;
}

std::vector<rules::AuditSetting> settings_of(const mllog::Conf& audit_config, std::string_view scenario) {
  std::vector<rules::AuditSetting> settings;
  std::vector<bool> own;  // set for the scenario itself
  for (const auto& line : audit_config.settings) {
    const bool is_own = line.scenario == scenario;
    if (line.model != "*" || (!is_own && line.scenario != "*")) continue;
    auto value = number_in(line.value);
    if (!value) continue;
    const std::string key = logged_key(line.key);
    const auto at = std::find_if(settings.begin(), settings.end(),
                                 [&](const rules::AuditSetting& known) { return known.key == key; });
    if (at == settings.end()) {
      settings.push_back({key, std::move(*value)});
      own.push_back(is_own);
      continue;
    }
    const auto index = static_cast<std::size_t>(at - settings.begin());
    if (own[index] && !is_own) continue;
    at->value = std::move(*value);  // of one key twice, the later line
    own[index] = is_own;
  }
  return settings;
}

std::optional<double> setting_value(const std::vector<rules::AuditSetting>& settings, std::string_view key) {
  for (const auto& setting : settings)
    if (setting.key == key && setting.value.is_number()) return setting.value.get<double>();
  return std::nullopt;
}

}  // namespace mlperf::compliance
