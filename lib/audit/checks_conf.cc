// SPDX-License-Identifier: Apache-2.0
// user.conf and a copied mlperf.conf: settings that are not the submitter's to choose, and settings that the
// log does not show.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "audit/checks_internal.h"
#include "audit/folded.h"
#include "base/number.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using mllog::ConfSetting;

constexpr std::string_view kAny = "*";
constexpr double kNsPerMs = 1e6;

// What a line's model and scenario mean in this round.
struct Meaning {
  bool this_run = false;  // LoadGen would have read it for the run at hand
  std::string scenario;   // whose rule it would change; "" when it cannot be told
};

// The model names under which LoadGen knows a benchmark: as a rule, and in Interactive runs.
struct ModelNames {
  std::string plain, interactive;
};

ModelNames model_names(const rules::Round& round, const std::string& benchmark) {
  const nlohmann::json& group = round.group("benchmarks");
  const auto entry = group.find(benchmark);
  if (entry == group.end() || !entry->is_object()) return {};
  return {entry->value("mlperf_conf_model", ""), entry->value("mlperf_conf_model_interactive", "")};
}

Meaning meaning_of(const ConfSetting& line, const Evidence& evidence, const rules::Round& round) {
  const ModelNames names = model_names(round, evidence.benchmark);
  const std::string_view run_scenario = round.loadgen_scenario(evidence.scenario);
  const bool apart = run_scenario != evidence.scenario && !names.interactive.empty();
  const std::string& own = apart ? names.interactive : names.plain;
  Meaning meaning;
  const bool scenario_fits = line.scenario == kAny || line.scenario == run_scenario;
  meaning.this_run = scenario_fits && (line.model == kAny || (!own.empty() && line.model == own));
  if (meaning.this_run) {
    meaning.scenario = evidence.scenario;
  } else if (line.model == kAny || line.model == names.plain) {
    if (line.scenario != kAny) meaning.scenario = std::string(line.scenario);
  } else if (line.model == names.interactive) {
    meaning.scenario = "Interactive";
  }
  return meaning;
}

// The rule's figure for a key that users must not change, in the unit of user.conf.
struct Rule {
  double figure = 0;
  std::string text;
  bool looser_above = true;  // a larger value is looser
  bool exact = false;        // any other value is wrong, whichever side
};

Rule number_rule(double figure, bool looser_above) {
  return {figure, base::shortest(figure), looser_above, false};
}

std::optional<Rule> seed_rule(std::string_view key, const rules::Round& round) {
  const auto rule = [](std::uint64_t seed) {
    return Rule{static_cast<double>(seed), fmt::format("{}", seed), false, true};
  };
  if (key == "qsl_rng_seed") return rule(round.seeds().qsl);
  if (key == "sample_index_rng_seed") return rule(round.seeds().sample_index);
  if (key == "schedule_rng_seed") return rule(round.seeds().schedule);
  return std::nullopt;
}

std::optional<Rule> rule_of(std::string_view key, const std::string& benchmark, const std::string& scenario,
                            const rules::Round& round) {
  if (auto seed = seed_rule(key, round)) return seed;
  if (scenario.empty()) return std::nullopt;
  if (key == "ttft_latency" || key == "tpot_latency") {
    const auto limits = round.token_limits(benchmark, scenario);
    if (!limits) return std::nullopt;
    const std::int64_t limit = key == "ttft_latency" ? limits->ttft_p99_max_ns : limits->tpot_p99_max_ns;
    return number_rule(static_cast<double>(limit) / kNsPerMs, true);
  }
  const bool server = round.loadgen_scenario(scenario) == "Server";
  if (key == "target_latency" && server) {  // elsewhere it is only what the submitter expects
    const auto limit = round.configured_target_latency_ns(benchmark, scenario);
    return limit ? std::optional(number_rule(static_cast<double>(*limit) / kNsPerMs, true)) : std::nullopt;
  }
  if (key == "target_latency_percentile" && server)
    return number_rule(round.target_percentile(benchmark, scenario) * 100, false);
  if (key == "use_token_latencies")
    return number_rule(round.token_latencies_required(benchmark) ? 1 : 0, false);
  if (key == "sample_concatenate_permutation")
    return number_rule(round.equal_issue_required(benchmark) ? 1 : 0, false);
  return std::nullopt;
}

