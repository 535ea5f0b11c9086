// SPDX-License-Identifier: Apache-2.0
#include "unit/audit/every_rule.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "rules/load.h"

namespace mlperf::test {
namespace {

const std::set<std::string_view> kElsewhere = {
    "structure-path",  // without a finding: the audit cannot be done (StructurePath in sample_test.cc)
    // No run of the sample has a trace: trace_checks_test.cc, schedule_checks_test.cc.
    "perf-trace-readable", "compliance-trace", "perf-sample-order"};

// Of truncate, verify and output-length: truncate_test.cc, tests/cli/verify_test.py.
bool of_another_command(std::string_view id) {
  return id.starts_with("truncate-") || id == "compliance-official-outcome" || id == "output-length";
}

std::vector<RuleCase> every_rule() {
  std::vector<RuleCase> all;
  for (const auto table : {structure_rules, file_rules, performance_rules, loadgen_rules, accuracy_rules,
                           compliance_rules, cross_rules, system_rules}) {
    for (const RuleCase& row : table()) all.push_back(row);
  }
  return all;
}

audit::AuditReport audited(const Variant& variant, std::string_view round) {
  audit::Options options;
  options.round = round;
  return variant.check(".", options);
}

std::size_t count(const audit::AuditReport& report, const RuleCase& row) {
  const auto found = findings(report, row.id);
  return static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [&](const auto* finding) {
    return row.message.empty() || finding->variant == row.message;
  }));
}

std::string all_findings(const audit::AuditReport& report) {
  return listed(report, rules::Severity::error) + listed(report, rules::Severity::warning) +
         listed(report, rules::Severity::note);
}

class EveryRule : public testing::TestWithParam<RuleCase> {};

TEST_P(EveryRule, IsSilentUntilItFires) {
  const RuleCase& row = GetParam();
  Variant variant;
  if (row.base != nullptr) row.base(variant);
  const auto silent = audited(variant, row.round);
  EXPECT_EQ(count(silent, row), 0U) << row.id << " fires: " << all_findings(silent);
  EXPECT_TRUE(!row.claims || silent.claims_by_rule.contains(row.id))
      << row.id << " does not claim to have been judged";
  row.fires(variant);
  const auto report = audited(variant, row.round);
  EXPECT_GT(count(report, row), 0U) << row.id << " is silent: " << all_findings(report);
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryRule, testing::ValuesIn(every_rule()), [](const auto& row) {
  std::string name(row.param.id);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

TEST(EveryRuleTables, HaveTheIdsOfTheCatalog) {
  std::set<std::string_view> rows;
  for (const RuleCase& row : every_rule())
    EXPECT_TRUE(rows.insert(row.id).second) << row.id << " stands twice";
  static const rules::RuleSet rules = rules::load_embedded_rules();
  std::set<std::string_view> known;
  for (const auto& entry : rules.catalog.entries()) {
    known.insert(entry.id);
    EXPECT_TRUE(rows.contains(entry.id) || kElsewhere.contains(entry.id) || of_another_command(entry.id))
        << entry.id << " needs a row in the every_rule_*_test.cc of its group; see every_rule.h";
  }
  for (const auto id : rows) EXPECT_TRUE(known.contains(id)) << id << " is no rule of the catalog";
}

}  // namespace
}  // namespace mlperf::test
