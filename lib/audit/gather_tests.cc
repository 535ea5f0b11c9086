// SPDX-License-Identifier: Apache-2.0
// The compliance tests of a result, in all layouts that published results have: TESTnn/ or
// compliance/TESTnn/, with LoadGen's logs in performance/run_1 or directly in the test's folder.
#include <algorithm>
#include <cctype>

#include "audit/compliance_tests.h"
#include "audit/result_reader.h"

namespace mlperf::audit {
namespace {

bool is_test_name(std::string_view name) {
  return name.size() == 6 && name.substr(0, 4) == "TEST" &&
         std::isdigit(static_cast<unsigned char>(name[4])) != 0 &&
         std::isdigit(static_cast<unsigned char>(name[5])) != 0;
}

std::vector<std::string> test_names(const rules::Round& round, const Evidence& evidence) {
  std::vector<std::string> names;
  if (evidence.closed_rules()) names = round.tests(evidence.benchmark, evidence.scenario);
  for (const char* folder : {"", "compliance"}) {
    for (const submission::FolderEntry* child : evidence.listing.children(folder)) {
      const std::string name = child->path.substr(child->path.rfind('/') + 1);
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (is_test_name(name) && !known && evidence.listing.has_folder(child->path)) names.push_back(name);
    }
  }
  return names;
}

std::string first_that_is_there(const ResultReader& reader, const std::string& usual,
                                const std::string& other) {
  return !reader.has_file(usual) && reader.has_file(other) ? other : usual;
}

bool holds_files(const submission::FolderListing& listing, const std::string& folder) {
  const std::string below = folder + '/';
  return std::any_of(listing.entries.begin(), listing.entries.end(), [&](const auto& entry) {
    return entry.kind != submission::EntryKind::folder && entry.path.starts_with(below);
  });
}

// TESTnn, or compliance/TESTnn where only that one holds anything.
std::string folder_of_test(const Evidence& evidence, const std::string& name) {
  const std::string older = "compliance/" + name;
  const auto& listing = evidence.listing;
  if (!listing.has_folder(older) || holds_files(listing, name)) return name;
  return !listing.has_folder(name) || holds_files(listing, older) ? older : name;
}

// The rules ask this test of the result.
bool counts(const rules::Round& round, const Evidence& evidence, const std::string& name) {
  if (!compliance_applies(evidence, round)) return false;
  const auto& required = round.tests(evidence.benchmark, evidence.scenario);
  return std::find(required.begin(), required.end(), name) != required.end();
}

TestEvidence gather_test(const ResultReader& reader, const rules::Round& round, const Evidence& evidence,
                         const std::string& name) {
  TestEvidence test;
  test.test = name;
  const std::string folder = folder_of_test(evidence, name);
  test.folder = evidence.file(folder);
  test.present = reader.has_folder(folder);
  const bool logs_here = reader.has_file(folder + "/mlperf_log_detail.txt") ||
                         reader.has_file(folder + "/mlperf_log_summary.txt");
  test.flat = logs_here && !reader.has_file(folder + "/performance/run_1/mlperf_log_detail.txt");
  const std::string run = test.flat ? folder : folder + "/performance/run_1";
  test.run = reader.run(run);
  test.run.recomputed = reader.recomputed(run, test.run, reader.trace(run + "/mlperf_log_trace.json"));
  test.verify_accuracy = reader.verify_text(folder + "/verify_accuracy.txt");
  test.verify_performance = reader.verify_text(folder + "/verify_performance.txt");
  test.verify_output_len = reader.verify_text(folder + "/verify_output_len.txt");
  const std::string accuracy_log = first_that_is_there(reader, folder + "/accuracy/mlperf_log_accuracy.json",
                                                       folder + "/mlperf_log_accuracy.json");
  test.accuracy_log = reader.accuracy_log(accuracy_log);
  test.accuracy_txt = reader.accuracy_text(
      first_that_is_there(reader, folder + "/accuracy/accuracy.txt", folder + "/accuracy.txt"));
  test.baseline_accuracy = reader.accuracy_text(folder + "/accuracy/baseline_accuracy.txt");
  test.compliance_accuracy = reader.accuracy_text(folder + "/accuracy/compliance_accuracy.txt");
  test.audit_config = reader.conf(folder + "/audit.config");
  if (test.present && counts(round, evidence, name))
    test.recomputed = recompute_test(reader, round, evidence, test, accuracy_log);
  return test;
}

}  // namespace

std::vector<TestEvidence> gather_tests(const ResultReader& reader, const rules::Round& round,
                                       const Evidence& evidence) {
  std::vector<TestEvidence> tests;
  for (const std::string& name : test_names(round, evidence))
    tests.push_back(gather_test(reader, round, evidence, name));
  return tests;
}

}  // namespace mlperf::audit
