// SPDX-License-Identifier: Apache-2.0
// The checksums that LoadGen logs of its own source against those of the published states: an altered LoadGen
// measures by its own rules. Every log of the result is looked at; runs of one build are one finding.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "audit/checks_internal.h"
#include "audit/compliance_tests.h"
#include "audit/loadgen_origin.h"
#include "audit/performance_log.h"

namespace mlperf::audit {
namespace {

using loadgen::Origin;
using loadgen::Provenance;
using loadgen::SourceFile;
using mllog::LogEntry;

constexpr std::string_view kRule = "loadgen-source-hash", kMixRule = "loadgen-hash-mix";

struct LoggedIn {
  std::string run;
  std::string file;
  const LogEntry* entry = nullptr;
};

// One LoadGen, and the runs made with it.
struct Build {
  std::string version;
  std::string_view text;  // the checksums as logged
  std::vector<LoggedIn> logs;
};

std::vector<Build> builds_of(const Evidence& evidence, const rules::Round& round, Findings& out) {
  std::vector<Build> builds;
  const auto add = [&](const std::string& name, const RunEvidence& run) {
    const auto* log = usable_log(run);
    const auto* version = log == nullptr ? nullptr : log->find("loadgen_version");
    // Without a version, or with one of another round, loadgen-version has spoken.
    if (version == nullptr) return;
    const auto parts = version_parts(version->text);
    if (parts.empty() || parts < version_parts(round.loadgen_version_min())) return;
    out.claim(kRule, Level::cross_checked);
    const auto* entry = log->find(kSourceHashes);
    if (entry == nullptr) {
      out.report(kRule, "absent").at(run.detail.path, *version).with("run", name);
      return;
    }
    const std::string bare = bare_version(version->text);
    auto same = std::find_if(builds.begin(), builds.end(), [&](const Build& build) {
      return build.text == entry->text && build.version == bare;
    });
    if (same == builds.end()) same = builds.insert(builds.end(), Build{bare, entry->text, {}});
    same->logs.push_back({name, run.detail.path, entry});
  };
  add("performance", evidence.performance);
  add("accuracy", evidence.accuracy);
  for (const TestEvidence* test : present_tests(evidence, round)) add(test->test, test->run);
  return builds;
}

std::string names_of(const std::vector<SourceFile>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) names.emplace_back(file.name.substr(0, 80));
  return listed(names);
}

class BuildJudge {
 public:
  BuildJudge(const Evidence& evidence, const rules::Round& round, const Build& build, Findings& out)
      : evidence_(evidence), round_(round), build_(build), out_(out) {}

  void judge() {
    const auto files = loadgen::parse_source_files(build_.text);
    if (!files) {
      report(kRule, "unreadable").found(excerpt(build_.text));
    } else if (const auto* releases = round_.loadgen_releases()) {
      by_releases(*files, loadgen::identify(*files, *releases, build_.version), *releases);
    } else {
      by_round(*files);
    }
  }

 private:
  void by_releases(const std::vector<SourceFile>& files, const Provenance& found,
                   const rules::LoadgenReleases& releases) {
    out_.claim(kMixRule, Level::cross_checked);
    if (found.state == nullptr) {
      report(kRule, "unknown").found(excerpt(build_.text));
      return;
    }
    const std::string release = release_name(*found.state);
    if (!found.changed.empty() || !found.missing.empty()) {
      report_changed(found, releases, release);
    } else if (const auto other = not_of_round(files); !other.empty() && is_known_version()) {
      report(kRule, "other-round")
          .found(std::string(other.front().sha1))
          .with("files", names_of(other))
          .with("release", release);
    } else if (found.origin == Origin::official && !found.version_fits) {
      report(kMixRule, "version")
          .found(build_.version)
          .expected(found.state->version)
          .with("release", release);
    } else if (found.origin == Origin::mixed) {
      const bool header = found.differing.size() == 1 && found.differing.front().name == "/mlperf_conf.h";
      report(kMixRule, header ? "conf-header" : "default")
          .found(std::string(found.differing.front().sha1))
          .with("files", names_of(found.differing))
          .with("release", release);
    }
    if (!found.foreign.empty()) {
      report(kRule, "foreign")
          .found(std::string(found.foreign.front().name.substr(0, 200)))
          .with("files", names_of(found.foreign))
          .severity(rules::Severity::warning);
    }
  }

  void report_changed(const Provenance& found, const rules::LoadgenReleases& releases,
                      const std::string& release) {
    const bool newer = version_parts(build_.version) > version_parts(releases.states().back().version);
    if (found.changed.empty()) {
      std::vector<std::string> names(found.missing.begin(), found.missing.end());
      report(kRule, "missing").found(listed(names)).with("files", listed(names)).with("release", release);
      return;
    }
    const auto& first = found.changed.front();
    std::string published;
    for (const auto& [hash, states] : *releases.history(first.name)) {
      const auto state = static_cast<std::size_t>(found.state - releases.states().data());
      if (states.has(state)) published = hash;
    }
    auto finding = report(kRule, newer ? "newer" : "default");
    finding.found(std::string(first.sha1.substr(0, 200)))
        .with("files", names_of(found.changed))
        .with("release", release)
        .with("newest", releases.states().back().version)
        .with("version", build_.version);
    if (!published.empty()) finding.expected(published);
    if (newer) finding.severity(rules::Severity::warning);
  }

  // A version beyond those known of the round has a note of its own.
  bool is_known_version() const {
    return version_parts(build_.version) <= version_parts(round_.loadgen_version_max_known());
  }

  // Files that the round's list of checksums does not have.
  std::vector<SourceFile> not_of_round(const std::vector<SourceFile>& files) const {
    std::vector<SourceFile> other;
    for (const auto& file : files) {
      const auto* allowed = round_.loadgen_hashes(file.name);
      if (allowed != nullptr && std::find(allowed->begin(), allowed->end(), file.sha1) == allowed->end())
        other.push_back(file);
    }
    return other;
  }

  // Rules without the published states: the round's own list decides, and which release it is stays open.
  void by_round(const std::vector<SourceFile>& files) {
    const auto changed = not_of_round(files);
    if (changed.empty()) return;
    report(kRule, "round")
        .found(std::string(changed.front().sha1.substr(0, 200)))
        .with("files", names_of(changed));
  }

  Reported report(std::string_view rule, std::string_view variant) {
    std::vector<std::string> runs;
    for (const auto& log : build_.logs) runs.push_back(log.run);
    const auto& first = build_.logs.front();
    auto finding = out_.report(rule, variant).at(first.file, *first.entry);
    finding.level(Level::cross_checked)
        .with("run", listed(runs))
        .with("runs", runs.size() == 1 ? "run" : "runs");
    for (std::size_t i = 1; i < build_.logs.size(); ++i)
      finding.also(build_.logs[i].file, build_.logs[i].entry->at, build_.logs[i].run);
    if (!evidence_.closed_rules()) finding.severity(rules::Severity::warning);
    return finding;
  }

  const Evidence& evidence_;
  const rules::Round& round_;
  const Build& build_;
  Findings& out_;
};

}  // namespace

void check_loadgen_source(const Evidence& evidence, const rules::Round& round, Findings& out) {
  for (const auto& build : builds_of(evidence, round, out)) BuildJudge(evidence, round, build, out).judge();
}

}  // namespace mlperf::audit
