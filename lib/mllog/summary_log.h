// SPDX-License-Identifier: Apache-2.0
// mlperf_log_summary.txt: "name : value" lines in blocks, made for people. The reader keeps every such line
// with its place and normalises the name (blanks around it removed, inner runs of blanks made one), so that
// both spellings of LoadGen's versions can be asked for. Format: docs/formats/summary_log.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"

namespace mlperf::mllog {

enum class SummaryBlock : std::uint8_t { results, additional_stats, parameters };

struct SummaryLine {
  std::string name;        // "Result is", "99.00 percentile latency (ns)", "target_qps"
  std::string_view value;  // trimmed; "VALID", "14531267"
  SummaryBlock block = SummaryBlock::results;
  base::Position at;
};

struct SummaryLog {
  std::vector<SummaryLine> lines;
  bool banner = false;  // "MLPerf Results Summary" was seen: a performance-mode summary
  // "No errors encountered during test." and kin: the stated count and its line. Absent when the file is cut.
  std::optional<base::Located<std::uint64_t>> errors;
  std::optional<base::Located<std::uint64_t>> warnings;

  // First line of that name, or nullptr.
  const SummaryLine* find(std::string_view name) const;
  const SummaryLine* find_in(SummaryBlock block, std::string_view name) const;
};

base::Document<SummaryLog> read_summary_log(const std::string& disk_path, std::string path);
base::Document<SummaryLog> parse_summary_log(std::string_view text, std::string path);

}  // namespace mlperf::mllog
