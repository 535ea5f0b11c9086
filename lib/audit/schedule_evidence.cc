// SPDX-License-Identifier: Apache-2.0
#include "audit/schedule_evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "audit/performance_log.h"
#include "base/number.h"
#include "base/units.h"
#include "loadgen/phases.h"

namespace mlperf::audit {
namespace {

using loadgen::Arrivals;
using loadgen::PoissonRun;
using loadgen::RunSettings;
using loadgen::Scenario;
using loadgen::TestMode;
using mllog::DetailLog;
using mllog::LogEntry;
using Origin = RateCandidate::Origin;

constexpr std::size_t kMostCandidates = 6;
constexpr double kNsPerSecond = 1e9;

LoggedNumber logged(const LogEntry& entry) {
  constexpr std::size_t kLongest = 40;
  return {std::string(entry.key), std::string(entry.text.substr(0, kLongest)), entry.at};
}

// A SubmissionRun has the lines of its accuracy phases before those of its performance phase.
std::vector<LoggedNumber> lines_of_performance(const DetailLog& log, std::string_view key, TestMode mode) {
  std::vector<LoggedNumber> lines;
  for (const auto* entry : log.all(key)) lines.push_back(logged(*entry));
  if (mode == TestMode::submission && lines.size() > 1) lines.erase(lines.begin(), lines.end() - 1);
  return lines;
}

std::string printed(double value) {
  return fmt::format("{:.6g}", value);
}

void add_candidate(ScheduleEvidence& evidence, RateCandidate candidate) {
  const double logged_rate = evidence.settings.target_qps;
  auto& rates = evidence.rates;
  if (rates.size() == kMostCandidates || !(candidate.qps > 0)) return;
  if (printed(candidate.qps) != printed(logged_rate)) return;
  const bool known =
      std::any_of(rates.begin(), rates.end(), [&](const auto& rate) { return rate.qps == candidate.qps; });
  if (!known) rates.push_back(std::move(candidate));
}

void add_expected_latency(const DetailLog& log, ScheduleEvidence& evidence) {
  const auto scenario = evidence.settings.scenario;
  const auto* key = scenario == Scenario::single_stream  ? "requested_single_stream_expected_latency_ns"
                    : scenario == Scenario::multi_stream ? "requested_multi_stream_expected_latency_ns"
                                                         : nullptr;
  if (key == nullptr) return;
  const auto* entry = log.find(key);
  const auto latency = number_of(entry);
  if (latency && *latency > 0) {
    add_candidate(evidence, {kNsPerSecond / *latency, Origin::expected_latency, evidence.file, entry->at});
  }
}

void add_user_conf(const base::Document<mllog::Conf>& conf, ScheduleEvidence& evidence) {
  for (const auto& setting : conf.value.settings) {
    if (setting.key != "target_qps") continue;
    if (setting.scenario != "*" && setting.scenario != to_string(evidence.settings.scenario)) continue;
    if (const auto qps = base::parse_double(setting.value)) {
      if (*qps == evidence.settings.target_qps) evidence.rate_confirmed = true;
      add_candidate(evidence, {*qps, Origin::user_conf, conf.path, setting.at});
    }
  }
}

// A fixed period can be told from duration and count, if it agrees with the rate as far as that is printed.
void add_logged_duration(ScheduleEvidence& evidence) {
  if (evidence.settings.scenario == Scenario::server) return;
  if (evidence.query_count.empty() || evidence.duration.empty()) return;
  const auto count = base::parse_u64(evidence.query_count.front().text);
  const auto duration = base::parse_u64(evidence.duration.front().text);
  if (!count || !duration || *count == 0 || *duration == 0 || *duration % *count != 0) return;
  const auto period = static_cast<double>(*duration / *count);
  // In the middle of the nanosecond, so that the period is this one again.
  const double qps = kNsPerSecond / (period + 0.5);
  const double rate = evidence.settings.target_qps;
  const double half = evidence.rate_half_unit;
  if (kNsPerSecond / (period + 1) > rate + half || kNsPerSecond / period < rate - half) return;
  if (evidence.rates.size() == kMostCandidates) evidence.rates.pop_back();
  evidence.rates.push_back({qps, Origin::logged_duration, evidence.file, evidence.duration.front().at});
}

bool all_agree(const std::vector<LoggedNumber>& lines, std::uint64_t regenerated) {
  return std::all_of(lines.begin(), lines.end(), [&](const auto& line) { return agrees(line, regenerated); });
}

bool fits(const ScheduleEvidence& evidence, const Arrivals& arrivals) {
  return all_agree(evidence.query_count, arrivals.queries) &&
         all_agree(evidence.duration, static_cast<std::uint64_t>(arrivals.duration_ns));
}

ScheduleEvidence::Regenerated regenerated(const ScheduleEvidence& evidence, const RateCandidate& rate,
                                          const Arrivals& arrivals) {
  return {rate, arrivals, loadgen::performance_samples_per_query(evidence.settings),
          loadgen::performance_goal(evidence.settings).step, false};
}

void regenerate_periodic(ScheduleEvidence& evidence) {
  const auto goal = loadgen::performance_goal(evidence.settings);
  for (const auto& rate : evidence.rates) {
    const auto arrivals = loadgen::periodic_arrivals(goal, loadgen::period_ns(rate.qps));
    if (!evidence.regenerated || fits(evidence, arrivals)) {
      evidence.regenerated = regenerated(evidence, rate, arrivals);
    }
    if (fits(evidence, arrivals)) return;
  }
}

Arrivals arrivals_of(const RunSettings& settings, const loadgen::QueryGoal& goal, double qps) {
  if (settings.scenario != Scenario::server) {
    return loadgen::periodic_arrivals(goal, loadgen::period_ns(qps));
  }
  const PoissonRun run{goal, qps};
  return loadgen::poisson_arrivals(settings.schedule_seed, {&run, 1}, 1).front().value_or(Arrivals{});
}

// All phases of a run have one rate, that of the first phase that tells it.
void regenerate_phases(std::vector<ScheduleEvidence>& all, std::span<const loadgen::Phase> phases) {
  const RateCandidate* rate = nullptr;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto& phase = all[i];
    for (const auto& candidate : phase.rates) {
      if (rate == nullptr && fits(phase, arrivals_of(phase.settings, phases[i].goal, candidate.qps)))
        rate = &candidate;
    }
    const auto& used = rate != nullptr ? *rate : phase.rates.front();
    const auto arrivals = arrivals_of(phase.settings, phases[i].goal, used.qps);
    phase.regenerated = {used, arrivals, phases[i].samples_per_query, 0, false};
    if (fits(phase, arrivals) || phase.duration.empty() || !all_agree(phase.query_count, arrivals.queries))
      continue;
    if (phase.rate_confirmed) continue;
    const auto duration = base::parse_u64(phase.duration.front().text);
    const auto at = [&](double qps) {
      return static_cast<std::uint64_t>(arrivals_of(phase.settings, phases[i].goal, qps).duration_ns);
    };
    phase.regenerated->within_rounding = duration &&
                                         *duration >= at(phase.settings.target_qps + phase.rate_half_unit) &&
                                         *duration <= at(phase.settings.target_qps - phase.rate_half_unit);
  }
}

// A Poisson schedule to be made, and for whom.
struct Job {
  ScheduleEvidence* evidence = nullptr;
  const RateCandidate* rate = nullptr;
  PoissonRun run;
  std::optional<Arrivals> arrivals;
};

using Jobs =
    std::map<std::uint32_t, std::vector<Job>>;  // by the part of the schedule seed that has an effect

void run(Jobs& jobs, unsigned threads) {
  for (auto& [seed, list] : jobs) {
    std::vector<PoissonRun> runs;
    for (const auto& job : list) runs.push_back(job.run);
    auto arrivals = loadgen::poisson_arrivals(seed, runs, threads);
    for (std::size_t i = 0; i < list.size(); ++i) list[i].arrivals = arrivals[i];
  }
}

class ServerSchedules {
 public:
  ServerSchedules(std::span<ScheduleEvidence*> runs, unsigned threads) : runs_(runs), threads_(threads) {}

