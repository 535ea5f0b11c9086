// SPDX-License-Identifier: Apache-2.0
#include "audit/verify_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

namespace fs = std::filesystem;

class Writer {
 public:
  explicit Writer(std::vector<std::string>& written) : written_(written) {}

  std::optional<Failure> text(const fs::path& path, const std::string& content) {
    if (auto failure = make_folder(path.parent_path())) return failure;
    const auto problem = base::write_file_atomically(path.string(), content);
    if (!problem.empty()) return Failure{problem};
    written_.push_back(path.generic_string());
    return std::nullopt;
  }

  std::optional<Failure> copy(const std::string& from, const fs::path& to) {
    std::error_code error;
    if (!fs::is_regular_file(from, error)) return std::nullopt;
    if (auto failure = make_folder(to.parent_path())) return failure;
    if (!fs::equivalent(from, to, error)) {
      fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
      if (error)
        return Failure{fmt::format("cannot copy {} to {}: {}", base::printable(from),
                                   base::printable(to.generic_string()), error.message())};
    }
    written_.push_back(to.generic_string());
    return std::nullopt;
  }

 private:
  static std::optional<Failure> make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) return std::nullopt;
    return Failure{
        fmt::format("cannot make {}: {}", base::printable(folder.generic_string()), error.message())};
  }

  std::vector<std::string>& written_;
};

}  // namespace

std::optional<Failure> write_verify_files(const std::string& folder, const std::string& test,
                                          const RunFiles& files, const VerifyOutput& output,
                                          std::vector<std::string>& written) {
  Writer writer(written);
  const fs::path below = fs::path(folder) / test;
  for (const auto& [name, content] : output.texts)
    if (auto failure = writer.text(below / name, content)) return failure;
  if (output.accuracy_log)
    if (auto failure = writer.copy(files.accuracy_log, below / "accuracy" / kAccuracyName)) return failure;
  if (!output.performance_logs) return std::nullopt;
  const fs::path performance = below / "performance" / "run_1";
  if (auto failure = writer.copy(files.summary_path, performance / kSummaryName)) return failure;
  return writer.copy(files.detail_path, performance / kDetailName);
}

}  // namespace mlperf::audit
