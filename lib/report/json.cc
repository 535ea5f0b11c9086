// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <fmt/format.h>

#include "report/finding_json.h"
#include "report/json_writer.h"
#include "report/show.h"

namespace mlperf::report {
namespace {

using audit::AuditReport;
using audit::ResultReport;
using Layout = JsonWriter::Layout;

void write_strings(JsonWriter& json, std::string_view name, const std::vector<std::string>& strings) {
  json.key(name).begin_array(Layout::one_line);
  for (const auto& text : strings) json.string(text);
  json.end_array();
}

void write_performance(JsonWriter& json, const ResultReport& result, const std::string& path,
                       Unavailable& unavailable) {
  const auto& figure = result.performance;
  json.key("performance").begin_object(Layout::one_line);
  json.key("value").real_or_null(figure.value);
  json.key("unit").string_or_null(figure.unit);
  json.key("metric").string_or_null(figure.metric);
  json.key("evidence");
  if (figure.value) {
    json.string(audit::to_string(figure.level));
  } else {
    json.null();
    unavailable.emplace_back(path + ".performance", figure.unavailable.empty()
                                                        ? "no log states a performance figure"
                                                        : figure.unavailable);
  }
  json.end_object();
}

void write_accuracy(JsonWriter& json, const ResultReport& result, const std::string& path,
                    Unavailable& unavailable) {
  json.key("accuracy").begin_array();
  for (std::size_t i = 0; i < result.accuracy.size(); ++i) {
    const auto& figure = result.accuracy[i];
    json.begin_object(Layout::one_line);
    json.key("metric").string(figure.metric);
    json.key("value").real_or_null(figure.value);
    json.key("target").real_or_null(figure.target);
    json.key("evidence").string(audit::to_string(figure.level));
    json.end_object();
    const auto missing = [&](const char* member, const char* reason) {
      unavailable.emplace_back(fmt::format("{}.accuracy.{}.{}", path, i, member), reason);
    };
    if (!figure.value) missing("value", "accuracy.txt does not state this metric");
    if (!figure.target) missing("target", "no target applies to this metric here");
  }
  json.end_array();
}

void write_latency(JsonWriter& json, const ResultReport& result, const std::string& path,
                   Unavailable& unavailable) {
  json.key("latency");
  if (!result.latency) {
    json.null();
    unavailable.emplace_back(path + ".latency", result.division == "open"
                                                    ? "latency limits do not apply in the open division"
                                                    : "the round limits neither TTFT nor TPOT here");
    return;
  }
  const auto& latency = *result.latency;
  json.begin_object(Layout::one_line);
  const auto member = [&](const char* name, const std::optional<std::int64_t>& value, const char* reason) {
    json.key(name).integer_or_null(value);
    if (!value) unavailable.emplace_back(fmt::format("{}.latency.{}", path, name), reason);
  };
  member("ttft_p99_ns", latency.ttft_p99_ns, "the log does not state it");
  member("ttft_limit_ns", latency.ttft_limit_ns, "the round has no such limit here");
  member("tpot_p99_ns", latency.tpot_p99_ns, "the log does not state it");
  member("tpot_limit_ns", latency.tpot_limit_ns, "the round has no such limit here");
  json.key("evidence").string(audit::to_string(latency.level));
  json.end_object();
}

void write_compliance(JsonWriter& json, const ResultReport& result) {
  json.key("compliance").begin_array();
  for (const auto& test : result.compliance) {
    json.begin_object(Layout::one_line);
    json.key("test").string(test.test);
    json.key("outcome").string(audit::to_string(test.outcome));
    json.key("evidence").string(audit::to_string(test.level));
    json.end_object();
  }
  json.end_array();
}

void write_names(JsonWriter& json, const ResultReport& result, const std::string& path,
                 Unavailable& unavailable) {
  const auto name = [&](const char* member, const std::string& text) {
    json.key(member).string_or_null(text);
    if (text.empty())
      unavailable.emplace_back(fmt::format("{}.{}", path, member), "neither the path nor the files tell");
  };
  name("division", result.division);
  name("submitter", result.submitter);
  name("system", result.system);
  name("category", result.category);
  name("benchmark", result.benchmark);
  name("scenario", result.scenario);
}

// The LoadGen of the performance run; absent where its log or the rules tell nothing.
void write_loadgen(JsonWriter& json, const ResultReport& result) {
  if (!result.loadgen) return;
  const auto& loadgen = *result.loadgen;
  json.key("loadgen").begin_object(Layout::one_line);
  json.key("origin").string(loadgen.origin);
  if (!loadgen.version.empty()) {
    json.key("version").string(loadgen.version);
    json.key("commit").string(loadgen.commit);
    json.key("release").boolean(loadgen.release);
  }
  json.key("changed_files").begin_array();
  for (const auto& file : loadgen.changed_files) json.string(file);
  json.end_array();
  json.end_object();
}

void write_result(JsonWriter& json, const ResultReport& result, const std::string& path,
                  Unavailable& unavailable) {
  json.begin_object();
  json.key("id").string(result.id);
  write_names(json, result, path, unavailable);
  json.key("path").string(result.path);
  json.key("verdict").string(audit::to_string(result.verdict));
  if (result.waived_errors > 0 && result.verdict != audit::Verdict::invalid)
    json.key("waived_errors").integer(result.waived_errors);
  write_performance(json, result, path, unavailable);
  write_accuracy(json, result, path, unavailable);
  write_latency(json, result, path, unavailable);
  write_compliance(json, result);
  write_loadgen(json, result);
  write_strings(json, "inconclusive", result.inconclusive_reasons);
  write_strings(json, "not_checked", result.not_checked);
  write_findings(json, result.findings, false);
  json.end_object();
}

void write_summary(JsonWriter& json, const AuditReport& report) {
  const auto& counts = report.counts;
  json.key("summary").begin_object();
  const auto count = [&](const char* name, std::uint64_t n) { json.key(name).integer(n); };
  count("results", counts.results);
  count("valid", counts.valid);
  count("invalid", counts.invalid);
  count("inconclusive", counts.inconclusive);
  count("errors", counts.errors);
  count("warnings", counts.warnings);
  count("notes", counts.notes);
  count("waived", counts.waived);
  json.key("claims").begin_object(Layout::one_line);
  for (const auto level : {audit::Level::recomputed, audit::Level::cross_checked, audit::Level::stated})
    json.key(audit::to_string(level)).integer(counts.claims[static_cast<std::size_t>(level)]);
  json.end_object();
  count("files", counts.files);
  count("bytes", counts.bytes);
  json.key("not_checked").begin_array();
  for (const auto& gap : gaps(report)) {
    json.begin_object(Layout::one_line);
    json.key("reason").string(gap.reason).key("results").integer(gap.results);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_ignored(JsonWriter& json, const AuditReport& report) {
  json.key("ignored").begin_array();
  for (const auto& rule : report.ignored) {
    json.begin_object(Layout::one_line);
    json.key("effect").string(effect_name(rule.effect));
    json.key("rule").string(rule.glob);
    json.key("path").string_or_null(rule.path);
    json.key("reason").string_or_null(rule.reason);
    json.key("until").string_or_null(rule.until);
    json.key("origin").string(rule.origin);
    json.key("findings").integer(rule.findings).key("errors").integer(rule.errors);
    json.end_object();
  }
  json.end_array();
}

void write_config(JsonWriter& json, const AuditReport& report) {
  json.key("config");
  if (report.config_file.empty()) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line);
  json.key("file").string(report.config_file);
  json.key("waived_errors").integer(report.config_waived_errors);
  json.key("ignored_errors").integer(report.config_ignored_errors);
  json.end_object();
}

}  // namespace

std::string render_json(const AuditReport& report) {
  JsonWriter json;
  Unavailable unavailable;
  json.begin_object();
  write_tool(json);
  json.key("round").string(report.round);
  json.key("round_reason").string_or_null(report.round_reason);
  json.key("root").string(".");
  write_summary(json, report);
  json.key("strict").boolean(report.strict);
  json.key("exit_code").integer(std::int64_t{report.exit_code()});
  json.key("profile").string_or_null(report.profile);
  write_config(json, report);
  write_strings(json, "selected", report.selected);
  write_ignored(json, report);
  json.key("results").begin_array();
  for (std::size_t i = 0; i < report.results.size(); ++i)
    write_result(json, report.results[i], fmt::format("results.{}", i), unavailable);
  json.end_array();
  write_findings(json, report.findings, true);
  write_unavailable(json, unavailable);
  json.end_object();
  return json.take();
}

}  // namespace mlperf::report