  void regenerate() {
    by_known_rates();
    by_rates_of_the_same_print();
  }

 private:
  void by_known_rates() {
    Jobs jobs;
    for (auto* evidence : runs_) {
      for (const auto& rate : evidence->rates) add(jobs, *evidence, rate);
    }
    run(jobs, threads_);
    for (auto& [seed, list] : jobs) {
      for (const auto& job : list) take(job);
    }
  }

  void add(Jobs& jobs, ScheduleEvidence& evidence, const RateCandidate& rate) {
    const PoissonRun poisson{loadgen::performance_goal(evidence.settings), rate.qps};
    if (allowed(evidence, poisson)) {
      jobs[static_cast<std::uint32_t>(evidence.settings.schedule_seed)].push_back(
          {&evidence, &rate, poisson, {}});
    }
  }

  bool allowed(ScheduleEvidence& evidence, const PoissonRun& poisson) {
    queries_ += loadgen::expected_queries(poisson);
    if (queries_ <= kMostQueriesInAll) return true;
    queries_ -= loadgen::expected_queries(poisson);
    if (evidence.obstacle.empty()) {
      evidence.obstacle = "its queries are too many beside those of the other results";
    }
    return false;
  }

  void take(const Job& job) {
    auto& evidence = *job.evidence;
    if (!job.arrivals) {
      evidence.obstacle = fmt::format("more than {} queries are not regenerated", loadgen::kMostQueries);
      return;
    }
    if (!evidence.regenerated ||
        (!fits(evidence, evidence.regenerated->arrivals) && fits(evidence, *job.arrivals)))
      evidence.regenerated = regenerated(evidence, *job.rate, *job.arrivals);
  }

