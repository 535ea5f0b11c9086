// SPDX-License-Identifier: Apache-2.0
#include "audit/stated_figures.h"

#include <cmath>
#include <optional>

#include "base/number.h"

namespace mlperf::audit {
namespace {

bool agrees(const submission::VerifyFigure& stated, const RecomputedFigure& figure) {
  constexpr double kRounding = 1e-9;
  if (!stated.value) return true;
  return std::abs(*stated.value - figure.value) <=
         base::half_unit_of_last_digit(stated.text) + kRounding * std::abs(figure.value);
}

}  // namespace

void judge_stated_figures(const JudgedTest& test, const base::Document<submission::VerifyText>& document,
                          std::string_view rule, const std::vector<RecomputedFigure>& figures,
                          Findings& out) {
  std::optional<Reported> finding;
  for (const RecomputedFigure& figure : figures) {
    for (const submission::VerifyFigure* stated : document.value.all(figure.name)) {
      if (agrees(*stated, figure)) continue;
      if (finding) {
        finding->also(document.path, stated->at, excerpt(stated->text));
        continue;
      }
      finding = report_recomputed(out, test, rule, "text-against-log");
      finding->at(document.path, stated->at)
          .found(number_or_text(excerpt(stated->text)))
          .expected(number_or_text(figure.text))
          .with("name", std::string(figure.name));
    }
  }
}

}  // namespace mlperf::audit
