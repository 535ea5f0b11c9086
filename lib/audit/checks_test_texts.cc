// SPDX-License-Identifier: Apache-2.0
// A verify file holds the text of its own test.
#include <array>
#include <string>

#include "audit/compliance_tests.h"

namespace mlperf::audit {
namespace {

using submission::VerifyKind;

struct OwnText {
  std::string_view test;
  base::Document<submission::VerifyText> TestEvidence::*document;
  VerifyKind kind;
};

constexpr std::array<OwnText, 7> kOwnTexts{{
    {"TEST01", &TestEvidence::verify_accuracy, VerifyKind::test01_accuracy},
    {"TEST01", &TestEvidence::verify_performance, VerifyKind::performance},
    {"TEST04", &TestEvidence::verify_performance, VerifyKind::performance},
    {"TEST06", &TestEvidence::verify_accuracy, VerifyKind::test06},
    {"TEST07", &TestEvidence::verify_accuracy, VerifyKind::test07},
    {"TEST08", &TestEvidence::verify_accuracy, VerifyKind::test08},
    {"TEST09", &TestEvidence::verify_output_len, VerifyKind::test09},
}};

std::string name_of(VerifyKind kind) {
  switch (kind) {
    case VerifyKind::unknown:
      return "unknown";
    case VerifyKind::test01_accuracy:
      return "TEST01 accuracy";
    case VerifyKind::performance:
      return "TEST01 or TEST04 performance";
    case VerifyKind::test06:
      return "TEST06";
    case VerifyKind::test07:
      return "TEST07";
    case VerifyKind::test08:
      return "TEST08";
    case VerifyKind::test09:
      return "TEST09";
  }
  return "unknown";
}

}  // namespace

void check_test_texts(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const TestEvidence* test : present_tests(evidence, round)) {
    for (const OwnText& own : kOwnTexts) {
      const auto& document = test->*own.document;
      if (own.test != test->test || !document.usable()) continue;
      out.claim("compliance-text-other-test", Level::stated);
      if (text_of_kind(document, own.kind) != nullptr) continue;
      const auto& figures = document.value.figures;
      report_test(out, *test, "compliance-text-other-test")
          .at(document.path, figures.empty() ? base::Position{} : figures.front().at)
          .found(name_of(document.value.kind))
          .expected(name_of(own.kind));
    }
  }
}

}  // namespace mlperf::audit
