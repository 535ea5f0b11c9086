// SPDX-License-Identifier: Apache-2.0
// Which LoadGen made a run, by the checksums of its source that it logged.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/report.h"
#include "loadgen/provenance.h"
#include "mllog/detail_log.h"
#include "rules/round.h"

namespace mlperf::audit {

inline constexpr std::string_view kSourceHashes = "loadgen_file_sha1";

// "6.0.8 @ NA" -> "6.0.8"
std::string bare_version(std::string_view loadgen_version);

// "LoadGen 6.0.8 (commit 236aa641d3)", "LoadGen 6.0.8 (a later commit, 7d040db7aa)"
std::string release_name(const rules::LoadgenState& state);

// For the report; nothing without checksums in the log or published states in the rules.
std::optional<LoadgenOrigin> loadgen_origin(const mllog::DetailLog& log, const rules::Round& round);

}  // namespace mlperf::audit
