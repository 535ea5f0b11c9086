// SPDX-License-Identifier: Apache-2.0
#include "audit/loadgen_origin.h"

#include <fmt/format.h>

#include "base/text.h"

namespace mlperf::audit {

std::string bare_version(std::string_view loadgen_version) {
  return std::string(base::trim(loadgen_version.substr(0, loadgen_version.find('@'))));
}

std::string release_name(const rules::LoadgenState& state) {
  constexpr std::size_t kShort = 10;
  const auto commit = state.commit.substr(0, kShort);
  return state.release ? fmt::format("LoadGen {} (commit {})", state.version, commit)
                       : fmt::format("LoadGen {} (a later commit, {})", state.version, commit);
}

std::optional<LoadgenOrigin> loadgen_origin(const mllog::DetailLog& log, const rules::Round& round) {
  const auto* entry = log.find(kSourceHashes);
  const auto* version = log.find("loadgen_version");
  if (entry == nullptr || version == nullptr || round.loadgen_releases() == nullptr) return std::nullopt;
  const auto files = loadgen::parse_source_files(entry->text);
  if (!files) return std::nullopt;
  const auto found = loadgen::identify(*files, *round.loadgen_releases(), bare_version(version->text));
  LoadgenOrigin origin;
  origin.origin = loadgen::to_string(found.origin);
  if (found.state != nullptr) {
    origin.version = found.state->version;
    origin.commit = found.state->commit;
    origin.release = found.state->release;
  }
  for (const auto& file : found.changed) origin.changed_files.emplace_back(file.name);
  return origin;
}

}  // namespace mlperf::audit
