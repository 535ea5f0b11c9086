// SPDX-License-Identifier: Apache-2.0
// Any bytes as the detail log of a run: settings, sets, phases and schedule are regenerated or an obstacle is
// told, and what is regenerated is within its bounds. Only what takes a moment is followed to its end.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "audit/checks_schedule.h"
#include "audit/loaded_sets.h"
#include "audit/schedule_evidence.h"
#include "loadgen/issue_order.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const auto log = mllog::parse_detail_log({reinterpret_cast<const char*>(data), size}, "log");
  if (!log.usable()) return 0;
  const auto settings = loadgen::settings_of(log.value).settings;
  constexpr std::uint64_t kMoment = 20000;
  if (settings.qsl_total > kMoment || settings.samples_per_query > kMoment) return 0;
  const auto sets = audit::compare_loaded_sets(log.value);
  if (!sets.obstacle.empty() && !sets.differences.empty()) std::abort();

  auto schedule = audit::schedule_evidence(log, nullptr);
  if (!schedule || !schedule->obstacle.empty()) return 0;
  const double seconds = static_cast<double>(settings.target_duration_ms) / 1000;
  if (seconds * settings.target_qps > kMoment || settings.min_query_count > kMoment) return 0;
  audit::ScheduleEvidence* all[] = {&*schedule};
  audit::regenerate(all, 1);
  audit::Findings findings;
  audit::check_schedule(*schedule, findings);

  for (const auto& phase : loadgen::phases(settings, loadgen::Library::libstdcxx_11)) {
    const std::uint64_t queries = phase.goal.minimum;
    if (queries * phase.samples_per_query > kMoment) continue;
    std::uint64_t samples = 0;
    loadgen::issue_order(settings, phase, queries, loadgen::Library::libcxx,
                         [&](std::span<const std::uint32_t> part) {
                           for (const auto sample : part) {
                             if (sample >= settings.qsl_total) std::abort();
                           }
                           samples += part.size();
                         });
    if (samples != queries * phase.samples_per_query) std::abort();
  }
  return 0;
}
