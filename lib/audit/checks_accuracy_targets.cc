// SPDX-License-Identifier: Apache-2.0
// The scores of accuracy.txt: are they there, readable, of one value, and good enough?
#include <fmt/format.h>

#include "audit/checks_internal.h"
#include "audit/folded.h"
#include "base/number.h"
#include "base/units.h"

namespace mlperf::audit {
namespace {

using rules::AccuracyTarget;
using submission::AccuracyText;
using submission::MetricSpelling;
using submission::MetricValue;

// For people: the digits that a target has, without those that only a double has (7350879.600000001).
std::string shown(double value) {
  const std::string text = fmt::format("{:.10g}", value);
  return text.find('e') == std::string::npos ? text : base::shortest(value);
}

// Metrics where less is better have a maximum and no minimum.
bool lower_is_better(const AccuracyTarget& target) {
  return !target.minimum && target.maximum;
}

bool reaches(const AccuracyTarget& target, double value) {
  return target.minimum ? value >= *target.minimum : value <= *target.maximum;
}

std::vector<const MetricValue*> numbers(const AccuracyText& text, const std::string& metric) {
  std::vector<const MetricValue*> out;
  for (const MetricValue* value : text.all(metric))
    if (value->value) out.push_back(value);
  return out;
}

// 0.8175 where 80.54 is asked for, or 78.2 where 0.782 is.
std::string_view other_unit(const AccuracyTarget& target, double value) {
  const double limit = target.minimum ? *target.minimum : *target.maximum;
  const double share = target.minimum ? 0.5 : 0.0;
  if (limit > 1 && value > 0 && value <= 1 && value * 100 >= limit * share && limit <= 100) return "fraction";
  if (limit <= 1 && value > 1 && value <= 100 && value / 100 >= limit * share) return "percent";
  return {};
}

void report_below(const Evidence& evidence, const AccuracyTarget& target, const MetricValue& value,
                  Findings& out) {
  const std::string_view unit = other_unit(target, *value.value);
  const std::string_view variant = !unit.empty() ? unit : lower_is_better(target) ? "above" : "default";
  const double limit = target.minimum ? *target.minimum : *target.maximum;
  Reported reported = out.report("acc-target", variant);
  reported.at(evidence.accuracy_txt.path, value.at)
      .found(*value.value)
      .expected(limit)
      .with("metric", target.metric)
      .with("found", std::string(value.text))
      .with("expected", shown(limit));
  if (unit == "fraction") reported.with("meant", shown(*value.value * 100));
  if (unit == "percent") reported.with("meant", shown(*value.value / 100));
}

// Where a score that is missing belongs: beside the others, if there are any.
base::Position place_of_scores(const AccuracyText& text) {
  return text.metrics.empty() ? base::Position{} : text.metrics.back().at;
}

void judge_target(const Evidence& evidence, const AccuracyTarget& target, Findings& out) {
  const auto values = numbers(evidence.accuracy_txt.value, target.metric);
  if (values.empty()) {
    if (!evidence.accuracy_txt.value.all(target.metric).empty()) return;  // acc-number
    out.report("acc-target", "missing")
        .at(evidence.accuracy_txt.path, place_of_scores(evidence.accuracy_txt.value))
        .expected(target.metric)
        .with("metric", target.metric);
    return;
  }
  // Values that contradict each other are one finding of acc-one-value; here only what fails whichever
  // counts.
  for (const MetricValue* value : values)
    if (reaches(target, *value->value)) return;
  report_below(evidence, target, *values.back(), out);
}

void judge_upper_limit(const Evidence& evidence, const AccuracyTarget& target, Findings& out) {
  const auto values = numbers(evidence.accuracy_txt.value, target.metric);
  if (values.empty()) return;
  for (const MetricValue* value : values)
    if (*value->value <= *target.maximum) return;
  const MetricValue& value = *values.back();
  out.report("acc-upper-limit")
      .at(evidence.accuracy_txt.path, value.at)
      .found(*value.value)
      .expected(*target.maximum)
      .with("metric", target.metric)
      .with("found", std::string(value.text))
      .with("expected", shown(*target.maximum));
}

// The same value in another number of digits is no contradiction.
bool agree(const MetricValue& a, const MetricValue& b) {
  return *a.value == *b.value || base::same_when_printed(a.text, b.text);
}

// A figure beside those that count, in a form that neither the official checker nor this one reads.
void report_unread(const Evidence& evidence, const AccuracyTarget& target,
                   const std::vector<const MetricValue*>& values, Findings& out) {
  Folded folded(out, "acc-one-value");
  for (const MetricValue& other : evidence.accuracy_txt.value.unread) {
    if (other.metric != target.metric || !other.value) continue;
    if (std::any_of(values.begin(), values.end(), [&](const auto* value) { return agree(*value, other); }))
      continue;
    Reported* reported = folded.add("unread", evidence.accuracy_txt.path, other.at, std::string(other.text));
    if (reported)
      reported->found(*other.value)
          .expected(*values.front()->value)
          .with("metric", target.metric)
          .with("other", std::string(other.text))
          .with("first", std::string(values.front()->text));
  }
}

}  // namespace

void check_accuracy_targets(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  for (const AccuracyTarget& target : round.accuracy_targets(evidence.benchmark, evidence.scenario)) {
    if (!target.minimum && !target.maximum) continue;
    if (evidence.closed_rules()) {
      out.claim("acc-target", Level::stated);
      judge_target(evidence, target, out);
      if (!target.minimum || !target.maximum) continue;
      out.claim("acc-upper-limit", Level::stated);
      judge_upper_limit(evidence, target, out);
    } else {
      out.claim("acc-open-reported", Level::stated);
      if (evidence.accuracy_txt.value.all(target.metric).empty())
        out.report("acc-open-reported")
            .at(evidence.accuracy_txt.path, place_of_scores(evidence.accuracy_txt.value))
            .expected(target.metric)
            .with("metric", target.metric);
    }
  }
}

void check_accuracy_conflicts(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  for (const AccuracyTarget& target : round.accuracy_targets(evidence.benchmark, evidence.scenario)) {
    const auto values = numbers(evidence.accuracy_txt.value, target.metric);
    if (values.empty()) continue;
    out.claim("acc-one-value", Level::stated);
    const MetricValue& first = *values.front();
    report_unread(evidence, target, values, out);
    Folded folded(out, "acc-one-value");
    for (const MetricValue* value : values) {
      if (agree(first, *value)) continue;
      Reported* reported =
          folded.add("default", evidence.accuracy_txt.path, value->at, std::string(value->text));
      if (!reported) continue;
      reported->found(*value->value)
          .expected(*first.value)
          .with("metric", target.metric)
          .with("first", std::string(first.text))
          .with("first_line", fmt::format("{}", first.at.line))
          .with("other", std::string(value->text))
          .with("other_line", fmt::format("{}", value->at.line))
          .also(evidence.accuracy_txt.path, first.at, std::string(first.text));
    }
  }
}

// A percentage above 100 is none, whatever the target.
void check_accuracy_possible(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!evidence.accuracy_txt.usable()) return;
  constexpr double kWhole = 100;
  for (const rules::AccuracyTarget& target : round.accuracy_targets(evidence.benchmark, evidence.scenario)) {
    const double most = target.unit == "fraction" ? 1 : kWhole;
    const bool bounded = target.unit == "percent" || target.unit == "rouge_x100" || target.unit == "fraction";
    for (const MetricValue& value : evidence.accuracy_txt.value.metrics) {
      if (!bounded || value.metric != target.metric || !value.value || *value.value <= most) continue;
      out.report("acc-number", "above-hundred")
          .at(evidence.accuracy_txt.path, value.at)
          .found(number_or_text(value.text))
          .expected(most)
          .with("metric", target.metric);
      break;
    }
  }
}

