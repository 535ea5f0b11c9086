// SPDX-License-Identifier: Apache-2.0
// Reads the files of one scenario folder by their names in it, each with the reader of its format. What the
// listing does not have is not asked for, and what a link leads out of the tree is not opened.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/confined.h"
#include "audit/evidence.h"
#include "audit/recompute.h"
#include "mllog/trace.h"

namespace mlperf::audit {

class ResultReader {
 public:
  ResultReader(const std::string& root_disk, const rules::Round& round, const Evidence& evidence);

  bool has_file(std::string_view relative) const { return evidence_.listing.has_file(relative); }
  bool has_folder(std::string_view relative) const { return evidence_.listing.has_folder(relative); }
  std::string disk(std::string_view relative) const { return disk_.disk(evidence_.file(relative)); }
  // The same for a file that is streamed; empty when it is not there or lies outside the tree.
  std::string disk_inside(std::string_view relative) const;

  base::Document<mllog::DetailLog> detail_log(const std::string& relative) const;
  base::Document<mllog::SummaryLog> summary_log(const std::string& relative) const;
  mllog::AccuracyLogDocument accuracy_log(const std::string& relative) const;
  base::Document<submission::AccuracyText> accuracy_text(const std::string& relative) const;
  base::Document<submission::VerifyText> verify_text(const std::string& relative) const;
  base::Document<mllog::Conf> conf(const std::string& relative) const;
  submission::JsonDocument json(const std::string& relative) const;

  base::Document<mllog::Trace> trace(const std::string& relative) const;

  // The logs of a LoadGen run but for the trace.
  RunEvidence run(const std::string& folder) const;
  // Its figures from the trace; null without one.
  std::shared_ptr<const RecomputedRun> recomputed(const std::string& folder, const RunEvidence& run,
                                                  const base::Document<mllog::Trace>& trace) const;

 private:
  template <class Read>
  auto read(const std::string& relative, const Read& read_document) const {
    using Result = decltype(read_document(std::string(), std::string()));
    const std::string path = evidence_.file(relative);
    if (!evidence_.listing.cut && evidence_.listing.find(relative) == nullptr) {
      Result absent;
      absent.path = path;
      return absent;
    }
    return may_lead_out_ ? disk_.read(path, read_document) : read_document(disk_.disk(path), path);
  }

  const Evidence& evidence_;
  Confined disk_;
  bool may_lead_out_ = false;  // there are links, or entries that were not listed
  std::vector<std::string> metrics_;
  mllog::CutFormat cut_;
};

// What the accuracy logs of a test give, `relative` being the test's own; the rest of `evidence` is gathered.
RecomputedTest recompute_test(const ResultReader& reader, const rules::Round& round, const Evidence& evidence,
                              const TestEvidence& test, const std::string& relative);

// Compliance tests: those the round requires of the result, then others whose folders are there.
std::vector<TestEvidence> gather_tests(const ResultReader& reader, const rules::Round& round,
                                       const Evidence& evidence);

// The summary of a run of mlcommons/endpoints; "" for results of LoadGen, to which any LoadGen log makes a
// folder, and where the round or the benchmark has no such results.
std::string endpoints_summary(const ResultReader& reader, const rules::Round& round,
                              const Evidence& evidence);

// Folders beside performance/run_1 that hold LoadGen logs.
std::vector<ExtraRun> gather_extra_runs(const ResultReader& reader, const Evidence& evidence);

}  // namespace mlperf::audit
