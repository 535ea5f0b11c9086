// SPDX-License-Identifier: Apache-2.0
// What is odd about a file as a file: encoding, JSON that cannot be parsed, keys that stand twice, control
// characters. Used for the documents of results, systems and submitters alike.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "audit/evidence.h"
#include "audit/finding.h"
#include "base/document.h"
#include "submission/json_document.h"

namespace mlperf::audit {

// file-encoding and file-control-characters, at most one finding of each.
void report_file_oddities(const std::string& path, std::span<const base::ReadIssue> issues, Findings& out);

template <class T>
void report_file_oddities(const base::Document<T>& document, Findings& out) {
  if (document.exists()) report_file_oddities(document.path, document.issues, out);
}

// file-json-readable and file-json-duplicate-key. True when the document holds an object that can be judged.
bool report_json_object(const submission::JsonDocument& document, Findings& out);

// structure-file-size: one finding for each large file and one for each other kind of oddity.
void report_odd_files(const std::vector<OddFile>& files, const rules::Round& round, Findings& out);

}  // namespace mlperf::audit
