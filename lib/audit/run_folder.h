// SPDX-License-Identifier: Apache-2.0
// The files of one LoadGen run, for the commands that look at a single run: the detail and summary logs read,
// the trace and the accuracy log by their paths, and the user.conf that belongs to the run.
#pragma once

#include <string>
#include <variant>

#include "audit/audit.h"
#include "mllog/conf.h"
#include "mllog/detail_log.h"
#include "mllog/summary_log.h"

namespace mlperf::audit {

struct RunFolder {
  std::string path;  // as the user gave it, without a slash at the end
  base::Document<mllog::DetailLog> detail;
  base::Document<mllog::SummaryLog> summary;
  // user.conf of the folder itself, else of the nearest of the three folders above: performance/run_1 lies
  // two levels below its scenario folder, that of a compliance test three.
  base::Document<mllog::Conf> user_conf;

  // Path of a file in the folder, for opening and for messages alike.
  std::string file(std::string_view name) const;
  std::string trace_file() const { return file("mlperf_log_trace.json"); }
  std::string accuracy_file() const { return file("mlperf_log_accuracy.json"); }
};

// Reads what lies in `path`; the Failure (exit 2) says in one line why that is no folder with a detail log.
std::variant<RunFolder, Failure> open_run_folder(const std::string& path);

}  // namespace mlperf::audit