bool is_audit_key(std::string_view key) {
  constexpr std::array<std::string_view, 7> kAuditKeys = {
      "performance_issue_unique", "performance_issue_same",   "performance_issue_same_index", "mode",
      "accuracy_log_rng_seed",    "accuracy_log_probability", "accuracy_log_sampling_target"};
  return std::find(kAuditKeys.begin(), kAuditKeys.end(), key) != kAuditKeys.end();
}

// Variant of the finding; "" for none.
std::string_view judge(const Rule& rule, std::string_view text) {
  if (rule.exact) return text == rule.text ? "as-the-rule" : "seed";
  const auto value = base::parse_double(text);
  if (!value) return "default";
  if (*value == rule.figure) return "as-the-rule";
  // LoadGen reads limits as unsigned numbers: one below 0 becomes the largest there is.
  if (rule.looser_above && *value < 0) return "default";
  return (*value > rule.figure) == rule.looser_above ? "default" : "stricter";
}

// Which key of the detail log shows a setting, and by what the value is multiplied on the way.
struct Shown {
  std::string_view key, log_key;
  double factor = 1;
  bool is_flag = false;
};
constexpr std::array<Shown, 13> kShown = {{
    {"target_qps", "effective_target_qps"},
    {"min_duration", "effective_min_duration_ms"},
    {"max_duration", "effective_max_duration_ms"},
    {"min_query_count", "effective_min_query_count"},
    {"max_query_count", "effective_max_query_count"},
    {"performance_sample_count_override", "effective_performance_sample_count"},
    {"target_latency", "effective_target_latency_ns", kNsPerMs},
    {"ttft_latency", "requested_server_ttft_latency", kNsPerMs},
    {"tpot_latency", "requested_server_tpot_latency", kNsPerMs},
    {"qsl_rng_seed", "effective_qsl_rng_seed"},
    {"coalesce_queries", "requested_server_coalesce_queries", 1, true},
    {"sample_concatenate_permutation", "effective_sample_concatenate_permutation", 1, true},
    {"use_token_latencies", "requested_use_token_latencies", 1, true},
}};

// SingleStream and MultiStream take target_latency for what the submitter expects of a query.
constexpr Shown kSingleStreamLatency = {"target_latency", "requested_single_stream_expected_latency_ns",
                                        kNsPerMs};
constexpr Shown kMultiStreamLatency = {"target_latency", "requested_multi_stream_expected_latency_ns",
                                       kNsPerMs};

const Shown* shown_of(std::string_view key, std::string_view scenario = {}) {
  if (key == "target_latency" && scenario == "SingleStream") return &kSingleStreamLatency;
  if (key == "target_latency" && scenario == "MultiStream") return &kMultiStreamLatency;
  const auto found = std::find_if(kShown.begin(), kShown.end(), [&](const Shown& s) { return s.key == key; });
  return found == kShown.end() ? nullptr : &*found;
}

bool agrees(const Shown& shown, std::string_view text, const mllog::LogEntry& entry) {
  const auto value = base::parse_double(text);
  if (!value) return true;  // not for us to read
  if (shown.is_flag) return entry.as_bool() == std::optional(*value != 0);
  const auto logged = entry.as_double();
  if (!logged) return true;
  const double wanted = *value * shown.factor;
  return base::same_when_printed(base::shortest(wanted), entry.text) ||
         std::abs(wanted - *logged) <= 1e-5 * std::abs(wanted);
}

// LoadGen takes the most specific line, and of equal ones the last.
int weight_of(const ConfSetting& line) {
  return (line.scenario != kAny ? 2 : 0) + (line.model != kAny ? 1 : 0);
}

