// SPDX-License-Identifier: Apache-2.0
#include "report/finding_json.h"

#include "base/version.h"

namespace mlperf::report {
namespace {

using audit::Finding;
using audit::Place;
using Layout = JsonWriter::Layout;

void write_position(JsonWriter& json, const Place& place) {
  json.key("line");
  if (place.line == 0) {
    json.null().key("byte").null();
  } else {
    json.integer(std::uint64_t{place.line}).key("byte").integer(place.byte);
  }
}

void write_further_places(JsonWriter& json, const Finding& finding) {
  json.key("count").integer(finding.count);
  json.key("more").begin_array();
  for (const Place& place : finding.more) {
    json.begin_object();
    if (place.file != finding.place.file) json.key("file").string(place.file);
    write_position(json, place);
    json.key("found");
    if (place.found.empty()) {
      json.null();
    } else {
      json.value(audit::number_or_text(place.found));
    }
    json.end_object();
  }
  json.end_array();
}

void write_finding(JsonWriter& json, const Finding& finding, bool shared) {
  json.begin_object(Layout::one_line);
  json.key("rule").string(finding.rule);
  json.key("severity").string(rules::to_string(finding.severity));
  json.key("evidence").string(audit::to_string(finding.level));
  json.key("message").string(finding.message);
  json.key("file").string_or_null(finding.place.file);
  write_position(json, finding.place);
  json.key("found").value(finding.found);
  json.key("expected").value(finding.expected);
  json.key("fix").string_or_null(finding.fix);
  json.key("waived").boolean(finding.waived);
  if (finding.waived) json.key("waive_reason").string(finding.waive_reason);
  if (finding.count > 1 || !finding.more.empty()) write_further_places(json, finding);
  if (shared) {
    json.key("affects").begin_array();
    for (const auto& id : finding.affects) json.string(id);
    json.end_array();
  }
  json.end_object();
}

}  // namespace

void write_findings(JsonWriter& json, const std::vector<Finding>& findings, bool shared) {
  json.key("findings").begin_array();
  for (const auto& finding : findings) write_finding(json, finding, shared);
  json.end_array();
}

void write_unavailable(JsonWriter& json, const Unavailable& unavailable) {
  json.key("unavailable").begin_object();
  for (const auto& [path, reason] : unavailable) json.key(path).string(reason);
  json.end_object();
}

void write_tool(JsonWriter& json) {
  json.key("schema_version").string("1");
  json.key("tool").begin_object(Layout::one_line);
  json.key("name").string("mlperf-audit");
  json.key("version").string(base::version());
  json.key("commit").string(base::commit());
  json.end_object();
}

}  // namespace mlperf::report
