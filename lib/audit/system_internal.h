// SPDX-License-Identifier: Apache-2.0
// Shared by the files of the system checks; their table is system_checks() of audit/checks.h.
#pragma once

#include "audit/checks.h"
#include "base/json_tree.h"

namespace mlperf::audit {

bool is_judged(const SystemEvidence& system);  // the description is a JSON object
bool has_content(const base::JsonMember* member);
std::string joined(const std::vector<std::string>& names);  // "a, b"

void check_required_fields(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
void check_empty_fields(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
void check_power_fields(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
void check_placeholders(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
void check_counts(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
void check_nameplate_power(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);
void check_total_accelerators(const SystemEvidence&, const SystemContext&, const rules::Round&, Findings&);

// system-notes-duplicate: systems of one submitter whose descriptions say the same but for the name.
void report_same_descriptions(const std::vector<const SystemEvidence*>& systems, Findings& out);

}  // namespace mlperf::audit
