// SPDX-License-Identifier: Apache-2.0
// From the facts that lib/compliance computes of a test's logs to findings, the same for `verify` and
// `check`. Each judgement claims its rule as recomputed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "audit/finding.h"
#include "compliance/coverage.h"
#include "compliance/speed.h"
#include "compliance/test01.h"
#include "compliance/test06.h"
#include "compliance/test07.h"
#include "compliance/test08.h"
#include "compliance/test09.h"
#include "rules/round.h"

namespace mlperf::audit {

// What is judged. `path` of a log is that of its Document.
struct JudgedTest {
  std::string test;                 // "TEST06"
  std::string benchmark;            // official name, or empty when unknown
  bool cut_permitted = false;       // a log cut to the permitted size is not judged rather than refused
  bool by_itself = false;           // `verify`: what a person should only know of is a note
  bool outputs_may_differ = false;  // TEST01: the accuracy over both outputs decides instead
};

// report() with the test's name, as recomputed.
Reported report_recomputed(Findings& out, const JudgedTest& test, std::string_view rule,
                           std::string_view variant = "default");

// The log as a list: absent, empty, cut, broken, entries that are none, repeated seq_id. False where its
// figures say nothing: no entry, or a permitted cut.
bool judge_log(const JudgedTest& test, const compliance::LogDocument& log, Findings& out);

void judge_speed(const JudgedTest& test, const compliance::Speed& speed, const std::string& reference_path,
                 const std::string& test_path, Findings& out);
void judge_test01_accuracy(const JudgedTest& test, const compliance::Test01Accuracy& facts,
                           std::optional<std::uint64_t> sampled, Findings& out);
// `required`: entries that the log must hold, where that is known.
void judge_test06(const JudgedTest& test, const compliance::Test06& facts,
                  std::optional<std::uint64_t> required, Findings& out);
void judge_test08(const JudgedTest& test, const compliance::Test08& facts,
                  const rules::TestThresholds& limits, std::optional<std::uint64_t> sampled, Findings& out);
void judge_test09(const JudgedTest& test, const compliance::Test09& facts, Findings& out);
void judge_test07(const JudgedTest& test, const compliance::Test07& facts, Findings& out);

// What the round's audit settings ask of the samples.
struct CoverageDemand {
  bool each_once = false;  // performance_issue_unique
  bool complete = false;   // every sample of the set
};
void judge_coverage(const JudgedTest& test, const std::string& path, const compliance::Coverage& coverage,
                    const CoverageDemand& demand, Findings& out);

// Limits that options or audit.config gave, against the round's: none may be easier to meet.
void judge_given_limits(const JudgedTest& test, const rules::TestThresholds& round_limits,
                        const compliance::Test07& facts, const std::string& path, Findings& out);
void judge_given_limits(const JudgedTest& test, const rules::TestThresholds& round_limits,
                        const compliance::Test09& facts, const std::string& path, Findings& out);

}  // namespace mlperf::audit
