// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "report/finding_json.h"
#include "report/json_writer.h"
#include "report/latency.h"

namespace mlperf::report {
namespace {

using audit::LatencyReport;
using Layout = JsonWriter::Layout;

class LatencyJson {
 public:
  explicit LatencyJson(const LatencyReport& report) : report_(report), run_(report.statistics) {}

  std::string render() {
    json_.begin_object();
    write_tool(json_);
    json_.key("run").string(report_.folder).key("round").string(report_.round);
    json_.key("benchmark").string_or_null(report_.benchmark);
    json_.key("scenario").string_or_null(run_.settings.scenario_name);
    json_.key("mode").string_or_null(run_.settings.mode);
    json_.key("token_latencies").boolean(run_.settings.tokens);
    json_.key("loadgen_version").string_or_null(report_.loadgen_version);
    limits();
    counts();
    metrics();
    if (run_.complete && !run_.settings.accuracy_run()) {
      over_limit();
      throughput();
      early_stopping();
    }
    validity();
    anomalies();
    accuracy_log();
    trace();
    recomputable_from();
    if (run_.sum_of_latencies_ns) json_.key("sum_of_latencies_ns").integer(*run_.sum_of_latencies_ns);
    write_findings(json_, report_.findings, false);
    write_unavailable(json_, report_.unavailable);
    json_.end_object();
    return json_.take() + "\n";
  }

 private:
  template <class T>
  void number(std::string_view key, const std::optional<T>& value) {
    json_.key(key);
    if (value) {
      json_.integer(*value);
    } else {
      json_.null();
    }
  }
  template <class T>
  void number_if(std::string_view key, const std::optional<T>& value) {
    if (value) json_.key(key).integer(*value);
  }
  void flag(std::string_view key, const std::optional<bool>& value) {
    json_.key(key);
    if (value) {
      json_.boolean(*value);
    } else {
      json_.null();
    }
  }
  void sources(std::string_view key, const stats::Sources& from) {
    json_.key(key).begin_array(Layout::one_line);
    if (from.trace) json_.string("trace");
    if (from.accuracy_log) json_.string("accuracy_log");
    if (from.detail) json_.string("detail");
    json_.end_array();
  }

  void limits() {
    const auto& limits = run_.settings.limits;
    json_.key("limits").begin_object();
    json_.key("percentile").real_or_null(limits.percentile);
    number_if("latency_ns", limits.latency_ns);
    number_if("ttft_ns", limits.ttft_ns);
    number_if("tpot_ns", limits.tpot_ns);
    json_.key("from").string(report_.limits_of_benchmark ? "benchmark" : "log");
    json_.key("scenario").string_or_null(report_.scenario);
    json_.end_object();
  }

  void counts() {
    const auto& counts = run_.counts;
    json_.key("counts").begin_object();
    if (run_.complete) number("samples", counts.samples);
    if (run_.complete && !run_.settings.accuracy_run()) {
      number("queries", counts.queries);
      if (run_.settings.tokens) {
        number("tokens", counts.tokens);
        number("samples_with_invalid_token_count", counts.samples_with_invalid_token_count);
      }
    }
    number_if("accuracy_entries", counts.accuracy_entries);
    number_if("samples_completed_in_trace", counts.samples_completed_in_trace);
    number_if("token_events", counts.token_events);
    number_if("result_keys_in_detail", counts.result_keys_in_detail);
    json_.end_object();
  }

  void metrics() {
    json_.key("metrics").begin_object();
    for (const auto& metric : run_.metrics) {
      json_.key(metric.name).begin_object();
      number("count", metric.count);
      number("min", metric.min);
      number("max", metric.max);
      number("mean", metric.mean);
      for (std::size_t i = 0; i < metric.percentiles.size(); ++i) {
        number(stats::kPercentileNames[i], metric.percentiles[i]);
      }
      number_if("at_target_percentile", metric.at_target);
      if (const auto limit = audit::limit_of(run_, metric)) json_.key("limit").integer(*limit);
      json_.end_object();
    }
    json_.end_object();
  }

