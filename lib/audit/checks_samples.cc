// SPDX-License-Identifier: Apache-2.0
// Which samples the performance run was made of: the round's seeds, how many samples were loaded, and which.
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/checks_schedule.h"
#include "audit/performance_log.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

struct Seed {
  std::string_view name;
  std::uint64_t expected = 0;
  const LogEntry* entry = nullptr;
};

// The name of another round that has this seed under this name, or "".
std::string round_of_seed(const rules::Round& round, std::string_view name, std::uint64_t value) {
  for (const auto& [other, seeds] : round.group("seeds_of_other_rounds").items()) {
    const auto seed = seeds.find(std::string(name));
    if (seed != seeds.end() && seed->is_number_unsigned() && seed->get<std::uint64_t>() == value)
      return other;
  }
  return {};
}

}  // namespace

void check_seeds(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr) return;
  Seed seeds[] = {{"qsl_rng_seed", round.seeds().qsl},
                  {"sample_index_rng_seed", round.seeds().sample_index},
                  {"schedule_rng_seed", round.seeds().schedule}};
  std::vector<const Seed*> wrong;
  std::string of_round;
  bool any = false;
  for (auto& seed : seeds) {
    seed.entry = log->find(fmt::format("effective_{}", seed.name));
    if (seed.entry == nullptr) continue;
    any = true;
    const auto value = seed.entry->as_u64();
    if (value == seed.expected) continue;
    wrong.push_back(&seed);
    if (value && of_round.empty()) of_round = round_of_seed(round, seed.name, *value);
  }
  if (!any) return;
  out.claim("perf-seeds", Level::stated);
  if (wrong.empty()) return;
  const auto& first = *wrong.front();
  std::vector<std::string> names;
  for (const auto* seed : wrong) names.emplace_back(seed->name);
  const bool several = wrong.size() > 1;
  const char* variant = of_round.empty() ? (several ? "several" : "default")
                        : several        ? "other-round-several"
                                         : "other-round";
  auto finding = out.report("perf-seeds", variant).at(log_file(evidence), *first.entry);
  finding.found(value_of(*first.entry))
      .expected(first.expected)
      .with("key", fmt::format("effective_{}", first.name))
      .with("seeds", listed(names))
      .with("of_round", of_round);
  for (std::size_t i = 1; i < wrong.size(); ++i) {
    finding.also(log_file(evidence), wrong[i]->entry->at,
                 fmt::format("{} {}", wrong[i]->entry->key, wrong[i]->entry->text.substr(0, 40)));
  }
}

void check_sample_count(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  const auto minimum = round.performance_sample_count(evidence.benchmark, evidence.scenario);
  if (log == nullptr || !minimum) return;
  const auto* entry = log->find("effective_performance_sample_count");
  const auto count = number_of(entry);
  if (!count) return;
  out.claim("perf-sample-count", Level::stated);
  if (*count >= static_cast<double>(*minimum)) return;
  out.report("perf-sample-count").at(log_file(evidence), *entry).found(value_of(*entry)).expected(*minimum);
}

void check_offline_samples(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto* log = performance_log(evidence);
  if (log == nullptr || !evidence.closed_rules() || judged_scenario(evidence, round) != "Offline") return;
  const auto minimum = round.offline_min_samples_per_query(evidence.benchmark);
  if (!minimum) return;
  std::optional<Reported> finding;
  for (const auto* key : {"effective_samples_per_query", "generated_samples_per_query"}) {
    const auto* entry = log->find(key);
    const auto samples = number_of(entry);
    if (!samples) continue;
    out.claim("perf-offline-samples-per-query", Level::stated);
    if (*samples >= static_cast<double>(*minimum)) continue;
    if (finding) {
      finding->also(log_file(evidence), entry->at, fmt::format("{} {}", key, entry->text));
    } else {
      finding = out.report("perf-offline-samples-per-query").at(log_file(evidence), *entry);
      finding->found(value_of(*entry)).expected(*minimum).with("key", key);
    }
  }
}

// Each sample once and performance_sample_count of them, and those that the seed gives. MultiStream pads the
// set with repeats to whole queries, so only the different ones count there.
void check_qsl_set(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  const auto* entry = log->find("loaded_qsl_set");
  const auto* setting = log->find("effective_performance_sample_count");
  const auto count = log->u64("effective_performance_sample_count");
  if (entry == nullptr || !count) return;
  out.claim("perf-qsl-set", Level::cross_checked);
  const auto indices = mllog::count_indices(entry->text);
  if (!indices) {
    out.report("perf-qsl-set", "no-list")
        .at(log_file(evidence), *entry)
        .found(std::string(entry->text.substr(0, 80)));
    return;
  }
  const auto [loaded, distinct] = *indices;
  const bool padded = log->string("effective_scenario") == "MultiStream";
  if (distinct == *count && (padded || loaded == distinct)) {
    report_other_sets(evidence.performance.loaded_sets, evidence.performance.detail, out);
    return;
  }
  const bool repeats = loaded != distinct && !padded;
  out.report("perf-qsl-set", repeats ? "repeats" : "default")
      .at(log_file(evidence), *entry)
      .found(static_cast<std::uint64_t>(distinct))
      .expected(*count)
      .with("loaded", fmt::format("{}", loaded))
      .level(Level::cross_checked)
      .also(log_file(evidence), setting->at, fmt::format("effective_performance_sample_count {}", *count));
}

}  // namespace mlperf::audit
