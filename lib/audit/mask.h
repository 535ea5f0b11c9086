// SPDX-License-Identifier: Apache-2.0
// --mask-names: a report that can be shown around before the results are published.
#pragma once

#include "audit/report.h"

namespace mlperf::audit {

// Replaces the names of submitters and systems by submitter-1, system-1, ... in everything the report says:
// ids, paths, sentences, values. The numbers follow the order of the names, so that equal trees give equal
// reports. A name is found in any case, with blank, hyphen and underscore alike, where no letter or digit
// adjoins; a name that could be any word of a sentence (one or two letters, digits only) is found as a part
// of a path alone.
void mask_names(AuditReport& report);

}  // namespace mlperf::audit
