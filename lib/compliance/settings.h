// SPDX-License-Identifier: Apache-2.0
// Was audit.config in force? The settings of a compliance test against the detail log of its run, which
// LoadGen writes after it has read the file. Source: loadgen/loadgen.cc StartTest, test_settings_internal.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mllog/conf.h"
#include "mllog/detail_log.h"
#include "rules/round.h"

namespace mlperf::compliance {

// A line of the detail log that shows another value than audit.config sets.
struct SettingDeviation {
  const mllog::LogEntry* entry = nullptr;
  std::string key;       // of the log: "effective_accuracy_log_sampling_target"
  std::string expected;  // as the log would print it

  // "accuracy_log_sampling_target"
  std::string_view setting() const { return std::string_view(key).substr(key.find('_') + 1); }
};

struct SettingsInForce {
  std::vector<SettingDeviation> deviations;  // in the order of `settings`, effective before requested
  bool message = false;                      // LoadGen's line that it read audit.config

  bool hold() const { return deviations.empty(); }
};

// `test` is "TEST01" ...; `message` the round's audit_config_message().
SettingsInForce settings_in_force(const mllog::DetailLog& log,
                                  const std::vector<rules::AuditSetting>& settings, std::string_view test,
                                  std::string_view message);

// The settings of an audit.config as LoadGen looks them up: model "*" and the run's scenario (Interactive
// runs are Server runs) before "*.*". Values that are no numbers are left out.
std::vector<rules::AuditSetting> settings_of(const mllog::Conf& audit_config,
                                             std::string_view loadgen_scenario);

// The setting of that key, or nothing where there is none or it is no number.
std::optional<double> setting_value(const std::vector<rules::AuditSetting>& settings, std::string_view key);

}  // namespace mlperf::compliance