  void over_limit() {
    const auto& over = run_.over_limit;
    json_.key("over_limit").begin_object();
    if (over.ttft_counts) number("ttft", over.ttft);
    if (over.tpot_counts) number("tpot", over.tpot);
    if (over.latency_counts) number("latency", over.latency);
    json_.end_object();
  }

  void throughput() {
    json_.key("throughput").begin_object();
    for (const auto& rate : run_.rates) {
      json_.key(rate.name).begin_object();
      json_.key("value").real_or_null(rate.value);
      json_.key("detail_key").string(rate.detail_key);
      json_.key("detail_text").string_or_null(rate.detail_text);
      if (rate.approximate_from_trace) json_.key("approximate_from_trace").real(*rate.approximate_from_trace);
      sources("recomputable_from", rate.from);
      json_.end_object();
    }
    for (const auto& [name, ns] : run_.spans) json_.key(name).integer(ns);
    json_.end_object();
  }

  void stopping_figures(const stats::Stopping& stopping) {
    number_if("over_limit", stopping.over_limit);
    number_if("required_queries", stopping.required_queries);
    flag("met", stopping.met);
    number_if("missing_queries", stopping.missing_queries);
    number_if("most_over_limit", stopping.most_over_limit);
    number_if("discarded", stopping.discarded);
    number_if("estimate_ns", stopping.estimate_ns);
  }

  void early_stopping() {
    json_.key("early_stopping");
    if (!run_.early_stopping) {
      json_.null();
      return;
    }
    const auto& stopping = *run_.early_stopping;
    json_.begin_object();
    for (const auto& quantity : stopping.quantities) {
      json_.key(quantity.name).begin_object();
      stopping_figures(quantity);
      if (!quantity.over_limit && quantity.from.detail && run_.settings.is(stats::Scenario::server)) {
        json_.key("over_limit").null().key("required_queries").null();
      }
      for (const auto& p99 : stopping.p99) {
        if (p99.name != quantity.name) continue;
        json_.key("p99").begin_object();
        stopping_figures(p99);
        json_.end_object();
      }
      json_.end_object();
    }
    if (stopping.ttft_evaluated_by_loadgen)
      json_.key("ttft_evaluated_by_loadgen").boolean(*stopping.ttft_evaluated_by_loadgen);
    if (!stopping.detail_figure_is_of.empty()) {
      json_.key("detail").begin_object();
      number_if("early_stopping_latency_ss", stopping.logged_latency_ss);
      number_if("early_stopping_latency_ms", stopping.logged_latency_ms);
      json_.end_object();
      json_.key("detail_figure_is_of").string(stopping.detail_figure_is_of);
    }
    flag("met", stopping.met);
    json_.end_object();
  }

  void strings(std::string_view key, const std::vector<std::string>& texts) {
    json_.key(key).begin_array(Layout::one_line);
    for (const auto& text : texts) json_.string(text);
    json_.end_array();
  }

  void validity() {
    const auto& validity = run_.validity;
    json_.key("validity").begin_object();
    json_.key("result").string_or_null(validity.result);
    strings("reasons", validity.reasons);
    flag("performance_constraints_met", validity.performance_constraints_met);
    flag("min_duration_met", validity.min_duration_met);
    flag("min_queries_met", validity.min_queries_met);
    flag("early_stopping_met", validity.early_stopping_met);
    json_.key("errors_logged").integer(validity.errors_logged);
    json_.key("detail_invalid_reason");
    if (validity.detail_invalid_reason) {
      json_.string(*validity.detail_invalid_reason);
    } else {
      json_.null();
    }
    strings("error_messages", validity.error_messages);
    json_.key("warnings").integer(validity.warnings);
    json_.end_object();
  }

  void anomalies() {
    if (run_.late_first_token_count == 0) return;
    json_.key("anomalies").begin_object();
    json_.key("samples_with_first_token_after_completion").begin_array();
    for (const auto& late : run_.late_first_tokens) {
      json_.begin_object(Layout::one_line);
      json_.key("sample_seq").integer(late.sample_seq);
      json_.key("ttft_ns_in_trace").integer(late.ttft_ns);
      json_.key("latency_ns").integer(late.latency_ns);
      json_.end_object();
    }
    json_.end_array();
    json_.key("count").integer(run_.late_first_token_count);
    json_.end_object();
  }