  // The slowest and the quickest rate that the log would print so: with each the whole schedule, and the
  // duration of as many queries as the log has.
  void by_rates_of_the_same_print() {
    Jobs jobs;
    for (auto* evidence : runs_) {
      if (!evidence->obstacle.empty() || !evidence->regenerated || evidence->rate_confirmed) continue;
      if (fits(*evidence, evidence->regenerated->arrivals)) continue;
      const auto count = logged_count(*evidence);
      if (count) add_bounds(jobs, *evidence, *count);
    }
    run(jobs, threads_);
    std::map<ScheduleEvidence*, std::vector<Arrivals>> found;
    for (const auto& [seed, list] : jobs) {
      for (const auto& job : list) {
        if (job.arrivals) found[job.evidence].push_back(*job.arrivals);
      }
    }
    for (const auto& [evidence, bounds] : found) {
      if (bounds.size() < 4) evidence->obstacle = "its queries are too many";
      if (bounds.size() == 4) evidence->regenerated->within_rounding = between(*evidence, bounds);
    }
  }

  static std::optional<std::uint64_t> logged_count(const ScheduleEvidence& evidence) {
    if (evidence.query_count.size() != 1 || evidence.duration.size() != 1) return std::nullopt;
    const auto count = base::parse_u64(evidence.query_count.front().text);
    if (!count || *count == 0 || *count > loadgen::kMostQueries) return std::nullopt;
    return count;
  }

  void add_bounds(Jobs& jobs, ScheduleEvidence& evidence, std::uint64_t count) {
    const double rate = evidence.settings.target_qps;
    const auto goal = loadgen::performance_goal(evidence.settings);
    for (const double qps : {rate - evidence.rate_half_unit, rate + evidence.rate_half_unit}) {
      for (const PoissonRun& poisson : {PoissonRun{goal, qps}, PoissonRun{{0, count, 0}, qps}}) {
        if (!allowed(evidence, poisson)) return;
        jobs[static_cast<std::uint32_t>(evidence.settings.schedule_seed)].push_back(
            {&evidence, nullptr, poisson, {}});
      }
    }
  }

