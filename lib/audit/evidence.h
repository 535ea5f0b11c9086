// SPDX-License-Identifier: Apache-2.0
// Everything that the files say about one result, one system, one submitter. Gathered once, judged by pure
// checks. Nothing in here is a judgement; a missing or damaged file is a Document that says so.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/loaded_sets.h"
#include "audit/recomputed_test.h"
#include "audit/sample_order.h"
#include "audit/schedule_evidence.h"
#include "mllog/accuracy_log.h"
#include "mllog/conf.h"
#include "mllog/detail_log.h"
#include "mllog/summary_log.h"
#include "rules/round.h"
#include "submission/accuracy_text.h"
#include "submission/json_document.h"
#include "submission/tree.h"
#include "submission/verify_text.h"

namespace mlperf::audit {

struct RecomputedRun;  // audit/recompute.h

// The logs of one LoadGen run. `folder` is relative to the root.
struct RunEvidence {
  std::string folder;
  base::Document<mllog::DetailLog> detail;
  base::Document<mllog::SummaryLog> summary;
  mllog::AccuracyLogDocument accuracy_log;
  LoadedSets loaded_sets;                   // of `detail` against its seed
  std::optional<SampleOrder> sample_order;  // of performance and accuracy runs, where they have a trace
  std::shared_ptr<const RecomputedRun> recomputed;  // of performance and test runs with a trace

  // The summary lacks its last line, in which LoadGen counts the errors.
  bool summary_is_cut() const { return summary.usable() && !summary.value.errors; }
};

struct TestEvidence {
  std::string test;      // "TEST07"
  std::string folder;    // relative to the root
  bool present = false;  // the folder exists
  bool flat = false;     // logs lie in the test folder itself, no performance/run_1
  RunEvidence run;       // performance/run_1, or the test folder when flat
  base::Document<submission::VerifyText> verify_accuracy, verify_performance, verify_output_len;
  mllog::AccuracyLogDocument accuracy_log;                // accuracy/mlperf_log_accuracy.json (or flat)
  base::Document<submission::AccuracyText> accuracy_txt;  // accuracy/accuracy.txt
  base::Document<submission::AccuracyText> baseline_accuracy, compliance_accuracy;  // TEST01
  base::Document<mllog::Conf> audit_config;  // if a copy lies in the test folder
  RecomputedTest recomputed;                 // of tests that count for the result
};

// A further folder with LoadGen logs beside performance/run_1.
struct ExtraRun {
  std::string folder;             // relative to the root
  std::vector<std::string> logs;  // names of its logs
  bool same_logs = false;         // each of them equals run_1's byte for byte
  // What its summary or detail log states, for the message: "13521.9 samples per second"; `text` is not set.
  std::optional<base::Located<std::string>> metric;
  std::string metric_number;  // "13521.9"
  std::string metric_file;    // relative to the root
};

// A file, folder or link that a repository of results should not hold (structure-file-size).
struct OddFile {
  enum class Why : std::uint8_t { large, link, blank_in_name, leading_dot };
  std::string path;  // relative to the root
  Why why = Why::large;
  std::uint64_t size = 0;
  std::string target;  // of links, as written
};

struct SystemEvidence {
  std::string name, path;  // path of the JSON file, relative to the root
  submission::JsonDocument description;
  std::string system_type;                     // "" unless it is text
  base::Document<std::string_view> nameplate;  // NAME_power.yaml beside it, as text
};

struct Evidence {
  submission::ResultPaths paths;
  std::string benchmark;  // official name, or empty when unknown
  rules::BenchmarkMatch match;
  std::string scenario;  // official name, or empty when unknown
  std::shared_ptr<const SystemEvidence> system;

  submission::FolderListing listing;  // everything below the scenario folder
  std::string endpoints_summary;      // the result was made by mlcommons/endpoints: path of its summary
  RunEvidence performance;            // performance/run_1
  RunEvidence accuracy;               // accuracy
  base::Document<submission::AccuracyText> accuracy_txt;
  std::optional<std::string> accuracy_log_sha256;  // of a log that is whole and has a hash to be held against
  bool accuracy_log_unhashed = false;              // it is too large for that
  base::Document<mllog::Conf> user_conf, mlperf_conf;
  submission::JsonDocument measurements;
  std::vector<TestEvidence> tests;           // those the round requires, then others that are there
  std::optional<ScheduleEvidence> schedule;  // of the performance run; regenerated once all logs are read
  std::vector<ExtraRun> extra_runs;
  std::vector<OddFile> odd_files;  // of the scenario folder

  std::string file(std::string_view relative) const;  // "accuracy/accuracy.txt" -> path relative to the root
  const TestEvidence* test(std::string_view name) const;
  bool closed_rules() const { return paths.division != "open"; }
};

struct SubmitterEvidence {
  submission::SubmitterPaths paths;
  submission::FolderListing source;  // the first level of src/
  bool has_source_folder = false;
  bool source_is_empty = false;  // no file or link at any level, hidden ones aside
  std::vector<std::string>
      calibration_documents;               // at submitter level and in documentation/, relative to the root
  bool calibration_in_results = false;     // a scenario folder holds calibration_process.adoc
  submission::JsonDocument model_mapping;  // open: model_mapping.json
  std::map<std::string, std::string> mapping;  // what of it is usable
  // When the submitter lies whole inside PATH, of everything but the scenario folders: what is odd, and how
  // much there is.
  std::vector<OddFile> odd_files;
  std::uint64_t files = 0, bytes = 0;
};

}  // namespace mlperf::audit