std::string name_of(const ConfSetting& line) {
  return fmt::format("{}.{}.{}", line.model, line.scenario, line.key);
}

}  // namespace

void check_user_conf_keys(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& conf = evidence.user_conf;
  if (!conf.usable() || evidence.benchmark.empty() || evidence.scenario.empty()) return;
  out.claim("conf-user-forbidden-keys", Level::stated);
  std::map<std::string_view, Folded> folded;
  for (const ConfSetting& line : conf.value.settings) {
    std::string_view variant = is_audit_key(line.key) ? "audit" : "";
    std::optional<Rule> rule;
    if (variant.empty()) {
      rule = rule_of(line.key, evidence.benchmark, meaning_of(line, evidence, round).scenario, round);
      if (rule) variant = judge(*rule, line.value);
    }
    if (variant.empty()) continue;
    const bool closed_only = variant == "default" || variant == "stricter";
    if (closed_only && !evidence.closed_rules()) continue;
    Folded& of_kind = folded.try_emplace(variant, out, "conf-user-forbidden-keys").first->second;
    Reported* reported =
        of_kind.add(variant, conf.path, line.at, fmt::format("{} = {}", name_of(line), line.value));
    if (!reported) continue;
    reported->found(number_or_text(line.value)).with("setting", name_of(line));
    if (rule) reported->expected(number_or_text(rule->text));
  }
}

void check_user_conf_effect(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& conf = evidence.user_conf;
  const auto& detail = evidence.performance.detail;
  if (!conf.usable() || !detail.usable() || evidence.benchmark.empty() || evidence.scenario.empty()) return;
  out.claim("conf-user-matches-log", Level::cross_checked);
  std::map<std::string_view, const ConfSetting*> winners;
  Folded without(out, "conf-user-matches-log");
  const std::string_view run_scenario = round.loadgen_scenario(evidence.scenario);
  for (const ConfSetting& line : conf.value.settings) {
    if (!shown_of(line.key)) continue;
    if (meaning_of(line, evidence, round).this_run) {
      const ConfSetting*& winner = winners[line.key];
      if (!winner || weight_of(line) >= weight_of(*winner)) winner = &line;
    } else if (line.scenario == run_scenario) {
      Reported* reported = without.add("no-effect", conf.path, line.at, name_of(line));
      if (reported)
        reported->found(number_or_text(line.value))
            .level(Level::cross_checked)
            .with("setting", name_of(line));
    }
  }
  Folded differs(out, "conf-user-matches-log");
  for (const auto& [key, line] : winners) {
    if (key == "min_query_count" && run_scenario == "Offline") continue;  // there LoadGen issues one query
    const Shown& shown = *shown_of(key, run_scenario);
    const mllog::LogEntry* entry = detail.value.find(shown.log_key);
    if (!entry || agrees(shown, line->value, *entry)) continue;
    Reported* reported =
        differs.add("default", conf.path, line->at, fmt::format("{} = {}", name_of(*line), line->value));
    if (reported)
      reported->found(number_or_text(line->value))
          .expected(value_of(*entry))
          .level(Level::cross_checked)
          .with("setting", name_of(*line))
          .with("log_key", std::string(shown.log_key))
          .also(detail.path, entry->at, std::string(entry->text));
  }
}

void check_mlperf_conf_copy(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& conf = evidence.mlperf_conf;
  if (!conf.usable()) return;
  Folded folded(out, "conf-mlperf-copy");
  for (const ConfSetting& line : conf.value.settings) {
    const std::optional<Rule> rule = seed_rule(line.key, round);
    if (!rule) continue;
    out.claim("conf-mlperf-copy", Level::stated);
    if (line.value == rule->text) continue;
    if (Reported* reported = folded.add("default", conf.path, line.at, std::string(line.value)))
      reported->found(number_or_text(line.value))
          .expected(number_or_text(rule->text))
          .with("setting", name_of(line));
  }
}

}  // namespace mlperf::audit
