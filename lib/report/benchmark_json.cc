// SPDX-License-Identifier: Apache-2.0
// The JSON of `rules show` and `rules list --benchmarks`. Figures keep the unit that their name says.
#include "report/benchmark_facts.h"
#include "report/benchmark_sheet.h"

namespace mlperf::report {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json accuracy_json(const std::vector<rules::AccuracyTarget>& targets) {
  Json list = Json::array();
  for (const auto& target : targets) {
    list.push_back({{"metric", target.metric},
                    {"unit", target.unit},
                    {"minimum", or_null(target.minimum)},
                    {"maximum", or_null(target.maximum)},
                    {"reference", or_null(target.reference)}});
  }
  return list;
}

Json window_json(const std::optional<rules::OutputLengthWindow>& window) {
  if (!window) return nullptr;
  return {{"metric", window->metric}, {"minimum", window->minimum}, {"maximum", window->maximum}};
}

Json scenario_json(const rules::Round& round, const std::string& benchmark, const std::string& scenario) {
  const auto metric = round.metric(benchmark, scenario);
  const auto limits = round.token_limits(benchmark, scenario);
  Json out;
  out["metric"] =
      metric ? Json{{"key", metric->key}, {"divide_by", metric->divide_by}, {"unit", metric->unit}} : Json();
  out["ttft_p99_max_ns"] = limits ? Json(limits->ttft_p99_max_ns) : Json();
  out["tpot_p99_max_ns"] = limits ? Json(limits->tpot_p99_max_ns) : Json();
  out["latency_p99_max_ns"] = or_null(round.latency_p99_max_ns(benchmark, scenario));
  out["configured_target_latency_ns"] = or_null(round.configured_target_latency_ns(benchmark, scenario));
  const double percentile = round.target_percentile(benchmark, scenario);
  out["target_percentile"] = percentile > 0 ? Json(percentile) : Json();
  out["accuracy"] = accuracy_json(round.accuracy_targets(benchmark, scenario));
  out["accuracy_samples"] = or_null(round.accuracy_sample_count(benchmark, scenario));
  out["performance_sample_count_min"] = or_null(round.performance_sample_count(benchmark, scenario));
  out["min_processed_queries"] = or_null(round.min_processed_queries(scenario));
  out["tests"] = round.tests(benchmark, scenario);
  return out;
}

Json tests_json(const rules::Round& round, const std::string& benchmark) {
  Json out = Json::object();
  for (const auto& test : tests_of(round, benchmark)) {
    Json settings = Json::object();
    for (const auto& scenario : scenarios_of(round, benchmark)) {
      for (const auto& setting : round.audit_settings(test, benchmark, scenario)) {
        settings[scenario][setting.key] = setting.value;
      }
    }
    out[test] = {{"thresholds", thresholds_of(round, test, benchmark)},
                 {"required_files", round.required_test_files(test)},
                 {"audit_settings", settings}};
  }
  return out;
}

Json requirements_json(const rules::Round& round, const std::string& benchmark) {
  Json out = Json::object();
  for (const auto& [type, needed] : requirements_of(round, benchmark)) {
    out[type] = {{"all_of", needed.all_of}, {"one_of", needed.one_of}};
  }
  return out;
}

Json sources_json(const rules::Round& round) {
  Json out = Json::object();
  for (const auto& [name, group] : round.raw().items()) {
    if (auto source = round.source(name); !source.empty()) out[name] = std::move(source);
  }
  return out;
}

}  // namespace

Json benchmark_json(const rules::Round& round, const std::string& benchmark, std::string_view asked) {
  Json out;
  out["round"] = round.name();
  out["asked"] = asked;
  out["benchmark"] = benchmark;
  out["alias"] = Json::object();
  for (const auto& alias : aliases_of(round, benchmark)) out["alias"][alias] = benchmark;
  out["categories"] = round.categories_of(benchmark);
  out["requirements"] = requirements_json(round, benchmark);
  out["limits_ns"] = Json::object();
  out["scenarios"] = Json::object();
  for (const auto& scenario : scenarios_of(round, benchmark)) {
    if (const auto limit = round.latency_p99_max_ns(benchmark, scenario)) out["limits_ns"][scenario] = *limit;
    out["scenarios"][scenario] = scenario_json(round, benchmark, scenario);
  }
  out["min_duration_ms"] = round.min_duration_ms(benchmark);
  out["offline_min_samples_per_query"] = or_null(round.offline_min_samples_per_query(benchmark));
  out["dataset_size"] = or_null(round.dataset_size(benchmark));
  out["equal_issue_required"] = round.equal_issue_required(benchmark);
  out["token_latencies_required"] = round.token_latencies_required(benchmark);
  const auto limits = round.generation_limits(benchmark);
  out["max_new_tokens"] = {{"accuracy", or_null(limits.max_new_tokens_accuracy)},
                           {"performance", or_null(limits.max_new_tokens_performance)}};
  out["output_length"] = {{"accuracy", window_json(round.output_length_window(benchmark))},
                          {"performance", window_json(round.performance_output_length(benchmark))}};
  out["accuracy_datasets"] = Json::array();
  for (const auto& set : round.accuracy_datasets(benchmark)) {
    out["accuracy_datasets"].push_back(
        {{"name", set.name}, {"repeats", set.repeats}, {"samples", set.samples}});
  }
  const auto& seeds = round.seeds();
  out["seeds"] = {{"qsl_rng_seed", seeds.qsl},
                  {"sample_index_rng_seed", seeds.sample_index},
                  {"schedule_rng_seed", seeds.schedule}};
  out["tests"] = tests_json(round, benchmark);
  out["disagreements"] = Json::array();
  for (const auto* entry : overrides_of(round, benchmark)) out["disagreements"].push_back(Json(*entry));
  out["sources"] = sources_json(round);
  return out;
}

Json benchmark_list_json(const rules::Round& round) {
  Json list = Json::array();
  for (const auto& benchmark : round.benchmarks()) {
    list.push_back({{"name", benchmark},
                    {"aliases", aliases_of(round, benchmark)},
                    {"categories", round.categories_of(benchmark)},
                    {"scenarios", scenarios_of(round, benchmark)},
                    {"tests", tests_of(round, benchmark)}});
  }
  return {{"round", round.name()}, {"benchmarks", list}};
}

}  // namespace mlperf::report
