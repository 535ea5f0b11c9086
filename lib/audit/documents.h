// SPDX-License-Identifier: Apache-2.0
// Visits every document of a result that was read as a file, whatever its type: for checks that concern files
// rather than what they say (encoding, repeated keys, control characters).
#pragma once

#include "audit/evidence.h"

namespace mlperf::audit {

// Calls visit(document) for each base::Document of the run.
template <class Visit>
void visit_documents(const RunEvidence& run, Visit&& visit) {
  visit(run.detail);
  visit(run.summary);
  visit(run.accuracy_log);
}

template <class Visit>
void visit_documents(const TestEvidence& test, Visit&& visit) {
  visit_documents(test.run, visit);
  // A flat test folder has one accuracy log, which is also that of its run.
  if (test.accuracy_log.path != test.run.accuracy_log.path) visit(test.accuracy_log);
  visit(test.verify_accuracy);
  visit(test.verify_performance);
  visit(test.verify_output_len);
  visit(test.accuracy_txt);
  visit(test.baseline_accuracy);
  visit(test.compliance_accuracy);
  visit(test.audit_config);
}

// All documents of the scenario folder, those of the compliance tests last. The system description is not
// among them: it belongs to several results.
template <class Visit>
void visit_documents(const Evidence& evidence, Visit&& visit) {
  visit_documents(evidence.performance, visit);
  visit_documents(evidence.accuracy, visit);
  visit(evidence.accuracy_txt);
  visit(evidence.user_conf);
  visit(evidence.mlperf_conf);
  visit(evidence.measurements);
  for (const TestEvidence& test : evidence.tests) visit_documents(test, visit);
}

}  // namespace mlperf::audit
