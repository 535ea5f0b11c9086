// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "report/finding_json.h"
#include "report/json_writer.h"
#include "report/verify.h"

namespace mlperf::report {
namespace {

using audit::Figure;
using audit::RunReport;
using Layout = JsonWriter::Layout;

struct FigureWriter {
  JsonWriter& json;
  void operator()(std::monostate) const { json.null(); }
  void operator()(bool value) const { json.boolean(value); }
  void operator()(std::int64_t value) const { json.integer(value); }
  void operator()(std::uint64_t value) const { json.integer(value); }
  void operator()(double value) const { json.real(value); }
  void operator()(const std::string& value) const { json.string(value); }
};

void write_figure(JsonWriter& json, std::string_view name, const Figure& value) {
  json.key(name);
  std::visit(FigureWriter{json}, value);
}

// "accuracy.matched" goes into the object "accuracy".
void write_nested(JsonWriter& json, const audit::Figures& figures) {
  std::string_view open;
  for (const auto& [name, value] : figures) {
    const auto dot = name.find('.');
    const auto group = dot == std::string::npos ? std::string_view{} : std::string_view(name).substr(0, dot);
    if (group != open && !open.empty()) json.end_object();
    if (group != open && !group.empty()) json.key(group).begin_object();
    open = group;
    write_figure(json, group.empty() ? name : std::string_view(name).substr(dot + 1), value);
  }
  if (!open.empty()) json.end_object();
}

void write_head(JsonWriter& json, const RunReport& report) {
  json.begin_object();
  write_tool(json);
  json.key("run").string(report.run).key("round").string(report.round);
  json.key("benchmark").string_or_null(report.benchmark);
  json.key("scenario").string_or_null(report.scenario);
}

std::string finished(JsonWriter& json, const RunReport& report) {
  write_findings(json, report.findings, false);
  write_unavailable(json, report.unavailable);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace

std::string render_verify_json(const audit::VerifyReport& report) {
  JsonWriter json;
  write_head(json, report);
  json.key("compliance").begin_object();
  json.key("test").string(report.test);
  json.key("passed");
  if (report.passed) {
    json.boolean(*report.passed);
  } else {
    json.null();
  }
  write_nested(json, report.figures);
  json.key("judgement").string(audit::to_string(report.judgement));
  json.key("reasons").begin_array();
  for (const auto& reason : report.reasons) json.string(reason);
  json.end_array();
  json.end_object();
  if (!report.written.empty()) {
    json.key("written").begin_array();
    for (const auto& file : report.written) json.string(file);
    json.end_array();
  }
  return finished(json, report);
}

std::string render_output_length_json(const audit::OutputLengthReport& report) {
  JsonWriter json;
  write_head(json, report);
  json.key("output_length").begin_object();
  for (const auto& [name, value] : report.figures) write_figure(json, name, value);
  json.end_object();
  json.key("window").begin_object(Layout::one_line);
  json.key("reference").real_or_null(report.reference);
  json.key("minimum").real_or_null(report.minimum);
  json.key("maximum").real_or_null(report.maximum);
  json.end_object();
  return finished(json, report);
}

}  // namespace mlperf::report
