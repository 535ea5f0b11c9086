// SPDX-License-Identifier: Apache-2.0
// Performance: metrics, latency limits, durations, counts, seeds, flags, LoadGen's versions.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/number.h"
#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// As the official checker prints it.
std::string printed_unit(const RuleValue& unit) {
  const auto name = unit.string();
  if (name == "samples/s") return "Samples/s";
  if (name == "tokens/s") return "Tokens/s";
  if (name == "queries/s") return "Queries/s";
  if (name == "ms" || name == "s") return fmt::format("Latency ({})", name);
  unit.fail("one of samples/s, tokens/s, queries/s, ms, s");
}

MetricRule metric_of(const RuleValue& metric) {
  metric.only({"key", "divide_by", "unit", "published_unit"});
  MetricRule rule;
  rule.key = metric.at("key").string();
  rule.divide_by = metric.at("divide_by").number(1, kUnbounded);
  rule.unit = printed_unit(metric.at("unit"));
  if (const auto published = metric.find("published_unit")) rule.unit = published->string();
  return rule;
}

void load_metrics(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"default", "by_benchmark"});
  for (const auto& [scenario, metric] : known.by_scenario(values.at("default"))) {
    const auto rule = metric_of(metric);
    for_every_benchmark(tables, [&, &name = scenario](const std::string&, BenchmarkTables& benchmark) {
      benchmark.scenarios[name].metric = rule;
    });
  }
  for (const auto& scenario : tables.scenarios) values.at("default").at(scenario);
  for (const auto& [benchmark, scenarios] : known.by_benchmark(values.at("by_benchmark"))) {
    for (const auto& [scenario, metric] : known.by_scenario(scenarios)) {
      const auto rule = metric_of(metric);
      for_benchmark(tables, benchmark,
                    [&, &name = scenario](BenchmarkTables& b) { b.scenarios[name].metric = rule; });
    }
  }
}

void load_token_limits(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  for (const auto& [benchmark, scenarios] : known.by_benchmark(values)) {
    for (const auto& [scenario, limits] : known.by_scenario(scenarios)) {
      limits.only({"ttft_p99_max_ns", "tpot_p99_max_ns"});
      const TokenLimits rule{limits.at("ttft_p99_max_ns").integer(1),
                             limits.at("tpot_p99_max_ns").integer(1)};
      for_benchmark(tables, benchmark,
                    [&, &name = scenario](BenchmarkTables& b) { b.scenarios[name].token_limits = rule; });
    }
  }
}

void load_target_latencies(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"checker_max_ns", "mlperf_conf_server_target_latency_ns", "audit_server_p99_max_ns",
               "audit_interactive_p99_max_ns"});
  for (const auto& [benchmark, scenarios] : known.by_benchmark(values.at("checker_max_ns"))) {
    for (const auto& [scenario, limit] : known.by_scenario(scenarios)) limit.integer(1);
  }
  using Write = void (*)(ScenarioTables&, std::int64_t);
  const auto read = [&](const RuleValue& table, const std::string& scenario, std::int64_t least,
                        Write write) {
    known.check_scenario(scenario, table);
    for (const auto& [benchmark, limit] : known.by_benchmark(table)) {
      const auto ns = limit.integer(least);
      for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { write(b.scenarios[scenario], ns); });
    }
  };
  read(values.at("mlperf_conf_server_target_latency_ns"), "Server", 0,
       [](ScenarioTables& s, std::int64_t ns) { s.configured_target_latency_ns = ns; });
  read(values.at("audit_server_p99_max_ns"), "Server", 1,
       [](ScenarioTables& s, std::int64_t ns) { s.latency_p99_max_ns = ns; });
  if (const auto interactive = values.find("audit_interactive_p99_max_ns")) {
    read(*interactive, "Interactive", 1, [](ScenarioTables& s, std::int64_t ns) {
      s.latency_p99_max_ns = ns;
      s.configured_target_latency_ns = ns;
    });
  }
}

void load_duration(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  values.only({"min_duration_ms", "setting_key", "met_key", "exempt_benchmarks", "applies_to_compliance_runs",
               "measured_rule"});
  const auto least = values.at("min_duration_ms").integer();
  for_every_benchmark(
      tables, [&](const std::string&, BenchmarkTables& benchmark) { benchmark.min_duration_ms = least; });
  for (const auto& exempt : values.at("exempt_benchmarks").items()) {
    known.check_benchmark(exempt.string(), exempt);
    for_benchmark(tables, exempt.string(), [&](BenchmarkTables& b) { b.min_duration_ms = 0; });
  }
}

