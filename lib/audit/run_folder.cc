// SPDX-License-Identifier: Apache-2.0
#include "audit/run_folder.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kDetailName = "mlperf_log_detail.txt";
constexpr int kLevelsUp = 3;

std::string in_folder(const std::string& folder, std::string_view name) {
  return folder == "/" ? fmt::format("/{}", name) : fmt::format("{}/{}", folder, name);
}

bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

base::Document<mllog::Conf> find_user_conf(const std::string& folder) {
  std::string above = folder;
  for (int level = 0; level <= kLevelsUp; ++level, above += "/..") {
    const auto path = in_folder(above, "user.conf");
    if (!is_there(path)) continue;
    return mllog::read_conf(path, std::filesystem::path(path).lexically_normal().generic_string());
  }
  base::Document<mllog::Conf> absent;
  absent.path = in_folder(folder, "user.conf");
  return absent;
}

Failure no_detail_log(const std::string& folder) {
  for (const auto* below : {"performance/run_1", "run_1"}) {
    const auto nearer = in_folder(folder, below);
    if (is_there(in_folder(nearer, kDetailName))) {
      return {fmt::format("no {} in {}; the run folder is {}", kDetailName, base::printable(folder),
                          base::printable(nearer))};
    }
  }
  return {fmt::format("no {} in {}", kDetailName, base::printable(folder))};
}

}  // namespace

std::string RunFolder::file(std::string_view name) const {
  return in_folder(path, name);
}

std::variant<RunFolder, Failure> open_run_folder(const std::string& path) {
  RunFolder run;
  run.path = path;
  while (run.path.size() > 1 && run.path.back() == '/') run.path.pop_back();
  std::error_code error;
  if (!std::filesystem::is_directory(run.path, error)) {
    return Failure{
        fmt::format("{} is {}", base::printable(path), is_there(run.path) ? "no folder" : "not there")};
  }
  const auto detail = run.file(kDetailName);
  if (!is_there(detail)) return no_detail_log(run.path);
  run.detail = mllog::read_detail_log(detail, detail);
  if (!run.detail.usable() || run.detail.value.entries().empty()) {
    const auto reason = run.detail.state == base::ReadState::unreadable ? run.detail.reason
                        : run.detail.state == base::ReadState::empty    ? std::string("is empty")
                                                                     : std::string("holds no LoadGen line");
    return Failure{fmt::format("{} {}", base::printable(detail), base::printable(reason))};
  }
  const auto summary = run.file("mlperf_log_summary.txt");
  run.summary = mllog::read_summary_log(summary, summary);
  run.user_conf = find_user_conf(run.path);
  return run;
}

}  // namespace mlperf::audit
