// SPDX-License-Identifier: Apache-2.0
// The LoadGen runs of the acceptance data: full logs with the figures that belong to them.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mlperf::test {

struct GoldenRun {
  std::string name;
  std::filesystem::path folder;
  nlohmann::json expected;

  std::string file(const char* name_of_file) const { return (folder / name_of_file).string(); }
};

// The folder of unpacked runs: MLPERF_AUDIT_GOLDEN, else the archive below MLPERF_AUDIT_SHARED (or ../shared
// beside the source tree), which is unpacked once below the folder for temporary files. Empty without either.
inline std::filesystem::path golden_folder() {
  namespace fs = std::filesystem;
  if (const char* unpacked = std::getenv("MLPERF_AUDIT_GOLDEN")) return unpacked;
  const char* given = std::getenv("MLPERF_AUDIT_SHARED");
  const fs::path shared = given != nullptr ? given : MLPERF_SOURCE_DIR "/../shared";
  const fs::path archive = shared / "golden" / "loadgen.tar.xz";
  std::error_code error;
  const auto size = fs::file_size(archive, error);
  if (error) return {};
  const auto time = fs::last_write_time(archive, error).time_since_epoch().count();
  const fs::path folder = fs::temp_directory_path() / fmt::format("mlperf-golden-{}-{}", size, time);
  if (fs::exists(folder)) return folder;
  const fs::path fresh = fmt::format("{}.{}", folder.string(), ::getpid());
  fs::create_directories(fresh);
  const std::string command = fmt::format("tar -xJf '{}' -C '{}'", archive.string(), fresh.string());
  const bool unpacked = std::system(command.c_str()) == 0;
  if (unpacked) fs::rename(fresh, folder, error);  // another test may have been faster
  fs::remove_all(fresh, error);
  return fs::exists(folder) ? folder : fs::path{};
}

inline std::vector<GoldenRun> golden_runs() {
  std::vector<GoldenRun> runs;
  const auto root = golden_folder();
  if (root.empty()) return runs;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    std::ifstream text(entry.path() / "expected.json");
    if (text) runs.push_back({entry.path().filename(), entry.path(), nlohmann::json::parse(text)});
  }
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return runs;
}

}  // namespace mlperf::test
