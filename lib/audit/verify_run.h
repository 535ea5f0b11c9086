// SPDX-License-Identifier: Apache-2.0
// What the verifications of the single tests share: inputs, round, and where figures and findings go.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "audit/judge_tests.h"
#include "audit/verify.h"
#include "audit/verify_files.h"
#include "audit/verify_inputs.h"
#include "compliance/settings.h"

namespace mlperf::audit {

struct VerifyRun {
  const VerifyOptions& options;
  const RunFiles& files;
  const RunIdentity& identity;
  std::vector<rules::AuditSetting> demanded, given;  // see demanded_settings(), given_settings()
  VerifyReport& report;
  Findings& out;
  VerifyOutput& output;

  const rules::Round& round() const { return *identity.round; }
  std::string_view loadgen_scenario() const { return round().loadgen_scenario(identity.scenario); }
  JudgedTest judged() const { return {options.test, identity.benchmark, false, true}; }

  // Limits of the benchmark; those of the round's only benchmark with this test where none is known.
  rules::TestThresholds limits() const;
  mllog::AccuracyStreamOptions stream() const;
  // How much a run must hold is judged where its settings are known: beside the log.
  bool has_settings() const { return files.log() != nullptr || files.audit_config.usable(); }
  std::optional<std::uint64_t> samples_of_set() const;
  CoverageDemand coverage_demand() const;

  void figure(std::string name, Figure value) {
    report.figures.emplace_back(std::move(name), std::move(value));
  }
  void unknown(std::string name, std::string reason);
  template <class T>
  void figure_or_null(std::string name, const std::optional<T>& value, std::string_view reason) {
    if (value) return figure(std::move(name), Figure(*value));
    unknown(std::move(name), std::string(reason));
  }
  void text(std::string name, std::string content);  // of a file that the script writes
};

// Whole numbers stay whole.
Figure figure_of(std::string_view text);

// Each sets report.passed, figures and findings. A Failure when the test cannot be done with these inputs.
std::optional<Failure> verify_test01(VerifyRun& run);
std::optional<Failure> verify_test04(VerifyRun& run);
std::optional<Failure> verify_test06(VerifyRun& run);
std::optional<Failure> verify_test07(VerifyRun& run);
std::optional<Failure> verify_test08(VerifyRun& run);
std::optional<Failure> verify_test09(VerifyRun& run);

// The run's detail log against what audit.config asks for.
void judge_run_settings(VerifyRun& run);

}  // namespace mlperf::audit
