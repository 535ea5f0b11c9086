// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/audit/result_fixture.h"

namespace mlperf::audit {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto error_at(const std::string& file) {
  return AllOf(Field(&Seen::severity, "error"), Field(&Seen::file, file));
}
auto warning_at(const std::string& file) {
  return AllOf(Field(&Seen::severity, "warning"), Field(&Seen::file, file));
}
auto says(const std::string& text) {
  return Field(&Seen::message, HasSubstr(text));
}

std::vector<Seen> seen(const Result& result) {
  return result.seen(structure_checks());
}

TEST(Structure, CompleteResultIsSilent) {
  EXPECT_THAT(seen(Result()), IsEmpty());
}

TEST(RequiredFiles, MissingFileIsReportedWhereItShouldBe) {
  EXPECT_THAT(seen(Result().remove("measurements.json")),
              ElementsAre(AllOf(error_at("measurements.json"), says("measurements.json is missing"))));
}

TEST(RequiredFiles, MissingFolderIsOneFinding) {
  Result result;
  for (const char* name :
       {"mlperf_log_detail.txt", "mlperf_log_summary.txt", "mlperf_log_accuracy.json", "accuracy.txt"})
    result.remove(std::string("accuracy/") + name);
  EXPECT_THAT(seen(result), ElementsAre(AllOf(error_at("accuracy"), says("folder accuracy is missing"))));
}

TEST(RequiredFiles, FolderInPlaceOfAFile) {
  Result result;
  result.remove("README.md").folders = {"README.md"};
  EXPECT_THAT(seen(result), ElementsAre(AllOf(error_at("README.md"), says("is a folder"))));
}

TEST(FileCase, OneErrorNamesTheFileFound) {
  EXPECT_THAT(seen(Result().rename("README.md", "Readme.md")),
              ElementsAre(AllOf(Field(&Seen::rule, "structure-file-case"), error_at("Readme.md"),
                                says("README.md"))));
}

TEST(FileCase, FolderInOtherCaseIsSaidOnce) {
  Result result;
  for (const char* name :
       {"mlperf_log_detail.txt", "mlperf_log_summary.txt", "mlperf_log_accuracy.json", "accuracy.txt"})
    result.rename(std::string("accuracy/") + name, std::string("Accuracy/") + name);
  EXPECT_THAT(of_rule(seen(result), "structure-file-case"), ElementsAre(error_at("Accuracy")));
  EXPECT_THAT(of_rule(seen(result), "structure-required-files"), IsEmpty());
}

TEST(RunFolder, LogsOneLevelUp) {
  Result result;
  for (const char* name : {"mlperf_log_detail.txt", "mlperf_log_summary.txt"})
    result.rename(std::string("performance/run_1/") + name, std::string("performance/") + name);
  const auto found = seen(result);
  EXPECT_THAT(of_rule(found, "structure-run-folder"),
              ElementsAre(AllOf(error_at("performance"), says("run_1 is missing"))));
  EXPECT_THAT(of_rule(found, "structure-required-files"), IsEmpty());
}

TEST(RunFolder, OtherName) {
  Result result;
  for (const char* name : {"mlperf_log_detail.txt", "mlperf_log_summary.txt"})
    result.rename(std::string("performance/run_1/") + name, std::string("performance/run1/") + name);
  const auto found = seen(result);
  EXPECT_THAT(of_rule(found, "structure-run-folder"), ElementsAre(error_at("performance/run1")));
  EXPECT_THAT(of_rule(found, "structure-two-runs"), IsEmpty());
}

TEST(EmptyFiles, NoBytesAndOnlyBlanks) {
  EXPECT_THAT(seen(Result().file("user.conf", "")),
              ElementsAre(AllOf(Field(&Seen::rule, "structure-empty-files"), error_at("user.conf"),
                                says("0 bytes"))));
  EXPECT_THAT(
      seen(Result().file("accuracy/accuracy.txt", " \n\n")),
      ElementsAre(AllOf(Field(&Seen::rule, "structure-empty-files"), error_at("accuracy/accuracy.txt"))));
}

TEST(TwoRuns, AnotherRunIsAnError) {
  Result result;
  result.file("performance/run_2/mlperf_log_summary.txt", "Samples per second: 12\n");
  result.file("performance/run_2/mlperf_log_detail.txt", log_line("effective_scenario", "\"Offline\""));
  EXPECT_THAT(seen(result),
              ElementsAre(AllOf(Field(&Seen::rule, "structure-two-runs"),
                                error_at("performance/run_2/mlperf_log_summary.txt"), says("12"))));
}

TEST(TwoRuns, AByteForByteCopyIsAWarning) {
  Result result;
  for (const char* name : {"mlperf_log_detail.txt", "mlperf_log_summary.txt"})
    result.file(std::string("performance/run_2/") + name,
                result.files.at(std::string("performance/run_1/") + name));
  EXPECT_THAT(seen(result), ElementsAre(AllOf(warning_at("performance/run_2/mlperf_log_summary.txt"),
                                              says("byte for byte"))));
}

TEST(ExtraAccuracyFiles, ImagesOfStableDiffusion) {
  Result result;
  result.benchmark = "stable-diffusion-xl";
  const auto required = round60().extra_accuracy_files(result.benchmark);
  const auto missing = result.seen(structure_checks(), "structure-extra-accuracy-files");
  EXPECT_THAT(missing, ElementsAre(Field(&Seen::severity, "error")));
  for (const auto& [folder, names] : required)
    for (const std::string& name : names) result.file("accuracy/" + folder + "/" + name, "png");
  EXPECT_THAT(result.seen(structure_checks(), "structure-extra-accuracy-files"), IsEmpty());
}

TEST(StrayFiles, OneNoteForAllOfThem) {
  Result result;
  result.file("notes.txt", "x").file("accuracy/run.log", "y");
  EXPECT_THAT(seen(result), ElementsAre(AllOf(Field(&Seen::rule, "structure-stray-result-files"),
                                              Field(&Seen::severity, "note"), says("2 files"))));
  EXPECT_THAT(seen(Result().file("accuracy/mlperf_log_trace.json", "")), IsEmpty());
}

TEST(FileSize, BlankInANameAndALink) {
  EXPECT_THAT(of_rule(seen(Result().file("my notes.txt", "x")), "structure-file-size"),
              ElementsAre(warning_at("my notes.txt")));
}

}  // namespace
}  // namespace mlperf::audit
