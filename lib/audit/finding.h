// SPDX-License-Identifier: Apache-2.0
// Findings as checks make them: a catalog id, a message variant, a place, the two values, named values for
// the sentence. Findings collects them together with the claims (which checks came to an outcome, and on what
// evidence).
//
//   out.claim("perf-tpot-p99-limit", Level::stated);
//   if (measured > limit)
//     out.report("perf-tpot-p99-limit").at(log, entry).found(measured).expected(limit)
//        .with("measured", base::human_ns(measured)).with("limit", base::human_ns(limit));
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/value.h"
#include "base/document.h"
#include "rules/catalog.h"

namespace mlperf::audit {

enum class Level : std::uint8_t { stated, cross_checked, recomputed };  // weakest first
std::string_view to_string(Level level);  // "stated", "cross_checked", "recomputed"

struct Place {
  std::string file;  // relative to the root
  std::uint32_t line = 0;
  std::uint64_t byte = 0;
  std::string found;  // what stands there, for further places
};

struct Finding {
  std::string rule;
  std::string variant = "default";
  std::optional<rules::Severity> severity_override;
  Level level = Level::stated;
  Place place;
  Value found, expected;
  std::map<std::string, std::string> values;  // for the catalog's templates
  std::vector<Place> more;                    // further places of the same cause
  std::uint64_t count = 1;                    // how many places there are in all, more.size() may be smaller
  std::vector<std::string> affects;           // ids of results; only for findings outside a result

  // Filled when the report is made: from the catalog, the configuration file and the options.
  rules::Severity severity = rules::Severity::error;
  std::string message, fix;
  bool waived = false;
  std::string waive_reason;
};

// Fluent access to the finding just reported.
class Reported {
 public:
  explicit Reported(Finding& finding) : finding_(&finding) {}
  Reported& at(const std::string& file, base::Position position = {});
  Reported& at(const std::string& file, const mllog::LogEntry& entry) { return at(file, entry.at); }
  Reported& found(Value value);
  Reported& expected(Value value);
  Reported& with(const std::string& name, std::string value);  // not escaped; the report does that
  Reported& severity(rules::Severity severity);
  Reported& level(Level level);
  // A further place of the same cause.
  Reported& also(const std::string& file, base::Position position, std::string found = {});
  Reported& affects(std::vector<std::string> ids);

 private:
  Finding* finding_;
};

class Findings {
 public:
  // `variant` names a message of the catalog entry.
  Reported report(std::string_view rule, std::string_view variant = "default");
  // The check came to an outcome for this result. Several calls count once, with the strongest level. `rule`
  // is kept as it is: a constant.
  void claim(std::string_view rule, Level level);

  // Evidence exists but is cut or damaged outside the lines that decide: without an error the verdict is
  // inconclusive.
  void inconclusive(std::string reason) { inconclusive_.push_back(std::move(reason)); }

  std::deque<Finding>& list() { return list_; }
  const std::deque<Finding>& list() const { return list_; }
  const std::map<std::string_view, Level>& claims() const { return claims_; }
  const std::vector<std::string>& inconclusive_reasons() const { return inconclusive_; }

 private:
  std::deque<Finding> list_;  // references from report() stay valid
  std::map<std::string_view, Level> claims_;
  std::vector<std::string> inconclusive_;
};

}  // namespace mlperf::audit
