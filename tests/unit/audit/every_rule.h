// SPDX-License-Identifier: Apache-2.0
// For every rule of the catalog: one change to the sample submission that makes it fire, and a submission in
// which it is silent although it was judged. A new rule gets a row in the file of its group:
//
//   {"perf-seeds", [](Variant& v) { v.set(kServer, "effective_qsl_rng_seed", "1"); }},
//
// The sample as it is stands for the silent half; where it has nothing that the rule could judge (power, the
// open division, another benchmark), a row names the change that makes it so:
//
//   {.id = "acc-open-reported", .fires = [](Variant& v) { ... }, .base = open_division},
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/variant.h"

namespace mlperf::test {

using Change = void (*)(Variant&);

struct RuleCase {
  std::string_view id;
  Change fires;           // one thing changed, after `base`
  Change base = nullptr;  // what the rule judges, in order: the rule is silent, and claims
  bool claims = true;     // false: the rule speaks of the audit itself
  std::string_view round = "v6.0";
  std::string_view message = {};  // only this message of the rule, where another one is always there
};

inline void PrintTo(const RuleCase& row, std::ostream* out) {
  *out << row.id;
}

std::vector<RuleCase> structure_rules();
std::vector<RuleCase> file_rules();  // and the round, the configuration file
std::vector<RuleCase> performance_rules();
std::vector<RuleCase> loadgen_rules();
std::vector<RuleCase> accuracy_rules();
std::vector<RuleCase> compliance_rules();
std::vector<RuleCase> cross_rules();   // and what else needs two statements or the seeds
std::vector<RuleCase> system_rules();  // and measurements, user.conf, power

// Bases.
void open_division(Variant& v);     // all of it under open/
void network_division(Variant& v);  // all of it under network/
void dlrm(Variant& v);              // deepseek-r1 Server becomes dlrm-v3 Server, as far as rules look at it

inline const std::vector<std::string> kScenarioFolders = {
    kDeepSeekInteractive, kDeepSeekServer,     kDeepSeekOffline,   kGptOssInteractive, kGptOssServer,
    kGptOssOffline,       kResnetSingleStream, kResnetMultiStream, kResnetOffline};
inline const std::string kServer = kDeepSeekServer + kDetail;
inline const std::string kServerAccuracy = kDeepSeekServer + "accuracy/";
inline const std::string kRackFile = kSubmitter + "systems/example_x8.json";

}  // namespace mlperf::test
