// SPDX-License-Identifier: Apache-2.0
// The small JSON documents of a submission: system description, measurements.json, model_mapping.json. They
// are kept as a tree with places; what a field must hold is said by the rules. Format:
// docs/formats/json_documents.md.
#pragma once

#include <string>
#include <string_view>

#include "base/document.h"
#include "base/json_tree.h"

namespace mlperf::submission {

using JsonDocument = base::Document<base::JsonValue>;

// State `damaged` and an issue with line and column when the text is no JSON; the value is then null.
JsonDocument read_json_document(const std::string& disk_path, std::string path);
JsonDocument parse_json_document(std::string_view text, std::string path);

}  // namespace mlperf::submission
