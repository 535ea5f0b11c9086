// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "audit/metric.h"

namespace mlperf::audit {
namespace {

// Scoring scripts append: the last number is the one that was meant.
std::optional<double> last_value(const submission::AccuracyText& text, const std::string& metric) {
  std::optional<double> out;
  for (const submission::MetricValue* value : text.all(metric))
    if (value->value) out = value->value;
  return out;
}

}  // namespace

std::vector<AccuracyFigure> accuracy_figures(const Evidence& evidence, const rules::Round& round) {
  std::vector<AccuracyFigure> figures;
  if (!evidence.accuracy_txt.usable()) return figures;
  const submission::AccuracyText& text = evidence.accuracy_txt.value;
  std::set<std::string> named;
  for (const rules::AccuracyTarget& target : round.accuracy_targets(evidence.benchmark, evidence.scenario)) {
    if (!named.insert(target.metric).second) continue;
    AccuracyFigure& figure = figures.emplace_back();
    figure.metric = target.metric;
    figure.value = last_value(text, target.metric);
    if (evidence.closed_rules()) figure.target = target.minimum ? target.minimum : target.maximum;
  }
  for (const submission::MetricValue& value : text.metrics) {
    if (!value.value || !named.insert(value.metric).second) continue;
    AccuracyFigure& figure = figures.emplace_back();
    figure.metric = value.metric;
    figure.value = last_value(text, value.metric);
  }
  return figures;
}

}  // namespace mlperf::audit