void check_accuracy_spelling(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (!evidence.accuracy_txt.usable() || evidence.accuracy_txt.value.metrics.empty()) return;
  out.claim("acc-spelling", Level::stated);
  out.claim("acc-number", Level::stated);
  Folded spelling(out, "acc-spelling"), number(out, "acc-number");
  for (const MetricValue& value : evidence.accuracy_txt.value.metrics) {
    std::string_view variant = "default";
    bool is_number = true;
    switch (value.spelling) {
      case MetricSpelling::official:
        continue;
      case MetricSpelling::double_quotes:
        variant = "double-quotes";
        break;
      case MetricSpelling::numpy:
        variant = "numpy";
        break;
      case MetricSpelling::exponent:
        variant = "exponent";
        break;
      case MetricSpelling::other:
        break;
      case MetricSpelling::no_number:
        is_number = false;
        break;
    }
    Folded& folded = is_number ? spelling : number;
    Reported* reported = folded.add(variant, evidence.accuracy_txt.path, value.at, std::string(value.text));
    if (!reported) continue;
    reported->found(std::string(value.text))
        .with("metric", value.metric)
        .with("value", value.value ? shown(*value.value) : std::string())
        .with("official", std::string(value.official_reading));
    if (value.value) reported->expected(*value.value);
  }
}

}  // namespace mlperf::audit
