// SPDX-License-Identifier: Apache-2.0
#include "audit/verify_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "audit/compliance_tests.h"
#include "base/number.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "compliance-audit-config-applied";

// "accuracy_log_sampling_target 4096 instead of 64", each setting once.
std::string listed(const std::vector<compliance::SettingDeviation>& deviations) {
  std::string text;
  std::vector<std::string_view> seen;
  for (const auto& deviation : deviations) {
    if (std::find(seen.begin(), seen.end(), deviation.setting()) != seen.end()) continue;
    seen.push_back(deviation.setting());
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", deviation.setting(),
                        excerpt(deviation.entry->text), deviation.expected);
  }
  return text;
}

void judge_log_settings(VerifyRun& run, const mllog::DetailLog& log) {
  if (run.demanded.empty()) return;
  const auto& detail = run.files.detail;
  run.out.claim(kRule, Level::cross_checked);
  const auto in_force =
      compliance::settings_in_force(log, run.demanded, run.options.test, run.round().audit_config_message());
  if (in_force.hold()) {
    if (!in_force.message && detail.state == base::ReadState::read)
      run.out.report(kRule, "no-message").at(detail.path).with("test", run.options.test);
    return;
  }
  const auto& first = in_force.deviations.front();
  auto finding = run.out.report(kRule, in_force.message ? "default" : "not-applied");
  finding.at(detail.path, *first.entry)
      .found(value_of(*first.entry))
      .expected(number_or_text(first.expected))
      .with("test", run.options.test)
      .with("settings", listed(in_force.deviations));
}

// The audit.config at hand against the round's, where the benchmark is known.
void judge_given_settings(VerifyRun& run) {
  if (run.identity.benchmark.empty()) return;
  const auto published = published_settings(run.identity, run.options.test);
  std::string text;
  for (const auto& setting : published) {
    if (setting.key.starts_with("test0") || !setting.value.is_number()) continue;
    const auto given = compliance::setting_value(run.given, setting.key);
    if (!given || *given == setting.value.get<double>()) continue;
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", setting.key, *given,
                        setting.value.dump());
  }
  if (text.empty()) return;
  run.out.report(kRule, "file")
      .at(run.files.audit_config.path)
      .level(Level::cross_checked)
      .with("test", run.options.test)
      .with("settings", text);
}

void judge_mode(VerifyRun& run, const mllog::DetailLog& log) {
  constexpr std::string_view kMode = "PerformanceOnly";
  const auto* mode = log.find("effective_test_mode");
  if (mode == nullptr || mode->text == kMode) return;
  run.out.report("compliance-right-benchmark", "mode")
      .at(run.files.detail.path, *mode)
      .found(std::string(mode->text))
      .expected(std::string(kMode))
      .with("test", run.options.test);
}

// TEST01 and TEST04 judge the speed, and refuse an INVALID run themselves.
void judge_validity(VerifyRun& run, const mllog::DetailLog& log) {
  if (run.options.test == "TEST01" || run.options.test == "TEST04") return;
  const auto* validity = log.find("result_validity");
  if (validity == nullptr || validity->text == "VALID") return;
  run.out.report("compliance-run-valid")
      .at(run.files.detail.path, *validity)
      .found(std::string(validity->text))
      .with("test", run.options.test);
}

}  // namespace

rules::TestThresholds VerifyRun::limits() const {
  const auto& name =
      identity.benchmark.empty() ? only_benchmark_of(round(), options.test) : identity.benchmark;
  return round().thresholds(options.test, name);
}

mllog::AccuracyStreamOptions VerifyRun::stream() const {
  const auto& rule = round().accuracy_log();
  mllog::AccuracyStreamOptions stream;
  stream.cut = {rule.head_bytes, rule.tail_bytes, rule.separator};
  return stream;
}

std::optional<std::uint64_t> VerifyRun::samples_of_set() const {
  constexpr double kMost = 1e15;
  if (const auto count = compliance::setting_value(given, "min_query_count");
      count && *count >= 1 && *count <= kMost)
    return static_cast<std::uint64_t>(*count);
  const auto samples = limits().samples;
  if (!has_settings() || !samples || *samples <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(*samples);
}

CoverageDemand VerifyRun::coverage_demand() const {
  const auto* log = files.log();
  CoverageDemand demand;
  demand.each_once = compliance::setting_value(demanded, "performance_issue_unique").value_or(0) != 0 ||
                     (log != nullptr && log->boolean("effective_performance_issue_unique") == true);
  demand.complete = demand.each_once || loadgen_scenario() == "Offline";
  return demand;
}

void VerifyRun::unknown(std::string name, std::string reason) {
  report.unavailable.emplace_back("compliance." + name, std::move(reason));
  figure(std::move(name), std::monostate{});
}

void VerifyRun::text(std::string name, std::string content) {
  report.texts.push_back(content);
  output.texts.emplace_back(std::move(name), std::move(content));
}

Figure figure_of(std::string_view text) {
  if (const auto whole = base::parse_i64(text)) return *whole;
  if (const auto real = base::parse_double(text)) return *real;
  return std::monostate{};
}

void judge_run_settings(VerifyRun& run) {
  judge_given_settings(run);
  const auto* log = run.files.log();
  if (log == nullptr) return;
  judge_log_settings(run, *log);
  judge_mode(run, *log);
  judge_validity(run, *log);
}

}  // namespace mlperf::audit
