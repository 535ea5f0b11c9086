// SPDX-License-Identifier: Apache-2.0
// A temporary tree of folders, files and links.
#pragma once

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "rules/round.h"

namespace mlperf::submission {

class TemporaryTree {
 public:
  TemporaryTree() {
    std::string pattern =
        (std::filesystem::canonical(std::filesystem::temp_directory_path()) / "tree-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
  }
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;
  ~TemporaryTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  const std::string& root() const { return root_; }
  std::string path(std::string_view relative) const { return root_ + '/' + std::string(relative); }

  void folder(std::string_view relative) const { std::filesystem::create_directories(path(relative)); }
  void file(std::string_view relative, std::string_view text = "x\n") const {
    std::filesystem::create_directories(std::filesystem::path(path(relative)).parent_path());
    std::ofstream(path(relative), std::ios::binary) << text;
  }
  void link(std::string_view relative, const std::string& target) const {
    std::filesystem::create_directories(std::filesystem::path(path(relative)).parent_path());
    std::filesystem::create_symlink(target, path(relative));
  }
  // The files that make a folder a result.
  void result(const std::string& scenario_folder) const {
    file(scenario_folder + "/performance/run_1/mlperf_log_detail.txt");
    file(scenario_folder + "/accuracy/accuracy.txt");
    file(scenario_folder + "/measurements.json", "{}");
  }

 private:
  std::string root_;
};

inline rules::TreeNames usual_names() {
  rules::TreeNames names;
  names.divisions = {"closed", "open", "network"};
  for (const char* scenario : {"SingleStream", "MultiStream", "Server", "Offline", "Interactive"}) {
    std::string alias = scenario;
    for (char& c : alias) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    names.scenario_by_alias[alias] = scenario;
  }
  names.benchmark_names = {"deepseek-r1", "gpt-oss-120b", "resnet", "resnet50"};
  return names;
}

}  // namespace mlperf::submission
