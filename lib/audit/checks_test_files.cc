// SPDX-License-Identifier: Apache-2.0
// Whether the required tests are there and hold their files. The other compliance checks say nothing about
// files that are missing, empty or unreadable.
#include <algorithm>
#include <string>
#include <vector>

#include "audit/compliance_tests.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kDetail = "performance/run_1/mlperf_log_detail.txt";
constexpr std::string_view kSummary = "performance/run_1/mlperf_log_summary.txt";

struct FileState {
  base::ReadState state = base::ReadState::read;
  std::string reason;
};

template <class Document>
FileState state_of(const Document& document) {
  return {document.state, document.reason};
}

// The state of one of the files the round names for tests.
FileState file_state(const TestEvidence& test, std::string_view relative) {
  if (relative == "verify_accuracy.txt") return state_of(test.verify_accuracy);
  if (relative == "verify_performance.txt") return state_of(test.verify_performance);
  if (relative == "verify_output_len.txt") return state_of(test.verify_output_len);
  if (relative == kDetail) return state_of(test.run.detail);
  if (relative == kSummary) return state_of(test.run.summary);
  if (relative == "accuracy/mlperf_log_accuracy.json") return state_of(test.accuracy_log);
  if (relative == "accuracy/accuracy.txt") return state_of(test.accuracy_txt);
  if (relative == "accuracy/baseline_accuracy.txt") return state_of(test.baseline_accuracy);
  if (relative == "accuracy/compliance_accuracy.txt") return state_of(test.compliance_accuracy);
  return {};
}

struct Problem {
  std::string relative;
  FileState file;
};

std::string_view variant_of(base::ReadState state) {
  if (state == base::ReadState::empty) return "empty";
  if (state == base::ReadState::unreadable) return "unreadable";
  return "default";
}

void add_if_broken(std::vector<Problem>& problems, const TestEvidence& test, std::string_view relative) {
  FileState file = file_state(test, relative);
  const bool readable = file.state == base::ReadState::read || file.state == base::ReadState::damaged;
  if (!readable) problems.push_back({std::string(relative), std::move(file)});
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Files that TEST01 needs when the outputs differ and the accuracy of both runs decides.
std::vector<std::string> files_for_accuracy_route(const TestEvidence& test, const rules::Round& round) {
  std::vector<std::string> names;
  const bool compared = test.baseline_accuracy.exists() || test.compliance_accuracy.exists();
  if (test.test != "TEST01" || !test.verify_accuracy.usable() || !compared) return names;
  if (stated_outcome(test.verify_accuracy.value) == StatedOutcome::pass) return names;
  const nlohmann::json& rule = round.group("compliance_files");
  const auto list = rule.find("required_test01_when_accuracy_line_fails");
  if (list == rule.end()) return names;
  for (const auto& name : *list)
    if (name.is_string()) names.push_back(name.get<std::string>());
  return names;
}

// A missing performance folder is one cause: the summary is reported with the detail log.
void report_problems(const std::vector<Problem>& problems, const TestEvidence& test, bool error,
                     Findings& out) {
  const auto detail =
      std::find_if(problems.begin(), problems.end(), [](const Problem& p) { return p.relative == kDetail; });
  const bool no_run = detail != problems.end() && detail->file.state == base::ReadState::absent;
  for (const Problem& problem : problems) {
    if (no_run && problem.relative == kSummary && problem.file.state == base::ReadState::absent) continue;
    std::string variant(error ? variant_of(problem.file.state) : "not-there");
    if (!error && problem.file.state != base::ReadState::absent) variant += "-content";
    auto finding = report_test(out, test, "compliance-files", variant)
                       .at(test_file(test, problem.relative))
                       .with("name", problem.relative)
                       .with("reason", problem.file.reason);
    if (no_run && problem.relative == kDetail && test.run.summary.state == base::ReadState::absent)
      finding.also(test_file(test, kSummary), {});
  }
}

void judge_files(const TestEvidence& test, const rules::Round& round, Findings& out) {
  std::vector<std::string> required = round.required_test_files(test.test);
  for (std::string& name : files_for_accuracy_route(test, round)) required.push_back(std::move(name));
  const std::vector<std::string>& written = round.optional_test_files(test.test);

  std::vector<Problem> errors, warnings;
  for (const std::string& name : required) add_if_broken(errors, test, name);
  const bool run_required = contains(required, kDetail);
  const bool run_written = contains(written, kDetail);
  // What the tool writes is needed where nothing else supports the text: the detail log, or without one the
  // samples.
  for (const std::string& name : written) {
    const bool needed = name == kDetail || !run_written;
    add_if_broken(needed ? errors : warnings, test, name);
  }
  const bool run_missing =
      std::any_of(errors.begin(), errors.end(), [](const Problem& p) { return p.relative == kDetail; });
  if (run_missing) {
    warnings.erase(std::remove_if(warnings.begin(), warnings.end(),
                                  [](const Problem& p) { return p.relative == kSummary; }),
                   warnings.end());
  }
  report_problems(errors, test, true, out);

  // A flat folder without the samples is one layout, not two defects.
  const bool flat = test.flat && !run_missing && (run_required || run_written);
  if (flat && run_required) {
    report_test(out, test, "compliance-files", "misplaced").at(test_file(test, kDetail));
  } else if (flat && warnings.empty()) {
    report_test(out, test, "compliance-files", "flat").at(test.folder);
  }
  if (warnings.empty()) return;
  if (flat && warnings.size() == 1 && warnings.front().file.state == base::ReadState::absent) {
    report_test(out, test, "compliance-files", "flat-and-not-there")
        .at(test_file(test, warnings.front().relative))
        .with("name", warnings.front().relative);
    return;
  }
  report_problems(warnings, test, false, out);
}

bool holds_required_file(const TestEvidence& test, const rules::Round& round) {
  const auto& required = round.required_test_files(test.test);
  return std::any_of(required.begin(), required.end(), [&](const std::string& name) {
    return file_state(test, name).state != base::ReadState::absent;
  });
}

bool holds_written_file(const TestEvidence& test, const rules::Round& round) {
  const auto& written = round.optional_test_files(test.test);
  return std::any_of(written.begin(), written.end(), [&](const std::string& name) {
    return file_state(test, name).state != base::ReadState::absent;
  });
}

bool is_void(const TestEvidence& test, const rules::Round& round) {
  return !holds_required_file(test, round) && !holds_written_file(test, round);
}

}  // namespace

void check_tests_present(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!compliance_applies(evidence, round)) return;
  for (const std::string& name : round.tests(evidence.benchmark, evidence.scenario)) {
    out.claim("compliance-tests-present", Level::stated);
    const TestEvidence* test = evidence.test(name);
    if (test == nullptr || !test->present) {
      out.report("compliance-tests-present").at(evidence.file(name)).expected(name).with("test", name);
    } else if (is_void(*test, round)) {
      report_test(out, *test, "compliance-tests-present", "empty").at(test->folder).expected(name);
    }
  }
}

void check_test_files(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round)) {
    if (is_void(*test, round)) continue;
    out.claim("compliance-files", Level::stated);
    judge_files(*test, round, out);
  }
}

}  // namespace mlperf::audit
