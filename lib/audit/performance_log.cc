// SPDX-License-Identifier: Apache-2.0
#include "audit/performance_log.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

// Settings that a check decides by; LoadGen writes them in every run of the rounds' versions.
constexpr std::string_view kSettings[] = {
    "effective_scenario",
    "effective_test_mode",
    "effective_samples_per_query",
    "effective_target_qps",
    "effective_target_latency_ns",
    "effective_target_latency_percentile",
    "effective_max_async_queries",
    "effective_min_duration_ms",
    "effective_min_query_count",
    "effective_qsl_rng_seed",
    "effective_sample_index_rng_seed",
    "effective_schedule_rng_seed",
    "effective_accuracy_log_rng_seed",
    "effective_accuracy_log_probability",
    "effective_accuracy_log_sampling_target",
    "effective_performance_issue_unique",
    "effective_performance_issue_same",
    "effective_performance_sample_count",
    "effective_sample_concatenate_permutation",
    "loaded_qsl_set",
    "generated_query_count",
    "generated_samples_per_query",
    "generated_query_duration",
    "power_begin",
    "power_end",
};

constexpr std::string_view kResults[] = {
    "result_validity",    "result_min_duration_met", "result_min_queries_met",
    "result_query_count", "result_max_latency_ns",   "result_99.00_percentile_latency_ns",
};

// Result lines of one scenario beside the common ones.
struct ScenarioLine {
  std::string_view key;
  std::string_view scenario;
  bool tokens = false;  // only with token latencies
};
constexpr ScenarioLine kScenarioLines[] = {
    {"early_stopping_met", "SingleStream"},
    {"early_stopping_met", "MultiStream"},
    {"early_stopping_met", "Server"},
    {"early_stopping_latency_ss", "SingleStream"},
    {"early_stopping_latency_ms", "MultiStream"},
    {"result_samples_per_second", "Offline"},
    {"result_tokens_per_second", "Offline", true},
    {"result_perf_constraints_met", "Server"},
    {"result_scheduled_samples_per_sec", "Server"},
    {"result_completed_samples_per_sec", "Server"},
    {"requested_server_coalesce_queries", "Server"},
    {"result_first_token_99.00_percentile_latency_ns", "Server", true},
    {"result_time_per_output_token_99.00_percentile_ns", "Server", true},
    {"result_completed_tokens_per_second", "Server", true},
};

}  // namespace

const mllog::DetailLog* performance_log(const Evidence& evidence) {
  const auto& document = evidence.performance.detail;
  return document.usable() && !document.value.entries().empty() ? &document.value : nullptr;
}

bool accuracy_mode(const mllog::DetailLog& log) {
  return log.string("effective_test_mode") == "AccuracyOnly";
}

const mllog::DetailLog* performance_mode_log(const Evidence& evidence) {
  const auto* log = performance_log(evidence);
  return log != nullptr && !accuracy_mode(*log) ? log : nullptr;
}

const std::string& log_file(const Evidence& evidence) {
  return evidence.performance.detail.path;
}

std::array<std::pair<std::string_view, std::uint64_t>, 3> named_seeds(const rules::Seeds& seeds) {
  return {{{"qsl_rng_seed", seeds.qsl},
           {"sample_index_rng_seed", seeds.sample_index},
           {"schedule_rng_seed", seeds.schedule}}};
}

std::optional<rules::Seeds> seeds_of(const mllog::DetailLog& log) {
  const auto seed = [&log](const std::string& name) {
    const auto effective = log.u64("effective_" + name);
    return effective ? effective : log.u64("requested_" + name);
  };
  const auto qsl = seed("qsl_rng_seed");
  const auto sample_index = seed("sample_index_rng_seed");
  const auto schedule = seed("schedule_rng_seed");
  if (!qsl || !sample_index || !schedule) return std::nullopt;
  return rules::Seeds{*qsl, *sample_index, *schedule};
}

