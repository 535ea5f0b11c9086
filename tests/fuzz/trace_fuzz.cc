// SPDX-License-Identifier: Apache-2.0
// Any bytes as a trace: counts of lines and bytes hold, samples ascend, damage has its issue, and where the
// short way through a line fits, the long way says the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "mllog/trace.h"
#include "mllog/trace_event.h"

namespace {

using namespace mlperf;

void require(bool good) {
  if (!good) std::abort();
}

void check_facts(std::string_view text) {
  const auto document = mllog::parse_trace(text, "trace");
  const auto& facts = document.value.facts;
  require(facts.bytes == text.size());
  require(facts.complete_lines == static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')));
  require(facts.partial_tail_bytes == text.size() - (text.rfind('\n') + 1));
  require(facts.samples == document.value.samples.size());
  require(facts.token_events_without_sample <= facts.token_events);
  require(document.value.ttft_ns_without_sample.size() <= facts.token_events_without_sample);
  require(document.state != base::ReadState::read || facts.damaged_lines == 0);
  require((document.state == base::ReadState::damaged) <= !document.issues.empty());
  for (const auto& issue : document.issues) require(issue.at.byte <= text.size());
  for (std::size_t i = 1; i < document.value.samples.size(); ++i)
    require(document.value.samples[i - 1].sample_seq < document.value.samples[i].sample_seq);
}

void check_first_line(std::string_view text) {
  const std::string line(text.substr(0, text.find('\n')));
  const std::string padded = line + '\n' + std::string(64, '\0');
  mllog::TraceEvent usual;
  std::size_t name = 0;
  const char* end = mllog::read_usual_event(padded.data(), usual, name);
  if (end == nullptr) return;
  mllog::TraceEvent any;
  const auto result = mllog::read_any_event(line, any);
  require(end == padded.data() + line.size() + 1);
  require(result.wrong.empty() && result.name == mllog::kUsualTraceNames.at(name));
  require(usual.kind == any.kind && usual.ts_ns == any.ts_ns);
  if (usual.kind == mllog::TraceEventKind::plain) return;
  require(usual.issue_delay_ns == any.issue_delay_ns && usual.done_ns == any.done_ns);
  if (usual.kind == mllog::TraceEventKind::token_latency) return;
  require(usual.sample_seq == any.sample_seq && usual.query_seq == any.query_seq &&
          usual.sample_idx == any.sample_idx);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  check_facts(text);
  for (int lines = 0; lines < 40 && !text.empty(); ++lines) {
    check_first_line(text);
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return 0;
}