void load_counts(const RuleValue& document, const KnownNames& known, RoundTables& tables) {
  const auto queries = values_of(document, "min_query_count");
  queries.only({"checker", "enforced_scenarios", "loadgen_default_min_query_count",
                "audit_min_processed_queries", "dead_checker_entries"});
  for (const auto& [benchmark, scenarios] : known.by_benchmark(queries.at("checker"))) {
    for (const auto& [scenario, count] : known.by_scenario(scenarios)) count.integer(1);
  }
  for (const auto& [scenario, count] : known.by_scenario(queries.at("audit_min_processed_queries"))) {
    tables.min_processed_queries[scenario] = count.integer(1);
  }
  for (const auto& [benchmark, count] :
       known.by_benchmark(values_of(document, "offline_min_samples_per_query"))) {
    const auto samples = count.integer(1);
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.offline_min_samples_per_query = samples; });
  }
  const auto sample_count = values_of(document, "performance_sample_count");
  sample_count.only({"min", "audit_min_by_scenario", "log_key", "mlperf_conf"});
  for (const auto& [benchmark, count] : known.by_benchmark(sample_count.at("min"))) {
    const auto samples = count.integer(1);
    for_benchmark(tables, benchmark, [&](BenchmarkTables& b) { b.performance_sample_count = samples; });
  }
  if (const auto own = sample_count.find("audit_min_by_scenario")) {
    for (const auto& [benchmark, scenarios] : known.by_benchmark(*own)) {
      for (const auto& [scenario, count] : known.by_scenario(scenarios)) {
        const auto samples = count.integer(1);
        for_benchmark(tables, benchmark, [&, &name = scenario](BenchmarkTables& b) {
          b.scenarios[name].performance_sample_count = samples;
        });
      }
    }
  }
  for (const auto& [benchmark, count] : known.by_benchmark(sample_count.at("mlperf_conf"))) count.integer();
}

void load_percentiles(const RuleValue& values, const KnownNames& known, RoundTables& tables) {
  for (const auto& [scenario, percentile] : known.by_scenario(values.at("percentile_by_scenario"))) {
    const double value = percentile.number(0, 1);
    for_every_benchmark(tables, [&, &name = scenario](const std::string&, BenchmarkTables& benchmark) {
      benchmark.scenarios[name].target_percentile = value;
    });
  }
  for (const auto& [benchmark, scenarios] : known.by_benchmark(values.at("percentile_by_benchmark"))) {
    for (const auto& [scenario, percentile] : known.by_scenario(scenarios)) {
      const double value = percentile.number(0, 1);
      for_benchmark(tables, benchmark, [&, &name = scenario](BenchmarkTables& b) {
        b.scenarios[name].target_percentile = value;
      });
    }
  }
}

void load_flags(const RuleValue& document, const KnownNames& known, RoundTables& tables) {
  const auto read = [&](std::string_view group, bool BenchmarkTables::*flag) {
    for (const auto& name : values_of(document, group).at("required_benchmarks").items()) {
      known.check_benchmark(name.string(), name);
      for_benchmark(tables, name.string(), [&](BenchmarkTables& b) { b.*flag = true; });
    }
  };
  read("equal_issue", &BenchmarkTables::equal_issue_required);
  read("token_latency_flag", &BenchmarkTables::token_latencies_required);
}

// "6.0.13": numbers with dots.
std::string version_of(const RuleValue& value) {
  const auto text = value.string();
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  bool good = is_digit(text.front()) && is_digit(text.back());
  for (std::size_t i = 0; i < text.size(); ++i) {
    good = good && (is_digit(text[i]) || (text[i] == '.' && is_digit(text[i - 1])));
  }
  if (!good) value.fail("a version such as \"6.0.5\"");
  return text;
}

}  // namespace

void load_performance(const RuleValue& document, const KnownNames& known, RoundTables& tables) {
  load_metrics(values_of(document, "performance_metrics"), known, tables);
  load_token_limits(values_of(document, "token_latency_limits"), known, tables);
  load_target_latencies(values_of(document, "target_latency_limits"), known, tables);
  load_duration(values_of(document, "duration"), known, tables);
  load_counts(document, known, tables);
  load_percentiles(values_of(document, "early_stopping"), known, tables);
  load_flags(document, known, tables);

  const auto seeds = values_of(document, "seeds");
  seeds.only({"qsl_rng_seed", "sample_index_rng_seed", "schedule_rng_seed"});
  tables.seeds = {seeds.at("qsl_rng_seed").unsigned_64(), seeds.at("sample_index_rng_seed").unsigned_64(),
                  seeds.at("schedule_rng_seed").unsigned_64()};
  const auto loadgen = values_of(document, "loadgen");
  tables.loadgen_min = version_of(loadgen.at("version_min"));
  tables.loadgen_max = version_of(loadgen.at("version_max_known"));
  for (const auto& [file, hashes] : loadgen.at("file_sha1_allowed").members())
    tables.loadgen_hashes[file] = hashes.strings();
  if (document.find("audit_judgement")) {
    for (const auto& [name, bound] : values_of(document, "audit_judgement").members())
      bound.number(0, kUnbounded);
  }
  if (document.find("seeds_of_other_rounds")) {
    for (const auto& [round, others] : values_of(document, "seeds_of_other_rounds").members()) {
      for (const auto& [seed, value] : others.members()) value.unsigned_64();
    }
  }
}

}  // namespace mlperf::rules
