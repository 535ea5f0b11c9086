// SPDX-License-Identifier: Apache-2.0
#include "audit/finding.h"

#include <utility>

namespace mlperf::audit {

std::string_view to_string(Level level) {
  switch (level) {
    case Level::stated:
      return "stated";
    case Level::cross_checked:
      return "cross_checked";
    case Level::recomputed:
      return "recomputed";
  }
  return "stated";
}

Reported& Reported::at(const std::string& file, base::Position position) {
  finding_->place.file = file;
  finding_->place.line = position.line;
  finding_->place.byte = position.byte;
  return *this;
}

namespace {

// A submission may hold a value of any length; a report quotes its beginning.
constexpr std::size_t kLongestText = 2000;

std::string cut(std::string text) {
  if (text.size() > kLongestText) text.replace(kLongestText, std::string::npos, "...");
  return text;
}

Value cut(Value value) {
  if (auto* text = std::get_if<std::string>(&value)) *text = cut(std::move(*text));
  return value;
}

}  // namespace

Reported& Reported::found(Value value) {
  finding_->found = cut(std::move(value));
  return *this;
}

Reported& Reported::expected(Value value) {
  finding_->expected = cut(std::move(value));
  return *this;
}

Reported& Reported::with(const std::string& name, std::string value) {
  finding_->values[name] = cut(std::move(value));
  return *this;
}

Reported& Reported::severity(rules::Severity severity) {
  finding_->severity_override = severity;
  return *this;
}

Reported& Reported::level(Level level) {
  finding_->level = level;
  return *this;
}

Reported& Reported::also(const std::string& file, base::Position position, std::string found) {
  ++finding_->count;
  constexpr std::size_t kMostPlaces = 1000;
  if (finding_->more.size() < kMostPlaces)
    finding_->more.push_back({file, position.line, position.byte, cut(std::move(found))});
  return *this;
}

Reported& Reported::affects(std::vector<std::string> ids) {
  finding_->affects = std::move(ids);
  return *this;
}

Reported Findings::report(std::string_view rule, std::string_view variant) {
  Finding& finding = list_.emplace_back();
  finding.rule = rule;
  finding.variant = variant;
  return Reported(finding);
}

void Findings::claim(std::string_view rule, Level level) {
  const auto [position, added] = claims_.try_emplace(rule, level);
  if (!added && position->second < level) position->second = level;
}

}  // namespace mlperf::audit
