// SPDX-License-Identifier: Apache-2.0
// Any bytes as an accuracy log, with a cut small enough that short inputs reach it: a log is damaged exactly
// if an issue says so, and visible entries come in the order of the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/document.h"
#include "mllog/accuracy_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mlperf;
  const mllog::CutFormat cut{96, 96, "\n\n...\n\n"};
  const auto document =
      mllog::parse_accuracy_log_facts({reinterpret_cast<const char*>(data), size}, "log", cut);
  const bool said = std::any_of(document.issues.begin(), document.issues.end(),
                                [](const auto& issue) { return issue.kind == base::IssueKind::syntax; });
  if (document.state == base::ReadState::damaged && !said) std::abort();
  if (document.state == base::ReadState::read &&
      (said || document.value.shape == mllog::AccuracyLogShape::damaged))
    std::abort();
  std::uint64_t last = 0;
  for (const auto& entry : document.value.visible) {
    if (!entry.seq_id || !entry.qsl_idx || !entry.data || entry.at.byte < last || entry.at.byte >= size)
      std::abort();
    last = entry.at.byte;
  }
  return 0;
}
