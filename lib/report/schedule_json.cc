// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/finding_json.h"
#include "report/json_writer.h"
#include "report/schedule.h"
#include "report/schedule_words.h"

namespace mlperf::report {
namespace {

using audit::SchedulePhase;
using audit::ScheduleReport;
using Layout = JsonWriter::Layout;

class ScheduleJson {
 public:
  explicit ScheduleJson(const ScheduleReport& report) : report_(report), settings_(report.settings) {}

  std::string render() {
    json_.begin_object();
    write_tool(json_);
    json_.key("scenario").string(to_string(settings_.scenario));
    json_.key("mode").string(to_string(settings_.mode));
    json_.key("loadgen_version").string_or_null(report_.loadgen_version);
    json_.key("schedule").begin_object();
    phases();
    issued();
    settings();
    origin();
    json_.end_object();
    accuracy_log();
    write_findings(json_, report_.findings, false);
    write_unavailable(json_, unavailable_);
    json_.end_object();
    return json_.take();
  }

 private:
  void missing(std::string path, std::string reason) {
    unavailable_.emplace_back(std::move(path), std::move(reason));
  }

  void hash(const char* name, const std::string& value) { json_.key(name).string_or_null(value); }

  void phases() {
    json_.key("phases");
    if (!report_.obstacle.empty()) {
      json_.null();
      missing("schedule.phases", report_.obstacle);
      return;
    }
    json_.begin_array();
    for (std::size_t i = 0; i < report_.phases.size(); ++i) phase(i);
    json_.end_array();
  }

  void phase(std::size_t i) {
    const SchedulePhase& phase = report_.phases[i];
    json_.begin_object();
    json_.key("phase").string(phase.accuracy ? "accuracy" : "performance");
    json_.key("loaded_qsl_set_count").integer(phase.loaded);
    hash("loaded_qsl_set_sha256", phase.loaded_sha256);
    json_.key("loaded_qsl_set_first").begin_array(Layout::one_line);
    for (const auto sample : phase.first) json_.integer(std::uint64_t{sample});
    json_.end_array();
    json_.key("generated_query_count").integer(phase.queries);
    json_.key("generated_samples_per_query").integer(phase.samples_per_query);
    json_.key("generated_query_duration_ns").integer(phase.duration_ns);
    json_.key("first_sample_seq").integer(phase.first_sample_seq);
    json_.key("generated_samples").integer(phase.samples);
    hash("issue_order_sha256", phase.order_sha256);
    hash("scheduled_delta_sha256", phase.delta_sha256);
    json_.key("last_scheduled_delta_ns").integer(phase.last_delta_ns);
    json_.key("logged").begin_object(Layout::one_line);
    logged("generated_query_count", phase.logged_queries);
    logged("generated_samples_per_query", phase.logged_samples_per_query);
    logged("generated_query_duration_ns", phase.logged_duration);
    json_.key("loaded_qsl_set_agrees");
    phase.logged_loaded ? json_.boolean(phase.set_agrees) : json_.null();
    json_.end_object();
    json_.end_object();
    const auto path = fmt::format("schedule.phases.{}.", i);
    if (phase.order_sha256.empty()) missing(path + "issue_order_sha256", "there are too many samples");
    if (!phase.delta_sha256.empty()) return;
    missing(path + "scheduled_delta_sha256", settings_.scenario == loadgen::Scenario::server
                                                 ? "there are too many queries"
                                                 : "only Server queries are scheduled at drawn times");
  }

  void logged(const char* name, const std::string& text) {
    json_.key(name);
    text.empty() ? json_.null() : json_.value(audit::number_or_text(text));
  }

  void issued() {
    if (report_.issued) {
      json_.key("issued_samples").integer(report_.issued->samples);
      hash("issued_order_sha256", report_.issued->order_sha256);
      json_.key("distinct_sample_idx").integer(report_.issued->distinct);
      return;
    }
    for (const auto* name : {"issued_samples", "issued_order_sha256", "distinct_sample_idx"}) {
      json_.key(name).null();
      missing(fmt::format("schedule.{}", name), report_.no_trace);
    }
  }

  void settings() {
    json_.key("seeds").begin_object(Layout::one_line);
    json_.key("qsl").integer(settings_.qsl_seed);
    json_.key("sample_index").integer(settings_.sample_index_seed);
    json_.key("schedule").integer(settings_.schedule_seed);
    json_.end_object();
    json_.key("equal_issue").boolean(settings_.equal_issue);
    json_.key("issue_unique").boolean(settings_.issue_unique);
    json_.key("issue_same").boolean(settings_.issue_same);
    json_.key("performance_sample_count").integer(settings_.performance_sample_count);
    // LoadGen before 6.0.6 has no such setting and takes all samples.
    json_.key("accuracy_sample_count").integer(settings_.accuracy_sample_count.value_or(settings_.qsl_total));
    json_.key("qsl_total").integer(settings_.qsl_total);
  }

  void origin() {
    json_.key("target_qps").begin_object(Layout::one_line);
    const bool known = report_.rate.qps > 0;
    json_.key("value").real(known ? report_.rate.qps : settings_.target_qps);
    json_.key("from").string(rate_origin(report_.rate.origin));
    json_.key("within_rounding").boolean(report_.within_rounding);
    json_.end_object();
    json_.key("library").string_or_null(report_.library_told ? to_string(report_.library)
                                                             : std::string_view());
    if (!report_.library_told) missing("schedule.library", "neither set nor order tell the C++ library");
    json_.key("recomputable_from").begin_array(Layout::one_line);
    json_.string("detail (settings, seeds)");
    json_.end_array();
  }

  void accuracy_log() {
    json_.key("accuracy_log").begin_object(Layout::one_line);
    json_.key("sampling_probability").real(report_.sampling_probability);
    if (report_.sampled_responses) json_.key("sampled_responses").integer(*report_.sampled_responses);
    json_.end_object();
  }

  const ScheduleReport& report_;
  const loadgen::RunSettings& settings_;
  JsonWriter json_;
  Unavailable unavailable_;
};

}  // namespace

std::string render_schedule_json(const ScheduleReport& report) {
  return ScheduleJson(report).render();
}

}  // namespace mlperf::report
