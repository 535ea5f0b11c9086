// SPDX-License-Identifier: Apache-2.0
// Which LoadGen made the performance and the accuracy run: its version, and whether it was the official one.
#include <optional>
#include <string>

#include "audit/checks.h"
#include "audit/checks_internal.h"
#include "audit/loadgen_origin.h"
#include "audit/performance_log.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

// A line of one of the two logs of a result.
struct LineOf {
  const std::string* file = nullptr;
  const LogEntry* entry = nullptr;
};

struct Run {
  std::string_view name;
  const RunEvidence& run;
};

std::vector<Run> runs_of(const Evidence& evidence) {
  std::vector<Run> runs;
  for (const Run& run : {Run{"performance", evidence.performance}, Run{"accuracy", evidence.accuracy}}) {
    if (run.run.detail.usable() && !run.run.detail.value.entries().empty()) runs.push_back(run);
  }
  return runs;
}

std::optional<LineOf> version_line(const RunEvidence& run) {
  if (!run.detail.usable()) return std::nullopt;
  const auto* entry = run.detail.value.find("loadgen_version");
  if (entry == nullptr) return std::nullopt;
  return LineOf{&run.detail.path, entry};
}

bool below_minimum(const LogEntry& entry, const rules::Round& round) {
  const auto parts = version_parts(entry.text);
  return parts.empty() || parts < version_parts(round.loadgen_version_min());
}

void check_version(const Evidence& evidence, const rules::Round& round, Findings& out) {
  std::optional<Reported> below, above;
  for (const auto& [name, run] : runs_of(evidence)) {
    const auto line = version_line(run);
    out.claim("loadgen-version", Level::stated);
    if (!line) {
      out.report("loadgen-version", "absent")
          .at(run.detail.path, run.detail.value.entries().front())
          .expected(std::string(round.loadgen_version_min()))
          .with("run", std::string(name));
      continue;
    }
    const bool low = below_minimum(*line->entry, round);
    const bool high =
        !low && version_parts(line->entry->text) > version_parts(round.loadgen_version_max_known());
    if (!low && !high) continue;
    auto& finding = low ? below : above;
    if (finding) {
      finding->also(*line->file, line->entry->at, std::string(line->entry->text));
      continue;
    }
    finding = out.report("loadgen-version", low ? "default" : "above").at(*line->file, *line->entry);
    finding->found(value_of(*line->entry))
        .expected(std::string(low ? round.loadgen_version_min() : round.loadgen_version_max_known()))
        .with("version", bare_version(line->entry->text))
        .with("run", std::string(name))
        .with("minimum", std::string(round.loadgen_version_min()))
        .with("maximum", std::string(round.loadgen_version_max_known()));
    if (high) finding->severity(rules::Severity::note);
  }
}

void check_uncommitted(const Evidence& evidence, const rules::Round&, Findings& out) {
  for (const auto& [name, run] : runs_of(evidence)) {
    out.claim("loadgen-uncommitted", Level::stated);
    for (const auto& entry : run.detail.value.entries()) {
      if (!is_uncommitted_changes(entry)) continue;
      auto finding = out.report("loadgen-uncommitted").at(run.detail.path, entry);
      finding.found(value_of(entry)).with("run", std::string(name));
      if (!evidence.closed_rules()) finding.severity(rules::Severity::warning);
      break;
    }
  }
}

void check_multiple_conf(const Evidence& evidence, const rules::Round&, Findings& out) {
  for (const auto& [name, run] : runs_of(evidence)) {
    out.claim("loadgen-multiple-conf", Level::stated);
    for (const auto& entry : run.detail.value.entries()) {
      if (!is_multiple_conf(entry)) continue;
      out.report("loadgen-multiple-conf")
          .at(run.detail.path, entry)
          .found(value_of(entry))
          .with("run", std::string(name));
      break;
    }
  }
}

void check_same_build(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto performance = version_line(evidence.performance), accuracy = version_line(evidence.accuracy);
  if (!performance || !accuracy) return;
  out.claim("loadgen-same-build", Level::cross_checked);
  const auto in_performance = bare_version(performance->entry->text),
             in_accuracy = bare_version(accuracy->entry->text);
  if (in_performance == in_accuracy) return;
  // A version of another round is the finding of loadgen-version.
  if (below_minimum(*performance->entry, round) || below_minimum(*accuracy->entry, round)) return;
  out.report("loadgen-same-build")
      .at(*accuracy->file, *accuracy->entry)
      .found(value_of(*accuracy->entry))
      .expected(value_of(*performance->entry))
      .with("accuracy_version", in_accuracy)
      .with("performance_version", in_performance)
      .level(Level::cross_checked)
      .also(*performance->file, performance->entry->at, std::string(performance->entry->text));
}

constexpr ResultCheck kChecks[] = {
    {"check_version", check_version},
    {"check_uncommitted", check_uncommitted},
    {"check_multiple_conf", check_multiple_conf},
    {"check_same_build", check_same_build},
    {"check_loadgen_source", check_loadgen_source},
};

}  // namespace

std::span<const ResultCheck> loadgen_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
