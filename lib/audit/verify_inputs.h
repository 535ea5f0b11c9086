// SPDX-License-Identifier: Apache-2.0
// The files of a compliance run and the settings that it was to have. A run is a folder with
// LoadGen's logs, a TESTnn folder of a submission, or an accuracy log alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "audit/audit.h"
#include "audit/run_identity.h"
#include "mllog/conf.h"
#include "mllog/detail_log.h"
#include "mllog/summary_log.h"
#include "rules/load.h"

namespace mlperf::audit {

inline constexpr std::string_view kAccuracyName = "mlperf_log_accuracy.json";
inline constexpr std::string_view kDetailName = "mlperf_log_detail.txt";
inline constexpr std::string_view kSummaryName = "mlperf_log_summary.txt";

bool file_is_there(const std::string& path);

struct RunFiles {
  std::string path;          // as the user gave it, without a slash at the end
  std::string accuracy_log;  // path, whether it is there or not
  std::string detail_path, summary_path;
  base::Document<mllog::DetailLog> detail;
  base::Document<mllog::SummaryLog> summary;
  base::Document<mllog::Conf> audit_config;

  const mllog::DetailLog* log() const {
    return detail.usable() && !detail.value.entries().empty() ? &detail.value : nullptr;
  }
};

// `audit_config`: another place than beside the logs; empty: there.
std::variant<RunFiles, Failure> open_run_files(const std::string& path, const std::string& audit_config);

// The same for a reference: RESULT/performance/run_1, RESULT/accuracy, or a plain run folder, or a log in it.
RunFiles open_reference(const std::string& path, std::string_view below);

// The one benchmark for which the round has limits of the test; empty where there are several.
std::string only_benchmark_of(const rules::Round& round, std::string_view test);

// The round's audit.config for the benchmark; where the scenario is unknown, that of the first one it has.
std::vector<rules::AuditSetting> published_settings(const RunIdentity& identity, std::string_view test);

// The settings that audit.config must have put in force: the round's for a known benchmark, else those of the
// audit.config beside the logs, else what the round asks of every benchmark.
std::vector<rules::AuditSetting> demanded_settings(const RunFiles& files, const RunIdentity& identity,
                                                   std::string_view test);

// The settings of the audit.config at hand, empty without one.
std::vector<rules::AuditSetting> given_settings(const RunFiles& files, const RunIdentity& identity);

// How many of the samples that the run processed its settings put into the accuracy log; nothing where the
// detail log does not tell.
std::optional<std::uint64_t> sampled_entries(const mllog::DetailLog& log);

}  // namespace mlperf::audit
