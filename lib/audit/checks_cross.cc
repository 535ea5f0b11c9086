// SPDX-License-Identifier: Apache-2.0
// The runs of one result against each other and against the calendar of the round: notes, for which there are
// innocent reasons.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "audit/checks.h"
#include "audit/checks_internal.h"
#include "audit/compliance_tests.h"
#include "audit/folded.h"
#include "audit/loadgen_origin.h"
#include "mllog/log_time.h"

namespace mlperf::audit {
namespace {

using mllog::DetailLog;
using mllog::LogEntry;

constexpr std::string_view kDates = "cross-date-order", kSettings = "cross-settings-acc-vs-perf";
constexpr std::int64_t kMsPerHour = 3600000;
// The deadline's day ends last at UTC-12.
constexpr std::int64_t kEndOfDay = 36 * kMsPerHour;
// test_datetime is in the machine's own zone, power_begin in UTC; loading the samples lies between them.
constexpr std::int64_t kMostApart = 26 * kMsPerHour;

struct NamedRun {
  std::string name;
  const RunEvidence& run;
};

std::vector<NamedRun> runs_of(const Evidence& evidence, const rules::Round& round) {
  std::vector<NamedRun> runs{{"performance", evidence.performance}, {"accuracy", evidence.accuracy}};
  for (const TestEvidence* test : present_tests(evidence, round)) runs.push_back({test->test, test->run});
  return runs;
}

std::optional<std::int64_t> deadline(const rules::Round& round) {
  const auto& raw = round.raw();
  const auto basis = raw.find("basis");
  if (basis == raw.end() || !basis->is_object()) return std::nullopt;
  const auto date = basis->find("submission_deadline");
  if (date == basis->end() || !date->is_string()) return std::nullopt;
  return mllog::parse_iso_time(date->get_ref<const std::string&>());
}

class DateJudge {
 public:
  DateJudge(const rules::Round& round, Findings& out)
      : deadline_(deadline(round)),
        absent_(out, kDates),
        before_build_(out, kDates),
        late_(out, kDates),
        clock_(out, kDates) {}

  void judge(const NamedRun& run, const DetailLog& log) {
    const LogEntry* date = log.find("test_datetime");
    const LogEntry* build = log.find("loadgen_build_date_utc");
    const LogEntry* begin = log.find("power_begin");
    if (date == nullptr) {
      note(absent_, "absent", run, log.entries().front(), {});
      return;
    }
    const auto start = begin == nullptr ? std::nullopt : mllog::parse_power_time(begin->text);
    if (!start) return;
    const auto built = build == nullptr ? std::nullopt : mllog::parse_iso_time(build->text);
    if (built && *start < *built) note(before_build_, "before-build", run, *begin, mllog::utc_text(*built));
    if (deadline_ && *start > *deadline_ + kEndOfDay)
      note(late_, "after-deadline", run, *begin, mllog::utc_text(*deadline_).substr(0, 10));
    const auto stated = mllog::parse_iso_time(date->text);
    if (stated && (*stated > *start + kMostApart || *start > *stated + kMostApart))
      note(clock_, "clock", run, *begin, std::string(date->text));
  }

 private:
  static void note(Folded& folded, std::string_view variant, const NamedRun& run, const LogEntry& at,
                   std::string other) {
    Reported* finding = folded.add(variant, run.run.detail.path, at.at, run.name + " run");
    if (finding == nullptr) return;
    finding->found(excerpt(at.text))
        .expected(other)
        .with("run", run.name)
        .with("other", other)
        .level(Level::cross_checked);
  }

  std::optional<std::int64_t> deadline_;
  Folded absent_, before_build_, late_, clock_;
};

constexpr std::array<std::string_view, 7> kSameInBoth = {
    "sut_name",
    "qsl_name",
    "requested_use_token_latencies",
    "requested_server_ttft_latency",
    "requested_server_tpot_latency",
    "requested_server_coalesce_queries",
    kSourceHashes,
};

constexpr std::array kChecks = {
    ResultCheck{"check_dates", check_dates},
    ResultCheck{"check_accuracy_settings", check_accuracy_settings},
};

}  // namespace

void check_dates(const Evidence& evidence, const rules::Round& round, Findings& out) {
  DateJudge judge(round, out);
  for (const auto& run : runs_of(evidence, round)) {
    const DetailLog* log = usable_log(run.run);
    // A log without a version is not LoadGen's as a whole; loadgen-version says so.
    if (log == nullptr || !log->has("loadgen_version")) continue;
    out.claim(kDates, Level::cross_checked);
    judge.judge(run, *log);
  }
}

void check_accuracy_settings(const Evidence& evidence, const rules::Round&, Findings& out) {
  const DetailLog *performance = usable_log(evidence.performance), *accuracy = usable_log(evidence.accuracy);
  if (performance == nullptr || accuracy == nullptr) return;
  out.claim(kSettings, Level::cross_checked);
  // Another version is a finding of its own.
  const bool same_version = bare_version(performance->string("loadgen_version").value_or("")) ==
                            bare_version(accuracy->string("loadgen_version").value_or(""));
  Folded folded(out, kSettings);
  for (const std::string_view key : kSameInBoth) {
    const LogEntry *one = performance->find(key), *other = accuracy->find(key);
    if (one == nullptr || other == nullptr || one->text == other->text) continue;
    if (key == kSourceHashes && !same_version) continue;
    const std::string place = std::string(key) + " " + excerpt(other->text);
    Reported* finding = folded.add(key == kSourceHashes ? "source" : "default", evidence.accuracy.detail.path,
                                   other->at, place);
    if (finding == nullptr) continue;
    finding->found(excerpt(other->text))
        .expected(excerpt(one->text))
        .with("key", std::string(key))
        .level(Level::cross_checked)
        .also(evidence.performance.detail.path, one->at, std::string(key) + " " + excerpt(one->text));
  }
}

std::span<const ResultCheck> cross_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
