// SPDX-License-Identifier: Apache-2.0
// A tree with accuracy logs to shorten, and what holds for each of them at any moment.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/truncate.h"
#include "base/sha256.h"
#include "result_fixture.h"
#include "submission/hash_lines.h"
#include "support/failing_calls.h"
#include "support/temporary_tree.h"

namespace mlperf::audit {

inline const std::string kScenario = "closed/Acme/results/s/gpt-oss-120b/Server";
inline const std::string kAccuracy = kScenario + "/accuracy";

// A log as LoadGen writes it, of at least `size` bytes.
inline std::string log_of(std::size_t size, unsigned seed = 1) {
  std::string text = "[";
  for (unsigned i = 0; text.size() < size || i == 0; ++i) {
    text += fmt::format(
        "{}\n{{ \"seq_id\" : {}, \"qsl_idx\" : {}, \"data\" : \"{:08X}{:08X}\", \"token_count\" : 2 }}",
        i == 0 ? "" : ",", i, (i * 7919 + seed) % 6396, i * 2654435761U, seed);
  }
  return text + "\n]\n";
}

inline std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// As the round has it; the figures stand here a second time so that the code's do not prove themselves.
inline std::string cut_of(const std::string& whole) {
  return whole.substr(0, 4096) + "\n\n...\n\n" + whole.substr(whole.size() - 4096);
}

class TruncateTest : public testing::Test {
 protected:
  std::string disk(const std::string& path) const { return tree_.path("tree/" + path); }
  std::string log_path(const std::string& folder) const { return disk(folder + "/mlperf_log_accuracy.json"); }
  std::string backup_path(const std::string& folder) const {
    return tree_.path("tree-full-accuracy-logs/" + folder + "/mlperf_log_accuracy.json");
  }
  void put(const std::string& folder, const std::string& log) {
    tree_.file("tree/" + folder + "/mlperf_log_accuracy.json", log);
  }
  void put_text(const std::string& folder, const std::string& text) {
    tree_.file("tree/" + folder + "/accuracy.txt", text);
  }
  std::string log(const std::string& folder = kAccuracy) const { return read_all(log_path(folder)); }
  std::string text(const std::string& folder = kAccuracy) const {
    return read_all(disk(folder + "/accuracy.txt"));
  }
  std::string backup(const std::string& folder = kAccuracy) const { return read_all(backup_path(folder)); }

  TruncateOptions options(TruncateMode mode = TruncateMode::truncate) const {
    TruncateOptions options;
    options.paths = {tree_.path("tree")};
    options.round = "v6.0";
    options.mode = mode;
    options.jobs = 1;
    return options;
  }
  TruncateReport run(const TruncateOptions& options, base::FileCalls& calls) {
    auto outcome = run_truncate(options, rule_set(), calls);
    if (auto* failure = std::get_if<Failure>(&outcome)) {
      ADD_FAILURE() << failure->message;
      return {};
    }
    return std::get<TruncateReport>(std::move(outcome));
  }
  TruncateReport run(TruncateMode mode = TruncateMode::truncate) {
    base::FailingCalls calls;
    return run(options(mode), calls);
  }
  // "error truncate-due (hash)" for each finding.
  static std::vector<std::string> found(const TruncateReport& report) {
    std::vector<std::string> lines;
    for (const auto& entry : report.entries) {
      for (const auto& finding : entry.findings) {
        lines.push_back(fmt::format("{} {}{}", rules::to_string(finding.severity), finding.rule,
                                    finding.variant == "default" ? "" : " " + finding.variant));
      }
    }
    return lines;
  }
  // Names of all files below the folder of the tree and its backups.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tree_.root()))
      if (entry.is_regular_file()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  submission::TemporaryTree tree_;
};

}  // namespace mlperf::audit
