// SPDX-License-Identifier: Apache-2.0
// LoadGen's configuration files (user.conf, mlperf.conf, audit.config): "model.scenario.key = value" lines
// with comments after '#'. Everything is kept with its line. Format: docs/formats/conf.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"

namespace mlperf::mllog {

struct ConfSetting {
  std::string_view model;     // "*" or a model of mlperf.conf
  std::string_view scenario;  // "*" or a LoadGen scenario
  std::string_view key;
  std::string_view value;  // trimmed, comment removed
  base::Position at;
};

struct Conf {
  std::vector<ConfSetting> settings;  // in file order; lines that are no setting are issues of the Document
};

base::Document<Conf> read_conf(const std::string& disk_path, std::string path);
base::Document<Conf> parse_conf(std::string_view text, std::string path);

}  // namespace mlperf::mllog
