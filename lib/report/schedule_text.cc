// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/number.h"
#include "base/table.h"
#include "base/units.h"
#include "report/finding_text.h"
#include "report/paint.h"
#include "report/schedule.h"
#include "report/schedule_words.h"

namespace mlperf::report {
namespace {

using audit::SchedulePhase;
using audit::ScheduleReport;

class ScheduleText {
 public:
  ScheduleText(const ScheduleReport& report, const TextOptions& options)
      : report_(report), options_(options), paint_(options.colour) {}

  std::string render() {
    if (options_.quiet) return verdict() + '\n';
    const auto& settings = report_.settings;
    line(fmt::format("{}: {} {}, LoadGen {}", safe(report_.folder), to_string(settings.scenario),
                     to_string(settings.mode),
                     report_.loadgen_version.empty() ? "of unknown version" : safe(report_.loadgen_version)));
    if (report_.obstacle.empty()) {
      phases();
      origin();
    } else {
      line("not regenerated: " + safe(report_.obstacle));
    }
    issued();
    sampled();
    if (!report_.findings.empty()) out_ += '\n';
    for (const auto* finding : shown_findings(report_.findings, options_)) {
      append_finding(out_, *finding, options_);
    }
    out_ += '\n' + paint_(report_.exit_code(false) == 0 ? Colour::green : Colour::red, verdict()) + '\n';
    return std::move(out_);
  }

 private:
  void line(std::string_view text) { append_wrapped(out_, text, 0, options_.width); }

  // An accuracy run can have many phases: the first and those that differ are shown.
  void phases() {
    constexpr std::size_t kShown = 8;
    std::size_t shown = 0, agreeing = 0;
    for (std::size_t i = 0; i < report_.phases.size() && shown < kShown; ++i) {
      const auto& phase = report_.phases[i];
      if (i != 0 && phase.accuracy && agrees(phase)) {
        ++agreeing;
        continue;
      }
      ++shown;
      out_ += '\n' + title(i) + '\n' + table(phase);
    }
    if (agreeing != 0) line(base::counted(agreeing, "further set agrees", "further sets agree"));
    const auto left = report_.phases.size() - shown - agreeing;
    if (left != 0) line(base::counted(left, "further set is not shown", "further sets are not shown"));
    out_ += '\n';
  }

  static bool same(const std::string& logged, std::uint64_t regenerated) {
    return base::parse_u64(logged) == regenerated;
  }
  static bool agrees(const SchedulePhase& phase) {
    return phase.set_agrees && same(phase.logged_queries, phase.queries) &&
           same(phase.logged_samples_per_query, phase.samples_per_query) &&
           same(phase.logged_duration, static_cast<std::uint64_t>(phase.duration_ns));
  }

  std::string title(std::size_t i) const {
    const auto& phase = report_.phases[i];
    return paint_(Colour::bold, phase.accuracy ? fmt::format("accuracy, set {}", i + 1) : "performance");
  }

  std::string table(const SchedulePhase& phase) const {
    base::Table table({{""}, {"log", base::Align::right}, {"regenerated", base::Align::right}, {""}});
    const auto row = [&](const char* name, const std::string& logged, std::uint64_t regenerated) {
      const char* outcome = logged.empty()              ? "not in the log"
                            : same(logged, regenerated) ? "same"
                                                        : "DIFFERS";
      table.add({name, logged.empty() ? "-" : safe(logged), fmt::format("{}", regenerated), outcome});
    };
    table.add({"loaded_qsl_set", phase.logged_loaded ? samples(*phase.logged_loaded) : "-",
               samples(phase.loaded),
               !phase.logged_loaded ? "not in the log"
               : phase.set_agrees   ? "same"
                                    : "DIFFERS"});
    row("generated_query_count", phase.logged_queries, phase.queries);
    row("generated_samples_per_query", phase.logged_samples_per_query, phase.samples_per_query);
    row("generated_query_duration (ns)", phase.logged_duration,
        static_cast<std::uint64_t>(phase.duration_ns));
    std::string text = table.text(100, 2);
    const auto detail = [&](const char* name, const std::string& value) {
      if (!value.empty()) text += fmt::format("  {}: {}\n", name, value);
    };
    detail("last query after", base::human_ns(phase.last_delta_ns));
    detail("SHA-256 of the set", phase.loaded_sha256);
    detail("SHA-256 of the issue order", phase.order_sha256);
    detail("SHA-256 of the scheduled times", phase.delta_sha256);
    return text;
  }

  static std::string samples(std::uint64_t count) { return base::counted(count, "sample", "samples"); }

  void origin() {
    std::string rate = fmt::format("rate: {} queries per second, from {}", base::shortest(report_.rate.qps),
                                   rate_origin(report_.rate.origin));
    if (report_.rate.origin == audit::RateCandidate::Origin::user_conf) {
      rate += " (" +
              show_place({report_.rate.file, report_.rate.at.line, report_.rate.at.byte, {}}, options_) + ")";
    }
    if (report_.within_rounding) {
      rate += "; the logged duration is that of a rate which prints the same but has more digits";
    }
    line(rate);
    if (report_.library_told) line(fmt::format("C++ library: {}", to_string(report_.library)));
  }

  void issued() {
    if (!report_.issued) {
      line(fmt::format("order and times of the run: not checked, {}", safe(report_.no_trace)));
      return;
    }
    const auto& issued = *report_.issued;
    std::string text = fmt::format("trace: {} of {} in all, ", samples(issued.samples),
                                   base::counted(issued.distinct, "index", "different indices"));
    if (!report_.obstacle.empty()) {
      text += "not compared";
    } else if (issued.other_samples == 0 && issued.other_times == 0) {
      text += "all as generated";
    } else {
      text +=
          fmt::format("{} with another index, {} at another time", issued.other_samples, issued.other_times);
    }
    line(text);
  }

  void sampled() {
    if (!report_.sampled_responses) return;
    line(fmt::format("accuracy log: {} may be in it (probability {})",
                     base::counted(*report_.sampled_responses, "response", "responses"),
                     base::shortest(report_.sampling_probability)));
  }

  std::string verdict() const {
    const auto errors = static_cast<std::uint64_t>(
        std::count_if(report_.findings.begin(), report_.findings.end(),
                      [](const auto& finding) { return finding.severity == rules::Severity::error; }));
    if (errors != 0) {
      return base::counted(errors, "error: the run does not follow from its seeds and settings",
                           "errors: the run does not follow from its seeds and settings");
    }
    if (!report_.obstacle.empty()) return "nothing was compared";
    const bool whole = std::all_of(report_.phases.begin(), report_.phases.end(), agrees);
    return whole ? "the log is what seeds and settings give"
                 : "what the log has is what seeds and settings give";
  }

  const ScheduleReport& report_;
  const TextOptions& options_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string render_schedule_text(const ScheduleReport& report, const TextOptions& options) {
  return ScheduleText(report, options).render();
}

}  // namespace mlperf::report
