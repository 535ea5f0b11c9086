// SPDX-License-Identifier: Apache-2.0
#include "audit/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlperf::audit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(SystemFacts, TakesTextsAndNumbersAsWritten) {
  SystemEvidence system;
  system.name = "sys";
  system.description = submission::parse_json_document(
      R"({"status": "available", "number_of_nodes": 2, "framework": ["a"], "hw_notes": null, "other": "x"})",
      "sys.json");
  const auto facts = system_facts(system, "closed", "Acme");
  EXPECT_EQ(facts.system, "sys");
  EXPECT_EQ(facts.submitter, "Acme");
  EXPECT_THAT(facts.values, ElementsAre(Pair("number_of_nodes", "2"), Pair("status", "available")));
}

TEST(SystemFacts, ADescriptionThatIsNoObjectGivesNone) {
  SystemEvidence system;
  system.description = submission::parse_json_document("[1,", "sys.json");
  EXPECT_THAT(system_facts(system, "closed", "Acme").values, IsEmpty());
}

}  // namespace
}  // namespace mlperf::audit
