// SPDX-License-Identifier: Apache-2.0
// Any file of a submission may be missing, empty, cut, replaced by noise, by a folder, by something huge. The
// audit ends with a verdict all the same, names a required file that was cut, and judges every other result
// as before.
#include <unistd.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "base/text.h"
#include "support/variant.h"

namespace mlperf::test {
namespace {

namespace fs = std::filesystem;

// What is said of a result, without the findings of files it does not own.
std::string judged(const audit::ResultReport& result) {
  std::string text(audit::to_string(result.verdict));
  for (const auto& finding : result.findings) text += "\n" + finding.rule + " " + finding.message;
  return text;
}

std::map<std::string, std::string> judged(const audit::AuditReport& report) {
  std::map<std::string, std::string> all;
  for (const auto& result : report.results) all[result.path] = judged(result);
  return all;
}

const std::map<std::string, std::string>& undamaged() {
  static const auto all = judged(Variant().check());
  return all;
}

// The scenario folder a file belongs to, or "" when it is shared.
std::string owner(const std::string& file) {
  std::string folder;
  for (const auto& [path, text] : undamaged()) {
    if (file.starts_with(path + '/')) folder = path;
  }
  return folder;
}

void expect_others_unchanged(const audit::AuditReport& report, const std::string& file) {
  const auto folder = owner(file);
  if (folder.empty()) return;  // a system description or source file concerns several results
  const auto now = judged(report);
  for (const auto& [path, text] : undamaged()) {
    if (path == folder) continue;
    ASSERT_TRUE(now.contains(path)) << path << " is no result any more after damage to " << file;
    ASSERT_EQ(now.at(path), text) << path << " is judged otherwise after damage to " << file;
  }
}

bool named(const audit::AuditReport& report, const std::string& file) {
  const auto names = [&](const std::vector<audit::Finding>& list) {
    return std::any_of(list.begin(), list.end(), [&](const audit::Finding& f) {
      if (f.severity == rules::Severity::note) return false;
      return f.place.file == file ||
             std::any_of(f.more.begin(), f.more.end(), [&](const audit::Place& p) { return p.file == file; });
    });
  };
  return names(report.findings) || std::any_of(report.results.begin(), report.results.end(),
                                               [&](const auto& r) { return names(r.findings); });
}

// Files whose content nobody requires, and those that only later checks read from end to end.
bool may_be_cut_unnoticed(const std::string& file) {
  const auto name = file.substr(file.rfind('/') + 1);
  static const std::set<std::string> kFree = {"README.md", "user.conf", "calibration.md"};
  if (kFree.contains(name)) return true;
  const bool in_test = file.find("/TEST") != std::string::npos;
  if (in_test && (file.find("/accuracy/") != std::string::npos)) return true;
  return file.find("performance/run_1/mlperf_log_accuracy.json") != std::string::npos;
}

void expect_cut_is_named(const Variant& variant, const std::string& file, const std::string& whole,
                         std::size_t at, const audit::AuditReport& report) {
  if (may_be_cut_unnoticed(file)) return;
  if (base::trim_right(whole.substr(0, at)) == base::trim_right(whole)) return;
  ASSERT_TRUE(named(report, file)) << file << " cut at byte " << at << " of " << whole.size()
                                   << " goes unnoticed in " << variant.root();
}

std::vector<std::string> all_files() {
  std::vector<std::string> files;
  const auto sample = fs::path(MLPERF_SOURCE_DIR) / "fixtures/submission";
  for (const auto& entry : fs::recursive_directory_iterator(sample)) {
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), sample).generic_string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class EveryByte : public testing::TestWithParam<std::string> {};

TEST_P(EveryByte, CutThereIsNamed) {
  const std::string& file = GetParam();
  Variant variant;
  const auto whole = variant.text(file);
  const auto folder = owner(file);
  const auto audited = folder.empty() ? kResnetSingleStream : folder;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    variant.write(file, std::string_view(whole).substr(0, at));
    ASSERT_NO_FATAL_FAILURE(expect_cut_is_named(variant, file, whole, at, variant.check(audited)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    OneOfEachKind, EveryByte,
    testing::Values(kResnetSingleStream + kDetail, kResnetSingleStream + kSummary,
                    kDeepSeekInteractive + kSummary, kResnetSingleStream + "accuracy/accuracy.txt",
                    kGptOssServer + "accuracy/accuracy.txt", kDeepSeekServer + "accuracy/accuracy.txt",
                    kResnetSingleStream + "accuracy/mlperf_log_accuracy.json",
                    kResnetSingleStream + "accuracy/mlperf_log_summary.txt",
                    kResnetSingleStream + "TEST01/verify_accuracy.txt",
                    kResnetSingleStream + "TEST01/verify_performance.txt",
                    kResnetSingleStream + "TEST04/verify_performance.txt",
                    kDeepSeekInteractive + "TEST06/verify_accuracy.txt",
                    kGptOssInteractive + "TEST07/verify_accuracy.txt",
                    kGptOssInteractive + "TEST09/verify_output_len.txt",
                    kResnetSingleStream + "measurements.json", kResnetSingleStream + "user.conf",
                    kResnetSingleStream + "README.md", kSubmitter + "systems/example_edge.json"),
    test_name);

class EveryFile : public testing::TestWithParam<std::string> {};

TEST_P(EveryFile, CutInManyPlaces) {
  const std::string& file = GetParam();
  Variant variant;
  const auto whole = variant.text(file);
  constexpr std::size_t kPlaces = 32;
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const auto at = whole.size() * (2 * i + 1) / (2 * kPlaces);
    variant.write(file, std::string_view(whole).substr(0, at));
    const auto report = variant.check();
    ASSERT_NO_FATAL_FAILURE(expect_cut_is_named(variant, file, whole, at, report));
    ASSERT_NO_FATAL_FAILURE(expect_others_unchanged(report, file));
  }
}

TEST_P(EveryFile, GoneEmptyNoiseFolderHuge) {
  const std::string& file = GetParam();
  const auto size = Variant().text(file).size();
  std::mt19937 random(7);
  std::string noise(std::max<std::size_t>(size, 64), '\0');
  for (char& c : noise) c = static_cast<char>(random());
  const std::vector<std::function<void(Variant&)>> damages = {
      [&](Variant& v) { v.remove(file); }, [&](Variant& v) { v.write(file, ""); },
      [&](Variant& v) { v.write(file, noise); },
      [&](Variant& v) {
        v.remove(file);
        fs::create_directory(v.path(file));
      },
      [&](Variant& v) {
        v.write(file, "");
        ASSERT_EQ(::truncate(v.path(file).c_str(), off_t{1} << 30), 0);
      }};
  for (std::size_t i = 0; i < damages.size(); ++i) {
    Variant variant;
    damages[i](variant);
    const auto report = variant.check();
    ASSERT_NO_FATAL_FAILURE(expect_others_unchanged(report, file)) << "damage " << i;
    const bool optional = may_be_cut_unnoticed(file) && file.find("accuracy") != std::string::npos;
    if (optional || file.find("calibration") != std::string::npos) continue;
    if (file.ends_with("README.md") || file.ends_with("user.conf")) {
      if (i > 1) continue;  // any content will do
    }
    if (file.find("/src/") != std::string::npos) continue;
    ASSERT_TRUE(named(report, file)) << "damage " << i << " to " << file << " goes unnoticed";
  }
}

INSTANTIATE_TEST_SUITE_P(Sample, EveryFile, testing::ValuesIn(all_files()), test_name);

}  // namespace
}  // namespace mlperf::test
