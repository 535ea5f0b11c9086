// SPDX-License-Identifier: Apache-2.0
// The table of the accuracy checks, and what concerns the hash of the accuracy log.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "audit/checks.h"
#include "audit/checks_internal.h"
#include "audit/checks_summary_end.h"
#include "audit/folded.h"
#include "base/text.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using submission::HashLine;

bool is_hash(const HashLine& line, std::size_t digits) {
  const auto hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return line.text.size() == digits && std::all_of(line.text.begin(), line.text.end(), hex);
}

void check_hash(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& text = evidence.accuracy_txt;
  if (!text.usable()) return;
  const std::size_t digits = round.accuracy_log().hash_length_hex;
  out.claim("acc-hash-present", Level::stated);
  if (text.value.hashes.empty()) {
    out.report("acc-hash-present").at(text.path).with("digits", fmt::format("{}", digits));
    return;
  }
  Folded malformed(out, "acc-hash-present"), trailing(out, "acc-trailing-space");
  for (const HashLine& line : text.value.hashes) {
    const std::string found(line.text.substr(0, 200));
    if (!is_hash(line, digits)) {
      if (Reported* reported = malformed.add("malformed", text.path, line.at, found))
        reported->found(found)
            .with("length", fmt::format("{}", line.text.size()))
            .with("digits", fmt::format("{}", digits));
    } else if (line.trailing_space) {
      trailing.add("default", text.path, line.at, found);
    }
  }
  out.claim("acc-trailing-space", Level::stated);
}

void check_hash_twice(const Evidence& evidence, const rules::Round&, Findings& out) {
  const auto& text = evidence.accuracy_txt;
  if (!text.usable() || text.value.hashes.empty()) return;
  out.claim("acc-hash-twice", Level::stated);
  const HashLine& first = text.value.hashes.front();
  Folded folded(out, "acc-hash-twice");
  for (const HashLine& line : text.value.hashes) {
    if (line.text == first.text) continue;
    Reported* reported = folded.add("default", text.path, line.at, std::string(line.text.substr(0, 200)));
    if (reported)
      reported->found(std::string(line.text.substr(0, 200)))
          .expected(std::string(first.text.substr(0, 200)))
          .with("line", fmt::format("{}", line.at.line))
          .with("first_line", fmt::format("{}", first.at.line))
          .also(text.path, first.at, std::string(first.text.substr(0, 200)));
  }
}

}  // namespace

// A log that lies there whole has the hash that accuracy.txt states; of several lines, one.
void check_accuracy_log_hash(const Evidence& evidence, const rules::Round& round, Findings& out) {
  const auto& text = evidence.accuracy_txt;
  if (!evidence.accuracy_log_sha256 || !text.usable()) return;
  const std::size_t digits = round.accuracy_log().hash_length_hex;
  const HashLine* last = nullptr;
  for (const HashLine& line : text.value.hashes) {
    if (!is_hash(line, digits)) continue;
    last = &line;
    if (base::equal_no_case(line.text, *evidence.accuracy_log_sha256)) break;
  }
  if (last == nullptr) return;
  out.claim("acc-hash-matches", Level::recomputed);
  if (base::equal_no_case(last->text, *evidence.accuracy_log_sha256)) return;
  out.report("acc-hash-matches")
      .at(text.path, last->at)
      .found(std::string(last->text))
      .expected(*evidence.accuracy_log_sha256)
      .level(Level::recomputed)
      .also(evidence.accuracy.accuracy_log.path, {},
            base::human_bytes(evidence.accuracy.accuracy_log.value.size));
}

namespace {

constexpr std::array kChecks = {
    ResultCheck{"check_accuracy_targets", check_accuracy_targets},
    ResultCheck{"check_accuracy_conflicts", check_accuracy_conflicts},
    ResultCheck{"check_accuracy_spelling", check_accuracy_spelling},
    ResultCheck{"check_accuracy_possible", check_accuracy_possible},
    ResultCheck{"check_hash", check_hash},
    ResultCheck{"check_hash_twice", check_hash_twice},
    ResultCheck{"check_score_breakdown", check_score_breakdown},
    ResultCheck{"check_good_total", check_good_total},
    ResultCheck{"check_scored_samples", check_scored_samples},
    ResultCheck{"check_gen_len", check_gen_len},
    ResultCheck{"check_accuracy_log_readable", check_accuracy_log_readable},
    ResultCheck{"check_accuracy_summary_end", check_accuracy_summary_end},
    ResultCheck{"check_accuracy_mode", check_accuracy_mode},
    ResultCheck{"check_accuracy_scenario", check_accuracy_scenario},
    ResultCheck{"check_accuracy_sample_count", check_accuracy_sample_count},
    ResultCheck{"check_accuracy_seeds", check_accuracy_seeds},
    ResultCheck{"check_accuracy_loadgen_errors", check_accuracy_loadgen_errors},
    ResultCheck{"check_accuracy_log_file", check_accuracy_log_file},
    ResultCheck{"check_accuracy_log_hash", check_accuracy_log_hash},
};

}  // namespace

std::span<const ResultCheck> accuracy_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
