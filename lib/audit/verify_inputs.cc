// SPDX-License-Identifier: Apache-2.0
#include "audit/verify_inputs.h"

#include <filesystem>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "base/text.h"
#include "compliance/settings.h"
#include "loadgen/accuracy_sampling.h"

namespace mlperf::audit {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostDraws = std::uint64_t{1} << 26;

bool is_there(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::string in_folder(const std::string& folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  return folder.back() == '/' ? fmt::format("{}{}", folder, name) : fmt::format("{}/{}", folder, name);
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The first of these folders that holds the file; the first of all where none does.
std::string find_file(const std::string& folder, std::initializer_list<std::string_view> below,
                      std::string_view name) {
  for (const std::string_view each : below) {
    const auto path = in_folder(each.empty() ? folder : in_folder(folder, each), name);
    if (is_there(path)) return path;
  }
  return in_folder(folder, name);
}

// Without the "./" that a folder "." puts before a name.
std::string plain(std::string path) {
  return path.starts_with("./") ? path.substr(2) : path;
}

void read_logs(RunFiles& files) {
  files.detail = mllog::read_detail_log(files.detail_path, files.detail_path);
  files.summary = mllog::read_summary_log(files.summary_path, files.summary_path);
}

}  // namespace

bool file_is_there(const std::string& path) {
  return is_there(path);
}

std::variant<RunFiles, Failure> open_run_files(const std::string& path, const std::string& audit_config) {
  RunFiles files;
  files.path = without_slash(path);
  if (!is_there(files.path)) return Failure{fmt::format("{} is not there", base::printable(path))};
  const bool folder_given = is_folder(files.path);
  const std::string folder = folder_given ? files.path : parent_of(files.path);
  const bool log_given =
      !folder_given && !base::contains(files.path, kDetailName) && !base::contains(files.path, kSummaryName);
  files.accuracy_log = log_given ? files.path : plain(find_file(folder, {"", "accuracy"}, kAccuracyName));
  files.detail_path = plain(find_file(folder, {"", "performance/run_1"}, kDetailName));
  files.summary_path = plain(find_file(folder, {"", "performance/run_1"}, kSummaryName));
  read_logs(files);
  const auto config = audit_config.empty() ? plain(in_folder(folder, "audit.config")) : audit_config;
  if (!audit_config.empty() && !is_there(config))
    return Failure{fmt::format("{} is not there", base::printable(config))};
  files.audit_config = mllog::read_conf(config, config);
  return files;
}

RunFiles open_reference(const std::string& path, std::string_view below) {
  RunFiles files;
  files.path = without_slash(path);
  const std::string folder = is_folder(files.path) ? files.path : parent_of(files.path);
  const bool log_given = !is_folder(files.path) && is_there(files.path) &&
                         !base::contains(files.path, kDetailName) &&
                         !base::contains(files.path, kSummaryName);
  files.accuracy_log = log_given ? files.path : plain(find_file(folder, {"accuracy", ""}, kAccuracyName));
  files.detail_path = plain(find_file(folder, {below, ""}, kDetailName));
  files.summary_path = plain(find_file(folder, {below, ""}, kSummaryName));
  read_logs(files);
  return files;
}

std::string only_benchmark_of(const rules::Round& round, std::string_view test) {
  std::string only;
  for (const auto& benchmark : round.benchmarks()) {
    const auto limits = round.thresholds(test, benchmark);
    if (!limits.accuracy_min_percent && !limits.ne_relative_tolerance && !limits.mean_output_tokens_min)
      continue;
    if (!only.empty()) return {};
    only = benchmark;
  }
  return only;
}

std::vector<rules::AuditSetting> given_settings(const RunFiles& files, const RunIdentity& identity) {
  if (!files.audit_config.usable()) return {};
  return compliance::settings_of(files.audit_config.value,
                                 identity.round->loadgen_scenario(identity.scenario));
}

std::vector<rules::AuditSetting> published_settings(const RunIdentity& identity, std::string_view test) {
  const auto& round = *identity.round;
  auto settings = round.audit_settings(test, identity.benchmark, identity.scenario);
  for (const auto& scenario : round.scenarios()) {
    if (!settings.empty() || !identity.scenario.empty()) break;
    settings = round.audit_settings(test, identity.benchmark, scenario);
  }
  return settings;
}

std::vector<rules::AuditSetting> demanded_settings(const RunFiles& files, const RunIdentity& identity,
                                                   std::string_view test) {
  if (!identity.benchmark.empty()) {
    auto settings = published_settings(identity, test);
    if (!settings.empty()) return settings;
  }
  if (auto given = given_settings(files, identity); !given.empty()) return given;
  return published_settings(identity, test);
}

std::optional<std::uint64_t> sampled_entries(const mllog::DetailLog& log) {
  const auto samples = samples_processed(log);
  const auto settings = loadgen::settings_of(log);
  if (!samples || *samples > kMostDraws || !settings.problem.empty()) return std::nullopt;
  if (settings.settings.accuracy_log_sampling_target == 0) return std::nullopt;
  loadgen::AccuracySampling sampling(settings.settings);
  std::uint64_t logged = 0;
  for (std::uint64_t i = 0; i < *samples; ++i)
    if (sampling.next_is_logged()) ++logged;
  return logged;
}

}  // namespace mlperf::audit
