// SPDX-License-Identifier: Apache-2.0
// power_begin and power_end enclose the run: LoadGen takes the system clock just before the first query and
// adds the time until the last completion (loadgen/loadgen.cc, the interval's end is start + duration). Both
// are cut to whole milliseconds when they are printed, so that their difference is known to within one.
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "audit/checks_performance.h"
#include "audit/performance_log.h"
#include "base/units.h"
#include "mllog/log_time.h"

namespace mlperf::audit {
namespace {

using mllog::LogEntry;

constexpr std::string_view kRule = "perf-power-window";
constexpr double kNsPerMs = 1e6, kNsPerSecond = 1e9;
constexpr double kResolutionNs = kNsPerMs;

struct Window {
  const LogEntry *begin = nullptr, *end = nullptr;
  std::int64_t ms = 0;
};

class Judge {
 public:
  Judge(const Evidence& evidence, const mllog::DetailLog& log, const Window& window, Findings& out)
      : file_(evidence.performance.detail.path), log_(log), window_(window), out_(out) {}

  // All samples are scheduled at the start: the run is as long as its longest latency.
  void offline() {
    const auto* longest = log_.find("result_max_latency_ns");
    const auto ns = number_of(longest);
    if (!ns || !claim() || std::fabs(window_ns() - *ns) <= kResolutionNs) return;
    report("default", *longest).expected(base::human_ns(whole(*ns)));
  }

  // The last of n queries is completed (n - 1) / completed rate after the first was scheduled, and not later
  // than the longest latency after the end of the schedule.
  void server() {
    const auto* longest = log_.find("result_max_latency_ns");
    const auto* duration = log_.find("generated_query_duration");
    const auto* rate = log_.find("result_completed_samples_per_sec");
    const auto max = number_of(longest), scheduled = number_of(duration), completed = number_of(rate);
    const auto queries = number_of(log_.find("result_query_count"));
    if (max && scheduled && claim() && window_ns() > *scheduled + *max + kResolutionNs) {
      report("server-long", *duration)
          .expected(fmt::format("at most {}", base::human_ns(whole(*scheduled + *max))))
          .with("duration", base::human_ns(whole(*scheduled)))
          .with("longest", base::human_ns(whole(*max)));
      return;
    }
    if (!completed || !queries || *completed <= 0 || *queries < 2 || !claim()) return;
    const double least = (*queries - 1) / (*completed + six_digits_half_unit(*completed)) * kNsPerSecond;
    if (window_ns() >= least - kResolutionNs) return;
    report("server-short", *rate)
        .expected(fmt::format("at least {}", base::human_ms(whole(least / kNsPerMs))))
        .with("least", base::human_ms(whole(least / kNsPerMs)))
        .with("queries", fmt::format("{:.0f}", *queries))
        .with("rate", std::string(rate->text));
  }

  // One query after the other: their latencies fit into the run.
  void single_stream() {
    const auto* mean = log_.find("result_mean_latency_ns");
    const auto ns = number_of(mean), queries = number_of(log_.find("result_query_count"));
    if (!ns || !queries || !claim()) return;
    const double least = *ns * *queries;
    if (window_ns() >= least - kResolutionNs) return;
    report("single-stream", *mean)
        .expected(fmt::format("at least {}", base::human_ns(whole(least))))
        .with("least", base::human_ns(whole(least)))
        .with("mean", base::human_ns(whole(*ns)))
        .with("queries", fmt::format("{:.0f}", *queries));
  }

 private:
  double window_ns() const { return static_cast<double>(window_.ms) * kNsPerMs; }

  bool claim() {
    out_.claim(kRule, Level::cross_checked);
    return true;
  }

  Reported report(std::string_view variant, const LogEntry& other) {
    auto finding = out_.report(kRule, variant).at(file_, *window_.end);
    finding.found(std::string(window_.end->text.substr(0, 80)))
        .with("window", base::human_ms(window_.ms))
        .with("other", fmt::format("{} {}", other.key, other.text.substr(0, 80)))
        .level(Level::cross_checked)
        .also(file_, window_.begin->at, fmt::format("power_begin {}", window_.begin->text.substr(0, 80)))
        .also(file_, other.at, fmt::format("{} {}", other.key, other.text.substr(0, 80)));
    return finding;
  }

  const std::string& file_;
  const mllog::DetailLog& log_;
  const Window& window_;
  Findings& out_;
};

// The line is no time as LoadGen prints it.
void report_no_time(const std::string& file, const LogEntry& entry, Findings& out) {
  out.claim(kRule, Level::stated);
  out.report(kRule, "no-time")
      .at(file, entry)
      .found(value_of(entry))
      .expected(std::string("MM-DD-YYYY HH:MM:SS.mmm"))
      .with("key", std::string(entry.key));
}

}  // namespace

void check_power_window(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto* log = performance_mode_log(evidence);
  if (log == nullptr) return;
  Window window{log->find("power_begin"), log->find("power_end")};
  // LoadGen runs of several phases have several intervals; none is that of the result.
  if (window.begin == nullptr || window.end == nullptr || log->all("power_begin").size() != 1) return;
  const std::string& file = evidence.performance.detail.path;
  const auto begin = mllog::parse_power_time(window.begin->text),
             end = mllog::parse_power_time(window.end->text);
  if (!begin) return report_no_time(file, *window.begin, out);
  if (!end) return report_no_time(file, *window.end, out);
  window.ms = *end - *begin;

  Judge judge(evidence, *log, window, out);
  const auto scenario = log->string("effective_scenario").value_or("");
  if (scenario == "Offline") judge.offline();
  if (scenario == "Server") judge.server();
  if (scenario == "SingleStream") judge.single_stream();
}

}  // namespace mlperf::audit