ScenarioFit scenario_fit(const Evidence& evidence, const rules::Round& round) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || evidence.scenario.empty()) return ScenarioFit::unknown;
  const auto logged = log->string("effective_scenario");
  if (!logged) return ScenarioFit::unknown;
  if (*logged == round.loadgen_scenario(evidence.scenario)) return ScenarioFit::fits;
  const bool edge = evidence.system && base::contains(base::lower(evidence.system->system_type),
                                                      round.inference_only_when_type_contains());
  return edge && round.inference_permitted(*logged, evidence.scenario) ? ScenarioFit::inferred
                                                                       : ScenarioFit::differs;
}

std::string_view judged_scenario(const Evidence& evidence, const rules::Round& round) {
  switch (scenario_fit(evidence, round)) {
    case ScenarioFit::fits:
      return evidence.scenario;
    case ScenarioFit::inferred:
      return *performance_log(evidence)->string("effective_scenario");
    case ScenarioFit::differs:
    case ScenarioFit::unknown:
      break;
  }
  return {};
}

bool runs_as(const Evidence& evidence, const rules::Round& round, std::string_view loadgen_scenario) {
  const auto scenario = judged_scenario(evidence, round);
  return !scenario.empty() && round.loadgen_scenario(scenario) == loadgen_scenario;
}

MissingLines missing_lines(const Evidence& evidence, const rules::Round& round) {
  MissingLines missing;
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return missing;
  missing.no_result = std::none_of(log->entries().begin(), log->entries().end(),
                                   [](const auto& entry) { return entry.key.starts_with("result_"); });
  if (missing.no_result) return missing;

  const auto need = [&](std::string_view key) {
    const bool listed = std::find(missing.keys.begin(), missing.keys.end(), key) != missing.keys.end();
    if (!log->has(key) && !listed) missing.keys.emplace_back(key);
  };
  for (const auto key : kSettings) need(key);
  for (const auto key : kResults) need(key);
  const bool tokens = log->boolean("requested_use_token_latencies").value_or(false);
  const auto scenario = log->string("effective_scenario");
  for (const auto& line : kScenarioLines) {
    if (scenario == line.scenario && (tokens || !line.tokens)) need(line.key);
  }
  if (scenario_fit(evidence, round) == ScenarioFit::fits) {
    const auto metric = round.metric(evidence.benchmark, evidence.scenario);
    if (metric && (tokens || !base::contains(metric->key, "token"))) need(metric->key);
  }
  need("num_errors");
  return missing;
}

const base::ReadIssue* damaged_line(const Evidence& evidence) {
  for (const auto& issue : evidence.performance.detail.issues) {
    if (issue.kind == base::IssueKind::cut_line || issue.kind == base::IssueKind::damaged_line) return &issue;
  }
  return nullptr;
}

std::optional<double> number_of(const mllog::LogEntry* entry) {
  if (entry == nullptr) return std::nullopt;
  return entry->as_double();
}

std::int64_t whole(double value) {
  constexpr double kMost = 9.2e18;
  return std::llround(std::clamp(value, -kMost, kMost));
}

std::optional<double> judgement(const rules::Round& round, std::string_view name) {
  const auto& values = round.group("audit_judgement");
  const auto bound = values.find(name);
  return bound != values.end() && bound->is_number() ? std::optional(bound->get<double>()) : std::nullopt;
}

double six_digits_half_unit(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  return std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 5) / 2;
}

bool is_uncommitted_changes(const mllog::LogEntry& entry) {
  return entry.key == "error_uncommitted_loadgen_changes";
}

bool is_multiple_conf(const mllog::LogEntry& entry) {
  return entry.key == "error_invalid_config" && base::contains(entry.text, "Multiple conf files");
}

std::vector<std::uint64_t> version_parts(std::string_view text) {
  std::vector<std::uint64_t> parts;
  text = base::trim(text.substr(0, text.find('@')));
  while (!text.empty()) {
    const auto point = text.find('.');
    const auto part = base::parse_u64(text.substr(0, point));
    if (!part) return {};
    parts.push_back(*part);
    text = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  }
  return parts;
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  const std::size_t shown = std::min(names.size(), most);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i != 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace mlperf::audit
