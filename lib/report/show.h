// SPDX-License-Identifier: Apache-2.0
// What the formats for people have in common: escaping, paths as the reader's shell knows them, and the
// sentences about the audit as a whole that must be the same everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audit/report.h"

namespace mlperf::report {

struct TextOptions {
  bool colour = false;
  std::size_t width = 0;  // of the terminal; 0: nothing is wrapped
  bool verbose = false;
  bool quiet = false;
  bool statistics = false;
  bool ascii = false;            // bars of '#': the terminal does not show UTF-8
  std::string cwd_prefix{};      // leads from the working directory to the root: "", "v6.0/", "../.."
  std::string cwd_below_root{};  // the working directory when it lies below the root: "closed/Acme"; goes
                                 // before cwd_prefix
};

// Without control characters, valid UTF-8, whole length.
std::string safe(std::string_view text);

// The same with some characters written in another way.
struct Substitute {
  char character;
  std::string_view text;
};
std::string safe(std::string_view text, std::span<const Substitute> substitutes);

// A path relative to the root as seen from the working directory, escaped; with ":LINE" unless the line is 0.
std::string show_path(std::string_view file, const TextOptions& options);
std::string show_place(const audit::Place& place, const TextOptions& options);

// "official 6.0.8 (release, commit 236aa641d3)"
std::string show_loadgen(const audit::LoadgenOrigin& loadgen);
std::string show_performance(const audit::ResultReport& result);  // "16167.4 Tokens/s", "-"

// What could not be checked and in how many results, the most frequent first.
struct Gap {
  std::string reason;
  std::uint64_t results = 0;
};
std::vector<Gap> gaps(const audit::AuditReport& report);

std::string_view effect_name(audit::IgnoredRule::Effect effect);  // "ignored", "waived", "not_selected"

// Said before anything else when a configuration file or a profile had a part in the verdicts; else empty.
std::string opening_line(const audit::AuditReport& report);
// The verdict of the whole; agrees with report.exit_code().
std::string verdict_line(const audit::AuditReport& report);

// Findings to be shown, worst first.
std::vector<const audit::Finding*> shown_findings(const std::vector<audit::Finding>& findings,
                                                  const TextOptions& options);

}  // namespace mlperf::report