  // `bounds`: slowest whole, slowest counted, quickest whole, quickest counted.
  static bool between(const ScheduleEvidence& evidence, const std::vector<Arrivals>& bounds) {
    const auto count = base::parse_u64(evidence.query_count.front().text);
    const auto duration = base::parse_u64(evidence.duration.front().text);
    if (!count || !duration) return false;
    const auto [fewest, most] = std::minmax(bounds[0].queries, bounds[2].queries);
    return *count >= fewest && *count <= most &&
           *duration >= static_cast<std::uint64_t>(bounds[3].duration_ns) &&
           *duration <= static_cast<std::uint64_t>(bounds[1].duration_ns);
  }

  std::span<ScheduleEvidence*> runs_;
  unsigned threads_;
  double queries_ = 0;
};

}  // namespace

std::optional<ScheduleEvidence> schedule_evidence(const base::Document<DetailLog>& log,
                                                  const base::Document<mllog::Conf>* user_conf) {
  if (!log.usable() || log.value.entries().empty()) return std::nullopt;
  ScheduleEvidence evidence;
  evidence.file = log.path;
  auto known = loadgen::settings_of(log.value);
  evidence.settings = known.settings;
  evidence.obstacle = known.problem.empty() ? loadgen::query_obstacle(known.settings) : known.problem;
  const auto mode = known.settings.mode;
  evidence.query_count = lines_of_performance(log.value, "generated_query_count", mode);
  evidence.samples_per_query = lines_of_performance(log.value, "generated_samples_per_query", mode);
  evidence.duration = lines_of_performance(log.value, "generated_query_duration", mode);
  if (const auto* entry = log.value.find("result_query_count")) evidence.issued_count = logged(*entry);
  if (const auto* entry = log.value.find("result_scheduled_samples_per_sec")) {
    evidence.scheduled_rate = logged(*entry);
  }
  if (const auto* entry = log.value.find("effective_target_qps")) evidence.rate_at = entry->at;
  if (!evidence.obstacle.empty()) return evidence;

  evidence.rate_half_unit = six_digits_half_unit(known.settings.target_qps);
  evidence.rates.push_back({known.settings.target_qps, Origin::log, evidence.file, evidence.rate_at});
  add_expected_latency(log.value, evidence);
  if (user_conf != nullptr && user_conf->usable()) add_user_conf(*user_conf, evidence);
  add_logged_duration(evidence);
  return evidence;
}

void regenerate(std::span<ScheduleEvidence*> runs, unsigned jobs) {
  std::vector<ScheduleEvidence*> server;
  for (auto* evidence : runs) {
    if (!evidence->obstacle.empty() || !evidence->has_performance_phase()) continue;
    if (evidence->settings.scenario == Scenario::server) {
      server.push_back(evidence);
    } else {
      regenerate_periodic(*evidence);
    }
  }
  ServerSchedules(server, jobs).regenerate();
}

std::vector<ScheduleEvidence> accuracy_phases(const ScheduleEvidence& run, const DetailLog& log,
                                              std::span<const loadgen::Phase> phases) {
  const auto counts = log.all("generated_query_count"), samples = log.all("generated_samples_per_query"),
             durations = log.all("generated_query_duration");
  const auto line = [](const std::vector<const LogEntry*>& lines, std::size_t i) {
    return i < lines.size() ? std::vector<LoggedNumber>{logged(*lines[i])} : std::vector<LoggedNumber>{};
  };
  std::vector<ScheduleEvidence> all;
  for (std::size_t i = 0; i < phases.size() && phases[i].accuracy; ++i) {
    ScheduleEvidence phase = run;
    phase.query_count = line(counts, i);
    phase.samples_per_query = line(samples, i);
    phase.duration = line(durations, i);
    phase.issued_count.reset();
    phase.scheduled_rate.reset();
    all.push_back(std::move(phase));
  }
  regenerate_phases(all, phases);
  return all;
}

bool agrees(const LoggedNumber& logged, std::uint64_t regenerated) {
  return base::parse_u64(logged.text) == regenerated;
}

double scheduled_rate(const ScheduleEvidence::Regenerated& regenerated) {
  const auto samples = regenerated.arrivals.queries * regenerated.samples_per_query;
  return static_cast<double>(samples - 1) /
         (static_cast<double>(regenerated.arrivals.last_delta_ns) / kNsPerSecond);
}

}  // namespace mlperf::audit