  void accuracy_log() {
    json_.key("accuracy_log");
    if (!report_.has_accuracy_log) {
      json_.null();
      return;
    }
    const auto& log = report_.accuracy_log;
    json_.begin_object();
    json_.key("entries").integer(log.entries);
    json_.key("distinct_seq").integer(log.distinct_seq);
    json_.key("distinct_qsl_idx").integer(log.distinct_qsl_idx);
    json_.key("valid_json").boolean(log.valid_json);
    if (!log.valid_json) json_.key("complete_entries_recovered").integer(log.entries);
    strings("keys", log.keys);
    json_.key("sampling_target").integer(report_.sampling_target);
    json_.key("sampling_probability").real(report_.sampling_probability);
    json_.key("sorted_seq_sha256").string_or_null(log.sorted_seq_sha256);
    json_.key("in_seq_order").boolean(log.in_seq_order);
    json_.key("covers_all_completed_samples").boolean(report_.accuracy_log_covers_all);
    json_.key("data_sha256_by_qsl").string_or_null(log.data_sha256_by_qsl);
    if (log.token_counts) {
      json_.key("token_count_sum").integer(log.token_counts->sum);
      json_.key("token_count_min").integer(log.token_counts->min);
      json_.key("token_count_max").integer(log.token_counts->max);
    }
    if (log.entries > 0) {
      json_.key("data_bytes_sum").integer(log.data_bytes.sum);
      json_.key("data_bytes_min").integer(log.data_bytes.min);
      json_.key("data_bytes_max").integer(log.data_bytes.max);
      json_.key("empty_data_entries").integer(log.empty_data_entries);
    }
    json_.end_object();
  }

  void trace() {
    const auto& facts = report_.trace;
    json_.key("trace").begin_object();
    json_.key("bytes").integer(facts.bytes);
    if (report_.has_trace) {
      json_.key("complete_lines").integer(facts.complete_lines);
      json_.key("footer_present").boolean(facts.footer_present);
      json_.key("valid_json").boolean(facts.doubled_quote_lines == 0 && facts.footer_present);
      json_.key("partial_tail_bytes").integer(facts.partial_tail_bytes);
      json_.key("events_by_name").begin_object();
      for (const auto& [name, events] : facts.events_by_name) json_.key(name).integer(events);
      json_.end_object();
      json_.key("doubled_quote_lines").integer(facts.doubled_quote_lines);
      json_.key("negative_ts_events").integer(facts.negative_ts_events);
      json_.key("ts_descents_in_file_order").integer(facts.ts_descents_in_file_order);
      json_.key("sample_id_descents").integer(facts.sample_id_descents);
      json_.key("duplicate_sample_events").integer(facts.duplicate_sample_events);
      json_.key("samples").integer(facts.samples);
      json_.key("samples_sharing_a_scheduled_time").integer(facts.samples_sharing_a_scheduled_time);
      json_.key("token_events").integer(facts.token_events);
      json_.key("token_events_without_sample").integer(facts.token_events_without_sample);
      json_.key("duplicate_token_events").integer(facts.duplicate_token_events);
      json_.key("damaged_lines").integer(facts.damaged_lines);
    }
    json_.end_object();
  }

  void recomputable_from() {
    json_.key("recomputable_from").begin_object();
    for (const auto& metric : run_.metrics) {
      // What a killed run had completed is of the trace anyhow.
      if (run_.complete || metric.name == "latency_ns") sources(metric.name, metric.from);
    }
    if (run_.complete && run_.trace_usable && !run_.settings.accuracy_run()) {
      if (run_.settings.tokens) {
        sources("tokens", run_.counts.tokens ? run_.counts.tokens_from : stats::kFromDetail);
      }
      if (run_.early_stopping) sources("early_stopping", run_.early_stopping->from);
    }
    json_.end_object();
  }

  const LatencyReport& report_;
  const stats::RunStatistics& run_;
  JsonWriter json_;
};

}  // namespace

std::string render_latency_json(const LatencyReport& report) {
  return LatencyJson(report).render();
}

}  // namespace mlperf::report
