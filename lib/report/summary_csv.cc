// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/number.h"
#include "base/units.h"
#include "report/summary.h"

namespace mlperf::report {
namespace {

using audit::AuditReport;
using audit::ResultReport;
using audit::SystemFacts;

// The order of results.py of the submission checker; what follows PrivateID is ours.
constexpr std::string_view kHead =
    "Organization,Availability,Division,SystemType,SystemName,Platform,Model,MlperfModel,Scenario,Result,"
    "Accuracy,"
    "number_of_nodes,host_processor_model_name,host_processors_per_node,host_processor_core_count,"
    "accelerator_model_name,accelerators_per_node,total_accelerators,Location,framework,operating_system,"
    "notes,"
    "compliance,errors,version,inferred,has_power,Units,weight_data_types,design_power_watts,PrivateID,"
    "id,verdict,warnings,waived_errors,ttft_p99_ns,ttft_limit_ns,ttft_headroom_percent,tpot_p99_ns,tpot_"
    "limit_ns,"
    "tpot_headroom_percent\n";

class CsvRow {
 public:
  explicit CsvRow(std::string& out) : out_(out) {}
  CsvRow& text(std::string_view value) {
    const std::string cell = safe(value);
    const bool formula = !cell.empty() &&
                         std::string_view("=+-@").find(cell.front()) != std::string_view::npos &&
                         !base::parse_double(cell);
    return raw(formula ? "'" + cell : cell);
  }
  CsvRow& number(std::uint64_t value) { return raw(fmt::format("{}", value)); }
  CsvRow& number(const std::optional<std::int64_t>& value) {
    return raw(value ? fmt::format("{}", *value) : "");
  }
  CsvRow& number(const std::optional<double>& value) { return raw(value ? base::shortest(*value) : ""); }
  void end() { out_.back() = '\n'; }

 private:
  CsvRow& raw(std::string_view cell) {
    out_ += '"';
    for (const char c : cell) {
      if (c == '"') out_ += '"';
      out_ += c;
    }
    out_ += "\",";
    return *this;
  }
  std::string& out_;
};

using SystemKey = std::tuple<std::string_view, std::string_view, std::string_view>;
using SystemIndex = std::map<SystemKey, const SystemFacts*>;

std::string_view value_of(const SystemFacts* facts, const char* name) {
  if (facts == nullptr) return {};
  const auto found = facts->values.find(name);
  return found == facts->values.end() ? std::string_view() : std::string_view(found->second);
}

// "ROUGE1: 44.4  ROUGE2: 22": as the official table prints its dictionary.
std::string accuracy_cell(const ResultReport& result) {
  std::string cell;
  for (const auto& figure : result.accuracy)
    if (figure.value)
      cell += fmt::format("{}{}: {}", cell.empty() ? "" : "  ", figure.metric, base::shortest(*figure.value));
  return cell;
}

std::string notes_cell(const SystemFacts* facts) {
  std::string notes(value_of(facts, "hw_notes"));
  const auto software = value_of(facts, "sw_notes");
  if (!notes.empty() && !software.empty()) notes += ". ";
  return notes.append(software);
}

std::string total_accelerators(const SystemFacts* facts) {
  const auto nodes = base::parse_u64(value_of(facts, "number_of_nodes"));
  const auto each = base::parse_u64(value_of(facts, "accelerators_per_node"));
  constexpr std::uint64_t kPlausible = 1000000000;
  if (!nodes || !each || *nodes > kPlausible || *each > kPlausible) return {};
  return fmt::format("{}", *nodes * *each);
}

// The folder two levels above the scenario's files: what the official table calls Model.
std::string_view benchmark_folder(const ResultReport& result) {
  std::string_view path = result.path;
  const std::size_t last = path.rfind('/');
  if (last == std::string_view::npos) return result.benchmark;
  path = path.substr(0, last);
  const std::size_t before = path.rfind('/');
  return before == std::string_view::npos ? path : path.substr(before + 1);
}

struct Severities {
  std::uint64_t errors = 0, warnings = 0;
};
using SharedFindings = std::map<std::string_view, Severities>;

void count(const audit::Finding& finding, Severities& counts) {
  if (finding.waived) return;
  if (finding.severity == rules::Severity::error) ++counts.errors;
  if (finding.severity == rules::Severity::warning) ++counts.warnings;
}

void append_row(std::string& out, const ResultReport& result, const SystemFacts* facts, Severities counts,
                const std::string& round) {
  for (const auto& finding : result.findings) count(finding, counts);
  CsvRow row(out);
  row.text(result.submitter).text(value_of(facts, "status")).text(result.division);
  row.text(value_of(facts, "system_type")).text(value_of(facts, "system_name")).text(result.system);
  row.text(benchmark_folder(result)).text(result.benchmark).text(result.scenario);
  row.number(result.performance.value).text(accuracy_cell(result));
  for (const char* name : {"number_of_nodes", "host_processor_model_name", "host_processors_per_node",
                           "host_processor_core_count", "accelerator_model_name", "accelerators_per_node"})
    row.text(value_of(facts, name));
  row.text(total_accelerators(facts)).text(result.path + "/performance/run_1");
  row.text(value_of(facts, "framework")).text(value_of(facts, "operating_system")).text(notes_cell(facts));
  row.text(result.division).number(counts.errors).text(round);
  row.text(result.inferred ? "1" : "0").text(result.has_power ? "True" : "False");
  row.text(result.performance.unit).text(result.weight_data_types);
  row.text(value_of(facts, "system_power_capacity")).text("");
  row.text(result.id)
      .text(audit::to_string(result.verdict))
      .number(counts.warnings)
      .number(result.waived_errors);
  const auto latency = result.latency.value_or(audit::LatencyFigures{});
  row.number(latency.ttft_p99_ns).number(latency.ttft_limit_ns);
  row.number(headroom_percent(latency.ttft_p99_ns, latency.ttft_limit_ns));
  row.number(latency.tpot_p99_ns).number(latency.tpot_limit_ns);
  row.number(headroom_percent(latency.tpot_p99_ns, latency.tpot_limit_ns));
  row.end();
}

}  // namespace

std::string render_summary_csv(const AuditReport& report) {
  SystemIndex systems;
  for (const auto& facts : report.systems) systems[{facts.division, facts.submitter, facts.system}] = &facts;
  SharedFindings shared;
  for (const auto& finding : report.findings)
    for (const auto& id : finding.affects) count(finding, shared[id]);
  std::string out(kHead);
  for (const auto& result : report.results) {
    const auto facts = systems.find({result.division, result.submitter, result.system});
    append_row(out, result, facts == systems.end() ? nullptr : facts->second, shared[result.id],
               report.round);
  }
  return out;
}

}  // namespace mlperf::report
