// SPDX-License-Identifier: Apache-2.0
// What a submitter owes once: sources, the calibration document, a usable model mapping, files that can be
// published.
#include <array>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/file_findings.h"
#include "audit/folded.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

std::string below(const SubmitterEvidence& submitter, std::string_view name) {
  return submitter.paths.path.empty() ? std::string(name) : fmt::format("{}/{}", submitter.paths.path, name);
}

void check_source_folder(const SubmitterEvidence& submitter, const rules::Round&, Findings& out) {
  out.claim("structure-src", Level::stated);
  if (submitter.has_source_folder && !submitter.source_is_empty) return;
  out.report("structure-src", submitter.has_source_folder ? "empty" : "default").at(below(submitter, "src"));
}

void check_calibration(const SubmitterEvidence& submitter, const rules::Round&, Findings& out) {
  if (submitter.paths.division != "closed") return;
  out.claim("structure-calibration-doc", Level::stated);
  if (submitter.calibration_documents.empty() && !submitter.calibration_in_results)
    out.report("structure-calibration-doc").at(below(submitter, "documentation/calibration.md"));
}

void check_model_mapping(const SubmitterEvidence& submitter, const rules::Round& round, Findings& out) {
  report_file_oddities(submitter.model_mapping, out);
  if (submitter.paths.division != "open" || !submitter.model_mapping.exists()) return;
  if (submitter.model_mapping.state == base::ReadState::empty) {
    out.report("structure-model-mapping", "empty").at(submitter.model_mapping.path);
    return;
  }
  if (!report_json_object(submitter.model_mapping, out)) return;
  out.claim("structure-model-mapping", Level::stated);
  Folded folded(out, "structure-model-mapping");
  for (const base::JsonMember& member : submitter.model_mapping.value.members) {
    const bool is_text = member.value.kind == base::JsonKind::string;
    if (is_text && round.has_benchmark(member.value.text)) continue;
    std::string nearest;
    if (is_text && folded.finding() == nullptr)
      nearest = base::nearest(member.value.text, round.benchmarks());
    const std::string_view variant = !is_text ? "not-text" : nearest.empty() ? "default" : "near";
    Reported* reported = folded.add(variant, submitter.model_mapping.path, member.at, member.value.display());
    if (reported != nullptr) {
      reported->found(member.value.display()).with("folder", member.key).with("nearest", nearest);
    }
  }
}

void check_odd_files(const SubmitterEvidence& submitter, const rules::Round& round, Findings& out) {
  if (submitter.paths.whole) report_odd_files(submitter.odd_files, round, out);
}

constexpr std::array kChecks = {
    SubmitterCheck{"check_source_folder", check_source_folder},
    SubmitterCheck{"check_calibration", check_calibration},
    SubmitterCheck{"check_model_mapping", check_model_mapping},
    SubmitterCheck{"check_odd_files", check_odd_files},
};

}  // namespace

std::span<const SubmitterCheck> submitter_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
